import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeNotices } from '../../api/feedback.ts';
import { startTexts } from '../../api/i18n.ts';
import { useSession } from '../../api/session.ts';
import { findDialog, page, renderLive, storeOf, stubServer, userInfo } from '../../ui/testing.tsx';
import { QuotaPage } from './QuotaPage.tsx';

const limits = (vehicles: number, users: number, more: object = {}) => ({
  vehicles,
  users,
  videoStreams: null,
  videoTrafficGB: null,
  smsCount: null,
  storageGB: null,
  forwards: null,
  validTo: null,
  overPolicy: 1,
  ...more,
});
const row = (deptId: string, deptName: string, more: object = {}) => ({
  deptId,
  deptName,
  settable: true,
  limits: limits(100, 10),
  version: 3,
  updatedAt: 1_000,
  expired: false,
  used: { vehicles: 81, users: 10 },
  handedOut: { vehicles: 0, users: 0 },
  ...more,
});

beforeEach(async () => {
  await startTexts('zh');
  takeNotices();
});
afterEach(cleanup);

function setUp(rights: readonly string[] = ['61601', '61603', '61610', '61611']) {
  useSession.setState({ token: 'p.s', userInfo, rights });
  const server = stubServer({
    'quota/listQuota': () =>
      page([
        row('1', '集团', { settable: false, used: { vehicles: 80, users: 1 } }),
        row('2', '华东'),
        row('3', '华西', { limits: null, version: 0 }),
        row('4', '华北', { limits: limits(100, 100, { validTo: '2020-01-01' }), expired: true }),
      ]),
    'quota/saveQuota': () => ({ version: 4 }),
    'quota/exportQuota': () => ({ url: '/files/quotas.xlsx' }),
    'quota/listQuotaLog': () =>
      page([
        {
          id: '1',
          at: 1_000,
          account: 'admin',
          kind: 'save',
          deptName: '华东',
          toDeptName: null,
          note: '',
          changes: [{ item: 'vehicles', before: '50', after: '100' }],
        },
      ]),
  });
  const router = createMemoryRouter([{ path: '/', Component: QuotaPage }]);
  renderLive(<RouterProvider router={router} />, storeOf([]));
  return { server, user: userEvent.setup() };
}
const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr')!);

describe('quotas', () => {
  it('are amber above 80 % of a limit and red when used up', async () => {
    setUp();
    const levelOf = (bar: HTMLElement) => bar.closest('[data-level]')?.getAttribute('data-level');
    const bars = async (name: string) => (await rowOf(name)).getAllByRole('progressbar').map(levelOf);
    expect(await bars('集团')).toEqual(['fine', 'fine']);
    expect(await bars('华东')).toEqual(['amber', 'full']);
    expect((await rowOf('华东')).getByText('已用尽')).toBeDefined();
    expect((await rowOf('华西')).getByText('已用 81')).toBeDefined();
    expect((await rowOf('华北')).getByText('已过期')).toBeDefined();
  });

  it('are saved with the version that was read; the quota of one’s own department cannot be set', async () => {
    const { server, user } = setUp();
    expect((await rowOf('集团')).queryByText('设置配额')).toBeNull();
    await user.click((await rowOf('华东')).getByText('设置配额'));
    const dialog = within(await findDialog('设置配额 - 华东'));
    const vehicles = dialog.getByLabelText('车辆');
    await user.clear(vehicles);
    await user.type(vehicles, '120');
    await user.click(dialog.getByRole('button', { name: /保\s*存/ }));
    await waitFor(() => expect(server.of('quota/saveQuota')).toHaveLength(1));
    expect(server.of('quota/saveQuota')[0]!.data).toEqual({ deptId: '2', version: 3, limits: limits(120, 10) });
    await waitFor(() => expect(takeNotices().map(({ text }) => text)).toContain('已保存配额'));
  });

  it('have a change log', async () => {
    const { user } = setUp();
    await user.click(await screen.findByRole('button', { name: '配额记录' }));
    expect(await screen.findByText('车辆 50 → 100')).toBeDefined();
  });

  it('are exported to a file with permission', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const { server, user } = setUp(['61601', '61606']);
    await rowOf('华东');
    await user.click(screen.getByRole('button', { name: /导出/ }));
    await waitFor(() => expect(open).toHaveBeenCalledWith('/files/quotas.xlsx', '_blank', 'noopener'));
    expect(server.of('quota/exportQuota')).toHaveLength(1);
    open.mockRestore();
  });

  it('can only be viewed without further permissions', async () => {
    setUp(['61601']);
    await rowOf('华东');
    expect(screen.queryByText('设置配额')).toBeNull();
    expect(screen.queryByText('划拨')).toBeNull();
    expect(screen.queryByText('配额记录')).toBeNull();
    expect(screen.queryByRole('button', { name: /导出/ })).toBeNull();
  });
});
