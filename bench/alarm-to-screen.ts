/**
 * Latency of an alarm, from the write to a terminal's socket until a browser has painted its pop-up; the map shows all of China.
 * Vehicles report every 10 s to a started product; one of them presses the emergency button every other second.
 * Run: `node bench/alarm-to-screen.ts [vehicles] [seconds]`; published figures use 10000 vehicles.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { clientOf } from '../e2e/support/client.ts';
import { startBrowser } from '../e2e/support/start-browser.ts';
import { sql } from '../server/src/platform/db/database.ts';
import type { PacedSecond } from './gateway/paced.ts';
import { ROOT } from './platform/fleet.ts';
import { tellGoal, tellMachine } from './platform/machine.ts';
import { letIn, placed, startPaced } from './platform/paced-fleet.ts';
import { type Bench, withProduct } from './platform/product.ts';
import { openSeat } from './platform/seat.ts';
import { shareOf } from './platform/times.ts';

const VEHICLES = Number(process.argv[2] ?? 10_000);
const SECONDS = Number(process.argv[3] ?? 120);
const EVERY_MS = 10_000;
/** Long enough that each alarm is the newest for a while before the next replaces it. */
const ALARM_EVERY_MS = 2_000;
const EMERGENCY = 1;
const GOAL_MS = 1_500;
/** The first positions find functions and shaders that were never run. */
const WARM_UP_MS = 15_000;
const LAST_MS = 10_000;
const DEPARTMENTS = 500;
const LIMIT = { timeout: 120_000 };

await withProduct({ vehicles: VEHICLES, departments: Math.min(DEPARTMENTS, VEHICLES) }, measure, letIn);

async function measure(bench: Bench): Promise<void> {
  tellMachine('alarm-to-screen');
  const { product, tokens, db } = bench;
  const count = Math.floor((SECONDS * 1_000) / ALARM_EVERY_MS);
  const vehicles = await placed(bench, VEHICLES);
  const rows = await db.query<{ id: number; plate: string }>(sql`select id, plate from vehicle where id <= ${VEHICLES}`);
  const plates = new Map(rows.map(({ id, plate }) => [id, plate]));
  const raise = { alarmBits: EMERGENCY, everyMs: ALARM_EVERY_MS, count };
  const terminals = await startPaced({ port: product.gatewayPort, everyMs: EVERY_MS, vehicles, raise });
  const browser = await startBrowser();
  try {
    const written = new Map<string, number>();
    terminals.on('message', ({ raised }: PacedSecond) => {
      for (let i = 0; i < raised.length; i += 2) written.set(plates.get(raised[i]!)!, raised[i + 1]!);
    });
    await clientOf(product.url, tokens.all).get('car/checkedDept', { deptId: String(ROOT) });
    const page = await openSeat(browser, product, tokens.all, {
      path: '/mapcontent/mapmonitoring',
      scripts: ['platform/popup-clock.js'],
      view: { lng: 104, lat: 36, zoom: 3.6 },
    });
    await page.locator('[role=treeitem]').first().waitFor(LIMIT);
    terminals.send('go');
    await sleep(WARM_UP_MS);
    terminals.send('raise');
    await sleep(SECONDS * 1_000 + LAST_MS);
    const shown = (await page.evaluate('benchPopups()')) as (string | number)[];
    tell(written, shown);
  } finally {
    await browser.close();
    terminals.kill();
  }
}

/** An alarm that was never shown counts as infinite latency. */
function tell(written: ReadonlyMap<string, number>, shown: readonly (string | number)[]): void {
  const paintedAt = new Map<string, number>();
  for (let i = 0; i < shown.length; i += 2) paintedAt.set(String(shown[i]).split(' ').at(-1)!, Number(shown[i + 1]));
  const tookMs = [...written].map(([plate, at]) => (paintedAt.get(plate) ?? Number.POSITIVE_INFINITY) - at).sort((a, b) => a - b);
  const never = tookMs.filter((ms) => ms === Number.POSITIVE_INFINITY).length;
  console.log(
    `${VEHICLES.toLocaleString('en')} vehicles, ${tookMs.length} alarms, ${never} never shown: p50 ${shareOf(tookMs, 0.5).toFixed(0)} ms, ` +
      `p95 ${shareOf(tookMs, 0.95).toFixed(0)} ms, worst ${(tookMs.at(-1) ?? Number.POSITIVE_INFINITY).toFixed(0)} ms`,
  );
  tellGoal('terminal bit to pop-up, p95', shareOf(tookMs, 0.95), GOAL_MS, 'ms');
}
