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

/** Processor time in ms: what other programs take of the machine is not in it. */
export type ThreadTime = {
  readonly busy: number;
  readonly longest: number;
  /** Tasks over 50 ms. */
  readonly longTasks: number;
};

const LONG_TASK_MS = 50;

/** The processor time of all tasks on the page's main thread while `work` runs, from a trace of the browser itself. */
export async function mainThreadTime(browser: Browser, page: Page, work: () => Promise<void>): Promise<ThreadTime> {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const mains = new Set(traceEvents.filter((e) => e.name === 'thread_name' && e.args?.name === 'CrRendererMain').map(threadOf));
  const tasks = new Map<string, number[]>();
  for (const event of traceEvents) {
    if (event.ph !== 'X' || event.name !== 'ThreadControllerImpl::RunTask' || !mains.has(threadOf(event))) continue;
    const list = tasks.get(threadOf(event)) ?? [];
    tasks.set(threadOf(event), list);
    list.push((event.tdur ?? 0) / 1_000);
  }
  const sum = (list: readonly number[]) => list.reduce((total, ms) => total + ms, 0);
  // An empty tab has a main thread, too; the page's is the busy one.
  const busiest = [...tasks.values()].sort((a, b) => sum(b) - sum(a))[0];
  if (!busiest || sum(busiest) === 0) throw new Error('live-map: the trace holds no processor times');
  return { busy: sum(busiest), longest: Math.max(...busiest), longTasks: busiest.filter((ms) => ms > LONG_TASK_MS).length };
}

function threadOf({ pid, tid }: TraceEvent): string {
  return `${pid}:${tid}`;
}
