import type { CDPSession, Page } from 'playwright-core';

/** Timeout of a page. */
export const LIMIT = { timeout: 60_000 };

export type Step = {
  /** CSS of what is clicked, in the page. */
  readonly click: string;
  /** CSS selector of its ready content. */
  readonly shows: string;
};

/** By the page's clock, and what its main thread worked of that, ms. */
export type Figures = { readonly ms: number; readonly busyMs: number };

const sessions = new WeakMap<Page, CDPSession>();

/** Instruments a page for measurements. It runs `platform/in-page.js`. */
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

/** Duration of a script in the page, ms, and the main thread's work meanwhile. */
export async function timed(page: Page, script: string): Promise<Figures> {
  const before = await busyMs(page);
  const ms = (await page.evaluate(script)) as number;
  return { ms, busyMs: (await busyMs(page)) - before };
}

export const told = ({ ms, busyMs }: Figures): string => `${ms.toFixed(0)} ms (main thread ${busyMs.toFixed(0)} ms)`;

export const worstOf = (figures: readonly Figures[]): number => Math.max(...figures.map(({ ms }) => ms));

/** Processor time of the page's main thread so far. */
export async function busyMs(page: Page): Promise<number> {
  const { metrics } = await sessions.get(page)!.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}
