import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NetworkError, Refusal } from '../../api/client.ts';
import { startTexts } from '../../api/i18n.ts';
import { useSession } from '../../api/session.ts';
import { findDialog, stubServer, userInfo } from '../testing.tsx';
import { AntdProvider } from '../theme/AntdProvider.tsx';
import type { SearchTableProps } from './SearchTable.tsx';
import { SearchTable } from './SearchTable.tsx';
import type { TableColumn } from './table-columns.ts';
import type { TableState } from './use-table-url.ts';

type Truck = { readonly id: string; readonly plate: string; readonly brand: string; readonly km: number };

const columns: readonly TableColumn<Truck>[] = [
  { key: 'plate', title: '车牌号', search: { kind: 'text' }, sortable: true },
  {
    key: 'brand',
    title: '品牌',
    search: {
      kind: 'select',
      options: [
        { value: 'a', label: '解放' },
        { value: 'b', label: '东风' },
      ],
    },
  },
  { key: 'km', title: '里程', align: 'right', sortable: true, render: ({ km }) => `${km} km` },
  { key: 'note', title: '备注', hiddenByDefault: true, exportable: false },
];

const truck = (n: number): Truck => ({ id: String(n), plate: `京A0000${n}`, brand: '解放', km: n });
const pageOf = ({ page, size }: TableState) =>
  Array.from({ length: size }, (_, at) => truck((page - 1) * size + at + 1)).slice(0, Math.max(0, 25 - (page - 1) * size));

beforeEach(async () => {
  await startTexts('zh');
  useSession.setState({ token: 'p.s', userInfo, rights: [] });
});
afterEach(cleanup);

function setUp(more: Partial<SearchTableProps<Truck>> = {}, address = '/list') {
  const server = stubServer({ 'setting/saveUserSetting': ({ data }) => data });
  const load = vi.fn(async (state: TableState) => ({ list: pageOf(state), total: 25 }));
  const element = (
    <AntdProvider>
      <SearchTable<Truck> name="trucks" label="车辆" columns={columns} rowKey={({ id }) => id} load={load} {...more} />
    </AntdProvider>
  );
  const router = createMemoryRouter(
    [
      { path: '/list', element },
      { path: '/other', element: null },
    ],
    { initialEntries: [address] },
  );
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { server, load, router, user: userEvent.setup() };
}

const plates = () => screen.queryAllByText(/^京A/).map((cell) => cell.textContent);
const headers = () => screen.getAllByRole('columnheader').map((cell) => cell.textContent);
const lastRequest = (load: ReturnType<typeof setUp>['load']) => load.mock.lastCall?.[0];

describe('SearchTable', () => {
  it('shows rows with photos as a gallery with check boxes and actions, or as a table if the user selects it', async () => {
    const remove = vi.fn(async (_rows: readonly Truck[]) => undefined);
    const onOpen = vi.fn();
    const { router, user } = setUp({
      picture: ({ plate }) => <img src="/x" alt={`照片 ${plate}`} />,
      batchActions: [{ key: 'remove', label: '删除', run: remove }],
      onOpen,
    });
    const picture = await screen.findByAltText('照片 京A00002');
    expect(screen.queryByRole('table')).toBeNull();
    await user.click(picture);
    expect(onOpen).toHaveBeenCalledWith(truck(2));
    const card = within(picture.closest('li')!);
    expect(card.getByText('京A00002')).toBeTruthy();
    await user.click(card.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: /删.?除/ }));
    await waitFor(() => expect(remove).toHaveBeenCalledWith([truck(2)]));
    await user.click(screen.getByText('列表'));
    expect(await screen.findByRole('table')).toBeTruthy();
    expect(screen.queryByAltText('照片 京A00002')).toBeNull();
    expect(router.state.location.search).toBe('?view=table');
  });

  it('shows the first page of ten rows, and the total', async () => {
    const { load } = setUp();
    expect(await screen.findByText('京A00001')).toBeDefined();
    expect(plates()).toHaveLength(10);
    expect(screen.getByText('共 25 条')).toBeDefined();
    expect(lastRequest(load)).toEqual({ filters: {}, page: 1, size: 10, sort: null });
    expect(headers()).toEqual(['车牌号', '品牌', '里程']);
  });

  it('offers pages of 10, 20, 30 and 50 rows', async () => {
    const { user, load, router } = setUp();
    await screen.findByText('京A00001');
    await user.click(within(document.querySelector<HTMLElement>('.ant-pagination-options')!).getByRole('combobox'));
    const sizes = [...document.querySelectorAll('.ant-select-item-option')].map(
      (option) => option.textContent?.match(/\d+/)?.[0],
    );
    expect(sizes).toEqual(['10', '20', '30', '50']);
    await user.click(document.querySelectorAll('.ant-select-item-option')[1]!);
    await waitFor(() => expect(lastRequest(load)).toMatchObject({ page: 1, size: 20 }));
    expect(router.state.location.search).toBe('?size=20');
  });

  it('searches by its columns, saves the search in the URL, and resets it with 重置 and the back button', async () => {
    const { user, load, router } = setUp({}, '/list?page=2');
    await screen.findByText('京A000011');
    await user.type(screen.getByRole('textbox', { name: '车牌号' }), ' 京A{Enter}');
    await waitFor(() => expect(lastRequest(load)).toMatchObject({ filters: { plate: '京A' }, page: 1 }));
    expect(new URLSearchParams(router.state.location.search).get('plate')).toBe('京A');
    await user.click(screen.getByRole('button', { name: '重置' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    await router.navigate(-1);
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: '车牌号' }).value).toBe('京A'));
  });

  it('is restored from its URL', async () => {
    const { load } = setUp({}, '/list?plate=x&page=2&size=20&sort=-km');
    await waitFor(() =>
      expect(lastRequest(load)).toEqual({ filters: { plate: 'x' }, page: 2, size: 20, sort: { key: 'km', order: 'desc' } }),
    );
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: '车牌号' }).value).toBe('x');
  });

  it('ignores invalid values in the URL', async () => {
    const { load } = setUp({}, '/list?page=-3&size=7000&sort=brand&foo=1');
    await waitFor(() => expect(lastRequest(load)).toEqual({ filters: {}, page: 1, size: 10, sort: null }));
  });

  it('sorts on the server', async () => {
    const { user, load, router } = setUp();
    await screen.findByText('京A00001');
    await user.click(screen.getByRole('columnheader', { name: '里程' }));
    await waitFor(() => expect(lastRequest(load)?.sort).toEqual({ key: 'km', order: 'asc' }));
    await user.click(screen.getByRole('columnheader', { name: '里程' }));
    await waitFor(() => expect(router.state.location.search).toBe('?sort=-km'));
  });

  it.each(['asc', 'desc'] as const)('reverses its default order (%s), and restores it', async (order) => {
    const defaultSort = { key: 'km', order };
    const { user, load } = setUp({ defaultSort });
    await screen.findByText('京A00001');
    await user.click(screen.getByRole('columnheader', { name: '里程' }));
    await waitFor(() => expect(lastRequest(load)?.sort).toEqual({ key: 'km', order: order === 'asc' ? 'desc' : 'asc' }));
    await user.click(screen.getByRole('columnheader', { name: '里程' }));
    await waitFor(() => expect(lastRequest(load)?.sort).toEqual(defaultSort));
  });

  it('retains the selection across pages, counts it and clears it', async () => {
    const run = vi.fn(async () => {});
    const { user, load } = setUp({ batchActions: [{ key: 'go', label: '批量派单', run }] });
    await screen.findByText('京A00001');
    await user.click(screen.getAllByRole('checkbox')[1]!);
    expect(screen.getByText('已选 1 项')).toBeDefined();
    await user.click(screen.getByTitle('2'));
    await screen.findByText('京A000011');
    await user.click(screen.getAllByRole('checkbox')[1]!);
    expect(screen.getByText('已选 2 项')).toBeDefined();
    const before = load.mock.calls.length;
    await user.click(screen.getByRole('button', { name: '批量派单' }));
    expect(run).toHaveBeenCalledWith([truck(1), truck(11)]);
    await waitFor(() => expect(screen.queryByText('已选 2 项')).toBeNull());
    expect(load.mock.calls.length).toBeGreaterThan(before);
    await user.click(screen.getAllByRole('checkbox')[1]!);
    await user.click(screen.getByRole('button', { name: '取消选择' }));
    expect(screen.queryByText('已选 1 项')).toBeNull();
  });

  it('confirms a batch action, names its effect, and retains the selection if it fails or is cancelled', async () => {
    const run = vi.fn(async () => {
      throw new Refusal('4003', '无操作权限');
    });
    const confirm = (rows: readonly Truck[]) => ({ title: `删除 ${rows.length} 辆车？` });
    const { user } = setUp({ batchActions: [{ key: 'del', label: '删除车辆', danger: true, confirm, run }] });
    await screen.findByText('京A00001');
    await user.click(screen.getAllByRole('checkbox')[1]!);
    await user.click(screen.getByRole('button', { name: '删除车辆' }));
    const dialog = await findDialog('删除 1 辆车？');
    await user.click(within(dialog).getByRole('button', { name: '取消' }));
    expect(run).not.toHaveBeenCalled();
    // The dialog's button has the same verb while it fades out.
    await user.click(screen.getAllByRole('button', { name: '删除车辆' })[0]!);
    const again = await findDialog('删除 1 辆车？');
    await user.click(within(again).getByRole('button', { name: '删除车辆' }));
    await waitFor(() => expect(run).toHaveBeenCalledOnce());
    expect(screen.getByText('已选 1 项')).toBeDefined();
  });

  it('runs a batch action during an export, and no second one until the first has ended', async () => {
    const run = vi.fn((_rows: readonly Truck[]) => new Promise(() => {}));
    const { user } = setUp({
      exportRows: () => new Promise(() => {}),
      batchActions: ['启用', '停用'].map((label) => ({ key: label, label, run })),
    });
    await screen.findByText('京A00001');
    await user.click(screen.getAllByRole('checkbox')[1]!);
    await user.click(screen.getByRole('button', { name: /导出所选/ }));
    await user.click(screen.getByRole('button', { name: /启\s?用/ }));
    expect(run).toHaveBeenCalledExactlyOnceWith([truck(1)]);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /停\s?用/ }).disabled).toBe(true);
  });

  it('exports the filtered or the selected rows with the visible columns, and opens the file', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const exportRows = vi.fn(async () => ({ url: '/files/1.csv' }));
    const { user } = setUp({ exportRows }, '/list?plate=x&sort=km');
    await screen.findByText('京A00001');
    await user.click(screen.getByRole('button', { name: /导出/ }));
    await waitFor(() => expect(open).toHaveBeenCalledWith('/files/1.csv', '_blank', 'noopener'));
    expect(exportRows).toHaveBeenCalledWith({
      data: { plate: 'x', sort: 'km', order: 'asc' },
      keys: [],
      columns: ['plate', 'brand', 'km'],
      format: 'xlsx',
    });
    await user.click(screen.getByRole('button', { name: '文件格式' }));
    await user.click(await screen.findByRole('menuitem', { name: '导出为 csv' }));
    await waitFor(() => expect(exportRows).toHaveBeenLastCalledWith(expect.objectContaining({ format: 'csv' })));
    await user.click(screen.getAllByRole('checkbox')[1]!);
    await user.click(screen.getByRole('button', { name: /导出所选/ }));
    await waitFor(() => expect(exportRows).toHaveBeenLastCalledWith(expect.objectContaining({ keys: ['1'] })));
  });

  it('shows one row action directly and the rest in a menu', async () => {
    const run = vi.fn();
    const names = ['查看', '编辑', '派单', '删除'];
    const onOpen = vi.fn();
    const { user } = setUp(
      { onOpen, rowActions: () => names.map((label) => ({ key: label, label, run: () => run(label) })) },
      '/list?page=3',
    );
    const row = (await screen.findByText('京A000021')).closest('tr')!;
    expect(
      within(row)
        .getAllByRole('button')
        .map((button) => button.textContent || button.getAttribute('aria-label')),
    ).toEqual(['查看', '更多']);
    await user.click(within(row).getByRole('button', { name: '更多' }));
    await user.click(await screen.findByRole('menuitem', { name: '删除' }));
    expect(run).toHaveBeenCalledWith('删除');
    // the menu is not part of the row
    expect(onOpen).not.toHaveBeenCalled();
  });

  it('runs other actions of a row while one still runs, but not that one again', async () => {
    const run = vi.fn((label: string) => (label === '查看' ? undefined : new Promise(() => {})));
    const { user } = setUp(
      { rowActions: () => ['下载', '发送', '查看'].map((label) => ({ key: label, label, run: () => run(label) })) },
      '/list?page=3',
    );
    const row = (await screen.findByText('京A000021')).closest('tr')!;
    const open = () => user.click(within(row).getByRole('button', { name: '更多' }));
    await user.click(within(row).getByRole('button', { name: '下载' }));
    await open();
    await user.click(await screen.findByRole('menuitem', { name: '发送' }));
    await open();
    await user.click(await screen.findByRole('menuitem', { name: '查看' }));
    expect(run.mock.calls.flat()).toEqual(['下载', '发送', '查看']);
    await open();
    expect((await screen.findByRole('menuitem', { name: '发送' })).getAttribute('aria-disabled')).toBe('true');
  });

  it('shows a card per row on a narrow screen: title, fields, actions, selection', async () => {
    const happy = (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM;
    happy.setViewport({ width: 390 });
    try {
      const run = vi.fn(async () => {});
      const opened = vi.fn();
      const onOpen = vi.fn();
      const { user } = setUp({
        columns: columns.map((column) => (column.key === 'km' ? { ...column, onCard: true } : column)),
        onOpen,
        rowActions: () => [{ key: 'view', label: '查看', run: opened }],
        batchActions: [{ key: 'go', label: '批量派单', run }],
      });
      const [first, second] = (await screen.findAllByText(/^京A/)).map((title) => title.closest('li')!);
      expect(screen.queryByRole('table')).toBeNull();
      expect(first?.querySelector('dl')?.textContent).toBe('里程1 km');
      await user.click(within(first!).getByRole('button', { name: '查看' }));
      expect(opened).toHaveBeenCalledOnce();
      expect(onOpen).not.toHaveBeenCalled();
      await user.click(within(second!).getByText('京A00002'));
      expect(onOpen).toHaveBeenCalledExactlyOnceWith(truck(2));
      await user.click(within(first!).getByRole('checkbox', { name: '选择' }));
      await user.click(within(second!).getByRole('checkbox', { name: '选择' }));
      await user.click(within(first!).getByRole('checkbox', { name: '选择' }));
      await user.click(screen.getByRole('button', { name: '批量派单' }));
      expect(run).toHaveBeenCalledExactlyOnceWith([truck(2)]);
    } finally {
      happy.setViewport({ width: 1440 });
    }
  });

  it('shows the complete text of a truncated cell as a tooltip', async () => {
    const { user } = setUp({ columns: [{ ...columns[0]!, render: ({ plate }) => <b>{plate}</b> }] });
    const cell = (await screen.findByText('京A00001')).closest('td')!;
    vi.spyOn(cell, 'scrollWidth', 'get').mockReturnValue(200);
    vi.spyOn(cell, 'clientWidth', 'get').mockReturnValue(100);
    await user.hover(cell);
    expect(cell.title).toBe('京A00001');
  });

  it('saves hidden columns, their order and pinning, and the row density for the account', async () => {
    const { user, server } = setUp();
    await screen.findByText('京A00001');
    await user.click(screen.getByRole('button', { name: '列设置' }));
    await user.click(await screen.findByRole('checkbox', { name: '备注' }));
    await user.click(screen.getByRole('checkbox', { name: '品牌' }));
    await user.click(screen.getByRole('button', { name: '上移里程' }));
    await user.click(screen.getByRole('button', { name: '固定备注到左侧' }));
    await user.click(screen.getByText('紧凑'));
    expect(headers()).toEqual(['备注', '车牌号', '里程']);
    await waitFor(() =>
      expect(server.of('setting/saveUserSetting').at(-1)?.data).toEqual({
        tables: {
          trucks: { order: ['plate', 'km', 'brand', 'note'], hidden: ['brand'], pinned: { note: 'left' }, density: 'small' },
        },
      }),
    );
    await user.click(screen.getByRole('button', { name: '恢复默认' }));
    expect(headers()).toEqual(['车牌号', '品牌', '里程']);
  });

  it('retains the last rows when the network fails and shows 数据可能已过期', async () => {
    const { user, load } = setUp();
    await screen.findByText('京A00001');
    load.mockRejectedValueOnce(new NetworkError('网络连接失败'));
    await user.click(screen.getByTitle('2'));
    expect(await screen.findByText('数据可能已过期')).toBeDefined();
    expect(plates()[0]).toBe('京A00001');
    await user.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByText('京A000011')).toBeDefined();
    expect(screen.queryByText('数据可能已过期')).toBeNull();
  });

  it('shows 暂无数据 with the action that fills the list', async () => {
    const onClick = vi.fn();
    const { user } = setUp({ load: async () => ({ list: [], total: 0 }), fill: { label: '新增车辆', onClick } });
    expect(await screen.findByText('暂无数据')).toBeDefined();
    await user.click(screen.getByRole('button', { name: '新增车辆' }));
    expect(onClick).toHaveBeenCalled();
  });

  it('shows its own text if the list is empty, and the common text if filters are set', async () => {
    const none = { load: async () => ({ list: [], total: 0 }), empty: '暂无车辆' };
    setUp(none);
    expect(await screen.findByText('暂无车辆')).toBeDefined();
    cleanup();
    setUp(none, '/list?plate=x');
    expect(await screen.findByText('没有符合条件的数据')).toBeDefined();
    expect(screen.queryByText('暂无车辆')).toBeNull();
  });

  it('shows 没有符合条件的数据 if filters are set, and clears them', async () => {
    const { user, router } = setUp({ load: async () => ({ list: [], total: 0 }) }, '/list?plate=x');
    expect(await screen.findByText('没有符合条件的数据')).toBeDefined();
    await user.click(screen.getByRole('button', { name: '清空条件' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('distinguishes a failed first load from a missing permission', async () => {
    setUp({ load: () => Promise.reject(new NetworkError('网络连接失败')) });
    expect(within(await screen.findByRole('alert')).getByText('列表加载失败')).toBeDefined();
    cleanup();
    setUp({ load: () => Promise.reject(new Refusal('4003', '无操作权限')) });
    expect(await screen.findByText('无操作权限')).toBeDefined();
  });

  it('shows the loading skeleton only if loading lasts longer than 200 ms', async () => {
    vi.useFakeTimers();
    try {
      setUp({ load: () => new Promise(() => {}) });
      await act(() => vi.advanceTimersByTimeAsync(190));
      expect(screen.queryByRole('status', { name: '加载中' })).toBeNull();
      await act(() => vi.advanceTimersByTimeAsync(20));
      expect(screen.getByRole('status', { name: '加载中' })).toBeDefined();
    } finally {
      vi.useRealTimers();
    }
  });

  it('opens the last page if a later page has no rows any more', async () => {
    const { load } = setUp({}, '/list?page=9');
    await waitFor(() => expect(lastRequest(load)?.page).toBe(3));
    expect(await screen.findByText('京A000021')).toBeDefined();
  });

  it('does not follow the URL of another page that is in front', async () => {
    const { load, router } = setUp({}, '/list?plate=x');
    await screen.findByText('京A00001');
    await router.navigate('/other?plate=y');
    expect(lastRequest(load)?.filters).toEqual({ plate: 'x' });
  });
});
