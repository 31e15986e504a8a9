/**
 * Reports with sums as the calls make them: daily ones over 10,000 vehicles and 30 days, single facts over 100 vehicles and 7 days.
 * Goals: a first page within 1 s; the next page or another order within 0.5 s. Every report must have rows.
 * Run: `node bench/reports.ts [vehicles] [days]`.
 */

import { filterTypes, VEHICLE_REPORTS } from '@fleetwarden/contract/reports/report-filters';
import { platformSettings } from '@fleetwarden/contract/settings/platform-settings';
import { businessDay } from '@fleetwarden/domain/business-day';
import type { ScoreRules } from '@fleetwarden/domain/month-score';
import { DEFINITIONS } from '../server/src/modules/reports/definitions/all.ts';
import { addDays } from '../server/src/modules/reports/model/dates.ts';
import type { ReportDefinition } from '../server/src/modules/reports/model/definition.ts';
import type { ReportRequest } from '../server/src/modules/reports/model/report-request.ts';
import { toShownColumn } from '../server/src/modules/reports/model/template.ts';
import { expandDynamicColumns, loadDynamicColumns } from '../server/src/modules/reports/query/dynamic-columns.ts';
import { hideColumns } from '../server/src/modules/reports/query/hide-columns.ts';
import { parseRequest } from '../server/src/modules/reports/query/parse-request.ts';
import { createResultCache } from '../server/src/modules/reports/query/result-cache.ts';
import { loadPage } from '../server/src/modules/reports/query/sql-builder.ts';
import { type Db, sql } from '../server/src/platform/db/database.ts';
import { compile } from '../server/src/platform/db/sql.ts';
import { tellGoal, tellMachine } from './platform/machine.ts';
import { fillPlainFleet } from './platform/plain-fleet.ts';
import { fillReportFacts } from './platform/report-facts.ts';
import { withScratchDatabase } from './platform/scratch-database.ts';
import { shown, timed } from './platform/times.ts';

const VEHICLES = Number(process.argv[2] ?? 10_000);
const DAYS = Number(process.argv[3] ?? 30);
const DEPARTMENTS = 100;
const NAMED = 100;
const NAMED_DAYS = 7;
const TIMES = 3;
const FIRST_MS = 1_000;
const NEXT_MS = 500;
/** Noon of the first of this month: the last days are those of the month that month reports begin with. */
const NOW = Date.parse(`${businessDay(Date.now()).key.slice(0, 7)}-01T12:00:00+08:00`);
const TODAY = businessDay(NOW).key;

const DAY_TABLES = /\b(vehicle|online|alarm|driver|dept|exempt|presence)_day\b/;
/** Figures of months that are not closed are counted before the statement is made. */
const MONTHS = '/report/assessmentreport/';

/** Weights and floors of months: the default settings. */
const RULES = Object.fromEntries(platformSettings.map(({ key, default: by }) => [key, by])) as unknown as ScoreRules;
const rulesOf = async () => RULES;

const numbersTo = (most: number): string => Array.from({ length: Math.min(most, VEHICLES) }, (_, i) => i + 1).join();
/** Required choices, by kind of filter. */
const CHOICES: Readonly<Partial<Record<number, string>>> = {
  [filterTypes.vehicle]: '1',
  [filterTypes.vehicles]: numbersTo(NAMED),
  [filterTypes.areas]: '1,2,3',
  [filterTypes.company]: '1',
  [filterTypes.companies]: numbersTo(20),
  [filterTypes.alarmTypes]: 'all',
  [filterTypes.drawn]: '4:105,30,5000',
};

tellMachine('reports');
await withScratchDatabase(1_800_000, async (db) => {
  await fill(db);
  await measure(db);
});

/** Figures of days as the engine and the jobs leave them, and the single facts below them. */
async function fill(db: Db): Promise<void> {
  const began = performance.now();
  await fillPlainFleet(db, { vehicles: VEHICLES, departments: DEPARTMENTS, since: TODAY });
  const dayOf = sql`(${TODAY}::date - n)`;
  const series = sql`vehicle v cross join generate_series(1, ${DAYS}::integer) n`;
  await db.run(sql`
    insert into vehicle_day (vehicle_id, day, department_id, point_total, point_valid, gnss_km, odo_km, track_ok_km, track_gap_km, gap_count,
      longest_gap_s, drive_s, idle_s, park_s, acc_on_s, acc_on_count, trip_count, max_speed, max_speed_at, night_drive_s, drift_count,
      speed_band_s, first_at, last_at, trip_start_at, trip_end_at)
    select v.id, ${dayOf}, v.department_id, 2880, 2870 + n % 10, 100 + random() * 300, 100 + random() * 300, 100 + random() * 300, random() * 9, 2,
      400, 14000, 2000, 60000, 16000, 6, 5, 80 + random() * 30, ${dayOf} + interval '9 hours', 300, n % 5,
      '{1000,2000,3000,4000,3000,900,100}', ${dayOf}, ${dayOf} + interval '23 hours', ${dayOf}, ${dayOf} + interval '17 hours' from ${series}`);
  await db.run(sql`
    insert into online_day (vehicle_id, day, department_id, online_s, first_online_at, last_online_at, login_count, logout_count)
    select v.id, ${dayOf}, v.department_id, 70000, ${dayOf}, ${dayOf} + interval '23 hours', 3, 3 from ${series}`);
  await db.run(sql`
    insert into alarm_day (vehicle_id, day, type_id, level, driver_id, department_id, cnt, dur_s, needed, handled, timely, false_cnt, auto_cnt, message_cnt,
      phone_cnt, handle_s, hours)
    select v.id, ${dayOf}, t.id, 1 + t.id % 3, v.driver_id, v.department_id, 2, 60, 2, 1, 1, 0, 0, 1, 0, 300,
      array_fill(0::smallint, array[24]) from ${series} cross join (values (1), (100), (104), (77)) t (id)
    where (v.id + n) % 3 = 0`);
  await db.run(sql`
    insert into driver_day (driver_id, day, vehicle_id, department_id, km, drive_s, night_drive_s, longest_drive_s)
    select v.driver_id, ${dayOf}, v.id, v.department_id, 100 + random() * 300, 14000, 300, 7200 + n * 60 from ${series}`);
  await db.run(sql`
    insert into driver_duty (vehicle_id, start_at, end_at, driver_id, source)
    select v.id, ${dayOf} + interval '1 hour', ${dayOf} + interval '10 hours', v.driver_id, 1 from ${series}`);
  await db.run(sql`
    insert into duty_day (driver_id, day, vehicle_id, duty_ms, first_at, last_at)
    select v.driver_id, ${dayOf}, v.id, 32400000, ${dayOf} + interval '1 hour', ${dayOf} + interval '10 hours' from ${series}`);
  await db.run(sql`
    insert into dept_day (department_id, day, vehicle_total, joined, exempt, new_count, left_count)
    select d.id, ${TODAY}::date - n, ${VEHICLES / DEPARTMENTS}::integer, ${VEHICLES / DEPARTMENTS}::integer, 0, 0, 0
    from department d cross join generate_series(1, ${DAYS}::integer) n`);
  await db.run(sql`
    insert into trip (vehicle_id, start_at, end_at, start_lng, start_lat, end_lng, end_lat, distance_km, max_speed_kmh, points)
    select v.id, ${dayOf} + k * interval '4 hours', ${dayOf} + k * interval '4 hours' + interval '50 minutes', 113, 23, 113.2, 23.2, 30, 90, 300
    from ${series} cross join generate_series(0, 4) k`);
  await db.run(sql`
    insert into stop (vehicle_id, start_at, end_at, lng, lat, acc_on_s)
    select v.id, ${dayOf} + k * interval '4 hours' + interval '50 minutes', ${dayOf} + (k + 1) * interval '4 hours', 113, 23, 400
    from ${series} cross join generate_series(0, 4) k`);
  // no two of these alarms share a moment, and it would search for such ones at each row
  await db.run('alter table alarm disable trigger alarm_overspeed_told');
  await db.run(sql`
    insert into alarm (gid, vehicle_id, type_id, source, level, start_at, last_at, end_at, received_at, start_lng, start_lat, last_lng, last_lat,
      start_kmh, max_kmh, value, limit_value, times)
    select md5(v.id || '/' || n || '/' || k)::uuid, v.id, (array[1, 100, 104, 77])[k], 0, 1 + k % 3, ${dayOf} + k * interval '5 hours',
      ${dayOf} + k * interval '5 hours' + interval '1 minute', now(), now(), 113, 23, 113, 23, 60, 95, 95, 80, 1
    from ${series} cross join generate_series(1, 4) k where (v.id + n) % 3 = 0`);
  await db.run(
    sql`insert into alarm_case (gid, vehicle_id, type_id, level, start_at, state) select gid, vehicle_id, type_id, level, start_at, 0 from alarm`,
  );
  await db.run('alter table alarm enable trigger alarm_overspeed_told');
  await fillReportFacts(db, {
    vehicles: VEHICLES,
    days: DAYS,
    today: TODAY,
    tracked: Math.min(NAMED, VEHICLES),
    trackedDays: Math.min(NAMED_DAYS + 1, DAYS),
  });
  await db.run('vacuum analyze');
  await db.run('checkpoint');
  console.log(`${VEHICLES} vehicles x ${DAYS} days stored in ${((performance.now() - began) / 1000).toFixed(0)} s`);
}

/** Whether a report is made of tables of figures by the day. */
async function ofDays(db: Db, report: ReportDefinition, asked: ReportRequest): Promise<boolean> {
  const { with: parts = [], from } = await report.query(asked, { db, rulesOf });
  return (
    report.page.startsWith(MONTHS) || [from, ...parts.map(({ body }) => body)].some((part) => DAY_TABLES.test(compile(part).text))
  );
}

/** Conditions as wide as a report lets them be, or a hundred vehicles for seven days where it is of single facts. */
function widest({ id, filters: conditions }: ReportDefinition, facts: boolean): Record<string, string> {
  const yesterday = addDays(TODAY, -1);
  const span = (most: number) => addDays(TODAY, -Math.min(most, facts ? NAMED_DAYS : DAYS));
  const found: Record<string, string> = {};
  for (const { name, type, required, maxDays = DAYS } of conditions) {
    if (type === filterTypes.days) found[name] = `${span(maxDays)},${yesterday}`;
    if (type === filterTypes.times) found[name] = `${span(Math.min(maxDays, NAMED_DAYS))} 00:00:00,${yesterday} 23:59:59`;
    const choice = CHOICES[type];
    if (choice !== undefined && (required || type === filterTypes.vehicle)) found[name] = choice;
  }
  if (VEHICLE_REPORTS.includes(id) && found['carId'] === undefined) found['carIds'] = '1';
  else if (facts && conditions.some(({ type }) => type === filterTypes.vehicles)) found['carIds'] = numbersTo(NAMED);
  return found;
}

async function measure(db: Db): Promise<void> {
  const everything = new Set((await db.query<{ id: number }>('select id from department')).map(({ id }) => id));
  const scopes = { of: async () => everything, stop: () => undefined };
  const slowest = { first: { name: '', ms: 0 }, next: { name: '', ms: 0 } };
  const empty: number[] = [];
  const note = (of: 'first' | 'next', name: string, ms: number) => {
    if (ms > slowest[of].ms) slowest[of] = { name, ms };
  };
  for (const report of [...DEFINITIONS].sort((a, b) => a.id - b.id)) {
    const who = { db, scopes, departmentId: 1, now: NOW, timeZone: 'Asia/Shanghai' };
    const facts = !(await ofDays(db, report, await parseRequest(report, widest(report, true), who)));
    const asked = await parseRequest(report, widest(report, facts), who);
    let total = 0;
    let kept = createResultCache({ db, now: Date.now });
    const run = (order: ReportDefinition['order'], offset: number, anew = false) =>
      timed(TIMES, async () => {
        if (anew) kept = createResultCache({ db, now: Date.now });
        const known = expandDynamicColumns(report, await loadDynamicColumns(db, report, asked));
        const relation = hideColumns(known, await known.query(asked, { db, rulesOf, cache: kept }));
        total = (await loadPage(db, relation, { sums: known.sums ?? {}, order, limit: 10, offset, cache: kept })).total;
      });
    const measured = await (async () => ({
      first: await run(report.order, 0, true),
      next: await run(report.order, 10),
      other: await run([toShownColumn(report.columns.at(-1)!).key, 'desc'], 0),
    }))().catch((error: unknown) => {
      // a statement beyond its time limit: the run goes on
      console.log(`${report.id} MISSED: ${error instanceof Error ? error.message : error}`);
      note('first', String(report.id), Number.POSITIVE_INFINITY);
    });
    if (!measured) continue;
    const { first, next, other } = measured;
    if (total === 0) empty.push(report.id);
    note('first', String(report.id), first.at(-1)!);
    note('next', String(report.id), Math.max(next[1]!, other[1]!));
    const kind = facts ? 'facts' : 'days ';
    console.log(`${report.id} ${kind} first ${shown(first)}; next ${shown(next)}; other order ${shown(other)}; ${total} rows`);
  }
  tellGoal(`reports without rows (${empty.join(', ') || 'none'})`, empty.length, 0, 'reports');
  tellGoal(`slowest first page (${slowest.first.name})`, slowest.first.ms, FIRST_MS, 'ms');
  tellGoal(`slowest next page or order, median (${slowest.next.name})`, slowest.next.ms, NEXT_MS, 'ms');
}
