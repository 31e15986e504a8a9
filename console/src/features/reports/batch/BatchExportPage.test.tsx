import type { BatchExport } from '@fleetwarden/contract/reports/batch/schemas';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeNotices } from '../../../api/feedback.ts';
import { startTexts } from '../../../api/i18n.ts';
import { useSession } from '../../../api/session.ts';
import { forgetTasks } from '../../../api/tasks.ts';
import { createCommonMessages } from '../../../live/common-messages.ts';
import { findDialog, page, refuse, renderLive, storeOf, stubServer, userInfo } from '../../../ui/testing.tsx';
import { BatchExportPage } from './BatchExportPage.tsx';

const LIST = 'report/listBatchExport';
const START = 'report/startBatchExport';
const job = (id: string, more: Partial<BatchExport> = {}): BatchExport => ({
  id,
  docName: `监管报表 ${id}`,
  deptName: '华东, 华西',
  docPeriod: '2026-10',
  docFormat: 'xlsx',
  docState: 'done',
  done: 8,
  total: 8,
  error: null,
  docMade: 1_795_000_000_000,
  docSize: 3_145_728,
  reports: 8,
  failed: 0,
  docUser: '张三',
  own: true,
  fileName: 'a.zip',
  ...more,
});

beforeEach(async () => {
  await startTexts('zh');
  takeNotices();
  forgetTasks();
  useSession.setState({ token: 'p.s', userInfo, rights: ['40308'] });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

type Handlers = Parameters<typeof stubServer>[0];
function setUp(more: { jobs?: () => readonly BatchExport[]; handlers?: Handlers; address?: string } = {}) {
  const { jobs = () => [] } = more;
  const server = stubServer({
    [LIST]: () => page(jobs()),
    [START]: () => ({ taskId: '7', url: '/x' }),
    'task/listTask': () => page([]),
    'task/cancelTask': () => ({}),
    'task/getTaskFile': () => ({ url: '/files/a.zip' }),
    'setting/getDeptListByBatch': () => ({
      list: [
        { deptId: '1', deptName: '华东', parentId: null, cars: 1_200 },
        { deptId: '2', deptName: '华西', parentId: null, cars: 3 },
        { deptId: '3', deptName: '华南', parentId: null, cars: 5 },
      ],
    }),
    'setting/getBatchExportListByDeptId': () => ({
      list: [
        { packageId: 'alarm', packageName: '报警包', reports: [{ reportId: 404002, reportName: '报警汇总' }] },
        { packageId: 'running', packageName: '运行包', reports: [{ reportId: 401001, reportName: '车辆上线率' }] },
      ],
    }),
    'report/getBatchExportParams': () => ({ lastMonth: '2026-10', formats: ['xlsx', 'csv'], mostCompanies: 2 }),
    ...more.handlers,
  });
  const router = createMemoryRouter([{ path: '/', Component: BatchExportPage }], { initialEntries: [more.address ?? '/'] });
  const common = createCommonMessages();
  renderLive(<RouterProvider router={router} />, storeOf([]), common);
  return { server, router, common, user: userEvent.setup() };
}
const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr')!);

describe('report packages', () => {
  it('are listed with their results; users can download only their own', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const { user } = setUp({
      jobs: () => [job('1', { failed: 2 }), job('2', { own: false, docUser: '李四' })],
      address: '/?jobId=1',
    });
    const first = await rowOf('监管报表 1');
    for (const text of ['华东, 华西', '2026-10', '3', '已完成', '2 / 8 份未生成，见目录'])
      expect(first.getByText(text)).toBeDefined();
    expect(screen.getByText('监管报表 1').closest('tr')!.getAttribute('aria-current')).toBe('true');
    await user.click(first.getByRole('button', { name: '下载' }));
    await waitFor(() => expect(open).toHaveBeenCalledWith('/files/a.zip', '_blank', 'noopener'));
    expect((await rowOf('监管报表 2')).queryByRole('button', { name: '下载' })).toBeNull();
  });

  it('show their progress, and can be cancelled', async () => {
    let docState: BatchExport['docState'] = 'running';
    const { server, user } = setUp({
      jobs: () => [
        job('1', { docState, done: 3, total: 8, fileName: null, docMade: null, docSize: null, reports: null, failed: null }),
      ],
    });
    const row = await rowOf('监管报表 1');
    expect(row.getByText('进行中 · 3 / 8')).toBeDefined();
    docState = 'cancelled';
    await user.click(row.getByRole('button', { name: '取消' }));
    await waitFor(() => expect(server.of('task/cancelTask')[0]?.data).toEqual({ id: '1' }));
    expect(await screen.findByText('已取消')).toBeDefined();
  });

  it('are reloaded when one ends', async () => {
    let docState: BatchExport['docState'] = 'running';
    const { common } = setUp({ jobs: () => [job('1', { docState, done: 0, total: null })] });
    await screen.findByText('进行中');
    docState = 'done';
    await act(async () => common.publish({ type: 'task', data: { id: '1', state: 'done', done: 8, total: 8 } }));
    expect(await screen.findByText('已完成')).toBeDefined();
  });
});

describe('a new report package', () => {
  async function begin(user: ReturnType<typeof userEvent.setup>) {
    await user.click((await screen.findAllByRole('button', { name: /新建批量导出/ }))[0]!);
    await screen.findByText('华东');
    return within(await findDialog('选择企业').catch(() => screen.findByRole('dialog')));
  }

  it('is configured by companies, packages, month and format, in this order', async () => {
    const { server, router, user } = setUp();
    const dialog = await begin(user);
    const next = () => dialog.getByRole('button', { name: '下一步' });
    expect((next() as HTMLButtonElement).disabled).toBe(true);
    expect(dialog.getByText('1,200')).toBeDefined();
    await user.click(dialog.getByRole('checkbox', { name: '华东' }));
    // what a search hides stays ticked
    await user.type(dialog.getByRole('searchbox', { name: '查找企业' }), '西');
    expect(dialog.queryByText('华东')).toBeNull();
    await user.click(dialog.getByRole('checkbox', { name: '华西' }));
    expect(dialog.getByRole('status').textContent).toBe('已选 2 家，最多 2 家');
    await user.clear(dialog.getByRole('searchbox', { name: '查找企业' }));
    expect((dialog.getByRole('checkbox', { name: '华南' }) as HTMLInputElement).disabled).toBe(true);
    await user.click(next());
    await user.click(await dialog.findByRole('checkbox', { name: /运行包/ }));
    expect(dialog.getByText('车辆上线率')).toBeDefined();
    await user.click(next());
    expect((dialog.getByLabelText('月份') as HTMLInputElement).value).toBe('2026-10');
    await user.click(dialog.getByRole('button', { name: '开始导出' }));
    await waitFor(() =>
      expect(server.of(START)[0]?.data).toEqual({
        deptIds: ['1', '2'],
        packageIds: ['running'],
        month: '2026-10',
        format: 'xlsx',
      }),
    );
    expect(server.of(START)[0]?.sign).toMatch(/^[0-9a-f]{32}$/);
    await waitFor(() => expect(router.state.location.search).toBe('?jobId=7'));
    expect(server.of(LIST).length).toBeGreaterThan(1);
  });

  it('offers the packages of all selected companies without duplicates', async () => {
    const named = { alarm: '报警包', assessment: '考核包' } as const;
    const { server, user } = setUp({
      handlers: {
        'setting/getBatchExportListByDeptId': ({ data }) => ({
          list: (data['deptId'] === '1' ? (['alarm'] as const) : (['assessment', 'alarm'] as const)).map((packageId) => ({
            packageId,
            packageName: named[packageId],
            reports: [],
          })),
        }),
      },
    });
    const dialog = await begin(user);
    for (const name of ['华东', '华西']) await user.click(dialog.getByRole('checkbox', { name }));
    await user.click(dialog.getByRole('button', { name: '下一步' }));
    await dialog.findByRole('checkbox', { name: /考核包/ });
    expect(dialog.getAllByRole('checkbox', { name: /报警包/ })).toHaveLength(1);
    expect(server.of('setting/getBatchExportListByDeptId').map(({ data }) => data)).toEqual([{ deptId: '1' }, { deptId: '2' }]);
  });

  it('keeps its selection if the server refuses it', async () => {
    const { user } = setUp({ handlers: { [START]: () => refuse('4029', '操作过于频繁') } });
    const dialog = await begin(user);
    await user.click(dialog.getByRole('checkbox', { name: '华东' }));
    await user.click(dialog.getByRole('button', { name: '下一步' }));
    await user.click(await dialog.findByRole('checkbox', { name: /报警包/ }));
    await user.click(dialog.getByRole('button', { name: '下一步' }));
    await user.click(dialog.getByRole('button', { name: '开始导出' }));
    await waitFor(() => expect(takeNotices().map(({ text }) => text)).toContain('操作过于频繁'));
    expect(dialog.getByRole('button', { name: /开始导出/ })).toBeDefined();
    await user.click(dialog.getByRole('button', { name: '上一步' }));
    expect((dialog.getByRole('checkbox', { name: /报警包/ }) as HTMLInputElement).checked).toBe(true);
  });

  it('shows a message if no company can be exported', async () => {
    const { user } = setUp({ handlers: { 'setting/getDeptListByBatch': () => ({ list: [] }) } });
    await user.click((await screen.findAllByRole('button', { name: /新建批量导出/ }))[0]!);
    expect(await screen.findByText('暂无可导出的企业')).toBeDefined();
  });
});
