import { generateKeyPairSync } from 'node:crypto';
import { user as users } from '@fleetwarden/contract/identity/user-resource';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeNotices } from '../../../api/feedback.ts';
import { startTexts } from '../../../api/i18n.ts';
import { useSession } from '../../../api/session.ts';
import { ResourcePage } from '../../../shared/resource/ResourcePage.tsx';
import { findDialog, page, renderLive, storeOf, stubServer, userInfo } from '../../../ui/testing.tsx';
import { userPage } from './user-page.tsx';

const ALL = ['01', '02', '03', '04', '07', '10', '11', '12', '13'].map((button) => `604${button}`);
const { publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 1024,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

const account = (id: string, loginName: string, more: object = {}) => ({
  id,
  version: 1,
  createdAt: 1_000,
  updatedAt: 2_000,
  ...Object.fromEntries(Object.keys(users.fields).map((key) => [key, null])),
  loginName,
  userName: '李静',
  deptId: '1',
  deptName: '演示集团',
  roles: ['3'],
  roleNames: ['调度'],
  mobile: '13800001234',
  enabled: true,
  online: false,
  failures: 0,
  ...more,
});

beforeEach(async () => {
  await startTexts('zh');
  takeNotices();
});
afterEach(cleanup);

function setUp(rights: readonly string[] = ALL) {
  useSession.setState({ token: 'p.s', userInfo, rights });
  const server = stubServer({
    'user/listUser': () =>
      page([
        account('7', 'admin', { online: true }),
        account('8', 'lijing', { online: true, failures: 5 }),
        account('9', 'wang', { enabled: false }),
      ]),
    'user/enableUser': () => ({ changed: 1 }),
    'user/kickUser': () => ({ ended: 2 }),
    'user/unlockUser': () => ({ unlocked: 1 }),
    'user/resetPasswd': ({ data }) => ({ password: data['vPasswd'] ? null : 'abcd-efgh-2345-6789' }),
    'user/publicKey': () => ({ publicKey, nonce: 'n' }),
    'user/listLoginLog': () =>
      page([
        { id: 2, at: 1_700_000_000_000, ok: false, reason: 'badCredentials', peerIp: '10.0.0.2' },
        { id: 1, at: 1_690_000_000_000, ok: true, reason: null, peerIp: '10.0.0.1' },
      ]),
    'mainPage/getDeptTree': () => ({ list: [] }),
  });
  const row = userPage(users);
  const router = createMemoryRouter([{ path: '/', element: <ResourcePage {...row} /> }]);
  renderLive(<RouterProvider router={router} />, storeOf([]));
  return { server, user: userEvent.setup() };
}
const rowOf = async (loginName: string) => (await screen.findByText(loginName)).closest('tr')!;

/** Presses an action of a row, directly or in its menu. */
async function press(user: ReturnType<typeof userEvent.setup>, loginName: string, name: string) {
  const row = within(await rowOf(loginName));
  const button = row.queryByRole('button', { name });
  if (button) return user.click(button);
  await user.click(row.getByRole('button', { name: /更多/ }));
  return user.click(await screen.findByRole('menuitem', { name }));
}

describe('users', () => {
  // the page has no import permission of its own
  it.each([
    [['60401', '60402'], 1],
    [['60401', '60403'], 0],
  ] as const)('are imported by users with permission to add them: %s', async (rights, buttons) => {
    setUp(rights);
    await rowOf('lijing');
    expect(screen.queryAllByRole('button', { name: '导入' })).toHaveLength(buttons);
  });

  it('are disabled and enabled after confirmation', async () => {
    const { user, server } = setUp();
    await press(user, 'lijing', '停用');
    const dialog = await findDialog('停用用户 lijing？');
    await user.click(within(dialog).getByRole('button', { name: /停\s?用/ }));
    await waitFor(() => expect(server.of('user/enableUser')[0]?.data).toEqual({ ids: ['8'], enabled: false }));
    await press(user, 'wang', '启用');
    await user.click(within(await findDialog('启用用户 wang？')).getByRole('button', { name: /启\s?用/ }));
    await waitFor(() => expect(server.of('user/enableUser')[1]?.data).toEqual({ ids: ['9'], enabled: true }));
  });

  it('are unlocked, and forced to log out', async () => {
    const { user, server } = setUp();
    await press(user, 'lijing', '解锁');
    await waitFor(() => expect(server.of('user/unlockUser')[0]?.data).toEqual({ ids: ['8'] }));
    await press(user, 'lijing', '强制下线');
    await user.click(within(await findDialog('强制用户 lijing 下线？')).getByRole('button', { name: '强制下线' }));
    await waitFor(() => expect(server.of('user/kickUser')[0]?.data).toEqual({ ids: ['8'] }));
    await waitFor(() => expect(takeNotices().map(({ text }) => text)).toContain('已下线 2 个会话'));
  });

  it('get a random password, which is shown only once', async () => {
    const { user, server } = setUp();
    await press(user, 'lijing', '重置密码');
    const drawer = await findDialog('重置密码 - lijing');
    await user.click(within(drawer).getByRole('button', { name: '重置密码' }));
    const dialog = await findDialog('lijing 的密码');
    expect(within(dialog).getByText('abcd-efgh-2345-6789')).toBeDefined();
    expect(server.of('user/resetPasswd')[0]?.data).toEqual({ id: '8' });
    expect(within(dialog).getByRole('button', { name: /复制密码/ })).toBeDefined();
    await user.click(within(dialog).getByRole('button', { name: /完\s?成/ }));
    await waitFor(() => expect(screen.queryByText('abcd-efgh-2345-6789')).toBeNull());
  });

  it('get a typed password, which is validated and sent encrypted', async () => {
    const { user, server } = setUp();
    await press(user, 'lijing', '重置密码');
    const drawer = await findDialog('重置密码 - lijing');
    await user.click(within(drawer).getByRole('radio', { name: '自行设置' }));
    const input = await waitFor(() => {
      const found = drawer.querySelector<HTMLInputElement>('input[type="password"]');
      if (!found) throw new Error('no field for a password');
      return found;
    });
    await user.type(input, 'short');
    await user.click(within(drawer).getByRole('button', { name: '重置密码' }));
    expect(await within(drawer).findByText('密码至少 8 位')).toBeDefined();
    await user.clear(input);
    await user.type(input, 'Typed_by_hand_1');
    await user.click(within(drawer).getByRole('button', { name: '重置密码' }));
    await waitFor(() => expect(server.of('user/resetPasswd')).toHaveLength(1));
    expect(JSON.stringify(server.requests)).not.toContain('Typed_by_hand_1');
    expect(server.of('user/resetPasswd')[0]?.data['vPasswd']).toMatch(/^[A-Za-z0-9+/=]{100,}$/);
  });

  it('have a login log with failure reasons', async () => {
    const { user, server } = setUp();
    await press(user, 'lijing', '登录日志');
    const drawer = await findDialog('登录日志 - lijing');
    expect(await within(drawer).findByText('账号或密码错误')).toBeDefined();
    expect(within(drawer).getByText('10.0.0.1')).toBeDefined();
    expect(server.of('user/listLoginLog')[0]?.data).toEqual({ id: '8' });
  });

  it('can only be viewed by users with read-only permission', async () => {
    setUp(['60401']);
    const row = within(await rowOf('lijing'));
    expect(row.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['查看']);
  });
});
