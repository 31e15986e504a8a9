/**
 * From the login form to a tree that counts all 10,000 vehicles and a map that draws them, in a real browser: each time a new context
 * with an empty cache. Goal: 1.5 s. Run: `node bench/sign-in.ts [vehicles] [times]`.
 */
import type { Browser } from 'playwright-core';
import { clientOf } from '../e2e/support/client.ts';
import { startBrowser } from '../e2e/support/start-browser.ts';
import { hashPassword } from '../server/src/modules/identity/index.ts';
import { type Db, sql } from '../server/src/platform/db/database.ts';
import { ROOT } from './platform/fleet.ts';
import { tellGoal, tellMachine } from './platform/machine.ts';
import { letIn, placed } from './platform/paced-fleet.ts';
import { busyMs, LIMIT, startClock } from './platform/page-clock.ts';
import { type Bench, withProduct } from './platform/product.ts';
import { median } from './platform/times.ts';

const VEHICLES = Number(process.argv[2] ?? 10_000);
const TIMES = Number(process.argv[3] ?? 5);
const GOAL_MS = 1_500;
const VEHICLES_A_DEPARTMENT = 20;
const PASSWORD = 'Bench-sign-in-7';
/** A key each 150 ms is fast typing. */
const TYPING = { delay: 150 };
const LISTED = new Intl.NumberFormat('zh').format(VEHICLES);

await withProduct(
  { vehicles: VEHICLES, departments: Math.max(2, Math.round(VEHICLES / VEHICLES_A_DEPARTMENT)) },
  async (bench) => {
    tellMachine('sign-in');
    await bench.db.run(sql`update account set password_hash = ${await hashPassword(PASSWORD)} where login_name = 'bench-all'`);
    // the map draws followed vehicles
    await clientOf(bench.product.url, bench.tokens.all).get('car/checkedDept', { deptId: String(ROOT) });
    const browser = await startBrowser();
    try {
      const took = [];
      // the first one compiles the server's code
      for (let i = 0; i <= TIMES; i++) took.push(await signIn(browser, bench));
      const [first, ...others] = took;
      const of = (figure: keyof Figures) => median(others.map((each) => each[figure]));
      console.log(`first: counted after ${first!.countedMs.toFixed(0)} ms, drawn after ${first!.drawnMs.toFixed(0)} ms`);
      tellGoal(`from the form to a tree of ${LISTED}, median of ${TIMES}`, of('countedMs'), GOAL_MS, 'ms');
      tellGoal('from the form to all vehicles drawn, median', of('drawnMs'), GOAL_MS, 'ms');
      console.log(
        `processor time, median: main thread of the page ${of('pageMs').toFixed(0)} ms, server ${of('serverMs').toFixed(0)} ms`,
      );
    } finally {
      await browser.close();
    }
  },
  async (db) => {
    await letIn(db);
    await locate(db);
  },
);

/** Newest positions of all vehicles, of some minutes ago. */
async function locate(db: Db): Promise<void> {
  const vehicles = await placed({ db }, VEHICLES);
  await db.run(sql`
    insert into vehicle_latest (vehicle_id, gnss_at, received_at, lng, lat, altitude_m, speed_kmh, heading, alarm_bits, status_bits,
      status, status_since)
    select v.id, now() - interval '3 minutes', now() - interval '3 minutes', v.lng, v.lat, 30, 0, 90, 0, 2, 0, now()
    from unnest(${vehicles.map(({ id }) => id)}::integer[], ${vehicles.map(({ lng }) => lng)}::float8[],
      ${vehicles.map(({ lat }) => lat)}::float8[]) v (id, lng, lat)`);
}

/** Wall times, and processor times of the page's main thread and of server with database. */
type Figures = Readonly<Record<'countedMs' | 'drawnMs' | 'pageMs' | 'serverMs', number>>;

async function signIn(browser: Browser, { product, busyMs: serverBusyMs }: Bench): Promise<Figures> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    await context.addCookies([{ name: 'language', value: 'zh', url: product.url }]);
    await context.addInitScript({ path: new URL('platform/signed-in.js', import.meta.url).pathname });
    const page = await context.newPage();
    await page.goto(`${product.url}/login`, { waitUntil: 'networkidle' });
    await page.locator('input[name="username"]').pressSequentially('bench-all', TYPING);
    await page.locator('input[name="password"]').pressSequentially(PASSWORD, TYPING);
    await startClock(page);
    const [page0, server0] = [await busyMs(page), serverBusyMs()];
    const began = performance.timeOrigin + performance.now();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname !== '/login', LIMIT);
    const script = `benchSignedIn(${JSON.stringify({ listed: LISTED, limit: LIMIT.timeout })})`;
    const { countedAt, drawnAt } = (await page.evaluate(script)) as { countedAt: number; drawnAt: number };
    const [pageMs, serverMs] = [(await busyMs(page)) - page0, serverBusyMs() - server0];
    return { countedMs: countedAt - began, drawnMs: drawnAt - began, pageMs, serverMs };
  } finally {
    await context.close();
  }
}
