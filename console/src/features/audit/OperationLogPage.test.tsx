import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTexts } from '../../api/i18n.ts';
import { useSession } from '../../api/session.ts';
import { enumerationName } from '../../shared/enumeration.ts';
import { findDialog, page, renderLive, storeOf, stubServer, userInfo } from '../../ui/testing.tsx';
import { OperationLogPage } from './OperationLogPage.tsx';

const at = Date.parse('2026-11-21T06:22:49+08:00');
const operation = (id: string, more: object = {}) => ({
  id,
  at,
  account: `user${id}`,
  username: '张三',
  deptName: '演示集团',
  peerIp: '10.0.0.1',
  area: 'nobodyKnows',
  action: 'neither',
  object: '角色 调度员',
  before: { name: '调度', mobile: null },
  after: { name: '调度员', mobile: '13800138000' },
  result: '0',
  ...more,
});
const fault = {
  id: '1',
  at,
  account: 'user1',
  message: 'x is not a function',
  info: 'Sidebar',
  url: '/index',
  stack: 'at Sidebar',
  userAgent: 'Chrome',
};

beforeEach(() => startTexts('zh'));
afterEach(cleanup);

function setUp(rights: readonly string[] = ['62401', '62406'], address = '/platform/operationLog', first = operation('1')) {
  useSession.setState({ token: 'p.s', userInfo, rights });
  const server = stubServer({
    'audit/listOperation': () => page([first, operation('2', { result: '4003', before: null, after: null })]),
    'mainPage/getDeptTree': () => ({ list: [{ deptId: '9', deptName: '华东分公司', parentId: null }] }),
    'audit/listClientError': () => page([fault]),
    'audit/exportOperation': () => ({ url: '/files/log.csv' }),
  });
  const router = createMemoryRouter([{ path: '/platform/operationLog', Component: OperationLogPage }], {
    initialEntries: [address],
  });
  renderLive(<RouterProvider router={router} />, storeOf([]));
  return { server, router, user: userEvent.setup() };
}

describe('the operation log', () => {
  it('lists what was done, newest first, ten a page', async () => {
    const { server } = setUp();
    expect(await screen.findByText('user1')).toBeDefined();
    expect(screen.getAllByText('11-21 06:22:49')).toHaveLength(2);
    expect(screen.getByText('已拒绝 4003')).toBeDefined();
    const headers = screen.getAllByRole('columnheader').map((cell) => cell.textContent);
    expect(headers.slice(1)).toEqual([
      '时间',
      '账号',
      '姓名',
      '部门',
      'IP 地址',
      '功能模块',
      '操作类型',
      '操作对象',
      '结果',
      '操作',
    ]);
    expect(server.of('audit/listOperation')[0]).toMatchObject({
      data: { sort: 'at', order: 'desc' },
      pageModel: { page: 1, limit: 10 },
    });
  });

  it('shows the keys of areas and actions that have no texts', async () => {
    setUp();
    expect((await screen.findAllByText('nobodyKnows')).length).toBe(2);
    expect(screen.getAllByText('neither').length).toBe(2);
  });

  it('shows what an operation changed, before and after', async () => {
    const { user } = setUp();
    await user.click((await screen.findAllByRole('button', { name: '详情' }))[0]!);
    const drawer = await findDialog('操作详情');
    const cells = (field: string) =>
      within(within(drawer).getByRole('row', { name: new RegExp(`^${field}`) }))
        .getAllByRole('cell')
        .map((cell) => cell.textContent);
    expect(cells('name')).toEqual(['调度', '调度员', '修改']);
    // named as in the form that changes it
    expect(cells('手机号')).toEqual(['', '13800138000', '新增']);
  });

  it('shows names for the codes of a record: choices, departments, flags; empty fields are omitted', async () => {
    const after = { carNo: '京A1', plateColor: 2, deptId: '9', vehicleType: 7, remark: '', operators: [] };
    const { user } = setUp(undefined, undefined, operation('1', { area: 'vehicle', before: null, after }));
    await user.click((await screen.findAllByRole('button', { name: '详情' }))[0]!);
    const drawer = within(await findDialog('操作详情'));
    expect(await drawer.findByText('华东分公司')).toBeDefined();
    const rows = drawer.getAllByRole('row').slice(1);
    expect(rows.map((row) => within(row).getAllByRole('cell')[1]?.textContent)).toEqual([
      '京A1',
      '黄色',
      '华东分公司',
      enumerationName(i18next, 'VEHICLE_TYPE', 7),
    ]);
  });

  it('says so if an operation recorded no change', async () => {
    const { user } = setUp();
    await user.click((await screen.findAllByRole('button', { name: '详情' }))[1]!);
    expect(await screen.findByText('这次操作没有记录变更内容')).toBeDefined();
  });

  it('exports the filtered rows, and the selection by its ids, signed', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const { user, server } = setUp(undefined, '/platform/operationLog?account=user');
    await screen.findByText('user1');
    await user.click(screen.getByRole('button', { name: /导出/ }));
    await waitFor(() => expect(open).toHaveBeenLastCalledWith('/files/log.csv', '_blank', 'noopener'));
    await user.click(screen.getAllByRole('checkbox')[2]!);
    await user.click(screen.getByRole('button', { name: /导出所选/ }));
    await waitFor(() => expect(server.of('audit/exportOperation')).toHaveLength(2));
    const [all, chosen] = server.of('audit/exportOperation');
    expect(all?.data).toEqual({ account: 'user', sort: 'at', order: 'desc' });
    expect(chosen?.data).toMatchObject({ ids: ['2'] });
    expect(chosen?.sign).toMatch(/^[0-9a-f]{32}$/);
  });

  it('offers no export to users without permission', async () => {
    setUp(['62401']);
    await screen.findByText('user1');
    expect(screen.queryByRole('button', { name: /导出/ })).toBeNull();
  });

  it('shows the errors of consoles in a separate tab, which is in the URL', async () => {
    const { user, router } = setUp();
    await user.click(screen.getByRole('tab', { name: '前端错误' }));
    expect(await screen.findByText('x is not a function')).toBeDefined();
    expect(router.state.location.search).toBe('?tab=errors');
    await user.click(screen.getByRole('button', { name: '详情' }));
    expect(within(await findDialog('错误详情')).getByText('at Sidebar')).toBeDefined();
  });
});
