import type { Task } from '@fleetwarden/contract/tasks/schemas';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTexts } from '../../api/i18n.ts';
import { useSession } from '../../api/session.ts';
import { forgetTasks, useTasks } from '../../api/tasks.ts';
import { createCommonMessages } from '../../live/common-messages.ts';
import { page, renderLive, runRowAction, storeOf, stubServer, userInfo } from '../../ui/testing.tsx';
import { browserIn } from '../../ui/testing-browser.ts';
import { DownloadCenter } from './DownloadCenter.tsx';

const LIST = 'task/listTask';
const at = Date.parse('2026-11-21T08:05:09+08:00');
const task = (id: string, more: Partial<Task> = {}): Task => ({
  id,
  kind: 'report.export',
  title: `报表${id}`,
  state: 'done',
  done: 3,
  total: 3,
  error: null,
  fileName: `${id}.xlsx`,
  fileBytes: 12_345,
  fileUntil: at + 7 * DAY_MS,
  mayRetry: false,
  createdAt: at,
  startedAt: at,
  finishedAt: at,
  ...more,
});

beforeEach(async () => {
  await startTexts('zh');
  useSession.setState({ token: 'p.s', userInfo, rights: [] });
  forgetTasks();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function setUp(tasks: () => readonly Task[], address = '/') {
  const server = stubServer({
    [LIST]: () => page(tasks()),
    'task/getTaskFile': () => ({ url: '/files/1.xlsx' }),
    'task/cancelTask': () => ({}),
    'report/rebuildReportDays': () => ({ taskId: '7' }),
    'mainPage/getDeptTree': () => ({ list: [] }),
    'task/retryTask': () => ({}),
  });
  const router = createMemoryRouter([{ path: '/', Component: DownloadCenter }], { initialEntries: [address] });
  const common = createCommonMessages();
  renderLive(<RouterProvider router={router} />, storeOf([]), common);
  return { server, common, user: userEvent.setup() };
}
const rowOf = async (title: string) => (await screen.findByText(title)).closest('tr')!;

/** The dialog with this title: under test antd gives all dialogs one id, so their names cannot be computed. */
const dialogOf = (title: string) =>
  waitFor(() => {
    const dialog = screen.getAllByRole('dialog').find((each) => within(each).queryByText(title));
    if (!dialog) throw new Error(`'${title}' is in no dialog`);
    return dialog;
  });

describe('the download centre', () => {
  it('lists the user’s export tasks with their file or error', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const { user } = setUp(() => [task('1'), task('2', { state: 'failed', fileName: null, error: '磁盘已满' })]);
    const row = within(await rowOf('报表1'));
    expect(row.getByText('已完成')).toBeDefined();
    await user.click(row.getByRole('button', { name: '下载' }));
    await waitFor(() => expect(open).toHaveBeenCalledWith('/files/1.xlsx', '_blank', 'noopener'));
    expect(within(await rowOf('报表2')).getByText('磁盘已满')).toBeDefined();
  });

  it('offers the file of a task that ended after the list was loaded', async () => {
    let listed = task('1', { state: 'running', fileName: null, finishedAt: null });
    setUp(() => [listed]);
    await within(await rowOf('报表1')).findByRole('button', { name: '取消' });
    listed = task('1');
    // the tray heard of it, the list did not
    act(() => useTasks.setState({ tasks: [listed] }));
    expect(await within(await rowOf('报表1')).findByRole('button', { name: '下载' })).toBeDefined();
  });

  it('shows the progress of a task, and cancels it', async () => {
    let state: Task['state'] = 'running';
    const { server, user } = setUp(() => [task('1', { state, done: 40, total: 100, fileName: null, finishedAt: null })]);
    const row = within(await rowOf('报表1'));
    expect(row.getByText('进行中 · 40 / 100')).toBeDefined();
    state = 'cancelled';
    await user.click(row.getByRole('button', { name: '取消' }));
    await waitFor(() => expect(server.of('task/cancelTask')[0]?.data).toEqual({ id: '1' }));
    expect(await screen.findByText('已取消')).toBeDefined();
  });

  it('recalculates days, with yesterday by default, for users with permission', async () => {
    // it is the 22nd for the platform
    browserIn('America/New_York', '2026-11-21T23:30:00-05:00');
    setUp(() => []);
    await screen.findByText('暂无导出任务');
    expect(screen.queryByRole('button', { name: /重新统计$/ })).toBeNull();
    cleanup();
    useSession.setState({ rights: ['70203'] });
    const { server, user } = setUp(() => []);
    await user.click(await screen.findByRole('button', { name: /重新统计$/ }));
    const drawer = within(await dialogOf('重新统计'));
    await user.click(drawer.getByRole('button', { name: '开始统计' }));
    await waitFor(() => expect(server.of('report/rebuildReportDays')).toHaveLength(1));
    const day = '2026-11-21';
    expect(server.of('report/rebuildReportDays')[0]?.data).toEqual({ from: day, to: day });
  });

  it('shows size and expiry of a file, and retries a failed task', async () => {
    const failed = task('2', {
      state: 'failed',
      fileName: null,
      fileBytes: null,
      fileUntil: null,
      error: '磁盘已满',
      mayRetry: true,
    });
    const { server, user } = setUp(() => [task('1'), failed]);
    const row = within(await rowOf('报表1'));
    expect(row.getByText('12.1 kB')).toBeDefined();
    expect(row.getByText('11-28 08:05:09')).toBeDefined();
    await runRowAction(user, await rowOf('报表2'), '重试');
    await waitFor(() => expect(server.of('task/retryTask')[0]?.data).toEqual({ id: '2' }));
  });

  it('highlights the task in its URL', async () => {
    setUp(() => [task('1'), task('2')], '/?jobId=2');
    expect((await rowOf('报表2')).getAttribute('aria-current')).toBe('true');
    expect((await rowOf('报表1')).hasAttribute('aria-current')).toBe(false);
  });

  it('reloads its list when a task ends', async () => {
    let state: Task['state'] = 'running';
    const { common } = setUp(() => [task('1', { state, done: 0, total: null })]);
    await screen.findByText('进行中');
    state = 'done';
    await act(async () => common.publish({ type: 'task', data: { id: '1', state: 'done', done: 3, total: 3 } }));
    expect(await screen.findByText('已完成')).toBeDefined();
  });

  it('shows a message if there are no tasks', async () => {
    setUp(() => []);
    expect(await screen.findByText('暂无导出任务')).toBeDefined();
  });
});
