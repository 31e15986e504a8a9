import type { Task, TaskNews } from '@fleetwarden/contract/tasks/schemas';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeNotices } from '../../api/feedback.ts';
import { startTexts } from '../../api/i18n.ts';
import { knowUser } from '../../api/session.ts';
import { exportStarted, muteTask } from '../../api/tasks.ts';
import { AlarmStore } from '../../live/alarm-store.ts';
import { createCommonMessages } from '../../live/common-messages.ts';
import type { LiveState } from '../../live/connection.ts';
import { createViewSubscription } from '../../live/view-subscription.ts';
import { LiveContext } from '../../shared/live-context.ts';
import { page, refuse, renderLive, storeOf, stubServer, userInfo } from '../../ui/testing.tsx';
import { TaskTray } from './TaskTray.tsx';

const LIST = 'task/listTask';
const at = Date.parse('2026-11-21T08:05:09+08:00');
const task = (id: string, more: Partial<Task> = {}): Task => ({
  id,
  kind: 'vehicle.export',
  title: `车辆导出${id}`,
  state: 'running',
  done: 0,
  total: null,
  error: null,
  fileName: null,
  fileBytes: null,
  fileUntil: null,
  mayRetry: false,
  createdAt: at,
  startedAt: at,
  finishedAt: null,
  ...more,
});
const finished = (id: string, more: Partial<Task> = {}) =>
  task(id, { state: 'done', done: 3, total: 3, fileName: '车辆.xlsx', finishedAt: at, ...more });
const live = (commonmsg: LiveState['sockets']['commonmsg']): LiveState => ({
  init: 2,
  sockets: { init: 'closed', gpsmsg: 'open', commonmsg },
  downSince: null,
});

beforeEach(async () => {
  await startTexts('zh');
  takeNotices();
});
afterEach(() => {
  cleanup();
  takeNotices();
  vi.restoreAllMocks();
});

function setUp(first: readonly Task[], more: Parameters<typeof stubServer>[0] = {}) {
  knowUser(userInfo, ['2']);
  const at: { tasks: readonly Task[] | Error } = { tasks: first };
  const server = stubServer({
    [LIST]: () => {
      if (at.tasks instanceof Error) return refuse('5000', 'x');
      return page(at.tasks);
    },
    ...more,
  });
  const common = createCommonMessages();
  renderLive(<TaskTray />, storeOf([]), common, live('open'));
  const hear = (news: Partial<TaskNews> & { id: string }) =>
    act(async () => common.publish({ type: 'task', data: { state: 'running', done: 0, total: null, ...news } }));
  return { server, hear, at };
}
const tray = (name: string) => screen.findByRole('button', { name });
const openTray = async (name: string) => {
  await userEvent.click(await tray(name));
  return screen.findByRole('dialog', { name: '任务' });
};
const loaded = (server: ReturnType<typeof stubServer>, times: number) =>
  waitFor(() => expect(server.of(LIST)).toHaveLength(times));

describe('the task tray', () => {
  it('is hidden without tasks, and appears with the first one', async () => {
    const { server, hear, at } = setUp([]);
    await loaded(server, 1);
    expect(screen.queryByRole('button')).toBeNull();
    at.tasks = [task('1', { state: 'queued' })];
    await hear({ id: '1', state: 'queued' });
    expect(await tray('任务，1 个进行中')).toBeTruthy();
  });

  it('is hidden without an error message if tasks cannot be loaded', async () => {
    const { server, at } = setUp([]);
    at.tasks = new Error();
    await loaded(server, 1);
    expect([screen.queryByRole('button'), takeNotices()]).toEqual([null, []]);
  });

  it('has a progress ring while a task runs', async () => {
    const { hear } = setUp([task('1', { done: 1, total: 4 })]);
    const ring = async () =>
      (await tray('任务，1 个进行中')).querySelector('circle[stroke-dasharray]')?.getAttribute('stroke-dasharray');
    expect(await ring()).toBe('25 100');
    await hear({ id: '1', done: 3, total: 4 });
    expect(await ring()).toBe('75 100');
    cleanup();
    setUp([finished('1')]);
    expect((await tray('任务')).querySelector('circle')).toBeNull();
  });

  it('lists each task with state and progress', async () => {
    const { hear } = setUp([
      task('4', { state: 'queued' }),
      task('3', { done: 1200, total: 3000 }),
      task('2', { state: 'failed', error: '无操作权限', finishedAt: at }),
      task('1', { state: 'cancelled', finishedAt: at }),
    ]);
    const rows = within(await openTray('任务，2 个进行中')).getAllByRole('listitem');
    const texts = () => rows.map((row) => row.textContent?.replace(/\d\d-\d\d [\d:]+/, ''));
    expect(texts()).toEqual([
      '车辆导出4取消排队中',
      '车辆导出3取消进行中 · 1,200 / 3,000',
      '车辆导出2失败无操作权限',
      '车辆导出1已取消',
    ]);
    const bar = screen.getByRole('progressbar', { name: '车辆导出3：进度' });
    expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['1200', '3000']);
    await hear({ id: '3', done: 1300 });
    expect(texts()[1]).toBe('车辆导出3取消进行中 · 已处理 1,300');
    expect(bar.getAttribute('value')).toBeNull();
  });

  it('cancels a task', async () => {
    const { server, at } = setUp([task('1')], { 'task/cancelTask': () => ({}) });
    const list = await openTray('任务，1 个进行中');
    at.tasks = [task('1', { state: 'cancelled', finishedAt: Date.now() })];
    await userEvent.click(within(list).getByRole('button', { name: '取消：车辆导出1' }));
    expect(await within(list).findByText('已取消')).toBeTruthy();
    expect(server.of('task/cancelTask').map(({ data }) => data)).toEqual([{ id: '1' }]);
    expect(takeNotices()).toEqual([]);
  });

  it('opens the file of a finished task with a newly requested URL', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    let made = 0;
    setUp([finished('1')], { 'task/getTaskFile': () => ({ url: `/api/WebGis/taskFile/${++made}` }) });
    const button = within(await openTray('任务')).getByRole('button', { name: '打开文件：车辆导出1' });
    await userEvent.click(button);
    await waitFor(() => expect(open).toHaveBeenLastCalledWith('/api/WebGis/taskFile/1', '_blank', 'noopener'));
    await userEvent.click(button);
    await waitFor(() => expect(open).toHaveBeenLastCalledWith('/api/WebGis/taskFile/2', '_blank', 'noopener'));
  });

  it('shows an error for an expired file, and no longer offers it', async () => {
    const { at } = setUp([finished('1')], { 'task/getTaskFile': () => refuse('4004', '数据不存在或无权访问') });
    const list = await openTray('任务');
    at.tasks = [finished('1', { fileName: null })];
    await userEvent.click(within(list).getByRole('button', { name: '打开文件：车辆导出1' }));
    await waitFor(() => expect(within(list).queryByRole('button')).toBeNull());
    expect(takeNotices().map(({ text }) => text)).toEqual(['数据不存在或无权访问']);
  });

  it('closes on Escape with the focus on its button, and on a click outside', async () => {
    setUp([finished('1')]);
    await openTray('任务');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(await tray('任务'));
    await openTray('任务');
    await userEvent.click(document.body);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the completion notification of a task', () => {
  it('has a button that opens its file', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const { hear, at } = setUp([task('1')], { 'task/getTaskFile': () => ({ url: '/file' }) });
    await tray('任务，1 个进行中');
    at.tasks = [finished('1')];
    await hear({ id: '1', state: 'done' });
    await tray('任务');
    const [notice, ...others] = takeNotices();
    expect([notice, others]).toMatchObject([{ kind: 'success', text: '车辆导出1：已完成', action: { label: '打开文件' } }, []]);
    notice?.action?.run();
    await waitFor(() => expect(open).toHaveBeenCalledWith('/file', '_blank', 'noopener'));
  });

  it('is shown for a task that ended before it was listed, and for a failed task', async () => {
    const { server, hear, at } = setUp([]);
    await loaded(server, 1);
    at.tasks = [finished('1', { fileName: null })];
    await hear({ id: '1', state: 'done' });
    await tray('任务');
    expect(takeNotices()).toEqual([{ kind: 'success', text: '车辆导出1：已完成', seconds: 8 }]);
    at.tasks = [task('2', { state: 'failed', error: '超出配额', finishedAt: 1 }), ...at.tasks];
    await hear({ id: '2', state: 'failed' });
    await waitFor(() => expect(takeNotices()).toEqual([{ kind: 'error', text: '车辆导出2：超出配额', seconds: 5 }]));
  });

  it('is not shown for a task that was already listed as finished', async () => {
    const { server, hear } = setUp([finished('1')]);
    await tray('任务');
    await hear({ id: '1', state: 'done' });
    await loaded(server, 2);
    expect(takeNotices()).toEqual([]);
  });

  it('is shown once for a task started here that ended before it was listed, without a socket message', async () => {
    const { server, hear, at } = setUp([]);
    await loaded(server, 1);
    at.tasks = [finished('1', { fileName: null })];
    act(() => exportStarted('1'));
    await tray('任务');
    const done = '车辆导出1：已完成';
    expect(takeNotices().map(({ text }) => text)).toEqual([i18next.t('table.exportStarted'), done]);
    await hear({ id: '1', state: 'done' });
    await loaded(server, 3);
    act(() => exportStarted('1'));
    await loaded(server, 4);
    expect(takeNotices().map(({ text }) => text)).toEqual([i18next.t('table.exportStarted')]);
  });

  it('is shown although the socket was closed when the task ended', async () => {
    knowUser(userInfo, ['2']);
    let tasks = [task('1')];
    const server = stubServer({ [LIST]: () => page(tasks) });
    const common = createCommonMessages();
    const store = storeOf([]);
    const shell = (commonmsg: LiveState['sockets']['commonmsg']) => (
      <LiveContext value={{ store, alarms: new AlarmStore(), common, state: live(commonmsg), view: createViewSubscription() }}>
        <TaskTray />
      </LiveContext>
    );
    const { rerender } = render(shell('open'));
    await tray('任务，1 个进行中');
    expect(server.of(LIST)).toHaveLength(1);
    tasks = [finished('1')];
    rerender(shell('closed'));
    rerender(shell('open'));
    await tray('任务');
    expect(takeNotices().map(({ text }) => text)).toEqual(['车辆导出1：已完成']);
  });
});

it('shows no completion notification for a task that a dialog shows, but for other tasks', async () => {
  const { hear, at } = setUp([task('1'), task('2')]);
  await screen.findByRole('button', { name: /任务/ });
  const unmute = muteTask('1');
  at.tasks = [finished('1'), finished('2')];
  await hear({ id: '1', state: 'done' });
  await waitFor(() => expect(takeNotices().map(({ text }) => text)).toEqual(['车辆导出2：已完成']));
  unmute();
});
