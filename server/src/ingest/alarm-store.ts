import type { AlarmNews } from '@fleetwarden/domain/alarm-news';
import { alarmGid, type Occurrence } from '../engine/alarms/occurrences.ts';
import { at, type Db, type Queryable, sql } from '../platform/db/database.ts';
import { SAVE_ROWS } from './limits.ts';

/** An alarm as it is to be stored. */
export type AlarmRow = {
  readonly gid: string;
  readonly vehicleId: number;
  readonly alarm: Readonly<Occurrence>;
  /** When we heard of it, epoch ms. */
  readonly receivedAt: number;
  readonly ended: boolean;
  readonly brief: boolean;
  readonly late: boolean;
  /** Until when somebody ought to decide, epoch ms; null: no target. */
  readonly dueAt: number | null;
};

const instant = (column: string) => `to_timestamp(${column} / 1000.0)`;

const FIELDS = `gid, vehicle_id, type_id, source, level, start_at, last_at, end_at, received_at, start_lng, start_lat, last_lng, last_lat,
  start_kmh, max_kmh, value, limit_value, times, storm, brief, late, info`;
const GIVEN = `unnest($1::uuid[], $2::int[], $3::int2[], $4::int8[], $5::int2[], $6::float8[], $7::float8[], $8::float8[], $9::float8[],
    $10::float8[], $11::float8[], $12::float8[], $13::float8[], $14::float4[], $15::float4[], $16::float4[], $17::float4[],
    $18::int[], $19::bool[], $20::bool[], $21::bool[], $22::jsonb[], $23::float8[])
  with ordinality as u (${FIELDS.replace(', start_at, last_at, end_at, received_at', ', start_ms, last_ms, end_ms, received_ms')}, due_ms, place)`;

// An alarm that was ended and goes on has no end; one that is told again after a crash is the same, or more is known of it.
// A brief one that became an alarm after all is one.
const SAVE = `
  with given as (
    select u.*, ${instant('start_ms')} as start_at from ${GIVEN} join vehicle on vehicle.id = u.vehicle_id
  ), stored as (
    insert into alarm (${FIELDS})
    select gid, vehicle_id, type_id, source, level, start_at, ${instant('last_ms')}, ${instant('end_ms')}, ${instant('received_ms')},
      start_lng, start_lat, last_lng, last_lat, start_kmh, max_kmh, value, limit_value, times, storm, brief, late, info
    from given order by place
    on conflict (gid) do update set
      level = greatest(alarm.level, excluded.level), last_at = greatest(alarm.last_at, excluded.last_at), end_at = excluded.end_at,
      last_lng = excluded.last_lng, last_lat = excluded.last_lat, max_kmh = greatest(alarm.max_kmh, excluded.max_kmh),
      value = excluded.value, limit_value = excluded.limit_value, times = greatest(alarm.times, excluded.times),
      storm = alarm.storm or excluded.storm, brief = alarm.brief and excluded.brief, told_seq = default
    where excluded.last_at >= alarm.last_at
    returning gid, told_seq, brief, level
  ), opened as (
    insert into alarm_case (gid, vehicle_id, type_id, level, start_at, due_at)
    select gid, vehicle_id, type_id, stored.level, start_at, ${instant('due_ms')} from given join stored using (gid)
    where not stored.brief
    on conflict (gid) do update set level = excluded.level, due_at = least(alarm_case.due_at, excluded.due_at)
      where alarm_case.level < excluded.level
    returning gid, xmax = 0 as is_new
  )
  select gid, told_seq as seq, exists (select from opened where opened.gid = stored.gid and is_new) as raised from stored`;

// What is known of the same stretch of time already is made longer, whichever machine it came from.
const SAVE_LATE = `
  with given as (
    select u.*, ${instant('start_ms')} as start_at, ${instant('last_ms')} as last_at from ${GIVEN} join vehicle on vehicle.id = u.vehicle_id
  ), known as (
    select alarm.gid from alarm join given on given.vehicle_id = alarm.vehicle_id
    where alarm.type_id = given.type_id and alarm.source = given.source and alarm.start_at > given.start_at - interval '7 days'
    and alarm.start_at <= given.last_at + interval '1 minute'
    and coalesce(alarm.end_at, alarm.last_at) >= given.start_at - interval '1 minute'
    order by alarm.start_at desc limit 1
  ), longer as (
    update alarm set start_at = least(alarm.start_at, given.start_at), last_at = greatest(alarm.last_at, given.last_at),
      end_at = greatest(alarm.end_at, given.last_at) + case when alarm.end_at is null then null::interval else interval '0' end,
      max_kmh = greatest(alarm.max_kmh, given.max_kmh), value = greatest(alarm.value, given.value), brief = alarm.brief and given.brief
    from known, given where alarm.gid = known.gid
    returning alarm.gid, alarm.vehicle_id, alarm.type_id, alarm.level, alarm.start_at, alarm.brief
  ), made as (
    insert into alarm (${FIELDS})
    select gid, vehicle_id, type_id, source, level, start_at, last_at, last_at, ${instant('received_ms')},
      start_lng, start_lat, last_lng, last_lat, start_kmh, max_kmh, value, limit_value, times, storm, brief, late, info
    from given where not exists (select from known)
    on conflict (gid) do nothing returning gid, vehicle_id, type_id, level, start_at, brief
  )
  insert into alarm_case (gid, vehicle_id, type_id, level, start_at)
  select gid, vehicle_id, type_id, level, start_at from (select * from longer union all select * from made) as u where not brief
  on conflict (gid) do update set start_at = excluded.start_at, level = greatest(alarm_case.level, excluded.level)`;

/** Stores what alarms are now, and opens a case for each that has none; returns the news in the order they are told. */
export async function saveAlarms(db: Queryable, rows: readonly AlarmRow[]): Promise<AlarmNews[]> {
  const news: AlarmNews[] = [];
  for (let from = 0; from < rows.length; from += SAVE_ROWS) {
    const round = rows.slice(from, from + SAVE_ROWS);
    const byGid = new Map(round.map((row) => [row.gid, row]));
    const stored = await db.query<{ gid: string; seq: number; raised: boolean }>(SAVE, columnsOf(round));
    for (const { gid, seq, raised } of stored) {
      const row = byGid.get(gid)!;
      if (!row.brief) news.push({ ...newsOf(row), seq, raised });
    }
  }
  return news.sort((a, b) => a.seq - b.seq);
}

/** How many alarms of a kind a vehicle has had within a time up to and including the one that began at `startAt`, epoch ms. */
export async function countAlarms(
  db: Queryable,
  { vehicleId, typeId, startAt }: Pick<AlarmNews, 'vehicleId' | 'typeId' | 'startAt'>,
  windowMs: number,
): Promise<number> {
  const row = await db.first<{ n: number }>(sql`
    select count(*) as n from alarm where vehicle_id = ${vehicleId} and type_id = ${typeId} and not brief
      and start_at <= ${at(startAt)} and start_at >= ${at(startAt - windowMs)}`);
  return row!.n;
}

/** Stores an alarm of positions that came late. */
export async function saveLateAlarm(db: Queryable, row: AlarmRow): Promise<void> {
  await db.run(SAVE_LATE, columnsOf([row]));
}

/** Ends alarms that nothing in memory goes on with, as states that were lost leave them; `lasting`: gids of those that last. */
export async function endForgotten(db: Db, lasting: readonly string[]): Promise<number> {
  return db.run('update alarm set end_at = last_at where end_at is null and gid <> all($1::uuid[])', [[...lasting]]);
}

/** What is to be stored of an alarm's newest state. */
export function alarmRow(
  vehicleId: number,
  alarm: Readonly<Occurrence>,
  rest: Omit<AlarmRow, 'gid' | 'vehicleId' | 'alarm'>,
): AlarmRow {
  return { gid: alarmGid(vehicleId, alarm), vehicleId, alarm, ...rest };
}

const newsOf = ({ gid, vehicleId, alarm, ended }: AlarmRow) => ({
  gid,
  vehicleId,
  typeId: alarm.typeId,
  source: alarm.source,
  level: alarm.level,
  startAt: alarm.startAt,
  lastAt: alarm.lastAt,
  endAt: ended ? alarm.lastAt : null,
  lng: alarm.lastLng,
  lat: alarm.lastLat,
  speedKmh: alarm.maxKmh,
  value: alarm.value,
  limit: alarm.limit,
  times: alarm.times,
  storm: alarm.storm,
  info: alarm.info ?? null,
});

function columnsOf(rows: readonly AlarmRow[]): unknown[][] {
  const each = rows.map(({ gid, vehicleId, alarm: a, receivedAt, ended, brief, late, dueAt }) => [
    gid,
    vehicleId,
    a.typeId,
    a.source,
    a.level,
    a.startAt,
    a.lastAt,
    ended ? a.lastAt : null,
    receivedAt,
    a.startLng,
    a.startLat,
    a.lastLng,
    a.lastLat,
    a.startKmh,
    a.maxKmh,
    a.value,
    a.limit,
    a.times,
    a.storm,
    brief,
    late,
    a.info === undefined ? null : JSON.stringify(a.info),
    dueAt,
  ]);
  return each[0]!.map((_, column) => each.map((row) => row[column]));
}
