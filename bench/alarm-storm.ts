/**
 * An alarm storm. Vehicles report every 10 s; many raise an alarm within 10 s. A console is open in a real browser.
 * No alarm may be lost, neither in the database nor in the console. The console must stay responsive: the figure is the longest task
 * of its main thread, in processor time. Run: `node bench/alarm-storm.ts [alarms] [vehicles]`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { clientOf, until } from '../e2e/support/client.ts';
import { startBrowser } from '../e2e/support/start-browser.ts';
import { sql } from '../server/src/platform/db/database.ts';
import type { PacedSecond } from './gateway/paced.ts';
import { mainThreadTime } from './live-map/main-thread.ts';
import { ROOT } from './platform/fleet.ts';
import { tellGoal, tellMachine } from './platform/machine.ts';
import { letIn, placed, startPaced } from './platform/paced-fleet.ts';
import { type Bench, withProduct } from './platform/product.ts';
import { openSeat } from './platform/seat.ts';

const ALARMS = Number(process.argv[2] ?? 5_000);
const VEHICLES = Number(process.argv[3] ?? 10_000);
const STORM_MS = 10_000;
/** Each reports about once while it lasts. */
const EVERY_MS = STORM_MS;
/** Danger: level 2, which opens popups for all users. */
const DANGER = 1 << 3;
/** Its row of ALARM_TYPES. */
const DANGER_KIND = 3;
const TASK_GOAL_MS = 50;
const WARM_UP_MS = 20_000;
/** Time for messages in flight after the last report. */
const LAST_MS = 5_000;
const PATIENCE_MS = 30_000;
const DEPARTMENTS = 500;
const LIMIT = { timeout: 120_000 };

if (ALARMS > VEHICLES) throw new Error(`${ALARMS} alarms need as many vehicles`);
await withProduct({ vehicles: VEHICLES, departments: Math.min(DEPARTMENTS, VEHICLES) }, measure, letIn);

async function measure(bench: Bench): Promise<void> {
  tellMachine('alarm-storm');
  const { product, tokens } = bench;
  const vehicles = await placed(bench, VEHICLES);
  const raise = { alarmBits: DANGER, everyMs: STORM_MS / ALARMS, count: ALARMS };
  const terminals = await startPaced({ port: product.gatewayPort, everyMs: EVERY_MS, vehicles, raise });
  /** Vehicles that raised an alarm. A second report of a vehicle continues the same alarm. */
  const raisers = new Set<number>();
  terminals.on('message', ({ raised }: PacedSecond) => {
    for (let i = 0; i < raised.length; i += 2) raisers.add(raised[i]!);
  });
  const browser = await startBrowser();
  try {
    await clientOf(product.url, tokens.all).get('car/checkedDept', { deptId: String(ROOT) });
    const page = await openSeat(browser, product, tokens.all, {
      path: '/mapcontent/mapmonitoring',
      view: { lng: 104, lat: 36, zoom: 3.6 },
    });
    await page.locator('[role=treeitem]').first().waitFor(LIMIT);
    terminals.send('go');
    await sleep(WARM_UP_MS);
    const quiet = await mainThreadTime(browser, page, () => sleep(STORM_MS));
    const storm = await mainThreadTime(browser, page, async () => {
      terminals.send('raise');
      await sleep(STORM_MS + LAST_MS);
    });
    const alarms = raisers.size;
    const { stored, cases, others } = await inDatabase(bench, alarms);
    const shown = await inConsole(page, alarms + others);
    console.log(
      `${alarms} of ${VEHICLES} vehicles in alarm within 10 s: ${stored} stored, ${cases} cases; ${others} others that the platform ` +
        `found meanwhile; ${shown} of all in the console`,
    );
    console.log(
      `main thread: busy ${((storm.busy / (STORM_MS + LAST_MS)) * 100).toFixed(0)} % (before it ${((quiet.busy / STORM_MS) * 100).toFixed(0)} %), ` +
        `${storm.longTasks} tasks over 50 ms (before it ${quiet.longTasks}, the longest ${quiet.longest.toFixed(0)} ms)`,
    );
    tellGoal('lost in the database', alarms - Math.min(stored, cases), 0, 'alarms');
    tellGoal('lost in the console', alarms + others - shown, 0, 'alarms');
    tellGoal('longest task of the main thread', storm.longest, TASK_GOAL_MS, 'ms');
  } finally {
    await browser.close();
    terminals.kill();
  }
}

type Stored = { readonly stored: number; readonly cases: number; readonly others: number };

async function inDatabase({ db }: Bench, least: number): Promise<Stored> {
  const read = () =>
    db.first<Stored>(sql`
      select count(*) filter (where a.type_id = ${DANGER_KIND})::integer as stored,
        count(c.gid) filter (where a.type_id = ${DANGER_KIND})::integer as cases,
        count(c.gid) filter (where a.type_id <> ${DANGER_KIND})::integer as others
      from alarm a left join alarm_case c on c.gid = a.gid`);
  await until('the alarms', async () => (await read())!.cases >= least || undefined, PATIENCE_MS).catch(() => undefined);
  return (await read())!;
}

/** The count on the console's alarm button. */
async function inConsole(page: Page, least: number): Promise<number> {
  const read = async () => {
    const texts = await page.locator('section button').allTextContents();
    return Number(/未查看报警 (\d+) 条/.exec(texts.join(' '))?.[1] ?? 0);
  };
  await until('the number', async () => (await read()) >= least || undefined, PATIENCE_MS).catch(() => undefined);
  return read();
}
