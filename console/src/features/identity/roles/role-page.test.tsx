import { role } from '@fleetwarden/contract/identity/role-resource';
import { allPermissions } from '@fleetwarden/contract/permission-tree';
import { offeredPermissions } from '@fleetwarden/contract/planned-permissions';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { takeNotices } from '../../../api/feedback.ts';
import { startTexts } from '../../../api/i18n.ts';
import { useSession } from '../../../api/session.ts';
import { ResourcePage } from '../../../shared/resource/ResourcePage.tsx';
import { findDialog, giveSize, page, renderLive, storeOf, stubServer, userInfo } from '../../../ui/testing.tsx';
import { rolePage } from './role-page.tsx';

const record = (id: string, roleName: string, more: object = {}) => ({
  id,
  version: 2,
  createdAt: 1_000,
  updatedAt: 2_000,
  roleName,
  deptId: '1',
  deptName: '演示集团',
  clientType: 4,
  enabled: true,
  users: 1,
  remark: null,
  codes: ['6', '606', '60601'],
  key: null,
  ...more,
});
const dispatcher = record('3', '调度');
const builtIn = record('1', '监控员', { deptId: null, deptName: null, key: 'monitor' });

beforeAll(() => {
  giveSize(480, 'still');
});
beforeEach(async () => {
  await startTexts('zh');
  takeNotices();
});
afterEach(cleanup);

function setUp() {
  useSession.setState({ token: 'p.s', userInfo, rights: [...allPermissions] });
  const server = stubServer({
    'role/listRole': () => page([builtIn, dispatcher]),
    'role/getRole': ({ data }) => (data['id'] === '1' ? builtIn : dispatcher),
    'role/editRole': ({ data }) => ({ id: data['id'] }),
    'role/bindUser': () => ({ added: 1, removed: 0 }),
    'role/listRoleUser': ({ data }) =>
      page([{ id: data['free'] ? '9' : '8', loginName: data['free'] ? 'wang' : 'lijing', userName: '李静', deptName: '华东' }]),
    'mainPage/getDeptTree': () => ({ list: [] }),
  });
  const row = rolePage(role);
  const router = createMemoryRouter([{ path: '/', element: <ResourcePage {...row} /> }]);
  renderLive(<RouterProvider router={router} />, storeOf([]));
  return { server, user: userEvent.setup() };
}
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')!;

async function press(user: ReturnType<typeof userEvent.setup>, of: string, name: string) {
  const row = within(await rowOf(of));
  const button = row.queryByRole('button', { name });
  if (button) return user.click(button);
  await user.click(row.getByRole('button', { name: /更多/ }));
  return user.click(await screen.findByRole('menuitem', { name }));
}

describe('roles', () => {
  it('are edited with their permissions in a tree', async () => {
    const { user, server } = setUp();
    await press(user, '调度', '编辑');
    const dialog = await screen.findByRole('dialog');
    const drawer = within(dialog);
    expect(dialog.closest<HTMLElement>('.ant-drawer-content-wrapper')?.style.width).toBe('720px');
    await drawer.findByText(`已选 3 / ${offeredPermissions.length}`);
    await user.type(drawer.getByRole('searchbox', { name: '搜索名称、拼音或代码' }), '60614');
    await drawer.findByRole('treeitem', { name: '角色管理' });
    drawer.getByRole('tree', { name: '权限' }).focus();
    await user.keyboard('{End} ');
    await user.click(drawer.getByRole('button', { name: /保\s?存/ }));
    await waitFor(() => expect(server.of('role/editRole')).toHaveLength(1));
    expect(server.of('role/editRole')[0]?.data).toMatchObject({
      id: '3',
      version: 2,
      values: { roleName: '调度', codes: ['6', '606', '60601', '60614'] },
    });
  });

  it('are read-only if built in', async () => {
    const { user } = setUp();
    const row = within(await rowOf('监控员'));
    expect(row.queryByRole('button', { name: '编辑' })).toBeNull();
    expect(row.queryByRole('button', { name: '删除' })).toBeNull();
    await press(user, '监控员', '查看');
    const drawer = within(await screen.findByRole('dialog'));
    expect(await drawer.findByRole('tree', { name: '权限' })).toBeDefined();
    expect(drawer.queryByRole('button', { name: /保\s?存/ })).toBeNull();
    expect(drawer.queryByRole('button', { name: /全选/ })).toBeNull();
  });

  it('are assigned to users, and removed from them', async () => {
    const { user, server } = setUp();
    await press(user, '调度', '分配用户');
    const drawer = within(await findDialog('分配用户 - 调度'));
    await drawer.findByText('lijing');
    await user.click(drawer.getByRole('checkbox', { name: 'lijing' }));
    await user.click(drawer.getByRole('button', { name: /移\s?除/ }));
    await waitFor(() => expect(server.of('role/bindUser')[0]?.data).toEqual({ id: '3', remove: ['8'] }));
    await user.click(drawer.getByText('未分配'));
    await drawer.findByText('wang');
    await user.click(drawer.getByRole('checkbox', { name: 'wang' }));
    await user.click(drawer.getByRole('button', { name: /分\s?配$/ }));
    await waitFor(() => expect(server.of('role/bindUser')[1]?.data).toEqual({ id: '3', add: ['9'] }));
  });
});
