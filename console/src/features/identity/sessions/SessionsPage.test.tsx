import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeNotices } from '../../../api/feedback.ts';
import { startTexts } from '../../../api/i18n.ts';
import { useSession } from '../../../api/session.ts';
import { findDialog, page, renderLive, storeOf, stubServer, userInfo } from '../../../ui/testing.tsx';
import { SessionsPage } from './SessionsPage.tsx';

const session = (n: number, more: object = {}) => ({
  prefix: String(n).repeat(16),
  account: `user${n}`,
  username: '张三',
  deptName: '演示集团',
  clientType: 4,
  peerIp: '10.0.0.1',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  createdAt: Date.parse('2026-11-21T06:00:00+08:00'),
  seenAt: Date.parse('2026-11-21T06:22:49+08:00'),
  endedAt: null,
  endReason: null,
  current: false,
  ...more,
});

beforeEach(async () => {
  await startTexts('zh');
  takeNotices();
});
afterEach(cleanup);

function setUp(rights: readonly string[] = ['62501', '62510']) {
  useSession.setState({ token: 'p.s', userInfo, rights });
  const server = stubServer({
    'user/listSession': () =>
      page([session(1, { current: true }), session(2), session(3), session(4, { endedAt: 5, endReason: 'kicked' })]),
    'user/endSession': ({ data }) => ({ ended: (data['prefixes'] as string[]).length }),
  });
  const router = createMemoryRouter([{ path: '/', Component: SessionsPage }]);
  renderLive(<RouterProvider router={router} />, storeOf([]));
  return { server, user: userEvent.setup() };
}

const rowOf = async (account: string) => (await screen.findByText(account)).closest('tr')!;

describe('login sessions', () => {
  it('show online state, device and end reason', async () => {
    setUp();
    const row = within(await rowOf('user2'));
    expect(row.getByText('在线')).toBeDefined();
    expect(row.getByText('Firefox 145 · Linux')).toBeDefined();
    const ended = within(await rowOf('user4'));
    expect(ended.getByText('已结束')).toBeDefined();
    expect(ended.getByText('被强制下线')).toBeDefined();
  });

  it('cannot be selected or ended if it is the user’s own, which is marked, or already ended', async () => {
    setUp();
    for (const account of ['user1', 'user4']) {
      const row = within(await rowOf(account));
      expect(row.getByRole<HTMLInputElement>('checkbox').disabled).toBe(true);
      expect(row.getByRole<HTMLButtonElement>('button', { name: '强制下线' }).disabled).toBe(true);
    }
    expect(within(await rowOf('user1')).getByText('当前会话')).toBeDefined();
  });

  it('are ended one at a time after a confirmation that names the account', async () => {
    const { user, server } = setUp();
    await user.click(within(await rowOf('user2')).getByRole('button', { name: '强制下线' }));
    const dialog = await findDialog('强制下线 user2？');
    expect(server.of('user/endSession')).toHaveLength(0);
    await user.click(within(dialog).getByRole('button', { name: '强制下线' }));
    await waitFor(() => expect(server.of('user/endSession')[0]?.data).toEqual({ prefixes: ['2'.repeat(16)] }));
    await waitFor(() => expect(takeNotices()).toMatchObject([{ kind: 'success', text: '已下线 1 个会话' }]));
    await waitFor(() => expect(server.of('user/listSession')).toHaveLength(2));
  });

  it('are ended together after a confirmation that shows their number', async () => {
    const { user, server } = setUp();
    for (const account of ['user2', 'user3']) await user.click(within(await rowOf(account)).getByRole('checkbox'));
    const section = screen.getByRole('region', { name: '登录会话' });
    await user.click(within(section).getAllByRole('button', { name: '强制下线' })[0]!);
    await user.click(within(await findDialog('强制下线 2 个会话？')).getByRole('button', { name: '强制下线' }));
    await waitFor(() => expect(server.of('user/endSession')[0]?.data).toEqual({ prefixes: ['2'.repeat(16), '3'.repeat(16)] }));
    await waitFor(() => expect(screen.queryByText('已选 2 项')).toBeNull());
  });

  it('offer no actions to users with read-only permission', async () => {
    setUp(['62501']);
    await rowOf('user2');
    expect(screen.queryByRole('button', { name: '强制下线' })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});
