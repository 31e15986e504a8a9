import { department } from '@fleetwarden/contract/fleet/department-resource';
import { driver } from '@fleetwarden/contract/fleet/driver-resource';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeNotices } from '../../api/feedback.ts';
import { startTexts } from '../../api/i18n.ts';
import { useSession } from '../../api/session.ts';
import {
  findDialog,
  giveSize,
  inUse,
  page,
  refuse,
  renderLive,
  runRowAction,
  storeOf,
  stubServer,
  userInfo,
} from '../../ui/testing.tsx';
import { ResourcePage } from './ResourcePage.tsx';
import type { ResourcePageRow } from './resource-hooks.ts';

const ALL = ['01', '02', '03', '04', '05', '06'].map((button) => `605${button}`);
const VIEW = ['60501'];

const person = (n: number, more: object = {}) => ({
  id: String(n),
  version: 3,
  createdAt: 1_000,
  updatedAt: 2_000,
  ...Object.fromEntries(Object.keys(driver.fields).map((key) => [key, null])),
  driverName: n === 1 ? '张三' : '李四',
  deptId: '2',
  deptName: '一车队',
  mobile: '138****0000',
  idCard: '1101**********0012',
  licenceNo: '1101**********0012',
  licenceClass: 'A1',
  licenceTo: '2030-01-31',
  qualNo: 'QUAL001234',
  qualType: [],
  qualTo: '2030-01-31',
  state: 1,
  ...more,
});
const departments = [
  { deptId: '1', deptName: '演示集团', parentId: null },
  { deptId: '2', deptName: '一车队', parentId: '1' },
  { deptId: '3', deptName: '二车队', parentId: '1' },
];

const MorePart = ({ record }: { record: { readonly id: string } | null }) => <p>{`更多：${record?.id}`}</p>;
const RemarkInput = ({ id }: { id?: string }) => <input id={id} defaultValue="自定义" />;
const Statistics = () => <button type="button">统计</button>;

beforeEach(async () => {
  giveSize(600, 'still');
  await startTexts('zh');
  takeNotices();
});
afterEach(cleanup);

function setUp(
  options: { rights?: readonly string[]; calls?: Parameters<typeof stubServer>[0]; row?: ResourcePageRow; address?: string } = {},
) {
  const { rights = ALL, calls = {}, row = { resource: driver }, address = '/drivers' } = options;
  useSession.setState({ token: 'p.s', userInfo, rights });
  const server = stubServer({
    'driver/listDriver': () => page([person(1), person(2)]),
    'driver/getDriver': ({ data }) => person(Number(data['id']), { qualType: [10] }),
    'driver/addDriver': () => ({ id: '9' }),
    'driver/editDriver': ({ data }) => ({ id: data['id'] }),
    'driver/delDriver': ({ data }) => ({ removed: (data['ids'] as string[]).length }),
    'driver/batchDriver': ({ data }) => ({ changed: (data['ids'] as string[]).length }),
    'mainPage/getDeptTree': () => ({ list: departments }),
    ...calls,
  });
  const router = createMemoryRouter([{ path: '/drivers', element: <ResourcePage {...row} /> }], { initialEntries: [address] });
  renderLive(<RouterProvider router={router} />, storeOf([]));
  return { server, router, user: userEvent.setup() };
}

const rowOf = async (name: string) => (await screen.findByText(name)).closest<HTMLElement>('tr')!;
/** The drawer with this title: in tests antd gives all dialogs one ID, so their accessible names cannot be computed. */
const drawer = (title: string) =>
  waitFor(() => {
    const found = screen.getAllByText(title).map((each) => each.closest<HTMLElement>('[role="dialog"]'));
    const dialog = found.find((each) => each !== null);
    if (!dialog) throw new Error(`'${title}' is in no drawer`);
    return dialog;
  });
/** The option of an open select with this name. */
const option = (name: string) =>
  waitFor(() => {
    const found = document.querySelector(`.ant-select-dropdown:not(.ant-select-dropdown-hidden) [title="${name}"]`);
    if (!found) throw new Error(`'${name}' is not offered`);
    return found;
  });

describe('a page of records', () => {
  it('lists the records of its resource, newest first, with names for links and enumerations', async () => {
    const { server } = setUp();
    const row = within(await rowOf('张三'));
    expect(row.getByText('一车队')).toBeDefined();
    expect(row.getByText('138****0000')).toBeDefined();
    expect(row.getByText('在职')).toBeDefined();
    expect(server.of('driver/listDriver')[0]?.data).toEqual({ sort: 'createdAt', order: 'desc' });
    expect(screen.getByRole('heading', { name: '驾驶员管理' })).toBeDefined();
  });

  it('is read-only for users with only the view permission', async () => {
    const { user, server } = setUp({ rights: VIEW });
    const row = within(await rowOf('张三'));
    expect(screen.queryByRole('button', { name: /新增/ })).toBeNull();
    expect(screen.queryByRole('button', { name: '导入' })).toBeNull();
    expect(screen.queryByRole('button', { name: '删除' })).toBeNull();
    await user.click(row.getByRole('button', { name: '查看' }));
    const view = within(await drawer('张三'));
    expect(await view.findByText('QUAL001234')).toBeDefined();
    expect(view.queryByRole('textbox')).toBeNull();
    expect(view.queryByRole('button', { name: '保存' })).toBeNull();
    expect(server.of('driver/getDriver')[0]?.data).toEqual({ id: '1' });
  });

  it('opens a record by a click on its row, saves that in the URL, and sends the changes with the version', async () => {
    const { user, server, router } = setUp();
    await user.click(await screen.findByText('张三'));
    const form = within(await drawer('张三'));
    const name = await form.findByRole<HTMLInputElement>('textbox', { name: '姓名' });
    expect(router.state.location.search).toBe('?record=1');
    await user.clear(name);
    await user.type(name, '王五');
    await user.click(form.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(server.of('driver/editDriver')).toHaveLength(1));
    const { id, version, values } = server.of('driver/editDriver')[0]!.data as {
      id: string;
      version: number;
      values: Record<string, unknown>;
    };
    expect([id, version]).toEqual(['1', 3]);
    expect(values).toMatchObject({ driverName: '王五', deptId: '2', mobile: '138****0000', remark: null, qualType: [10] });
    expect(values).not.toHaveProperty('deptName');
    await waitFor(() => expect(server.of('driver/listDriver')).toHaveLength(2));
    expect(router.state.location.search).toBe('');
    expect(takeNotices()).toMatchObject([{ kind: 'success', text: '已保存' }]);
  });

  it('validates before anything is sent, and marks the required fields', async () => {
    const { user, server } = setUp({ address: '/drivers?record=new' });
    const form = within(await drawer('新增 - 驾驶员管理'));
    await user.type(await form.findByRole('textbox', { name: '手机号' }), '12');
    await user.click(form.getByRole('button', { name: '保存' }));
    expect(await form.findAllByText('必填')).not.toHaveLength(0);
    expect(form.getByText('姓名不能为空')).toBeDefined();
    expect(server.of('driver/addDriver')).toHaveLength(0);
  });

  it('shows that another user changed a record, and loads it again', async () => {
    let version = 3;
    const { user, server } = setUp({
      address: '/drivers?record=1',
      calls: {
        'driver/getDriver': () => person(1, { version, qualType: [10], driverName: version === 3 ? '张三' : '张三丰' }),
        'driver/editDriver': () => {
          version = 4;
          return refuse('4010', '数据已被他人修改');
        },
      },
    });
    const form = within(await drawer('张三'));
    await user.type(await form.findByRole('textbox', { name: '备注' }), '夜班');
    await user.click(form.getByRole('button', { name: '保存' }));
    await user.click(within(await findDialog('数据已被他人修改')).getByRole('button', { name: '重新加载' }));
    expect(await screen.findByDisplayValue('张三丰')).toBeDefined();
    expect(screen.queryByDisplayValue('夜班')).toBeNull();
    expect(server.of('driver/getDriver')).toHaveLength(2);
  });

  it('copies a record to a new one, but leaves masked fields empty', async () => {
    setUp({ address: '/drivers?record=new&from=1' });
    const form = within(await drawer('新增 - 驾驶员管理'));
    expect((await form.findByRole<HTMLInputElement>('textbox', { name: '姓名' })).value).toBe('张三');
    expect(form.getByRole<HTMLInputElement>('textbox', { name: '身份证号' }).value).toBe('');
  });

  it('confirms a deletion by name, and shows the references to a record in use', async () => {
    const { user, server } = setUp({
      calls: {
        'driver/delDriver': ({ data }) =>
          (data['ids'] as string[])[0] === '2' ? inUse([{ path: 'ids', message: '3 辆车' }]) : { removed: 1 },
      },
    });
    await runRowAction(user, await rowOf('李四'), '删除');
    await user.click(within(await findDialog('删除“李四”？')).getByRole('button', { name: '删除' }));
    const refused = within(await findDialog('“李四”正在使用，不能删除'));
    expect(refused.getByText('3 辆车')).toBeDefined();
    await user.click(refused.getByRole('button', { name: /关闭/ }));
    await runRowAction(user, await rowOf('张三'), '删除');
    await user.click(within(await findDialog('删除“张三”？')).getByRole('button', { name: '删除' }));
    await waitFor(() => expect(takeNotices()).toMatchObject([{ text: '已删除 1 条' }]));
    expect(server.of('driver/delDriver').map(({ data }) => data)).toEqual([{ ids: ['2'] }, { ids: ['1'] }]);
  });

  it('prompts for a reason if deleted records go to the recycle bin', async () => {
    const { user, server } = setUp({ row: { resource: { ...driver, recycled: true } } });
    await runRowAction(user, await rowOf('张三'), '删除');
    const dialog = within(await findDialog('删除“张三”？'));
    await user.click(dialog.getByRole('button', { name: '删除' }));
    expect(await dialog.findByText('请输入删除原因')).toBeDefined();
    await user.type(dialog.getByRole('textbox', { name: '删除原因' }), '离职');
    await user.click(dialog.getByRole('button', { name: '删除' }));
    await waitFor(() => expect(server.of('driver/delDriver')[0]?.data).toEqual({ ids: ['1'], reason: '离职' }));
  });

  it('sets selected fields of several records at once', async () => {
    const { user, server } = setUp();
    for (const name of ['张三', '李四']) await user.click(within(await rowOf(name)).getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: '批量修改' }));
    const form = within(await drawer('批量修改 2 条记录'));
    await user.click(form.getByRole('combobox', { name: '要修改的字段' }));
    await user.click(await option('状态'));
    await user.click(await form.findByRole('combobox', { name: '状态' }));
    await user.click(await option('离职'));
    await user.click(form.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(server.of('driver/batchDriver')[0]?.data).toEqual({ ids: ['1', '2'], values: { state: 2 } }));
    await waitFor(() => expect(screen.queryByText('已选 2 项')).toBeNull());
  });

  it('shows the records below the selected department, and saves the selection in the URL', async () => {
    const { user, server, router } = setUp({ address: '/drivers?page=2' });
    await user.click(await screen.findByRole('treeitem', { name: '二车队' }));
    await waitFor(() =>
      expect(server.of('driver/listDriver').at(-1)).toMatchObject({ data: { inDept: '3' }, pageModel: { page: 1 } }),
    );
    expect(router.state.location.search).toBe('?inDept=3');
    await user.type(screen.getByRole('searchbox', { name: '搜索部门' }), '一车');
    expect(screen.getAllByRole('treeitem').map((item) => item.getAttribute('aria-label'))).toEqual(['演示集团', '一车队']);
    await user.click(screen.getByRole('button', { name: '全部部门' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('hides the departments and shows them again', async () => {
    const { user } = setUp();
    await screen.findByRole('treeitem', { name: '二车队' });
    await user.click(screen.getByRole('button', { name: '收起部门' }));
    expect(screen.queryByRole('tree')).toBeNull();
    await user.click(screen.getByRole('button', { name: '展开部门' }));
    expect(await screen.findByRole('treeitem', { name: '二车队' })).toBeDefined();
  });

  it('exports the filtered records with the visible columns', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const { user, server } = setUp({ address: '/drivers?inDept=2', calls: { 'driver/exportDriver': () => ({ url: '/file' }) } });
    await rowOf('张三');
    await user.click(screen.getByRole('button', { name: /导出/ }));
    await waitFor(() => expect(open).toHaveBeenCalledWith('/file', '_blank', 'noopener'));
    expect(server.of('driver/exportDriver')[0]?.data).toMatchObject({ inDept: '2', sort: 'createdAt', order: 'desc' });
    expect(server.of('driver/exportDriver')[0]?.data['columns']).toContain('licenceTo');
    open.mockRestore();
  });

  it('uses the cells, actions, toolbar, form parts and widgets of its hooks', async () => {
    const run = vi.fn();
    const { user } = setUp({
      row: {
        resource: driver,
        hooks: {
          cells: { driverName: ({ driverName }) => <b>{`司机${driverName}`}</b> },
          rowActions: (record, { refresh }) => [{ key: 'duty', label: '签到', run: () => run(record.id, refresh) }],
          Toolbar: Statistics,
          FormPart: MorePart,
          widgets: { remark: RemarkInput },
        },
      },
    });
    await runRowAction(user, await rowOf('司机张三'), '签到');
    expect(run).toHaveBeenCalledWith('1', expect.any(Function));
    expect(screen.getByRole('button', { name: '统计' })).toBeDefined();
    await runRowAction(user, await rowOf('司机张三'), '编辑');
    const form = within(await drawer('张三'));
    expect(await form.findByText('更多：1')).toBeDefined();
    expect(form.getByRole('textbox', { name: '备注' })).toHaveProperty('value', '自定义');
  });
});

describe('the page of departments', () => {
  it('shows the department tree, and adds a department below another', async () => {
    const { user, server } = setUp({
      rights: ['60201', '60202'],
      row: { resource: department },
      address: '/drivers?record=new',
      calls: { 'dept/listDept': () => page([]), 'dept/addDept': () => ({ id: '9' }) },
    });
    const form = within(await drawer('新增 - 部门管理'));
    await user.type(await form.findByRole('textbox', { name: '部门名称' }), '三车队');
    await user.click(form.getByRole('combobox', { name: '上级部门' }));
    await user.click(await option('二车队'));
    await user.click(form.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(server.of('dept/addDept')).toHaveLength(1));
    expect(server.of('dept/addDept')[0]?.data['values']).toMatchObject({
      deptName: '三车队',
      parentId: '3',
      deptType: 3,
      sort: 0,
    });
    // the new one appears in every tree
    await waitFor(() => expect(server.of('mainPage/getDeptTree').length).toBeGreaterThan(1));
  });

  const tree = {
    'dept/listDept': () => page([]),
    'mainPage/getDeptTree': () => ({
      list: [...departments, { deptId: '4', deptName: '三车队', parentId: '2' }],
    }),
    'dept/getDept': ({ data }: { data: Readonly<Record<string, unknown>> }) => ({
      ...Object.fromEntries(Object.keys(department.fields).map((key) => [key, null])),
      id: data['id'],
      version: 7,
      createdAt: 1,
      updatedAt: 1,
      deptName: '二车队',
      parentId: '1',
      parentName: '演示集团',
      deptType: 3,
      sort: 0,
      vehicles: 4,
    }),
    'dept/editDept': () => ({ id: '3' }),
  };
  const pages = { row: { resource: department }, rights: ['60201', '60203'], calls: tree };
  const item = (name: string) => screen.findByRole('treeitem', { name });
  const dragTo = (from: HTMLElement, to: HTMLElement) => {
    const dataTransfer = { effectAllowed: '', setData: () => undefined };
    fireEvent.dragStart(from, { dataTransfer });
    const taken = !fireEvent.dragOver(to, { dataTransfer });
    if (taken) fireEvent.drop(to, { dataTransfer });
    fireEvent.dragEnd(from);
    return taken;
  };

  it('moves a department by dragging, after a confirmation', async () => {
    const { user, server } = setUp(pages);
    expect(dragTo(await item('二车队'), await item('一车队'))).toBe(true);
    const question = await findDialog('把“二车队”移到“一车队”下？');
    await user.click(within(question).getByRole('button', { name: '取消' }));
    expect(server.of('dept/editDept')).toHaveLength(0);
    dragTo(await item('二车队'), await item('一车队'));
    const asked = await findDialog('把“二车队”移到“一车队”下？');
    await user.click(within(asked).getByRole('button', { name: '移动' }));
    await waitFor(() => expect(server.of('dept/editDept')).toHaveLength(1));
    const { values, ...which } = server.of('dept/editDept')[0]!.data;
    expect(which).toEqual({ id: '3', version: 7 });
    expect(values).toMatchObject({ deptName: '二车队', parentId: '2', deptType: 3, contact: null });
    expect(values).not.toHaveProperty('vehicles');
  });

  it('refuses to move a department below itself or to its current parent, and never moves the top department', async () => {
    const { user } = setUp(pages);
    await user.click(await item('一车队'));
    await user.keyboard('{ArrowRight}');
    expect(dragTo(await item('一车队'), await item('三车队'))).toBe(false);
    expect(dragTo(await item('一车队'), await item('演示集团'))).toBe(false);
    expect(dragTo(await item('演示集团'), await item('二车队'))).toBe(false);
  });

  it('does not allow moves without the edit permission', async () => {
    setUp({ ...pages, rights: ['60201'] });
    expect((await item('二车队')).draggable).not.toBe(true);
  });

  it('shows why a department cannot be moved there', async () => {
    const fault = { path: 'values.parentId', message: '部门最多 8 级' };
    const { user } = setUp({ ...pages, calls: { ...tree, 'dept/editDept': () => refuse('4001', '请检查', [fault]) } });
    dragTo(await item('二车队'), await item('一车队'));
    await user.click(within(await findDialog('把“二车队”移到“一车队”下？')).getByRole('button', { name: '移动' }));
    await waitFor(() => expect(takeNotices().map(({ text }) => text)).toEqual(['部门最多 8 级']));
  });
});

describe('the department tree next to a list', () => {
  const found = async () => (await screen.findAllByRole('treeitem')).map((each) => each.getAttribute('aria-label'));

  it('finds departments by name and by pinyin initials', async () => {
    const { user } = setUp();
    await screen.findByRole('treeitem', { name: '一车队' });
    const box = screen.getByRole('searchbox', { name: '搜索部门' });
    await user.type(box, 'ecd');
    await waitFor(async () => expect(await found()).toEqual(['演示集团', '二车队']));
    await user.clear(box);
    await user.type(box, '一车');
    await waitFor(async () => expect(await found()).toEqual(['演示集团', '一车队']));
    await user.type(box, 'ღ');
    expect(await screen.findByText('没有符合条件的部门')).toBeDefined();
  });

  it('is navigated, collapsed and selected with the keyboard', async () => {
    const { user, server } = setUp();
    await screen.findByRole('treeitem', { name: '一车队' });
    const tree = screen.getByRole('tree', { name: '部门' });
    tree.focus();
    const active = () => document.getElementById(tree.getAttribute('aria-activedescendant') ?? '')?.getAttribute('aria-label');
    await waitFor(() => expect(active()).toBe('演示集团'));
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(active()).toBe('二车队');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(server.of('driver/listDriver').at(-1)?.data['inDept']).toBe('3'));
    expect(screen.getByRole('treeitem', { name: '二车队', selected: true })).toBeDefined();
    await user.keyboard('{ArrowLeft}');
    expect(active()).toBe('演示集团');
    await user.keyboard('{ArrowLeft}');
    expect(await found()).toEqual(['演示集团']);
    await user.keyboard('{ArrowRight}{End}');
    expect(active()).toBe('二车队');
    await user.keyboard('{Home}');
    expect(active()).toBe('演示集团');
  });
});
