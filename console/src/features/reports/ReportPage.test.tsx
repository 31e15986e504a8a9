import { filterTypes } from '@fleetwarden/contract/reports/report-filters';
import { MAX_PDF_ROWS } from '@fleetwarden/contract/reports/report-formats';
import type { ReportTemplate } from '@fleetwarden/contract/reports/schemas';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { businessDate } from '../../api/business-time.ts';
import { takeNotices } from '../../api/feedback.ts';
import { useSession } from '../../api/session.ts';
import { usePreferences } from '../../ui/preferences.ts';
import { page, refuse, runRowAction, userInfo } from '../../ui/testing.tsx';
import { browserIn } from '../../ui/testing-browser.ts';
import { readRecentReports } from './recent-reports.ts';
import { column, filter, template } from './testing.ts';
import { beginPage, dialogOf, endPage, type Handlers, noticeTexts, showReport } from './testing-page.tsx';

const TEMPLATE = 'report/getReportTemplate';
const ROWS = 'report/advanceSearchJson';
const EXPORT = 'report/exportdata';
const HOME = '/report/basicstatementreport/vehicleMileage';

const row = (n: number, more: object = {}) => ({
  ids: { carId: String(n), color: '2' },
  cells: { carNo: `粤B0000${n}`, mileage: 1000 + n, rate: 98.5, driveSec: 3_661, state: '1', note: '备', ...more },
});
const answer = { sums: { mileage: 20_500, rate: 99 }, asOf: 1_795_000_000_000, incomplete: [] as readonly string[] };

beforeEach(beginPage);
afterEach(() => {
  endPage();
  vi.restoreAllMocks();
});

const setUp = (more: { template?: Partial<ReportTemplate>; address?: string; handlers?: Handlers } = {}) =>
  showReport(template(more.template), more.address, {
    [ROWS]: ({ pageModel }) => page([row((pageModel?.page ?? 1) * 10), row((pageModel?.page ?? 1) * 10 + 1)], 25, answer),
    ...more.handlers,
  });

const asked = (server: ReturnType<typeof setUp>['server']) => server.of(ROWS).at(-1);
const firstRow = () => screen.findByText('粤B000010');
const heading = (name: string) => screen.getByRole('columnheader', { name });
/** A button by its words, whatever its icon. */
const named = (name: string) => (text: string) => text === name || text.endsWith(` ${name}`);
const button = (name: string) => screen.getByRole('button', { name: named(name) });

describe('a report', () => {
  it('is requested at once with default filters, ten rows of the first page and the default sort order', async () => {
    const { server } = setUp();
    await firstRow();
    expect(asked(server)).toMatchObject({
      data: { reportId: 401007, conditions: { deptId: '1', staticDate: '2026-11-14,2026-11-20' } },
      pageModel: { page: 1, limit: 10 },
    });
    expect(asked(server)?.data['orderBy']).toBeUndefined();
    expect(screen.getByRole('heading', { name: '车辆里程统计' })).toBeDefined();
    expect(screen.getByText('每辆车行驶了多少公里')).toBeDefined();
    expect(screen.getByText('共 25 条')).toBeDefined();
    expect(readRecentReports(userInfo.userId)).toEqual([401007]);
  });

  it('formats its cells by column type, and shows totals in the footer and above the table', async () => {
    setUp();
    const cells = within((await firstRow()).closest('tr')!);
    expect(cells.getByText('1,010.0')).toBeDefined();
    expect(cells.getByText('98.50%')).toBeDefined();
    expect(cells.getByText('1:01:01')).toBeDefined();
    expect(cells.getByText('行驶')).toBeDefined();
    const sums = within(screen.getByText('合计').closest('tr')!);
    expect(sums.getByText('20,500.0')).toBeDefined();
    expect(sums.getByText('最大 99.00%')).toBeDefined();
    expect(screen.getAllByText('20,500.0')).toHaveLength(2);
    expect(screen.queryByRole('columnheader', { name: '备注' })).toBeNull();
  });

  it('has a description for a column', async () => {
    setUp();
    await firstRow();
    const described = heading('行驶里程 (km)').querySelector('[aria-description]');
    expect(described?.getAttribute('aria-description')).toBe('里程之和');
  });

  it('explains a column with a focusable button that does not sort', async () => {
    const { server, user } = setUp();
    await firstRow();
    const before = server.of(ROWS).length;
    const inHeading = within(heading('行驶里程 (km)')).getByRole('button', { name: '行驶里程 (km)的说明' });
    await user.click(inHeading);
    expect(await screen.findByRole('tooltip')).toHaveProperty('textContent', '里程之和');
    expect(document.activeElement).toBe(inHeading);
    await user.keyboard('{Enter}');
    expect(server.of(ROWS)).toHaveLength(before);
    // above the rows, too
    expect(screen.getAllByRole('button', { name: '行驶里程 (km)的说明' }).length).toBeGreaterThan(1);
  });

  it('requests as many rows as fit its height, unless the URL holds a page size', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
    const { server } = setUp();
    await firstRow();
    expect(server.of(ROWS).map(({ pageModel }) => pageModel?.limit)).toEqual([20]);
    cleanup();
    const { server: chosen } = setUp({ address: '?size=10' });
    await firstRow();
    expect(chosen.of(ROWS).map(({ pageModel }) => pageModel?.limit)).toEqual([10]);
  });

  it('shows the time of its data, and the days that can still change', async () => {
    setUp({ handlers: { [ROWS]: () => page([row(10)], 1, { ...answer, incomplete: ['2026-11-19', '2026-11-20'] }) } });
    await firstRow();
    expect(screen.getByText(/^数据截至 /)).toBeDefined();
    expect(screen.getByText('以下日期的数据仍在统计，可能变化：2026-11-19, 2026-11-20')).toBeDefined();
  });

  describe('with row actions', () => {
    const NOTES = 'report/targOfflineVisitList';
    const note = (more: object = {}) => ({
      noteId: '9',
      kind: 1,
      reason: 3,
      expectOnline: null,
      way: null,
      result: null,
      text: '终端坏',
      userName: '监控员',
      noteTime: 1_795_000_000_000,
      offlineSince: null,
      validFrom: null,
      validTo: null,
      version: 1,
      ...more,
    });
    const offline = { rowActions: ['offlineRemark', 'offlineVisit', 'offlineStop'] as const };
    const withActions = (handlers: Handlers, rights = ['20212', '20213']) => {
      useSession.setState({ rights });
      return setUp({
        template: { rowActions: [...offline.rowActions] },
        handlers: { [NOTES]: () => page([note()], 1), ...handlers },
      });
    };

    it('offers only permitted actions, and no action column without any', async () => {
      withActions({}, ['20212']);
      const cells = within((await firstRow()).closest('tr')!);
      expect(cells.getByRole('button', { name: '备注' })).toBeDefined();
      expect(cells.getByRole('button', { name: '回访' })).toBeDefined();
      expect(cells.queryByRole('button', { name: '报停' })).toBeNull();
      cleanup();
      withActions({}, []);
      await firstRow();
      expect(screen.queryByRole('columnheader', { name: '操作' })).toBeNull();
    });

    it('saves a remark with the last note the user saw, shows existing notes, and reloads the rows', async () => {
      const { server, user } = withActions({ 'report/updateOffLineMsg': () => ({ noteId: '10' }) });
      await runRowAction(user, (await firstRow()).closest('tr')!, '备注');
      const drawer = within(await dialogOf('备注 - 粤B000010'));
      expect(await drawer.findByText('终端坏')).toBeDefined();
      await user.type(drawer.getByLabelText('备注内容'), '已报修');
      const before = server.of(ROWS).length;
      await user.click(drawer.getByRole('button', { name: /保.?存/ }));
      await waitFor(() => expect(server.of(ROWS).length).toBeGreaterThan(before));
      expect(server.of('report/updateOffLineMsg').at(-1)?.data).toEqual({
        carId: '10',
        seen: '9',
        reason: 3,
        expectOnline: null,
        remark: '已报修',
      });
      expect(noticeTexts()).toContain('已登记');
    });

    it('requests alarm files again, and shows whether any are missing', async () => {
      useSession.setState({ rights: ['17060412'] });
      let requested = 1;
      const { server, user } = setUp({
        template: { rowActions: ['fetchFilesAgain'] },
        handlers: {
          [ROWS]: () => page([{ ...row(10), ids: { carId: '10', alarmId: 'a-1' } }], 1, answer),
          'activeSafety/refetchAttachment': () => ({ requested }),
        },
      });
      const press = async () =>
        user.click(within((await firstRow()).closest('tr')!).getByRole('button', { name: /重新获取附件/ }));
      await press();
      await waitFor(() => expect(noticeTexts()).toContain('已重新请求附件'));
      expect(server.of('activeSafety/refetchAttachment')[0]?.data).toEqual({ alarmGids: ['a-1'] });
      requested = 0;
      await press();
      await waitFor(() => expect(noticeTexts()).toContain('附件已全部收到'));
    });

    it('reports a link outage with times and reason', async () => {
      useSession.setState({ rights: ['20213'] });
      const { server, user } = setUp({
        template: { rowActions: ['linkOutage'] },
        handlers: {
          [ROWS]: () => page([{ ...row(10), ids: { platformId: '5', day: '2026-11-20' } }], 1, answer),
          'plat/fileOutage': () => ({ outageId: '1' }),
        },
      });
      await user.click(within((await firstRow()).closest('tr')!).getByRole('button', { name: '报备' }));
      const drawer = within(await dialogOf('报备 -'));
      await user.type(drawer.getByLabelText('报备说明'), '线路检修');
      await user.click(drawer.getByRole('button', { name: /保.?存/ }));
      await waitFor(() => expect(server.of('plat/fileOutage')).toHaveLength(1));
      expect(server.of('plat/fileOutage')[0]?.data).toEqual({
        id: '5',
        startTime: Date.parse('2026-11-20T00:00:00+08:00'),
        endTime: Date.parse('2026-11-21T00:00:00+08:00'),
        note: '线路检修',
      });
    });

    it('shows a note that another user saved first', async () => {
      let notes = [note()];
      const { user } = withActions({
        [NOTES]: () => page(notes, notes.length),
        'report/addOfflineVisit': () => {
          notes = [note({ noteId: '10', text: '别人写的' }), ...notes];
          return refuse('4010', '记录已变化');
        },
      });
      await runRowAction(user, (await firstRow()).closest('tr')!, '回访');
      const drawer = within(await dialogOf('回访 - 粤B000010'));
      await user.type(await drawer.findByLabelText('回访内容'), '车主答应');
      await user.click(drawer.getByRole('button', { name: /保.?存/ }));
      expect(await drawer.findByText('别人写的')).toBeDefined();
    });

    it('ends an active suspension on the platform’s day', async () => {
      // it is the 22nd there
      browserIn('America/New_York', '2026-11-21T23:30:00-05:00');
      const stop = note({ kind: 3, reason: 1, validFrom: '2026-01-01', validTo: '2026-11-22', version: 4 });
      const { server, user } = withActions({
        [NOTES]: () => page([stop], 1),
        'report/endOfflineStop': () => ({ version: 5 }),
      });
      await runRowAction(user, (await firstRow()).closest('tr')!, '报停');
      const drawer = within(await dialogOf('报停 - 粤B000010'));
      await user.click(await drawer.findByRole('button', { name: '结束报停' }));
      const asking = await waitFor(() => {
        const [, ...others] = screen.getAllByRole('button', { name: '结束报停' });
        expect(others).toHaveLength(1);
        return others[0]!;
      });
      await user.click(asking);
      await waitFor(() => expect(server.of('report/endOfflineStop')).toHaveLength(1));
      expect(server.of('report/endOfflineStop').at(-1)?.data).toEqual({ noteId: '9', version: 4, validTo: '2026-11-21' });
    });
  });

  it('is sorted by the server, and returns to the first page after a new sort', async () => {
    const { server, router, user } = setUp({ address: '?page=2' });
    await screen.findByText('粤B000020');
    await user.click(heading('行驶时长'));
    await waitFor(() => expect(asked(server)).toMatchObject({ data: { orderBy: 'driveSec', direction: 'asc' } }));
    expect(asked(server)?.pageModel).toEqual({ page: 1, limit: 10 });
    await user.click(heading('行驶时长'));
    await waitFor(() => expect(asked(server)?.data).toMatchObject({ orderBy: 'driveSec', direction: 'desc' }));
    expect(router.state.location.search).toBe('?sort=-driveSec');
  });

  it('stores its page in the URL', async () => {
    const { server, router, user } = setUp();
    await firstRow();
    await user.click(screen.getByTitle('2'));
    await screen.findByText('粤B000020');
    expect(router.state.location.search).toBe('?page=2');
    expect(asked(server)?.pageModel).toEqual({ page: 2, limit: 10 });
  });

  it('uses filters, page, page size and sort order from the URL', async () => {
    const { server } = setUp({ address: '?deptId=2&staticDate=2026-11-01,2026-11-03&page=2&size=20&sort=carNo' });
    await screen.findByText('粤B000020');
    expect(asked(server)).toMatchObject({
      data: { conditions: { deptId: '2', staticDate: '2026-11-01,2026-11-03' }, orderBy: 'carNo', direction: 'asc' },
      pageModel: { page: 2, limit: 20 },
    });
  });

  it('shows its last page if the page in the URL is too high', async () => {
    const { server } = setUp({
      address: '?page=9',
      handlers: { [ROWS]: ({ pageModel }) => page(pageModel?.page === 3 ? [row(10)] : [], 25, answer) },
    });
    await firstRow();
    expect(asked(server)?.pageModel?.page).toBe(3);
  });
});

describe('report states', () => {
  it('shows a loading dialog that can be cancelled', async () => {
    let asked = 0;
    const { user } = setUp({
      handlers: { [ROWS]: () => (asked++ === 0 ? new Promise(() => undefined) : page([row(10)], 1, answer)) },
    });
    const dialog = (await screen.findByText('正在加载,请稍候')).closest<HTMLElement>('[role="dialog"]')!;
    await user.click(within(dialog).getByRole('button', { name: '取消' }));
    expect(await screen.findByText('查询已取消')).toBeDefined();
    await user.click(button('重试'));
    expect(await firstRow()).toBeDefined();
  });

  it('shows a message if nothing matches', async () => {
    setUp({ handlers: { [ROWS]: () => page([], 0, { ...answer, sums: {} }) } });
    expect(await screen.findByText('没有符合条件的数据')).toBeDefined();
    expect(screen.queryByText('合计')).toBeNull();
  });

  it('explains for an empty month that only past months can be queried', async () => {
    setUp({
      template: { qryCdtionCfgList: [filter('month', 10, { selectedValue: '2026-10' })] },
      handlers: { [ROWS]: () => page([], 0, answer) },
    });
    expect(await screen.findByText('月份结束后才能查询')).toBeDefined();
  });

  it('shows an error with a retry', async () => {
    let fails = true;
    const { user } = setUp({
      handlers: { [ROWS]: () => (fails ? refuse('5000', '服务器忙') : page([row(10)], 1, answer)) },
    });
    expect(await screen.findByText('服务器忙')).toBeDefined();
    fails = false;
    await user.click(button('重试'));
    expect(await firstRow()).toBeDefined();
  });

  it.each([TEMPLATE, ROWS])('shows that access is denied if %s is refused', async (path) => {
    setUp({ handlers: { [path]: () => refuse('4003', '无操作权限') } });
    expect(await screen.findByText('如需访问，请联系管理员开通')).toBeDefined();
  });

  it('waits until required filters are set', async () => {
    const { server, user } = setUp({
      template: { reportId: 401010, qryCdtionCfgList: [filter('carId', 13, { colCname: '车辆' })] },
    });
    expect(await screen.findByText('填写查询条件后点击查询')).toBeDefined();
    await user.click(button('查询'));
    expect(noticeTexts()).toEqual(['请先选择车辆!']);
    expect(server.of(ROWS)).toEqual([]);
  });
});

describe('report filters', () => {
  it('are applied with 查询, and stored in the URL', async () => {
    const { server, router, user } = setUp();
    await firstRow();
    await user.click(screen.getByLabelText('所属企业'));
    await user.click(await screen.findByText('第二公司'));
    expect(server.of(ROWS)).toHaveLength(1);
    await user.click(button('查询'));
    await waitFor(() => expect(asked(server)?.data).toMatchObject({ conditions: { deptId: '2' } }));
    expect(new URLSearchParams(router.state.location.search).get('deptId')).toBe('2');
    await user.click(button('重置'));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('can be applied again right after a reset, before the page shows the reset', async () => {
    const { router } = setUp({
      address: '?deptId=2',
      handlers: { 'report/getSavedConditions': () => ({ list: [{ name: '第二公司的', conditions: { deptId: '2' } }] }) },
    });
    await firstRow();
    act(() => button('常用条件').click());
    const saved = await screen.findByRole('button', { name: named('第二公司的') });
    act(() => {
      button('重置').click();
      saved.click();
    });
    expect(new URLSearchParams(router.state.location.search).get('deptId')).toBe('2');
  });

  it('beyond the first row are behind 展开, and apply whether shown or not', async () => {
    const names = ['一', '二', '三', '四', '五'];
    const filters = names.map((colCname, at) => filter(`text${at}`, filterTypes.text, { colCname }));
    const { server, user } = setUp({ template: { qryCdtionCfgList: filters } });
    await firstRow();
    expect(screen.queryByLabelText('五')).toBeNull();
    await user.click(button('展开'));
    await user.type(screen.getByLabelText('五'), '粤B');
    await user.click(button('收起'));
    expect(screen.queryByLabelText('五')).toBeNull();
    await user.click(button('查询'));
    await waitFor(() => expect(asked(server)?.data).toMatchObject({ conditions: { text4: '粤B' } }));
  });

  it('that are hidden are sent with their default value', async () => {
    const { server } = setUp({ template: { qryCdtionCfgList: [filter('kind', 3, { issHowinWeb: 0, selectedValue: '4' })] } });
    await firstRow();
    expect(asked(server)?.data['conditions']).toEqual({ kind: '4' });
    expect(screen.queryByLabelText('kind')).toBeNull();
  });

  it('are saved under a name, applied by it, and deleted', async () => {
    const kept = { list: [{ name: '第二公司的', conditions: { deptId: '2' } }] };
    const { server, user } = setUp({
      handlers: { 'report/getSavedConditions': () => kept, 'report/updateSavedConditions': () => ({}) },
    });
    await firstRow();
    await user.click(button('常用条件'));
    await user.type(await screen.findByLabelText('条件名称'), '本周');
    await user.click(button('保存'));
    await waitFor(() => expect(server.of('report/updateSavedConditions')).toHaveLength(1));
    expect(server.of('report/updateSavedConditions')[0]?.data).toEqual({
      reportId: 401007,
      name: '本周',
      conditions: { deptId: '1', staticDate: '2026-11-14,2026-11-20' },
    });
    await user.click(button('删除条件“第二公司的”'));
    await waitFor(() => expect(server.of('report/updateSavedConditions')).toHaveLength(2));
    expect(server.of('report/updateSavedConditions')[1]?.data).toEqual({ reportId: 401007, name: '第二公司的' });
    await user.click(button('第二公司的'));
    await waitFor(() => expect(asked(server)?.data).toMatchObject({ conditions: { deptId: '2' } }));
  });
});

describe('an export', () => {
  const exportNow = async (user: ReturnType<typeof setUp>['user']) =>
    user.click(await screen.findByRole('button', { name: named('导出') }));

  it('opens its file in a new tab', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const { server, user } = setUp({ handlers: { [EXPORT]: () => ({ url: '/files/a.xlsx', taskId: '' }) } });
    await firstRow();
    await exportNow(user);
    await waitFor(() => expect(open).toHaveBeenCalledWith('/files/a.xlsx', '_blank', 'noopener'));
    const [request] = server.of(EXPORT);
    expect(request?.sign).toEqual(expect.any(String));
    expect(request?.data).toMatchObject({
      reportId: 401007,
      format: 'xlsx',
      conditions: { deptId: '1', staticDate: '2026-11-14,2026-11-20' },
      columns: ['carNo', 'mileage', 'rate', 'driveSec', 'state'],
      url: expect.stringContaining('reportId=401007'),
    });
  });

  it('is downloaded if the browser cannot open a tab', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    vi.stubGlobal('navigator', Object.create(navigator, { userActivation: { value: { isActive: false } } }));
    const pressed: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      if (this.hasAttribute('download')) pressed.push(new URL(this.href).pathname);
    });
    const { user } = setUp({ handlers: { [EXPORT]: () => ({ url: '/files/a.xlsx', taskId: '' }) } });
    await firstRow();
    await exportNow(user);
    await waitFor(() => expect(pressed).toEqual(['/files/a.xlsx']));
    expect(open).not.toHaveBeenCalled();
    vi.unstubAllGlobals();
  });

  it('shows its completion with a file button, although no socket was open', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null);
    const done = { id: '7', state: 'done', title: '车辆里程统计', error: null, fileName: 'a.xlsx' };
    const { user } = setUp({
      handlers: { [EXPORT]: () => ({ url: '/files/a.xlsx', taskId: '7' }), 'task/listTask': () => page([done]) },
    });
    await firstRow();
    await exportNow(user);
    await waitFor(() =>
      expect(takeNotices()).toMatchObject([{ kind: 'success', text: '车辆里程统计：已完成', action: { label: '打开文件' } }]),
    );
  });

  it('is also available as CSV', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null);
    const { server, user } = setUp({ handlers: { [EXPORT]: () => ({ url: '/files/a.csv', taskId: '' }) } });
    await firstRow();
    await user.click(screen.getByRole('button', { name: '文件格式' }));
    await user.click(await screen.findByText('导出为 csv'));
    await waitFor(() => expect(server.of(EXPORT)[0]?.data).toMatchObject({ format: 'csv' }));
  });

  it('as PDF with too many rows sends no request, and offers a workbook instead', async () => {
    const { server, user } = setUp({
      handlers: {
        [ROWS]: () => page([row(10)], MAX_PDF_ROWS + 1, answer),
        [EXPORT]: () => ({ url: '/files/a.xlsx', taskId: '' }),
      },
    });
    await firstRow();
    await user.click(screen.getByRole('button', { name: '文件格式' }));
    await user.click(await screen.findByText('导出为 pdf'));
    const [offer] = takeNotices();
    expect(offer).toMatchObject({ kind: 'warning', text: '共 2001 行，PDF 最多 2000 行', action: { label: '导出为 xlsx' } });
    expect(server.of(EXPORT)).toEqual([]);
    vi.spyOn(window, 'open').mockReturnValue(null);
    await act(async () => offer!.action!.run());
    await waitFor(() => expect(server.of(EXPORT)[0]?.data).toMatchObject({ format: 'xlsx' }));
  });

  it('that is slow continues in the task tray', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const { user } = setUp({ handlers: { [EXPORT]: () => ({ url: '', taskId: '12' }), 'task/listTask': () => page([]) } });
    await firstRow();
    await exportNow(user);
    await waitFor(() => expect(noticeTexts()).toEqual(['导出任务已开始，完成后可在任务列表下载']));
    expect(open).not.toHaveBeenCalled();
  });

  it.each<[string, Partial<ReportTemplate>, string]>([
    ['请选择公司!', { qryCdtionCfgList: [filter('deptId', 12)] }, ''],
    ['请选择报警类型!', { qryCdtionCfgList: [filter('alarmTypes', 19, { pullDownVal: [] })] }, ''],
    ['请先选择车辆!', { reportId: 401010, qryCdtionCfgList: [filter('carIds', 14)] }, ''],
    ['请先选择车辆!', { reportId: 401014, qryCdtionCfgList: [filter('carId', 13)] }, ''],
    ['没有已选中车辆,请选择！', { qryCdtionCfgList: [filter('carIds', 14, { required: true })] }, ''],
    ['请重新核对输入信息！', {}, '?staticDate=2026-11-20,2026-11-14'],
    ['请重新核对输入信息！', {}, `?staticDate=2026-11-20,${businessDate(1)}`],
    ['请重新核对输入信息！', { qryCdtionCfgList: [filter('day', 25)] }, `?day=${businessDate()}`],
    ['请重新核对输入信息！', { qryCdtionCfgList: [filter('month', 10)] }, `?month=${businessDate().slice(0, 7)}`],
    ['请重新核对输入信息！', { qryCdtionCfgList: [filter('hours', 18)] }, '?hours=24,0'],
  ])('shows %s', async (message, more, address) => {
    const { server, user } = setUp({ template: more, address });
    await exportNow(user);
    expect(noticeTexts()).toEqual([message]);
    expect(server.of(EXPORT)).toEqual([]);
  });

  it('of the status data has its button in the page, not in the filter form', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null);
    const { server, user } = setUp({
      template: { reportId: 700052 },
      handlers: { [EXPORT]: () => ({ url: '/files/a.xlsx', taskId: '' }) },
    });
    await firstRow();
    const form = screen.getByRole('search');
    expect(within(form).queryByRole('button', { name: /导出/ })).toBeNull();
    await exportNow(user);
    await waitFor(() => expect(server.of(EXPORT)[0]?.data).toMatchObject({ reportId: 700052 }));
  });

  it('is hidden without permission', async () => {
    setUp({ template: { mayExport: false } });
    await firstRow();
    expect(screen.queryByRole('button', { name: /导出/ })).toBeNull();
  });
});

describe('a drill-down link', () => {
  const REDIRECT = 'report/getReportRedirectorTabs';
  const target = (reportId: number, reportName: string) => ({
    reportId,
    reportName,
    path: '/report/basicstatementreport/vehicleDayMileage',
    conditions: { carIds: '10' },
  });

  it('opens its only target report, with a return URL', async () => {
    const { server, router, user } = setUp({
      address: '?page=1&sort=-rate',
      handlers: { [REDIRECT]: () => ({ list: [target(401008, '车辆日里程统计')] }) },
    });
    await firstRow();
    await user.click(button('1,010.0'));
    expect(await screen.findByText('elsewhere')).toBeDefined();
    expect(server.of(REDIRECT)[0]?.data).toMatchObject({
      reportId: 401007,
      colEName: 'mileage',
      ids: { carId: '10', color: '2' },
      conditions: { deptId: '1' },
      orderBy: 'rate',
    });
    const { pathname, search } = router.state.location;
    const query = new URLSearchParams(search);
    expect([pathname, query.get('carIds')]).toEqual(['/report/basicstatementreport/vehicleDayMileage', '10']);
    const back = new URL(query.get('back')!, 'http://x');
    expect([back.pathname, back.searchParams.get('sort'), back.searchParams.get('deptId')]).toEqual([HOME, '-rate', '1']);
  });

  it('returns to the sort order that was selected while its target loaded', async () => {
    const told = Promise.withResolvers<object>();
    const { router, user } = setUp({ handlers: { [REDIRECT]: () => told.promise } });
    await firstRow();
    await user.click(button('1,010.0'));
    await user.click(heading('行驶时长'));
    told.resolve({ list: [target(401008, '车辆日里程统计')] });
    await screen.findByText('elsewhere');
    const back = new URL(new URLSearchParams(router.state.location.search).get('back')!, 'http://x');
    expect(back.searchParams.get('sort')).toBe('driveSec');
  });

  it('offers several reports in a menu', async () => {
    const { user } = setUp({
      handlers: { [REDIRECT]: () => ({ list: [target(401008, '车辆日里程统计'), target(405001, '行驶明细')] }) },
    });
    await firstRow();
    await user.click(button('1,010.0'));
    await user.click(await screen.findByText('行驶明细'));
    expect(await screen.findByText('elsewhere')).toBeDefined();
  });

  it('shows a message if the user can see no target', async () => {
    const { user } = setUp({ handlers: { [REDIRECT]: () => ({ list: [] }) } });
    await firstRow();
    await user.click(button('1,010.0'));
    await waitFor(() => expect(noticeTexts()).toEqual(['暂无可查看的明细']));
  });

  it('is not shown for a zero value', async () => {
    setUp({ handlers: { [ROWS]: () => page([row(10, { mileage: 0 })], 1, answer) } });
    await firstRow();
    expect(screen.queryByRole('button', { name: '0.0' })).toBeNull();
  });

  it('is left with 返回, which restores the previous page', async () => {
    const { router, user } = setUp({ address: `?back=${encodeURIComponent('/report/other?page=3&top=120')}` });
    await firstRow();
    await user.click(button('返回'));
    await screen.findByText('elsewhere');
    expect(router.state.location.pathname + router.state.location.search).toBe('/report/other?page=3&top=120');
  });

  it('has no return link to another site', async () => {
    setUp({ address: `?back=${encodeURIComponent('//evil.test/x')}` });
    await firstRow();
    expect(screen.queryByText('返回')).toBeNull();
  });
});

describe('report columns', () => {
  it('are those the user selected, in the user’s order', async () => {
    const list = [
      { colEName: 'state', isPageShow: 1 },
      { colEName: 'mileage', isPageShow: 0 },
    ];
    setUp({ handlers: { 'report/getCustomCols': () => ({ list }) } });
    await firstRow();
    await waitFor(() => expect(screen.queryByRole('columnheader', { name: '行驶里程 (km)' })).toBeNull());
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['车牌号', '状态', '上线率', '行驶时长']);
  });

  it('are saved when hidden, and can be reset to the default', async () => {
    const { server, user } = setUp();
    await firstRow();
    await user.click(button('列设置'));
    const dialog = within(await screen.findByRole('dialog', { name: '列设置' }));
    expect(dialog.getByRole('checkbox', { name: '车牌号' }).hasAttribute('disabled')).toBe(true);
    await user.click(dialog.getByRole('checkbox', { name: '上线率' }));
    await waitFor(() => expect(server.of('report/updateCustomCols')).toHaveLength(1));
    expect(server.of('report/updateCustomCols')[0]?.data).toMatchObject({
      reportId: 401007,
      list: expect.arrayContaining([{ colEName: 'rate', isPageShow: 0 }]),
    });
    expect(screen.queryByRole('columnheader', { name: '上线率' })).toBeNull();
    await user.click(dialog.getByRole('button', { name: '恢复默认' }));
    await waitFor(() => expect(server.of('report/updateCustomCols')[1]?.data).toEqual({ reportId: 401007, list: [] }));
  });
});

describe('columns that depend on filters', () => {
  const spread = {
    colCfgList: [column('carNo', 'vehicle', { colName: '车牌号', isfixed: 1 }), column('typeCols', 'several')],
    sumColCfgList: [{ colEName: 'typeCols', agg: 'sum' as const }],
    reportRedirector: [{ colEName: 'typeCols', reportId: 404001, reportName: '报警明细' }],
    order: { colEName: 'carNo', direction: 'asc' as const },
  };
  const HEAD = 'report/trendsHead';
  const handlers: Handlers = {
    [HEAD]: () => ({
      list: [
        {
          colEName: 'typeCols',
          columns: [column('t1', 'integer', { colName: '超速' }), column('t2', 'integer', { colName: '疲劳' })],
        },
      ],
    }),
    [ROWS]: () => page([row(10, { t1: 3, t2: 0 })], 1, { ...answer, sums: { t1: 30, t2: 40 } }),
  };

  it('are requested with the rows, and have figures, totals, drill-down and sorting', async () => {
    const { server, router, user } = setUp({ template: spread, handlers });
    await firstRow();
    await screen.findByRole('columnheader', { name: '超速' });
    expect(server.of(HEAD).at(-1)?.data['conditions']).toEqual(asked(server)?.data['conditions']);
    // in the order of the report: an address without one names no column
    expect(asked(server)?.data).not.toHaveProperty('orderBy');
    const sums = within(screen.getByText('合计').closest('tr')!);
    expect([sums.getByText('30'), sums.getByText('40')].length).toBe(2);
    expect(screen.getByRole('button', { name: '3' }).title).toContain('报警明细');
    await user.click(heading('疲劳'));
    await waitFor(() => expect(asked(server)?.data).toMatchObject({ orderBy: 't2', direction: 'asc' }));
    expect(router.state.location.search).toContain('sort=t2');
    // what rows are ordered by changes no heading
    expect(server.of(HEAD)).toHaveLength(1);
  });

  it('are not requested for a report without them', async () => {
    const { server } = setUp();
    await firstRow();
    expect(server.of(HEAD)).toEqual([]);
  });
});

describe('a chart', () => {
  const CHART = 'report/getReportChart';
  const chart = { reportChartCfg: { type: 'bar' as const, x: 'carNo', y: ['mileage'] } };
  const drawn = () => ({ x: ['甲', '乙'], series: [{ colEName: 'mileage', values: [10, 20] }] });

  it('is above the table, has a data table, and can be hidden, which is remembered', async () => {
    const { router, user } = setUp({ template: chart, handlers: { [CHART]: drawn } });
    const picture = await screen.findByRole('img', { name: '车辆里程统计: 图表' });
    const rows = (await firstRow()).closest('section')!;
    expect(picture.compareDocumentPosition(rows) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    const words = within(screen.getByRole('table', { name: '图表数据' }));
    expect(words.getByText('20')).toBeDefined();
    await user.click(button('隐藏图表'));
    await waitFor(() => expect(screen.queryByRole('img', { name: '车辆里程统计: 图表' })).toBeNull());
    expect(router.state.location.search).toBe('?chart=0');
    cleanup();
    const { user: again } = setUp({ template: chart, handlers: { [CHART]: drawn } });
    await firstRow();
    expect(screen.queryByRole('img', { name: '车辆里程统计: 图表' })).toBeNull();
    await again.click(button('显示图表'));
    expect(await screen.findByRole('img', { name: '车辆里程统计: 图表' })).toBeDefined();
  });

  it('shows a message if there is no data', async () => {
    setUp({ template: chart, handlers: { [CHART]: () => ({ x: [], series: [] }) } });
    expect(await screen.findByText('暂无图表数据')).toBeDefined();
  });
});

describe('a printed report', () => {
  const paper = (kind: 'beforeprint' | 'afterprint') => act(() => void dispatchEvent(new Event(kind)));
  const sheets = () => [...document.querySelectorAll('table')].filter((table) => !table.closest('.ant-table-wrapper'));

  it('has all columns and totals in one table, with filters, user and row range, in the light theme', async () => {
    usePreferences.setState({ mode: 'dark', settings: { ...usePreferences.getState().settings, mode: 'dark' } });
    setUp({
      handlers: { [ROWS]: () => page([row(10), row(11)], 25, { ...answer, told: ['所属企业: 演示集团', '统计日期: 昨天'] }) },
    });
    await firstRow();
    expect(sheets()).toEqual([]);
    paper('beforeprint');
    const [sheet, ...others] = sheets();
    expect(others).toEqual([]);
    const rows = [...sheet!.rows].map(({ cells }) => [...cells].map(({ textContent }) => textContent));
    expect(rows).toEqual([
      ['车牌号', '行驶里程 (km)', '上线率', '行驶时长', '状态'],
      ['粤B000010', '1,010.0', '98.50%', '1:01:01', '行驶'],
      ['粤B000011', '1,011.0', '98.50%', '1:01:01', '行驶'],
      ['合计', '20,500.0', '最大 99.00%', '', ''],
    ]);
    expect(sheet!.querySelectorAll('thead > tr')).toHaveLength(1);
    expect(sheet!.querySelectorAll('button, a')).toHaveLength(0);
    expect(screen.getByText('查询条件：所属企业: 演示集团; 统计日期: 昨天')).toBeDefined();
    expect(screen.getByText(new RegExp(`^打印人：${userInfo.username} 打印时间：`))).toBeDefined();
    expect(screen.getByText(/^本页为第 1–2 行，共 25 行.* · 合计按全部行计算$/)).toBeDefined();
    // in light colours, and as it was afterwards
    expect(document.documentElement.dataset['theme']).toBe('light');
    paper('afterprint');
    expect(sheets()).toEqual([]);
    expect([document.documentElement.dataset['theme'], usePreferences.getState().settings.mode]).toEqual(['dark', 'dark']);
  });

  it('keeps its print layout if an emulated print medium ends during printing', async () => {
    const media = Object.assign(new EventTarget(), { matches: false, media: 'print' });
    const real = matchMedia;
    vi.stubGlobal('matchMedia', (query: string) => (query === 'print' ? media : real(query)));
    setUp({ handlers: { [ROWS]: () => page([row(10)], 1, { ...answer, told: [] }) } });
    await firstRow();
    paper('beforeprint');
    act(() => void media.dispatchEvent(new Event('change')));
    expect(sheets()).toHaveLength(1);
    paper('afterprint');
    act(() => void media.dispatchEvent(new Event('change')));
    expect(sheets()).toEqual([]);
  });

  it('splits extra columns into parts below each other, each with the columns that identify its rows', async () => {
    const many = Array.from({ length: 40 }, (_, at) => column(`c${at}`, 'decimal1', { colName: `第 ${at} 列` }));
    const cells = Object.fromEntries(many.map(({ colEName }, at) => [colEName, 10_000 + at]));
    setUp({
      template: {
        colCfgList: [column('carNo', 'vehicle', { colName: '车牌号', isfixed: 1 }), ...many],
        sumColCfgList: [],
      },
      handlers: { [ROWS]: () => page([row(10, cells)], 1, { ...answer, sums: {}, told: [] }) },
    });
    await firstRow();
    paper('beforeprint');
    const parts = sheets();
    expect(parts.length).toBeGreaterThan(1);
    parts.forEach((part, at) => {
      expect(part.caption!.textContent).toBe(`车辆里程统计（第 ${at + 1} 部分，共 ${parts.length} 部分）`);
      expect([...part.rows].map((each) => each.cells[0]!.textContent)).toEqual(['车牌号', '粤B000010']);
    });
    const figures = parts.flatMap((part) => [...part.rows[1]!.cells].slice(1).map(({ textContent }) => textContent));
    expect(figures).toEqual(many.map((_, at) => `10,0${String(at).padStart(2, '0')}.0`));
    // all rows are on it
    expect(screen.queryByText(/^本页为/)).toBeNull();
    paper('afterprint');
  });

  it('shows why it has no rows', async () => {
    setUp({ handlers: { [ROWS]: () => page([], 0, { ...answer, sums: {}, told: [] }) } });
    const before = (await screen.findAllByText('没有符合条件的数据')).length;
    paper('beforeprint');
    expect(screen.getAllByText('没有符合条件的数据')).toHaveLength(before + 1);
    expect(sheets()).toEqual([]);
    paper('afterprint');
  });
});

it('is printed with a button, and shared with a link that holds its filters', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const { user } = setUp({ address: '?back=%2Freport%2Fx' });
  await firstRow();
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(button('打印'));
  expect(print).toHaveBeenCalledOnce();
  await user.click(button('复制链接'));
  const link = new URL(written.mock.calls[0]![0]);
  expect(link.searchParams.get('staticDate')).toBe('2026-11-14,2026-11-20');
  expect(link.searchParams.has('back')).toBe(false);
  vi.unstubAllGlobals();
});
