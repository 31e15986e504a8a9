import type { AlarmNews } from '@fleetwarden/domain/alarm-news';
import { alarmGid, type Occurrence } from '../engine/alarms/occurrences.ts';
import { at, type Db, type Queryable, sql } from '../platform/db/database.ts';
import { SAVE_ROWS } from './limits.ts';

/** An alarm with everything its row stores. */
export type AlarmRow = {
  readonly gid: string;
  readonly vehicleId: number;
  readonly alarm: Readonly<Occurrence>;
  /** Time of arrival, epoch ms. */
  readonly receivedAt: number;
  readonly ended: boolean;
  readonly brief: boolean;
  readonly late: boolean;
  /** Deadline for handling, epoch ms; null: none. */
  readonly dueAt: number | null;
};

const toInstant = (column: string) => `to_timestamp(${column} / 1000.0)`;

const FIELDS = `gid, vehicle_id, type_id, source, level, start_at, last_at, end_at, received_at, start_lng, start_lat, last_lng, last_lat,
  start_kmh, max_kmh, value, limit_value, times, storm, brief, late, info, distance_km`;
const GIVEN = `unnest($1::uuid[], $2::int[], $3::int2[], $4::int8[], $5::int2[], $6::float8[], $7::float8[], $8::float8[], $9::float8[],
    $10::float8[], $11::float8[], $12::float8[], $13::float8[], $14::float4[], $15::float4[], $16::float4[], $17::float4[],
    $18::int[], $19::bool[], $20::bool[], $21::bool[], $22::jsonb[], $23::float8[], $24::float8[])
  with ordinality as u (${FIELDS.replace(', start_at, last_at, end_at, received_at', ', start_ms, last_ms, end_ms, received_ms')}, due_ms, place)`;

// An alarm that continues after its end has no end. Storing the same event again after a crash changes nothing. A brief alarm
// that lasts long enough becomes a full one.
const SAVE = {
  name: 'save_alarms',
  text: `
  with given as (
    select u.*, ${toInstant('start_ms')} as start_at from ${GIVEN} join vehicle on vehicle.id = u.vehicle_id
  ), stored as (
    insert into alarm (${FIELDS})
    select gid, vehicle_id, type_id, source, level, start_at, ${toInstant('last_ms')}, ${toInstant('end_ms')}, ${toInstant('received_ms')},
      start_lng, start_lat, last_lng, last_lat, start_kmh, max_kmh, value, limit_value, times, storm, brief, late, info,
      distance_km
    from given order by place
    on conflict (gid) do update set
      level = greatest(alarm.level, excluded.level), last_at = greatest(alarm.last_at, excluded.last_at), end_at = excluded.end_at,
      last_lng = excluded.last_lng, last_lat = excluded.last_lat, max_kmh = greatest(alarm.max_kmh, excluded.max_kmh),
      value = excluded.value, limit_value = excluded.limit_value, times = greatest(alarm.times, excluded.times),
      distance_km = greatest(alarm.distance_km, excluded.distance_km), storm = alarm.storm or excluded.storm, brief = alarm.brief and excluded.brief, told_seq = default
    where excluded.last_at >= alarm.last_at
    returning gid, told_seq, brief, level
  ), opened as (
    insert into alarm_case (gid, vehicle_id, type_id, level, start_at, due_at)
    select gid, vehicle_id, type_id, stored.level, start_at, ${toInstant('due_ms')} from given join stored using (gid)
    where not stored.brief
    on conflict (gid) do update set level = excluded.level, due_at = least(alarm_case.due_at, excluded.due_at)
      where alarm_case.level < excluded.level
    returning gid, xmax = 0 as is_new
  )
  select gid, told_seq as seq, exists (select from opened where opened.gid = stored.gid and is_new) as raised from stored`,
};

// Extends a stored alarm of the same type and source that overlaps the late one. The last report of an open alarm stays that of its
// live state, which ends it by that. A late alarm that grows into a live one is stored already: its row goes, unless its case was
// handled.
const SAVE_LATE = {
  name: 'save_late_alarm',
  text: `
  with given as (
    select u.*, ${toInstant('start_ms')} as start_at, ${toInstant('last_ms')} as last_at from ${GIVEN} join vehicle on vehicle.id = u.vehicle_id
  ), known as (
    select alarm.gid from alarm join given on given.vehicle_id = alarm.vehicle_id
    where alarm.type_id = given.type_id and alarm.source = given.source and alarm.start_at > given.start_at - interval '7 days'
    and alarm.start_at <= given.last_at + interval '1 minute'
    and coalesce(alarm.end_at, alarm.last_at) >= given.start_at - interval '1 minute'
    order by alarm.late, alarm.start_at desc limit 1
  ), replaced as (
    delete from alarm using given, known where alarm.gid = given.gid and known.gid <> given.gid
      and not exists (select from alarm_case c where c.gid = alarm.gid and c.state <> 0)
  ), longer as (
    update alarm set start_at = least(alarm.start_at, given.start_at),
      last_at = case when alarm.end_at is null then alarm.last_at else greatest(alarm.last_at, given.last_at) end,
      end_at = greatest(alarm.end_at, given.last_at) + case when alarm.end_at is null then null::interval else interval '0' end,
      max_kmh = greatest(alarm.max_kmh, given.max_kmh), value = greatest(alarm.value, given.value), brief = alarm.brief and given.brief,
      distance_km = case when given.start_at >= alarm.start_at and given.last_at <= alarm.last_at then alarm.distance_km
        when given.start_at <= alarm.start_at and given.last_at >= alarm.last_at then given.distance_km
        else alarm.distance_km + given.distance_km end
    from known, given where alarm.gid = known.gid
    returning alarm.gid, alarm.vehicle_id, alarm.type_id, alarm.level, alarm.start_at, alarm.brief
  ), made as (
    insert into alarm (${FIELDS})
    select gid, vehicle_id, type_id, source, level, start_at, last_at, last_at, ${toInstant('received_ms')},
      start_lng, start_lat, last_lng, last_lat, start_kmh, max_kmh, value, limit_value, times, storm, brief, late, info,
      distance_km
    from given where not exists (select from known)
    on conflict (gid) do nothing returning gid, vehicle_id, type_id, level, start_at, brief
  )
  insert into alarm_case (gid, vehicle_id, type_id, level, start_at)
  select gid, vehicle_id, type_id, level, start_at from (select * from longer union all select * from made) as u where not brief
  on conflict (gid) do update set start_at = excluded.start_at, level = greatest(alarm_case.level, excluded.level)`,
};

/** Upserts alarms and opens a case for each new one. Returns the news in order of their sequence number. */
export async function saveAlarms(db: Queryable, rows: readonly AlarmRow[]): Promise<AlarmNews[]> {
  const news: AlarmNews[] = [];
  for (let from = 0; from < rows.length; from += SAVE_ROWS) {
    const round = rows.slice(from, from + SAVE_ROWS);
    const byGid = new Map(round.map((row) => [row.gid, row]));
    const stored = await db.query<{ gid: string; seq: number; raised: boolean }>(SAVE, toColumns(round));
    for (const { gid, seq, raised } of stored) {
      const row = byGid.get(gid)!;
      if (!row.brief) news.push({ ...toAlarmNews(row), seq, raised });
    }
  }
  return news.sort((a, b) => a.seq - b.seq);
}

/** An alarm, and the time before its start in which repetitions count. */
export type RepetitionQuery = Pick<AlarmNews, 'vehicleId' | 'typeId' | 'startAt'> & { readonly windowMs: number };

/** For each query: how many alarms of the type the vehicle had within the window, the alarm itself included. */
export async function countRepetitions(db: Queryable, queries: readonly RepetitionQuery[]): Promise<number[]> {
  const rows = await db.query<{ n: number }>(sql`
    select (
      select count(*) from alarm a where a.vehicle_id = u.vehicle_id and a.type_id = u.type_id and not a.brief
        and a.start_at <= u.until_at and a.start_at >= u.from_at) as n
    from unnest(${queries.map(({ vehicleId }) => vehicleId)}::int[], ${queries.map(({ typeId }) => typeId)}::int2[],
      ${queries.map(({ startAt, windowMs }) => at(startAt - windowMs))}::timestamptz[],
      ${queries.map(({ startAt }) => at(startAt))}::timestamptz[])
      with ordinality as u (vehicle_id, type_id, from_at, until_at, place)
    order by u.place`);
  return rows.map(({ n }) => n);
}

/** Stores an alarm found in late positions. */
export async function saveLateAlarm(db: Queryable, row: AlarmRow): Promise<void> {
  await db.run(SAVE_LATE, toColumns([row]));
}

/** Ends stored alarms that no state in memory continues, after states were lost. `lasting`: gids of alarms that continue. */
export async function endOrphanedAlarms(db: Db, lasting: readonly string[]): Promise<number> {
  return db.run('update alarm set end_at = last_at where end_at is null and gid <> all($1::uuid[])', [[...lasting]]);
}

export function alarmRow(
  vehicleId: number,
  alarm: Readonly<Occurrence>,
  rest: Omit<AlarmRow, 'gid' | 'vehicleId' | 'alarm'>,
): AlarmRow {
  return { gid: alarmGid(vehicleId, alarm), vehicleId, alarm, ...rest };
}

const toAlarmNews = ({ gid, vehicleId, alarm, ended }: AlarmRow) => ({
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

function toColumns(rows: readonly AlarmRow[]): unknown[][] {
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
    a.km ?? null,
    dueAt,
  ]);
  return each[0]!.map((_, column) => each.map((row) => row[column]));
}
