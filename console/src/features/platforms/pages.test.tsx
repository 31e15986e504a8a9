import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeNotices } from '../../api/feedback.ts';
import { startTexts } from '../../api/i18n.ts';
import { useSession } from '../../api/session.ts';
import { ResourcePage } from '../../shared/resource/ResourcePage.tsx';
import type { ResourcePageRow } from '../../shared/resource/resource-hooks.ts';
import { findDialog, giveSize, page, renderLive, storeOf, stubServer, userInfo } from '../../ui/testing.tsx';
import { agentPage, superiorPage } from './pages.tsx';

beforeEach(async () => {
  giveSize(600, 'still');
  await startTexts('zh');
  takeNotices();
});
afterEach(cleanup);

const blank = (row: ResourcePageRow) => Object.fromEntries(Object.keys(row.resource.fields).map((key) => [key, null]));
const head = { id: '5', version: 1, createdAt: 1_000, updatedAt: 2_000 };
const car = (id: string) => ({ carId: id, carNo: `沪A0000${id}`, color: 2, deptName: '华东' });
const node = (id: string) => ({ ltId: `v${id}`, ltName: `沪A0000${id}`, ltType: 3, deptId: '1', parentId: '1', ...car(id) });
const group = { ltId: 'd1', ltName: '演示集团', ltType: 0, deptId: '1', parentId: null, total: 2 };

function setUp(row: ResourcePageRow, path: string, record: object, rights: readonly string[]) {
  useSession.setState({ token: 'p.s', userInfo, rights });
  const server = stubServer({
    [path]: () => page([{ ...head, ...blank(row), ...record }]),
    'mainPage/getDeptTree': () => ({ list: [{ deptId: '1', deptName: '演示集团', parentId: null }] }),
    'mainPage/getLeftTree2': ({ data }) => (data['deptId'] === undefined ? page([group]) : page([node('2'), node('3')])),
    'mainPage/getTreeByCarNo': () => ({ list: [node('4')] }),
    'plat/listCar': () => page([car('1'), car('2')]),
    'plat/bindCar': () => ({ added: 2, removed: 1 }),
    'plat/linkSuperior': () => ({ changed: 1 }),
    'agent/listDept': () => ({ list: [{ deptId: '1', deptName: '演示集团' }] }),
    'agent/bindDept': () => ({ bound: 1 }),
  });
  const router = createMemoryRouter([{ path: '/', element: <ResourcePage {...row} /> }]);
  renderLive(<RouterProvider router={router} />, storeOf([]));
  return { server, user: userEvent.setup() };
}

/** Runs an action of the only row, directly or from its menu. */
async function act(user: ReturnType<typeof userEvent.setup>, row: HTMLElement, name: string) {
  const shown = within(row).queryByRole('button', { name });
  if (shown) return user.click(shown);
  await user.click(within(row).getByRole('button', { name: '更多' }));
  await user.click(await screen.findByText(name));
}
const rowOf = async (text: string) => (await screen.findByText(text)).closest('tr')!;
const box = (tree: HTMLElement, name: string) => within(within(tree).getByRole('treeitem', { name })).getByTitle('选择');

describe('superior platforms', () => {
  const record = { platName: '省监管平台', linkState: 0, standard: 1, deptId: '1', deptName: '演示集团', vehicles: 2 };
  const open = (rights: readonly string[]) => setUp(superiorPage, 'plat/listSuperior', record, rights);

  it('add vehicles from the tree and by plate without duplicates, remove them, and send only the changes', async () => {
    const { server, user } = open(['60801', '60808']);
    await act(user, await rowOf('省监管平台'), '绑定车辆');
    const dialog = within(await findDialog('绑定车辆 - 省监管平台'));
    const right = await dialog.findByRole('tree', { name: '已关联车辆' });
    expect(within(right).getAllByRole('treeitem')).toHaveLength(2);
    const left = await dialog.findByRole('tree', { name: '可选车辆' });
    await within(left).findByRole('treeitem', { name: '沪A00003' });
    await user.click(box(left, '沪A00002'));
    await user.click(box(left, '沪A00003'));
    await user.type(dialog.getByRole('searchbox', { name: '车牌号，回车搜索' }), '沪{Enter}');
    const found = await dialog.findByRole('tree', { name: '可选车辆' });
    await within(found).findByRole('treeitem', { name: '沪A00004' });
    await user.click(box(found, '沪A00004'));
    expect(dialog.getByText('已选 3')).toBeDefined();
    await user.click(dialog.getByRole('button', { name: '添加所选' }));
    expect(dialog.getByText('已关联 4')).toBeDefined();
    const joined = dialog.getByRole('tree', { name: '已关联车辆' });
    await user.click(box(joined, '沪A00001'));
    await user.click(dialog.getByRole('button', { name: '移除所选' }));
    expect(dialog.getByText('已关联 3')).toBeDefined();
    // Enter in the search does not submit a form
    expect(server.of('plat/bindCar')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: /保\s*存/ }));
    await waitFor(() => expect(server.of('plat/bindCar')).toHaveLength(1));
    expect(server.of('plat/bindCar')[0]!.data).toEqual({ id: '5', addCars: ['3', '4'], removeCars: ['1'] });
    await waitFor(() => expect(takeNotices().map(({ text }) => text)).toContain('已绑定 2 辆，移除 1 辆'));
    expect(server.of('plat/listSuperior').length).toBeGreaterThan(1);
  });

  it('are connected with a button by users with permission', async () => {
    const { server, user } = open(['60801', '60807']);
    const row = await rowOf('省监管平台');
    await act(user, row, '链接');
    await waitFor(() => expect(server.of('plat/linkSuperior')).toHaveLength(1));
    expect(server.of('plat/linkSuperior')[0]!.data).toEqual({ ids: ['5'], linkState: 1 });
  });

  it('refer to the monitoring page for link states, and offer no actions to users with read-only permission', async () => {
    open(['60801']);
    const row = await rowOf('省监管平台');
    expect(screen.getByText(/实际状态见上级平台监控/)).toBeDefined();
    expect(within(row).queryByText('绑定车辆')).toBeNull();
    expect(within(row).queryByText('链接')).toBeNull();
  });
});

describe('agents', () => {
  it('are assigned to companies', async () => {
    const record = { agentName: '华东代理', level: 1, state: 1, deptId: '1', deptName: '演示集团', companies: 1 };
    const { server, user } = setUp(agentPage, 'agent/listAgent', record, ['60301', '60308']);
    await act(user, await rowOf('华东代理'), '分配企业');
    const dialog = within(await findDialog('分配企业 - 华东代理'));
    await dialog.findByText('演示集团');
    await user.click(dialog.getByRole('button', { name: /保\s*存/ }));
    await waitFor(() => expect(server.of('agent/bindDept')[0]?.data).toEqual({ id: '5', deptIds: ['1'] }));
  });
});
