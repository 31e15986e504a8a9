import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeNotices } from '../../api/feedback.ts';
import { startTexts } from '../../api/i18n.ts';
import { refuse } from '../../ui/testing.tsx';
import { openSetupPage } from './testing.tsx';

vi.mock('jsencrypt', () => import('../../api/testing-jsencrypt.ts'));

beforeEach(async () => {
  await startTexts('zh');
  takeNotices();
});
afterEach(cleanup);

const LOCATE = '/setup/terminal/gpsLocation';
const LOCATE_RIGHTS = ['701', '70102', '7010201', '7010209'];
const answers = {
  'mainPage/getDeptTree': () => ({ list: [{ deptId: '8', deptName: '一队', parentId: null }] }),
  'terminal/checkBatch': ({ data }: { data: Record<string, unknown> }) =>
    data['deptIds'] ? { vehicles: 300, plates: ['京A1', '京A2'] } : { vehicles: 1, plates: ['京A1'] },
  'terminal/startBatch': () => ({ batchId: '9', state: 1, total: 1 }),
  'user/publicKey': () => ({ publicKey: 'key', nonce: 'once' }),
};
const openDialog = async (user: ReturnType<typeof openSetupPage>['user']) => {
  await user.click(await screen.findByRole('button', { name: '批量下发' }));
  return within(await screen.findByRole('dialog'));
};
async function chooseDepartment(dialog: ReturnType<typeof within>) {
  fireEvent.mouseDown(await dialog.findByRole('combobox', { name: '所属部门' }));
  fireEvent.click(await screen.findByTitle('一队'));
}

describe('a command batch', () => {
  it('is sent to the selected vehicles, and shows their plates and number', async () => {
    const { choose, user, server } = openSetupPage(LOCATE, { rights: LOCATE_RIGHTS, answers, tab: 'locate' });
    await choose('京A1');
    const dialog = await openDialog(user);
    expect(await dialog.findByText('将下发到 1 辆车：京A1')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: '下发到 1 辆车' }));
    await waitFor(() =>
      expect(server.of('terminal/startBatch')[0]?.data).toEqual({
        name: '位置查询（点名）',
        cmdCode: '8201',
        params: {},
        targIds: ['1'],
        queueOffline: false,
      }),
    );
    expect(takeNotices().map(({ text }) => text)).toEqual(['批量任务已开始，进度见监控中心的“批量下发”']);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is sent to departments under its own name, only after their vehicles are counted', async () => {
    const { user, server } = openSetupPage(LOCATE, { rights: LOCATE_RIGHTS, answers, tab: 'locate' });
    const dialog = await openDialog(user);
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: '已选车辆（0）' }).disabled).toBe(true);
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: '下发' }).disabled).toBe(true);
    await chooseDepartment(dialog);
    expect(await dialog.findByText(/^将下发到 300 辆车：京A1.京A2 等$/)).toBeTruthy();
    await user.clear(dialog.getByLabelText('任务名称'));
    await user.type(dialog.getByLabelText('任务名称'), '夜间点名');
    await user.click(dialog.getByRole('button', { name: '下发到 300 辆车' }));
    await waitFor(() =>
      expect(server.of('terminal/startBatch')[0]?.data).toMatchObject({ name: '夜间点名', deptIds: ['8'], cmdCode: '8201' }),
    );
  });

  it('shows why a department is refused', async () => {
    const { user } = openSetupPage(LOCATE, {
      rights: LOCATE_RIGHTS,
      answers: {
        ...answers,
        'terminal/checkBatch': () => refuse('4001', '参数错误', [{ path: 'deptIds', message: '所选部门没有车辆' }]),
      },
      tab: 'locate',
    });
    const dialog = await openDialog(user);
    await chooseDepartment(dialog);
    expect((await dialog.findByRole('alert')).textContent).toBe('所选部门没有车辆');
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: '下发' }).disabled).toBe(true);
  });

  it('of a dangerous command requires the password, and shows that a second user must approve', async () => {
    const { choose, user, server } = openSetupPage('/setup/terminal/oilElectricDoor', {
      rights: ['70110', '7011001', '7011009', '7011010'],
      answers: { ...answers, 'terminal/startBatch': () => ({ batchId: '9', state: 0, total: 1 }) },
    });
    await choose('京A1');
    // the form of the command comes first
    await user.click(await screen.findByRole('button', { name: '批量下发' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.type(await screen.findByRole('textbox', { name: '原因' }), '欠费');
    const dialog = await openDialog(user);
    await user.click(await dialog.findByRole('button', { name: '下发到 1 辆车' }));
    expect(await dialog.findByText('请输入登录密码')).toBeTruthy();
    expect(server.of('terminal/startBatch')).toEqual([]);
    await user.type(dialog.getByLabelText('登录密码'), 'secret');
    await user.click(dialog.getByRole('button', { name: '下发到 1 辆车' }));
    await waitFor(() =>
      expect(server.of('terminal/startBatch')[0]?.data).toMatchObject({
        params: { reason: '欠费' },
        targIds: ['1'],
        confirmation: { cmdCode: '8105relayCut', vehicles: 1, plate: '京A1', password: 'sealed secret' },
      }),
    );
    expect(takeNotices().map(({ text }) => text)).toEqual(['已提交，需另一人批准后下发']);
  });
});
