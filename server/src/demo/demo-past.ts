import { businessDay } from '@fleetwarden/domain/business-day';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { z } from 'zod';
import { createCaseTransitions } from '../modules/alarms/index.ts';
import type { ServerBus } from '../platform/bus/server-events.ts';
import { type Db, json, type Sql, sql } from '../platform/db/database.ts';
import type { Job } from '../platform/jobs/job.ts';
import type { Jobs } from '../platform/jobs/runner.ts';
import { handleDemoAlarms } from './demo-alarm-handling.ts';
import { giveSupervisionsAlarms } from './demo-desk.ts';

/** Setting of a demo whose past was entered. */
const SETTING = 'demo.past';
const MINUTELY = '* * * * *';
/** The simulated fleet starts with one week; copies preserve weekdays. */
const WEEK = 7;
/** Frames of a location and of its answer. */
const [LOCATION_BYTES, ANSWER_BYTES] = [78, 20];
/** Vehicles that have a past: enough to look at, and a moment's work for the database. */
const MAX_VEHICLES = 1_000;

export type DemoPast = {
  readonly db: Db;
  readonly rootDepartmentId: number;
  readonly timeZone: string;
  readonly now: () => number;
};

/**
 * Gives a demo past months: copies the complete daily sums of its first week to each week before, back to the start of the month before
 * last. That time has no positions and no alarms. Runs once per database; returns false when it already ran or the week is incomplete.
 */
export async function enterDemoPast({ db, rootDepartmentId, timeZone, now }: DemoPast): Promise<boolean> {
  if (!(await weekReady({ db, timeZone, now }))) return false;
  const { week, oldest } = await firstWeek({ db, timeZone, now });
  return db.transaction(async (tx) => {
    const marked = await tx.run(sql`
      insert into setting (key, value) values (${SETTING}, ${json(true)}::jsonb) on conflict do nothing`);
    if (marked === 0) return false;
    const departments = await tx.query<{ id: number }>(sql`
      with recursive below as (
        select id from department where id = ${rootDepartmentId}
        union all select d.id from department d join below b on d.parent_id = b.id)
      update department d set created_at = least(d.created_at, ${oldest}::date) from below b where b.id = d.id returning d.id`);
    const cars = await tx.query<{ id: number }>(sql`
      update vehicle v set created_at = least(v.created_at, ${oldest}::date)
      where v.id in (select id from vehicle where department_id = any(${departments.map(({ id }) => id)}) order by id limit ${MAX_VEHICLES})
      returning v.id`);
    const source = (table: Sql): Sql => sql`
      ${table} f cross join generate_series(1, 12) w (n) cross join lateral (select f.day - ${WEEK}::integer * w.n as day,
        ${WEEK}::integer * w.n * interval '1 day' as back) p
      where ${week} and p.day >= ${oldest}::date and f.vehicle_id = any(${cars.map(({ id }) => id)}) on conflict do nothing`;
    // the odometer values of that time are unknown
    await tx.run(sql`
      insert into vehicle_day (vehicle_id, day, department_id, point_total, point_valid, err_coord, err_time, err_speed, err_heading,
        err_altitude, err_other, not_fixed, drift_count, backfill_count, gnss_km, odo_km, track_ok_km, track_gap_km, gap_count,
        longest_gap_s, drive_s, idle_s, park_s, acc_on_s, acc_on_count, trip_count, max_speed, max_speed_at, night_drive_s, ban_drive_s,
        ban_km, speed_band_s, first_at, last_at, trip_start_at, trip_end_at)
      select vehicle_id, p.day, department_id, point_total, point_valid, err_coord, err_time, err_speed, err_heading, err_altitude,
        err_other, not_fixed, drift_count, backfill_count, gnss_km, odo_km, track_ok_km, track_gap_km, gap_count, longest_gap_s, drive_s,
        idle_s, park_s, acc_on_s, acc_on_count, trip_count, max_speed, max_speed_at - p.back, night_drive_s, ban_drive_s, ban_km,
        speed_band_s, first_at - p.back, last_at - p.back, trip_start_at - p.back, trip_end_at - p.back
      from ${source(sql`vehicle_day`)}`);
    await tx.run(sql`
      insert into online_day (vehicle_id, day, department_id, online_s, first_online_at, last_online_at, login_count, logout_count)
      select vehicle_id, p.day, department_id, online_s, first_online_at - p.back, last_online_at - p.back, login_count, logout_count
      from ${source(sql`online_day`)}`);
    await tx.run(sql`
      insert into alarm_day (vehicle_id, day, type_id, level, driver_id, department_id, cnt, dur_s, needed, handled, timely, false_cnt,
        auto_cnt, message_cnt, phone_cnt, handle_s, turned_cnt, soon_cnt, hours, confirmed_cnt, confirmed_max_s, grade1, grade2, grade3, grade4, confirmed1,
        confirmed2, confirmed3, confirmed4, max_kmh, confirmed_kmh)
      select vehicle_id, p.day, type_id, level, driver_id, department_id, cnt, dur_s, needed, handled, timely, false_cnt, auto_cnt,
        message_cnt, phone_cnt, handle_s, turned_cnt, soon_cnt, hours, confirmed_cnt, confirmed_max_s, grade1, grade2, grade3, grade4, confirmed1, confirmed2, confirmed3,
        confirmed4, max_kmh, confirmed_kmh from ${source(sql`alarm_day`)}`);
    await tx.run(sql`
      insert into driver_day (driver_id, day, vehicle_id, department_id, km, drive_s, night_drive_s, longest_drive_s)
      select driver_id, p.day, vehicle_id, department_id, km, drive_s, night_drive_s, longest_drive_s from ${source(sql`driver_day`)}`);
    return true;
  });
}

/** Whether the past months were entered. Before, they have the days of few vehicles. */
export const hasDemoPast = async (db: Db): Promise<boolean> =>
  (await db.first(sql`select from setting where key = ${SETTING}`)) !== undefined;

type Clock = Pick<DemoPast, 'db' | 'timeZone' | 'now'>;

/** The seven days before today, of facts `f`, and the first day of the earlier weeks. */
async function firstWeek({ db, timeZone, now }: Clock): Promise<{ readonly week: Sql; readonly oldest: string }> {
  const today = businessDay(now(), timeZone).key;
  const { first, last, oldest } = (await db.first<{ first: string; last: string; oldest: string }>(sql`
    select to_char(t.day - ${WEEK}::integer, 'YYYY-MM-DD') as first, to_char(t.day - 1, 'YYYY-MM-DD') as last,
      to_char(date_trunc('month', t.day) - interval '2 months', 'YYYY-MM-DD') as oldest from (select ${today}::date as day) t`))!;
  return { week: sql`f.day between ${first}::date and ${last}::date`, oldest };
}

/** Whether the week is complete and stable. Days that only wait for the live stream count as complete. */
async function weekReady(clock: Clock): Promise<boolean> {
  const { week } = await firstWeek(clock);
  const ready = await clock.db.first(sql`
    select from vehicle_day f where ${week} having count(distinct f.day) = ${WEEK} and max(f.updated_at) < now() - interval '1 minute'
      and not exists (select from late_day f where ${week} and f.waits_at is null)`);
  return ready !== undefined;
}

/**
 * Uploaded days have no sessions of their own: their vehicles get one per complete day, from the first to the last position. Copied
 * days have no positions. Resolves to the number of sessions.
 */
export function enterSessions({ db, timeZone, now }: Clock): Promise<number> {
  const today = businessDay(now(), timeZone).key;
  return db.run(sql`
    insert into online_session (vehicle_id, login_at, last_msg_at, logout_at, end_reason, transport, up_bytes, down_bytes)
    select f.vehicle_id, f.first_at, f.last_at, f.last_at, 'idle', 'tcp', f.point_total * ${LOCATION_BYTES}::bigint,
      f.point_total * ${ANSWER_BYTES}::bigint
    from vehicle_day f
    where f.day < ${today}::date and f.first_at < f.last_at
      and f.updated_at between now() - interval '1 day' and now() - interval '1 minute'
      and not exists (select from late_day l where l.vehicle_id = f.vehicle_id and l.day = f.day and l.waits_at is null)
      and exists (select from position p where p.vehicle_id = f.vehicle_id and p.gnss_at = f.first_at)
      and not exists (select from online_session o where o.vehicle_id = f.vehicle_id and o.login_at < f.last_at
        and (o.logout_at is null or o.logout_at > f.first_at))`);
}

/**
 * Creates a demo's past in steps, one per call. Old alarms are handled, uploaded days get sessions, supervisions get their alarms. Then
 * the complete first week is copied to the weeks before. Resolves to the step that was done; null: nothing.
 */
export async function makeDemoPast(demo: DemoPast & { readonly bus: ServerBus }): Promise<'dealt' | 'entered' | null> {
  const { db, bus, now } = demo;
  const transitionsAt = (at: number) => createCaseTransitions({ db, bus, now: () => at });
  const weekFrom = now() - WEEK * DAY_MS;
  const handled = await handleDemoAlarms(db, { now: now(), weekFrom, transitionsAt });
  // their hours are counted before they are copied
  const entered = (await enterSessions(demo)) + (await giveSupervisionsAlarms(db));
  if (handled + entered > 0) return 'dealt';
  if ((await hasDemoPast(db)) || !(await weekReady(demo))) return null;
  return (await enterDemoPast(demo)) ? 'entered' : null;
}

/** `count` counts for reports what a step changed. */
type DemoPastJob = DemoPast & {
  readonly bus: ServerBus;
  readonly count: (signal: AbortSignal) => Promise<void>;
  /** Requests files of alarms since a time, epoch ms. */
  readonly requestFiles: (since: number) => Promise<void>;
};

/** Schedules the steps that create a demo's past: all that are due, each minute. */
export function registerDemoPast(jobs: Pick<Jobs, 'register' | 'schedule'>, demo: DemoPastJob): void {
  const job: Job<object> = {
    kind: 'demo.past',
    lane: 'bulk',
    payload: z.object({}),
    // the schedule runs again anyway
    maxAttempts: 1,
    run: async (_payload, { signal }) => {
      // uploaded alarms are older than those that the server requests by itself
      if (!(await hasDemoPast(demo.db))) await demo.requestFiles(demo.now() - WEEK * DAY_MS);
      while ((await makeDemoPast(demo)) !== null) {
        signal.throwIfAborted();
        await demo.count(signal);
      }
    },
  };
  jobs.register(job);
  jobs.schedule(job, MINUTELY, {});
}
