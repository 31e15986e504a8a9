import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeNotices } from '../../../api/feedback.ts';
import { startTexts } from '../../../api/i18n.ts';
import { useSession } from '../../../api/session.ts';
import { giveSize, page, renderLive, runRowAction, storeOf, stubServer, userInfo } from '../../../ui/testing.tsx';
import { QueryPage } from '../query/QueryPage.tsx';
import { openPage } from '../testing.tsx';
import { CarSetupPage } from './CarSetupPage.tsx';

const RIGHTS = ['704', '70401', '7040101', '7040106', '7040109', '7040110', '7040209'];
const car = (targId: string, more: object = {}) => ({
  targId,
  carNo: `京A${targId}`,
  color: 2,
  deptName: '一队',
  version: 2019,
  maker: '甲',
  model: 'M1',
  firmware: 'V3.4.18',
  online: true,
  readAt: 1_000,
  setAt: null,
  pending: 0,
  failed: 1,
  deviations: 2,
  ...more,
});
const template = {
  id: '3',
  name: '危货',
  deptId: '1',
  deptName: '一队',
  maker: '',
  model: '',
  values: { 85: 80 },
  forNew: false,
  version: 1,
  username: 'admin',
  updatedAt: 1_000,
};
const answers = {
  'terminal/listParamCar': () => page([car('1'), car('2')]),
  'terminal/listParamTemplate': () => ({ list: [template] }),
  'terminal/readParams': () => ({ list: [{ targId: '1', seqId: '61', state: 1, resultCode: null }] }),
  'terminal/applyTemplate': () => ({ setId: '5', list: [] }),
  'mainPage/getDeptTree': () => ({ list: [] }),
};

const Personal = ({ onClose }: { onClose: () => void }) => (
  <div role="dialog">
    <button type="button" onClick={onClose}>
      关闭
    </button>
  </div>
);

function open(search = '', more: Parameters<typeof stubServer>[0] = {}, rights: readonly string[] = RIGHTS) {
  giveSize(600, 'still');
  useSession.setState({ token: '0123456789abcdef.secret', userInfo, rights: [...rights] });
  const server = stubServer({ ...answers, ...more });
  const router = createMemoryRouter([{ path: '/setup/common/carsetup', element: <CarSetupPage Personal={Personal} /> }], {
    initialEntries: [`/setup/common/carsetup${search}`],
  });
  renderLive(<RouterProvider router={router} />, storeOf([]));
  return { server, user: userEvent.setup() };
}

beforeEach(async () => {
  await startTexts('zh');
  takeNotices();
});
afterEach(cleanup);

describe('the vehicle list', () => {
  it('shows the state of the parameters, and reads the parameters of a vehicle', async () => {
    const { server, user } = open();
    const row = (await screen.findByText('京A1')).closest('tr')!;
    for (const text of ['甲 M1', 'V3.4.18']) expect(within(row).getByText(text)).toBeTruthy();
    await runRowAction(user, row, '读取全部');
    await waitFor(() => expect(server.of('terminal/readParams').map(({ data }) => data)).toEqual([{ targIds: ['1'] }]));
    expect(await screen.findByRole('region', { name: '下发结果' })).toBeTruthy();
  });

  it('stays visible while the account settings are open, which need their own permission', async () => {
    const { user } = open('', {}, [...RIGHTS, '20108']);
    await user.click(await screen.findByRole('tab', { name: '个人设置' }));
    expect(screen.getByRole('dialog')).toBeTruthy();
    expect(screen.getByText('京A1')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '关闭' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    cleanup();
    open();
    expect(await screen.findByText('京A1')).toBeTruthy();
    expect(screen.queryByRole('tab', { name: '个人设置' })).toBeNull();
  });

  it('is not shown without the permission to view vehicles', async () => {
    const { server } = open('', {}, ['704', '70401']);
    expect(await screen.findByText('无操作权限')).toBeTruthy();
    expect(server.requests).toEqual([]);
  });
});

describe('the deviations of a fleet', () => {
  const compared = {
    'terminal/compareTemplate': () =>
      page([{ ...car('1'), state: 'deviates', deviations: [{ id: '85', expected: 80, actual: 100 }] }], 1, {
        vehicles: 50,
        conforming: 40,
        deviating: 1,
        neverRead: 9,
      }),
  };

  it('are counted, and listed with the expected values', async () => {
    const { user } = open('?tab=deviations&template=3', compared);
    expect(await screen.findByText('50')).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: /展开/ }));
    expect(await screen.findByText('最高速度')).toBeTruthy();
    expect(screen.getByText('80 km/h')).toBeTruthy();
    expect(screen.getByText('100 km/h')).toBeTruthy();
  });

  it('are corrected by sending the template to the deviating vehicles only', async () => {
    const { server, user } = open('?tab=deviations&template=3', compared);
    await user.click(await screen.findByRole('button', { name: '下发到有差异的 1 辆车' }));
    await waitFor(() =>
      expect(server.of('terminal/applyTemplate').map(({ data }) => data)).toEqual([
        { templateId: '3', onlyDeviating: true, queueOffline: true },
      ]),
    );
  });
});

describe('a template', () => {
  it('is saved with the selected values', async () => {
    const { server, user } = open('?tab=templates', { 'terminal/saveParamTemplate': () => ({ id: '3', version: 2 }) });
    await user.click(await screen.findByRole('button', { name: '编辑' }));
    const speed = await screen.findByRole<HTMLInputElement>('spinbutton', { name: '最高速度' });
    expect(speed.value).toBe('80');
    await user.type(screen.getByRole('spinbutton', { name: '超速持续时间' }), '10');
    await user.click(screen.getByRole('button', { name: /保.?存/ }));
    await waitFor(() =>
      expect(server.of('terminal/saveParamTemplate')[0]?.data).toMatchObject({ id: '3', version: 1, values: { 85: 80, 86: 10 } }),
    );
  });
});

describe('the query of parameters', () => {
  it('reads the selected parameters, and shows unknown parameters as bytes', async () => {
    const { server, choose, user } = openPage('/setup/terminal/queryTerminalParams', QueryPage, {
      rights: ['70117', '7011701', '7011709'],
      answers: {
        'terminal/getParams': () => ({
          targId: '1',
          carNo: '京A1',
          color: 2,
          deptName: '一队',
          version: 2019,
          readAt: 1_000,
          list: [
            { id: '85', value: 80, raw: null, readAt: 1_000, previous: 100, pending: null },
            { id: '61441', value: null, raw: '0102', readAt: 1_000, pending: null },
          ],
        }),
        'terminal/readParams': () => ({ list: [] }),
      },
    });
    await choose('京A1');
    const unknown = (await screen.findByText('0xF001')).closest('tr')!;
    expect(within(unknown).getByText('0102')).toBeTruthy();
    expect(screen.getByRole('columnheader', { name: '上次值' })).toBeTruthy();
    const speed = within(screen.getByText('80 km/h').closest('tr')!);
    expect(speed.getByText('100 km/h')).toBeTruthy();
    await user.click(within(unknown).getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: '读取所选 1 项' }));
    await waitFor(() => expect(server.of('terminal/readParams')[0]?.data).toEqual({ targIds: ['1'], ids: ['61441'] }));
  });
});
