import { tasksCalls } from '@fleetwarden/contract/tasks/routes';
import type { Task, TaskNews, TaskState } from '@fleetwarden/contract/tasks/schemas';
import i18next from 'i18next';
import { create } from 'zustand';
import { call } from './call.ts';
import { callPaged } from './call-paged.ts';
import { notify } from './feedback.ts';

const MAX_LISTED = 20;
/** Longer than other messages: there is something to press. */
const FINISHED_SECONDS = 8;
const FAILED_SECONDS = 5;

/** The signed-in user's tasks, newest first. `asked` once they were asked for. */
export const useTasks = create<{ readonly tasks: readonly Task[]; readonly asked: boolean }>(() => ({ tasks: [], asked: false }));

export const isUnderWay = ({ state }: { readonly state: TaskState }): boolean => state === 'queued' || state === 'running';

/** Begun here, told by the socket or listed as under way: their end is to be said. */
const awaited = new Set<string>();
/** Whose end was said. */
const said = new Set<string>();
let loading = false;
let again = false;
let session = 0;

/** Says that files are being made: the tray shows them, and brings them. */
export const exportStarted = (...taskIds: readonly string[]): void => taskStarted(i18next.t('table.exportStarted'), ...taskIds);

/** Says that work has begun, in these words: the tray shows it. It may be done before the first list, or before the socket is open. */
export function taskStarted(words: string, ...taskIds: readonly string[]): void {
  notify('success', words);
  followTasks(...taskIds);
}

/** Has their end said and their files offered, be it that they ended before the socket was open, or already. */
export function followTasks(...taskIds: readonly string[]): void {
  for (const id of taskIds) if (!said.has(id)) awaited.add(id);
  void loadTasks();
}

/** Asks for the tasks, once more if something was heard meanwhile. What ended since the last time is said. */
export async function loadTasks(): Promise<void> {
  again = true;
  if (loading) return;
  loading = true;
  useTasks.setState({ asked: true });
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
    // asked again by whatever is heard next, and when the socket is back
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

/** What `commonmsg` says of a task. */
export function hearTask(news: TaskNews): void {
  const { tasks } = useTasks.getState();
  const known = tasks.some(({ id }) => id === news.id);
  if (!known && !said.has(news.id)) awaited.add(news.id);
  if (known && isUnderWay(news)) {
    useTasks.setState({ tasks: tasks.map((task) => (task.id === news.id ? { ...task, ...news } : task)) });
    // a list on its way may be older
    if (loading) again = true;
  } else void loadTasks();
}

/** Forgets everything: another user comes. */
export function forgetTasks(): void {
  session++;
  awaited.clear();
  said.clear();
  useTasks.setState({ tasks: [], asked: false });
}

function announce({ id, state, title, error, fileName }: Task): void {
  said.add(id);
  if (state === 'failed') notify('error', i18next.t('tasks.failedWith', { title, error: error ?? '' }), FAILED_SECONDS);
  if (state !== 'done') return;
  const open = { label: i18next.t('tasks.openFile'), run: () => void openTaskFile(id) };
  notify('success', i18next.t('tasks.finished', { title }), FINISHED_SECONDS, fileName === null ? undefined : open);
}

/** Opens the file of a task by an address made for it now. A refusal is shown as of any call. */
export async function openTaskFile(id: string): Promise<void> {
  const file = await call(tasksCalls.getTaskFile, { id }, { anyPage: true }).catch(() => null);
  if (file) window.open(file.url, '_blank', 'noopener');
  // past its time, perhaps
  else void loadTasks();
}

export async function cancelTask(id: string): Promise<void> {
  await call(tasksCalls.cancelTask, { id }).catch(() => undefined);
  await loadTasks();
}

/** Has one that came to nothing tried once more. */
export async function retryTask(id: string): Promise<void> {
  await call(tasksCalls.retryTask, { id }).catch(() => undefined);
  await loadTasks();
}
