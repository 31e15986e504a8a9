/**
 * The monitoring centre's tree with 100,000 vehicles in 5,000 departments, in a real browser. Each time ends when the result is painted.
 * Times: last piece of the list to counts; search key to matches (plate, province initials); click on a box to checked parents.
 * Run: `node bench/fleet-tree.ts [vehicles] [departments]`.
 */
import { getText } from '@fleetwarden/locale/languages';
import type { Page } from 'playwright-core';
import { startBrowser } from '../e2e/support/start-browser.ts';
import { sql } from '../server/src/platform/db/database.ts';
import { tellGoal, tellMachine } from './platform/machine.ts';
import { type Figures, LIMIT, opened, startClock, timed, told, worstOf } from './platform/page-clock.ts';
import { type Bench, withProduct } from './platform/product.ts';
import { openSeat } from './platform/seat.ts';

const VEHICLES = Number(process.argv[2] ?? 100_000);
const DEPARTMENTS = Number(process.argv[3] ?? 5_000);
const GOALS_MS = { paint: 500, search: 100, check: 100 } as const;
const TIMES = 5;
const LISTED = new Intl.NumberFormat('zh').format(VEHICLES);
const said = (key: string) => getText('zh', key);
const COMPANY = '[role=treeitem][aria-level="1"]';

await withProduct(
  { vehicles: VEHICLES, departments: DEPARTMENTS },
  async (bench) => {
    tellMachine('fleet-tree');
    const browser = await startBrowser();
    try {
      const page = await openSeat(browser, bench.product, bench.tokens.all, {
        path: '/mapcontent/mapmonitoring',
        scripts: ['platform/in-page.js', 'platform/fleet-tree.js'],
      });
      await startClock(page);
      await firstPaint(page);
      await searches(page, bench);
      await checks(page);
    } finally {
      await browser.close();
    }
  },
  async (db) => {
    await db.run('update vehicle set run_state = 1');
  },
);

async function firstPaint(page: Page): Promise<void> {
  const asked = { listed: LISTED, limit: LIMIT.timeout };
  const { sinceOpen, sinceList } = (await page.evaluate(`benchListed(${JSON.stringify(asked)})`)) as Record<string, number>;
  console.log(`tree of ${LISTED} vehicles painted ${(sinceOpen! / 1_000).toFixed(1)} s after the page was asked for`);
  tellGoal('first paint, from the last piece of the list', sinceList!, GOALS_MS.paint, 'ms');
}

async function searches(page: Page, { db }: Bench): Promise<void> {
  const plates = await db.query<{ plate: string }>(sql`
    select plate from vehicle where deleted_at is null and plate like '京%' order by id limit ${TIMES}`);
  const asked = (text: string) =>
    JSON.stringify({ panel: said('monitor.panel'), label: said('monitor.search'), text, limit: LIMIT.timeout });
  // texts are put together in idle time: initials are found once that is through
  while (((await page.evaluate(`benchSearched(${asked('ja')})`)) as number) < 0) await page.waitForTimeout(1_000);
  const forms = { plate: (plate: string) => plate.slice(1), pinyin: (plate: string) => `j${plate.slice(1)}`.toLowerCase() };
  for (const [name, form] of Object.entries(forms)) {
    const figures: Figures[] = [];
    for (const { plate } of plates) figures.push(await timed(page, `benchSearched(${asked(form(plate))})`));
    tell(`search by ${name}`, figures, GOALS_MS.search);
  }
}

async function checks(page: Page): Promise<void> {
  const figures: Figures[] = [];
  for (let n = 0; n < TIMES; n++) {
    for (const checked of ['true', 'false'])
      figures.push(await opened(page, { click: `${COMPANY} [data-checked]`, shows: `${COMPANY}[aria-checked="${checked}"]` }));
  }
  tell(`check a department of ${LISTED}, and uncheck it`, figures, GOALS_MS.check);
}

function tell(what: string, figures: readonly Figures[], goal: number): void {
  console.log(`${what}: ${figures.map(told).join(', ')}`);
  tellGoal(`${what}, worst`, worstOf(figures), goal, 'ms');
}
