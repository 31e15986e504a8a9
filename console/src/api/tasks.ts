import { tasksCalls } from '@fleetwarden/contract/tasks/routes';
import type { Task, TaskNews, TaskState } from '@fleetwarden/contract/tasks/schemas';
import i18next from 'i18next';
import { create } from 'zustand';
import { call } from './call.ts';
import { callPaged } from './call-paged.ts';
import { notify } from './feedback.ts';

const MAX_LISTED = 20;
/** Longer than other messages, because of the button. */
const FINISHED_SECONDS = 8;
const FAILED_SECONDS = 5;

/** The user's tasks, newest first. `loaded`: they were loaded at least once. */
export const useTasks = create<{ readonly tasks: readonly Task[]; readonly loaded: boolean }>(() => ({
  tasks: [],
  loaded: false,
}));

export const isUnderWay = ({ state }: { readonly state: TaskState }): boolean => state === 'queued' || state === 'running';

/** Tasks started here, announced by the socket or listed as running: their end is shown. */
const awaited = new Set<string>();
/** Tasks whose end was shown. */
const announced = new Set<string>();
/** Tasks whose end an open dialog shows. */
const muted = new Set<string>();
let loading = false;
let again = false;
let session = 0;

/** Announces started exports, which the tray follows. */
export const exportStarted = (...taskIds: readonly string[]): void => taskStarted(i18next.t('table.exportStarted'), ...taskIds);

/** Announces a started task, which the tray follows. It may finish before the first list or the socket. */
export function taskStarted(words: string, ...taskIds: readonly string[]): void {
  notify('success', words);
  followTasks(...taskIds);
}

/** Follows tasks: shows their end and offers their files, even if they ended before the socket opened. */
export function followTasks(...taskIds: readonly string[]): void {
  for (const id of taskIds) if (!announced.has(id)) awaited.add(id);
  void loadTasks();
}

/** Leaves the end of a task to a dialog, until the returned function is called. */
export function muteTask(id: string): () => void {
  muted.add(id);
  return () => void muted.delete(id);
}

/** Loads the tasks, again if news arrived meanwhile. Shows those that ended since the last time. */
export async function loadTasks(): Promise<void> {
  again = true;
  if (loading) return;
  loading = true;
  useTasks.setState({ loaded: true });
  while (again) {
    again = false;
    const asker = session;
    const listed = await list();
    if (listed && asker === session) take(listed);
  }
  loading = false;
}

async function list(): Promise<readonly Task[] | null> {
  try {
    const options = { pageModel: { page: 1, limit: MAX_LISTED }, quiet: true, anyPage: true } as const;
    return (await callPaged(tasksCalls.listTask, {}, options)).list;
  } catch {
    // the next news, or the reopened socket, tries again
    return null;
  }
}

function take(listed: readonly Task[]): void {
  useTasks.setState({ tasks: listed });
  for (const task of listed) {
    if (isUnderWay(task)) awaited.add(task.id);
    else if (awaited.delete(task.id)) announce(task);
  }
}

/** Handles a task message of `commonmsg`. */
export function hearTask(news: TaskNews): void {
  const { tasks } = useTasks.getState();
  const known = tasks.some(({ id }) => id === news.id);
  if (!known && !announced.has(news.id)) awaited.add(news.id);
  if (known && isUnderWay(news)) {
    useTasks.setState({ tasks: tasks.map((task) => (task.id === news.id ? { ...task, ...news } : task)) });
    // a running request may be older
    if (loading) again = true;
  } else void loadTasks();
}

/** Clears all state for another user. */
export function forgetTasks(): void {
  session++;
  awaited.clear();
  announced.clear();
  useTasks.setState({ tasks: [], loaded: false });
}

function announce({ id, state, title, error, fileName }: Task): void {
  announced.add(id);
  if (muted.has(id)) return;
  if (state === 'failed') notify('error', i18next.t('tasks.failedWith', { title, error: error ?? '' }), FAILED_SECONDS);
  if (state !== 'done') return;
  const open = { label: i18next.t('tasks.openFile'), run: () => void openTaskFile(id) };
  notify('success', i18next.t('tasks.finished', { title }), FINISHED_SECONDS, fileName === null ? undefined : open);
}

/** Opens a task's file by a new URL. Errors are shown as usual. */
export async function openTaskFile(id: string): Promise<void> {
  const file = await call(tasksCalls.getTaskFile, { id }, { anyPage: true }).catch(() => null);
  if (file) window.open(file.url, '_blank', 'noopener');
  // it may have expired
  else void loadTasks();
}

export async function cancelTask(id: string): Promise<void> {
  await call(tasksCalls.cancelTask, { id }).catch(() => undefined);
  await loadTasks();
}

/** Retries a failed task. */
export async function retryTask(id: string): Promise<void> {
  await call(tasksCalls.retryTask, { id }).catch(() => undefined);
  await loadTasks();
}
