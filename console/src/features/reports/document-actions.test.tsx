import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, refuse } from '../../ui/testing.tsx';
import { column, template } from './testing.ts';
import { beginPage, dialogOf, endPage, type Handlers, noticeTexts, showReport } from './testing-page.tsx';

const PAGE = '/report/monitorledgerreport';
const MADE = '企业报表 甲公司';
const FAILED = '企业报表 乙公司';

const columnsOf = [
  column('docName', 'text', { colName: '文件名称', isfixed: 1 }),
  column('docState', 'enum', { colName: '状态', values: { 2: '已生成', 3: '失败' } }),
];
const row = (documentId: string, docName: string, docState: number) => ({ ids: { documentId }, cells: { docName, docState } });
const answer = { sums: {}, asOf: 1_795_000_000_000, incomplete: [] as readonly string[] };

beforeEach(beginPage);
afterEach(() => {
  endPage();
  vi.restoreAllMocks();
});

/** The list of documents of a kind: one that is there, and one whose making failed. */
const setUp = (reportId: number, path: string, handlers: Handlers = {}) =>
  showReport(
    template({
      reportId,
      path: PAGE + path,
      colCfgList: columnsOf,
      sumColCfgList: [],
      reportRedirector: [],
      rowActions: ['documentDownload', 'documentSend', 'documentRegenerate', 'documentRemove'],
      order: { colEName: 'docName', direction: 'desc' },
    }),
    '',
    { 'report/advanceSearchJson': () => page([row('11', MADE, 2), row('12', FAILED, 3)], 2, answer), ...handlers },
  );

const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr')!);
/** What may be done with a row, at sight and in its menu. */
async function offered(name: string, user: UserEvent): Promise<string[]> {
  const cells = await rowOf(name);
  const more = cells.queryByRole('button', { name: '更多' });
  const names = cells.getAllByRole('button').flatMap((each) => (each === more ? [] : [each.textContent ?? '']));
  if (!more) return names;
  await user.click(more);
  // the menu of a row before it may be closing
  const menu = within((await screen.findAllByRole('menu')).at(-1)!);
  return [...names, ...menu.getAllByRole('menuitem').map((each) => each.textContent ?? '')];
}
async function press(name: string, action: string, user: UserEvent): Promise<void> {
  const cells = await rowOf(name);
  const shown = cells.queryByRole('button', { name: action });
  if (shown) return user.click(shown);
  await user.click(cells.getByRole('button', { name: '更多' }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

describe.each([
  [409006, '/enterpriseDailyReport'],
  [409007, '/enterpriseWeeklyReport'],
  [409008, '/enterpriseMonthlyReport'],
])('company documents (%d)', (reportId, path) => {
  it('are downloaded and sent only if they exist, but always regenerated and deleted', async () => {
    const { user } = setUp(reportId, path);
    expect(await offered(FAILED, user)).toEqual(['重新生成', '删除']);
    await user.keyboard('{Escape}');
    expect(await offered(MADE, user)).toEqual(['下载', '发送', '重新生成', '删除']);
  });

  it('are opened at the URL the server returns', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const { server, user } = setUp(reportId, path, {
      'report/downloadDocument': () => ({ url: '/files/a.xlsx?x=1', taskId: '' }),
    });
    await press(MADE, '下载', user);
    await waitFor(() => expect(opened).toHaveBeenCalledWith('/files/a.xlsx?x=1', '_blank', 'noopener'));
    expect(server.of('report/downloadDocument').map(({ data }) => data)).toEqual([{ id: '11' }]);
    // their count of downloads is another now
    await waitFor(() => expect(server.of('report/advanceSearchJson')).toHaveLength(2));
  });

  it('are regenerated after confirmation', async () => {
    const { server, user } = setUp(reportId, path, { 'report/regenerateDocument': () => ({}) });
    await press(FAILED, '重新生成', user);
    const asking = within(await dialogOf('将按现有数据重新生成该文件，原文件会被替换'));
    expect(server.of('report/regenerateDocument')).toEqual([]);
    await user.click(asking.getByRole('button', { name: '重新生成' }));
    await waitFor(() => expect(server.of('report/regenerateDocument').map(({ data }) => data)).toEqual([{ id: '12' }]));
    await waitFor(() => expect(server.of('report/advanceSearchJson')).toHaveLength(2));
    expect(noticeTexts()).toEqual(['正在重新生成，请稍后刷新查看']);
  });

  it('are deleted only after confirmation', async () => {
    const { server, user } = setUp(reportId, path, { 'report/removeDocument': () => ({}) });
    await press(MADE, '删除', user);
    const question = '删除后文件无法恢复，也不会自动重新生成';
    await user.click(within(await dialogOf(question)).getByRole('button', { name: /取.?消/ }));
    await press(MADE, '删除', user);
    await user.click(within(await dialogOf(question)).getByRole('button', { name: /删.?除/ }));
    await waitFor(() => expect(server.of('report/advanceSearchJson')).toHaveLength(2));
    // once: nothing came of what was taken back
    expect(server.of('report/removeDocument').map(({ data }) => data)).toEqual([{ id: '11' }]);
    expect(noticeTexts()).toEqual(['已删除']);
  });

  it('are sent to the addresses of their company and to entered addresses', async () => {
    const { server, user } = setUp(reportId, path, {
      'report/getDocumentReceivers': () => ({ receivers: ['a@example.org'], mail: true }),
      'report/sendDocument': () => ({ sent: 2 }),
    });
    await press(MADE, '发送', user);
    const drawer = within(await dialogOf(`发送 - ${MADE}`));
    expect(await drawer.findByText('a@example.org')).toBeDefined();
    await user.type(drawer.getByLabelText('收件人'), 'b@example.org{enter}');
    await user.click(drawer.getByRole('button', { name: /发.?送/ }));
    await waitFor(() => expect(server.of('report/sendDocument')).toHaveLength(1));
    expect(server.of('report/sendDocument')[0]?.data).toEqual({ id: '11', receivers: ['a@example.org', 'b@example.org'] });
    await waitFor(() => expect(noticeTexts()).toContain('已加入发送队列'));
  });
});

describe('a document', () => {
  it('is followed as a task if a filtered copy takes time to prepare', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const { server, user } = setUp(409006, '/enterpriseDailyReport', {
      'report/downloadDocument': () => ({ url: '/report/downloadCenter?jobId=12', taskId: '12' }),
      'task/listTask': () => page([]),
    });
    await press(MADE, '下载', user);
    await waitFor(() => expect(server.of('task/listTask').length).toBeGreaterThan(0));
    expect(opened).not.toHaveBeenCalled();
  });

  it('is not sent to an invalid address, or if the server cannot send email', async () => {
    let mail = true;
    const { server, user } = setUp(409006, '/enterpriseDailyReport', {
      'report/getDocumentReceivers': () => ({ receivers: [], mail }),
    });
    await press(MADE, '发送', user);
    const drawer = within(await dialogOf(`发送 - ${MADE}`));
    await user.type(await drawer.findByLabelText('收件人'), 'nobody{enter}');
    await user.click(drawer.getByRole('button', { name: /发.?送/ }));
    expect(await drawer.findByText(/nobody.*|.*nobody/, { selector: '.ant-form-item-explain-error' })).toBeDefined();
    expect(server.of('report/sendDocument')).toEqual([]);
    mail = false;
    endPage();
    await beginPage();
    const other = setUp(409006, '/enterpriseDailyReport', { 'report/getDocumentReceivers': () => ({ receivers: [], mail }) });
    await press(MADE, '发送', other.user);
    const closed = within(await dialogOf(`发送 - ${MADE}`));
    expect(await closed.findByText('服务器未配置邮件发送，无法发送')).toBeDefined();
    expect((closed.getByLabelText('收件人') as HTMLInputElement).disabled).toBe(true);
  });

  it('is not removed if the server refuses, and the reason is shown', async () => {
    const { server, user } = setUp(409006, '/enterpriseDailyReport', {
      'report/removeDocument': () => refuse('4004', '记录不存在'),
    });
    await press(MADE, '删除', user);
    await user.click(within(await dialogOf('删除后文件无法恢复，也不会自动重新生成')).getByRole('button', { name: /删.?除/ }));
    const told: string[] = [];
    await waitFor(() => {
      told.push(...noticeTexts());
      expect(told).toContain('记录不存在');
    });
    expect(told).not.toContain('已删除');
    expect(server.of('report/advanceSearchJson')).toHaveLength(1);
  });

  it('appears in the document action log, which has no row actions', async () => {
    const step = (n: number, opAction: string) => ({ ids: { userId: `${n}` }, cells: { docName: `${MADE} ${n}`, opAction } });
    showReport(
      template({
        reportId: 409009,
        path: `${PAGE}/enterpriseReportRecord`,
        sumColCfgList: [],
        reportRedirector: [],
        rowActions: [],
        colCfgList: [
          columnsOf[0]!,
          column('opAction', 'enum', { colName: '操作', values: { a: '下载企业报表', b: '发送企业报表' } }),
        ],
        order: { colEName: 'docName', direction: 'desc' },
      }),
      '',
      { 'report/advanceSearchJson': () => page([step(1, 'a'), step(2, 'b')], 2, answer) },
    );
    for (const [n, done] of [
      [1, '下载企业报表'],
      [2, '发送企业报表'],
    ] as const) {
      const cells = await rowOf(`${MADE} ${n}`);
      expect(cells.getByText(done)).toBeDefined();
      expect(cells.queryAllByRole('button')).toEqual([]);
    }
  });
});
