import type { CDPSession, Page } from 'playwright-core';

/** Nobody waits longer for what a page is to show. */
export const LIMIT = { timeout: 60_000 };

export type Step = {
  /** CSS of what is clicked, in the page. */
  readonly click: string;
  /** CSS of what is there once it is open. */
  readonly shows: string;
};

/** By the page's clock, and what its main thread worked of that, ms. */
export type Figures = { readonly ms: number; readonly busyMs: number };

const sessions = new WeakMap<Page, CDPSession>();

/** Makes a page one whose work can be told. It runs `platform/in-page.js`. */
export async function startClock(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  // by processor time, not by the clock
  await session.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' });
  await session.send('Performance.enable');
  sessions.set(page, session);
}

/** From a click until what it opens was painted. */
export async function opened(page: Page, step: Step): Promise<Figures> {
  await page.locator(step.click).first().waitFor(LIMIT);
  return timed(page, `benchOpened(${JSON.stringify({ ...step, limit: LIMIT.timeout })})`);
}

/** What a piece of script in the page says that it took, ms, and what the main thread worked meanwhile. */
export async function timed(page: Page, script: string): Promise<Figures> {
  const before = await busyMs(page);
  const ms = (await page.evaluate(script)) as number;
  return { ms, busyMs: (await busyMs(page)) - before };
}

export const told = ({ ms, busyMs }: Figures): string => `${ms.toFixed(0)} ms (main thread ${busyMs.toFixed(0)} ms)`;

export const worstOf = (figures: readonly Figures[]): number => Math.max(...figures.map(({ ms }) => ms));

/** Processor time of the page's main thread so far. */
async function busyMs(page: Page): Promise<number> {
  const { metrics } = await sessions.get(page)!.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}
