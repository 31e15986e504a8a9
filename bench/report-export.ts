/**
 * A report of 300,000 rows exported as xlsx and csv while the product stores 5,000 locations a second: duration, growth of the
 * server's memory, and how long locations wait. Reports: 405002 (vehicles and days) and 700052 (as many alarms).
 * Run: `node bench/report-export.ts [vehicles] [days] [locations a second] [report]`; published figures use 10000, 30 and 5000.
 */

import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { businessDay } from '@fleetwarden/domain/business-day';
import { SECOND_MS } from '@fleetwarden/domain/durations';
import { type Client, clientOf } from '../e2e/support/client.ts';
import { addDays } from '../server/src/modules/reports/model/dates.ts';
import { type Db, sql } from '../server/src/platform/db/database.ts';
import type { PacedSecond } from './gateway/paced.ts';
import { ROOT } from './platform/fleet.ts';
import { tellGoal, tellMachine } from './platform/machine.ts';
import { letIn, placed, startPaced } from './platform/paced-fleet.ts';
import { type Bench, withProduct } from './platform/product.ts';
import { runTask } from './platform/run-task.ts';
import { shareOf } from './platform/times.ts';

/** Reports by number: what fills them, and their conditions for a range of days. */
const REPORTS: Readonly<Record<number, { readonly fill: Fill; readonly conditions: (from: string, to: string) => object }>> = {
  405002: { fill: fillDays, conditions: (from, to) => ({ staticDate: `${from},${to}` }) },
  700052: { fill: fillAlarms, conditions: (from, to) => ({ timeRange: `${from} 00:00:00,${to} 23:59:59` }) },
};
type Fill = (db: Db, vehicles: number, days: number) => Promise<void>;
const GOAL = { seconds: 10, mib: 200 } as const;
/** A later answer counts as late, ms; the allowed share of late ones. */
const LATE_MS = 1_000;
const LATE_SHARE = 0.01;
const WARM_UP_S = 10;
const CALM_S = 10;
const DEPARTMENTS = 100;
const TODAY = businessDay(Date.now()).key;

const REPORT = Number(process.argv[5] ?? 405_002);

await main(Number(process.argv[2] ?? 10_000), Number(process.argv[3] ?? 30), Number(process.argv[4] ?? 5_000));

async function main(vehicles: number, days: number, rate: number): Promise<void> {
  const report = REPORTS[REPORT];
  if (!report) throw new Error(`no report ${REPORT} here: ${Object.keys(REPORTS).join(' or ')}`);
  const size = { vehicles, departments: Math.min(DEPARTMENTS, vehicles) };
  await withProduct(
    size,
    (bench) => measure(bench, { vehicles, days, rate }),
    async (db) => {
      await letIn(db);
      await report.fill(db, vehicles, days);
    },
  );
}

/** Days of these vehicles, as the engine writes them; the company has some more. */
async function fillDays(db: Db, vehicles: number, days: number): Promise<void> {
  await db.run(sql`
    insert into vehicle_day (vehicle_id, day, department_id, point_total, point_valid, gnss_km, odo_km, drive_s, idle_s, park_s, acc_on_s,
      trip_count, max_speed, night_drive_s, ban_drive_s, ban_km, first_at, last_at, trip_start_at, trip_end_at)
    select v.id, ${TODAY}::date - n, v.department_id, 2880, 2870, 100 + random() * 300, 100 + random() * 300, 14000, 2000, 60000, 16000,
      5, 80 + random() * 30, 300, 60, 12.5, ${TODAY}::date - n, ${TODAY}::date - n + interval '23 hours',
      ${TODAY}::date - n + interval '4 hours', ${TODAY}::date - n + interval '21 hours'
    from vehicle v cross join generate_series(1, ${days}::integer) n where v.id <= ${vehicles}`);
  await db.run('vacuum analyze vehicle_day');
}

/** Alarms with their cases, one a vehicle and day. */
async function fillAlarms(db: Db, vehicles: number, days: number): Promise<void> {
  await db.run(sql`
    with made as (
      insert into alarm (gid, vehicle_id, type_id, source, level, start_at, last_at, end_at, received_at, start_lng, start_lat, last_lng,
        last_lat, start_kmh, max_kmh, value, limit_value, times)
      select md5(v.id || '/' || n)::uuid, v.id, (array[1, 2, 70, 77])[1 + (v.id + n) % 4], 0, 1 + n % 3,
        (${TODAY}::date - n) + v.id % 1000 * interval '1 minute', (${TODAY}::date - n) + v.id % 1000 * interval '1 minute' + interval '40 s',
        (${TODAY}::date - n) + v.id % 1000 * interval '1 minute' + interval '40 s', now(), 113, 23, 113, 23, 60, 95, 95, 80, 1
      from vehicle v cross join generate_series(1, ${days}::integer) n where v.id <= ${vehicles}
      returning gid, vehicle_id, type_id, level, start_at)
    insert into alarm_case (gid, vehicle_id, type_id, level, start_at, state) select gid, vehicle_id, type_id, level, start_at, 0 from made`);
  await db.run('vacuum analyze alarm');
  await db.run('vacuum analyze alarm_case');
}

async function measure(
  bench: Bench,
  of: { readonly vehicles: number; readonly days: number; readonly rate: number },
): Promise<void> {
  tellMachine('report-export');
  const { product, tokens } = bench;
  const client = clientOf(product.url, tokens.all);
  const everyMs = (of.vehicles / of.rate) * SECOND_MS;
  const terminals = await startPaced({ port: product.gatewayPort, everyMs, vehicles: await placed(bench, of.vehicles) });
  try {
    const answers = listen(terminals);
    terminals.send('go');
    await sleep(WARM_UP_S * SECOND_MS);
    answers.take();
    await sleep(CALM_S * SECOND_MS);
    tellAnswers('before', answers.take());
    for (const format of ['xlsx', 'csv'] as const) {
      const done = await written(client, product.pid, format, of.days);
      const late = tellAnswers(`while ${format} is written`, answers.take());
      console.log(`${format}: ${done.rows} rows, ${(done.bytes / 2 ** 20).toFixed(1)} MiB`);
      tellGoal(`${format} took`, done.seconds, GOAL.seconds, 's');
      tellGoal(`${format}, memory beside what the server had`, done.mib, GOAL.mib, 'MiB');
      tellGoal(`${format}, locations answered after ${LATE_MS} ms`, late * 100, LATE_SHARE * 100, '%');
    }
  } finally {
    terminals.kill();
  }
}

/** Collects answer times. */
function listen(terminals: ChildProcess): { take(): number[] } {
  let heard: number[] = [];
  terminals.on('message', (message: PacedSecond) => {
    for (const ms of message.answeredMs ?? []) heard.push(ms);
  });
  return {
    take: () => {
      const taken = heard.sort((a, b) => a - b);
      heard = [];
      return taken;
    },
  };
}

/** Prints answer times; resolves to the share of late ones. */
function tellAnswers(when: string, sorted: readonly number[]): number {
  const at = (share: number) => shareOf(sorted, share).toFixed(0);
  console.log(`locations ${when}: ${sorted.length} answered after p50 ${at(0.5)}, p99 ${at(0.99)}, worst ${at(1)} ms`);
  return sorted.length === 0 ? 1 : sorted.filter((ms) => ms > LATE_MS).length / sorted.length;
}

/** Exports a report; its duration, and the server's peak memory above the start. */
async function written(client: Client, pid: number, format: string, days: number) {
  const conditions = { deptId: String(ROOT), ...REPORTS[REPORT]!.conditions(addDays(TODAY, -days), addDays(TODAY, -1)) };
  const data = { reportId: REPORT, conditions, format };
  const { task, seconds, addedMib } = await runTask(client, pid, 'report/exportdata', data);
  return {
    rows: task.result.rows as number,
    bytes: task.fileBytes as number,
    seconds,
    mib: addedMib,
  };
}
