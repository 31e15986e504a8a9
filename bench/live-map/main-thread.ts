import type { Browser, Page } from 'playwright-core';

type TraceEvent = {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Length by the clock and by the thread's own processor time, microseconds. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
};

/** Processor time in ms, without other programs. */
export type ThreadTime = {
  readonly busy: number;
  /** The part spent on messages of workers and on animation frames. */
  readonly handling: number;
  readonly longest: number;
  /** Tasks over 50 ms. */
  readonly longTasks: number;
};

const TASK = 'ThreadControllerImpl::RunTask';
const HANDLERS = ['HandlePostMessage', 'FireAnimationFrame'];
const LONG_TASK_MS = 50;

/** The processor time of all tasks on the page's main thread while `work` runs, from a trace of the browser itself. */
export async function mainThreadTime(browser: Browser, page: Page, work: () => Promise<void>): Promise<ThreadTime> {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const mains = new Set(traceEvents.filter((e) => e.name === 'thread_name' && e.args?.name === 'CrRendererMain').map(threadOf));
  const times = (thread: string, names: readonly string[]) =>
    traceEvents
      .filter((event) => event.ph === 'X' && names.includes(event.name) && threadOf(event) === thread)
      .map(({ tdur = 0 }) => tdur / 1_000);
  const threads = [...mains].map((thread) => ({ tasks: times(thread, [TASK]), handling: sum(times(thread, HANDLERS)) }));
  // An empty tab has a main thread, too; the page's is the busy one.
  const busiest = threads.sort((a, b) => sum(b.tasks) - sum(a.tasks))[0];
  if (!busiest || sum(busiest.tasks) === 0) throw new Error('live-map: the trace holds no processor times');
  const { tasks, handling } = busiest;
  return { busy: sum(tasks), handling, longest: Math.max(...tasks), longTasks: tasks.filter((ms) => ms > LONG_TASK_MS).length };
}

function sum(list: readonly number[]): number {
  return list.reduce((total, ms) => total + ms, 0);
}

function threadOf({ pid, tid }: TraceEvent): string {
  return `${pid}:${tid}`;
}
