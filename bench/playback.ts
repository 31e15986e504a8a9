/**
 * A month of one vehicle, a position each 10 s: from the navigation to the playback page until track and chart are drawn.
 * Each run uses a real browser with an empty cache and the product as it is started.
 * Run: `node bench/playback.ts [vehicles whose positions lie between]`.
 */
import { DAY_MS } from '@fleetwarden/domain/durations';
import type { Browser } from 'playwright-core';
import { startBrowser } from '../e2e/support/start-browser.ts';
import { tellGoal, tellMachine } from './platform/machine.ts';
import { type Figures, LIMIT, startClock, timed, told, worstOf } from './platform/page-clock.ts';
import { fillTracks } from './platform/positions.ts';
import { type Bench, withProduct } from './platform/product.ts';
import { openSeat } from './platform/seat.ts';

const VEHICLES = Number(process.argv[2] ?? 5);
const DAYS = 30;
const STEP_S = 10;
const GOAL_MS = 1_500;
const TIMES = 5;
const END = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const START = END - DAYS * DAY_MS;
const ASKED = `/mapcontent/trackPlayback?targId=${Math.ceil(VEHICLES / 2)}&start=${START}&end=${END}`;

await withProduct(
  { vehicles: VEHICLES, departments: 2 },
  async (bench) => {
    tellMachine('playback');
    const browser = await startBrowser();
    try {
      const figures: Figures[] = [];
      for (let n = 0; n < TIMES; n++) figures.push(await opening(browser, bench));
      const what = `playback of ${DAYS} days, from the navigation to track and chart`;
      console.log(`${what}: ${figures.map(told).join(', ')}`);
      tellGoal(`${what}, worst`, worstOf(figures), GOAL_MS, 'ms');
    } finally {
      await browser.close();
    }
  },
  async (db) => {
    const rows = await fillTracks(db, { vehicles: VEHICLES, start: START, days: DAYS, stepS: STEP_S });
    console.log(`${rows.toLocaleString('en')} positions of ${VEHICLES} vehicles`);
  },
);

/** From the monitoring centre, like a user who opens a vehicle there. */
async function opening(browser: Browser, { product, tokens }: Bench): Promise<Figures> {
  const path = '/mapcontent/mapmonitoring';
  const page = await openSeat(browser, product, tokens.all, { path, scripts: ['platform/in-page.js', 'platform/drawing.js'] });
  await startClock(page);
  await page.locator('[role=treeitem]').first().waitFor(LIMIT);
  await page.waitForLoadState('networkidle');
  try {
    return await timed(page, `benchTrackDrawn(${JSON.stringify({ path: ASKED, limit: LIMIT.timeout })})`);
  } finally {
    await page.context().close();
  }
}
