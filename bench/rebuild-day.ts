/**
 * Recalculates a day of ten thousand vehicles like the task: from positions first, then sums of trips, alarms and
 * sessions. Goal: two minutes. Run: `node bench/rebuild-day.ts [vehicles] [seconds between positions]`.
 */

import { businessDay } from '@fleetwarden/domain/business-day';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { rebuildDays } from '../server/src/ingest/rebuild-days.ts';
import { addDays } from '../server/src/modules/reports/model/dates.ts';
import { rebuildRollups } from '../server/src/modules/reports/rollups/index.ts';
import { type Db, sql } from '../server/src/platform/db/database.ts';
import { tellGoal, tellMachine } from './platform/machine.ts';
import { fillPlainFleet } from './platform/plain-fleet.ts';
import { fillTracks } from './platform/positions.ts';
import { withScratchDatabase } from './platform/scratch-database.ts';

const VEHICLES = Number(process.argv[2] ?? 10_000);
const STEP_S = Number(process.argv[3] ?? 30);
const DEPARTMENTS = 100;
const GOAL_S = 120;
const TIME_ZONE = 'UTC';
const DAY = addDays(businessDay(Date.now(), TIME_ZONE).key, -2);
const START = Date.parse(`${DAY}T00:00:00Z`);

tellMachine('rebuild-day');
await withScratchDatabase(1_800_000, async (db) => {
  await fill(db);
  await measure(db);
});

async function fill(db: Db): Promise<void> {
  const began = performance.now();
  await fillPlainFleet(db, { vehicles: VEHICLES, departments: DEPARTMENTS, since: '2026-01-01' });
  const positions = await fillTracks(db, { vehicles: VEHICLES, start: START, days: 1, stepS: STEP_S });
  const day = sql`${DAY}::date::timestamptz`;
  // an hour is driven for two thirds
  await db.run(sql`
    insert into trip (vehicle_id, start_at, end_at, start_lng, start_lat, end_lng, end_lat, distance_km, max_speed_kmh, points)
    select v.id, ${day} + h * interval '1 hour', ${day} + h * interval '1 hour' + interval '40 minutes', 105, 30, 105.1, 30.1, 30, 80, 80
    from vehicle v cross join generate_series(0, 23) h`);
  await db.run(sql`
    insert into online_session (vehicle_id, login_at, last_msg_at, logout_at, transport)
    select v.id, ${day} + n * interval '6 hours', ${day} + (n + 1) * interval '5 hours', ${day} + (n + 1) * interval '5 hours', 'tcp'
    from vehicle v cross join generate_series(0, 3) n`);
  await db.run(sql`
    insert into alarm (gid, vehicle_id, type_id, source, level, start_at, last_at, end_at, received_at, start_lng, start_lat, last_lng, last_lat,
      start_kmh, max_kmh, value, limit_value, times)
    select md5(v.id || '/' || n)::uuid, v.id, (array[1, 100, 104, 77])[1 + n % 4], 0, 1 + n % 3, ${day} + n * interval '2 hours',
      ${day} + n * interval '2 hours' + interval '1 minute', now(), now(), 113, 23, 113, 23, 60, 95, 95, 80, 1
    from vehicle v cross join generate_series(0, 11) n`);
  await db.run(
    'insert into alarm_case (gid, vehicle_id, type_id, level, start_at, state) select gid, vehicle_id, type_id, level, start_at, 0 from alarm',
  );
  await db.run('truncate driver_due');
  await db.run('vacuum analyze');
  await db.run('checkpoint');
  console.log(`${VEHICLES} vehicles, ${positions} positions stored in ${((performance.now() - began) / 1000).toFixed(0)} s`);
}

async function measure(db: Db): Promise<void> {
  const { signal } = new AbortController();
  let longestMs = 0;
  let before = performance.now();
  // delay of other work in this process
  const watch = setInterval(() => {
    const now = performance.now();
    longestMs = Math.max(longestMs, now - before);
    before = now;
  }, 5);
  for (const time of ['first', 'again'] as const) {
    const began = performance.now();
    await rebuildDays(db, { from: DAY, to: DAY, timeZone: TIME_ZONE, signal });
    const positionsS = (performance.now() - began) / 1000;
    const vehicleIds = Array.from({ length: VEHICLES }, (_, i) => i + 1);
    await rebuildRollups(db, { from: DAY, to: DAY, timeZone: TIME_ZONE, vehicleIds, signal });
    const wholeS = (performance.now() - began) / 1000;
    const row = await db.first<{ days: number; km: number; drivers: number; alarms: number; online: number }>(sql`
      select count(*) as days, sum(gnss_km) as km, (select count(*) from driver_day) as drivers, (select sum(cnt) from alarm_day) as alarms,
        (select count(*) from online_day) as online from vehicle_day where day = ${DAY}::date`);
    console.log(`${time}: ${positionsS.toFixed(1)} s of positions, ${(wholeS - positionsS).toFixed(1)} s of the rest;`, row);
    tellGoal(
      `a day of ${VEHICLES} vehicles, ${Math.round(DAY_MS / 1000 / STEP_S)} positions each (${time})`,
      wholeS,
      GOAL_S,
      's',
    );
  }
  clearInterval(watch);
  console.log(`longest wait of others in the process ${longestMs.toFixed(0)} ms`);
}
