import { at, type Queryable, sql } from '../../platform/db/database.ts';

/** ALARM_TYPES: a vehicle is in an area of risk. */
const IN_RISK = 59;
/** Alarms of one statement. */
const LOT = 500;

type Entered = {
  readonly vehicleId: number;
  readonly at: number;
  readonly areaName: string;
  /** From late positions: no notification. */
  readonly late: boolean;
};

/**
 * Creates events from alarms of risk areas since the last run, and resolves to the first entries of the day.
 * `full`: there may be more. For a deleted area, existing events end; a new one is named by its number.
 */
export async function followAlarms(tx: Queryable, timeZone: string): Promise<{ entered: Entered[]; full: boolean }> {
  // a concurrent run waits, then finds only the rest
  await tx.run('lock table risk_event in share row exclusive mode');
  const rows = await tx.query<Entered & { readonly isNew: boolean; readonly seen: number }>(sql`
    with known as (select coalesce(max(alarm_seq), 0) as seq from risk_event),
    news as (
      select a.*, row_number() over (partition by a.vehicle_id, a.source, a.day order by a.start_at desc) as of_day,
        min(a.start_at) over (partition by a.vehicle_id, a.source, a.day) as first_at,
        max(a.told_seq) over (partition by a.vehicle_id, a.source, a.day) as last_seq, count(*) over () as seen
      from (
        select *, (start_at at time zone ${timeZone})::date as day from alarm
        where type_id = ${IN_RISK} and not brief and told_seq > (select seq from known) order by told_seq limit ${LOT}) a
    ), written as (
      insert into risk_event (vehicle_id, area_id, area_name, risk_level, day, enter_at, stay_at, leave_at, driver_name, driver_phone,
        alarm_seq)
      select n.vehicle_id, n.source, coalesce(r.name, '#' || n.source), coalesce(r.risk_level, 0), n.day, n.first_at, n.start_at, n.end_at,
        d.name, d.phone, n.last_seq
      from news n left join risk_area r on r.id = n.source join vehicle v on v.id = n.vehicle_id left join driver d on d.id = v.driver_id
      where n.of_day = 1
      on conflict (vehicle_id, area_id, day) do update set
        enter_at = least(risk_event.enter_at, excluded.enter_at),
        stay_at = greatest(risk_event.stay_at, excluded.stay_at),
        leave_at = case when excluded.stay_at >= risk_event.stay_at then excluded.leave_at else risk_event.leave_at end,
        alarm_seq = greatest(risk_event.alarm_seq, excluded.alarm_seq)
      returning vehicle_id, area_id, area_name, day, enter_at, xmax = 0 as is_new
    )
    select w.vehicle_id as "vehicleId", w.enter_at as at, w.area_name as "areaName", n.late, w.is_new as "isNew", n.seen
    from written w join news n on n.vehicle_id = w.vehicle_id and n.source = w.area_id and n.day = w.day and n.of_day = 1`);
  return { entered: rows.filter(({ isNew }) => isNew), full: (rows[0]?.seen ?? 0) >= LOT };
}

/** How users handled events. */
type Handling = {
  /** RISK_STATE. */
  readonly state: 1 | 2 | 3 | 4;
  readonly note: string;
  /** null: none. */
  readonly observeDays: number | null;
  readonly accountId: number;
  readonly now: number;
};

export const setHandled = (db: Queryable, ids: readonly number[], { state, note, observeDays, accountId, now }: Handling) =>
  db.run(sql`
    update risk_event set state = ${state}, note = ${note || null}, observe_days = ${observeDays}::smallint,
      handled_by = ${accountId}::integer, handled_at = ${at(now)}, version = version + 1, updated_at = ${at(now)}
    where id = any(${[...ids]})`);

/** Marks events whose drivers were notified, unless a user has changed them since. */
export const setNotified = (db: Queryable, ids: readonly number[], notified: number, accountId: number, now: number) =>
  db.run(sql`
    update risk_event set state = ${notified}, handled_by = ${accountId}::integer, handled_at = ${at(now)}, version = version + 1,
      updated_at = ${at(now)}
    where id = any(${[...ids]}) and state = 1`);

/** Deletes events before an instant (epoch ms) and returns their number. */
export const forget = (db: Queryable, before: number): Promise<number> =>
  db.run(sql`delete from risk_event where enter_at < ${at(before)}`);

/** The alarms events were made of. */
export async function listAlarmGids(db: Queryable, ids: readonly number[], timeZone: string): Promise<string[]> {
  const rows = await db.query<{ gid: string }>(sql`
    select a.gid from risk_event e join alarm a on a.vehicle_id = e.vehicle_id and a.type_id = ${IN_RISK} and a.source = e.area_id
      and a.start_at >= e.enter_at and (a.start_at at time zone ${timeZone})::date = e.day
    where e.id = any(${[...ids]}) and not a.brief`);
  return rows.map(({ gid }) => gid);
}

/** Joins for an event `t`: duration of the visits that day, s; the vehicle; the user who handled it. */
export const joins = sql`
  left join vehicle v on v.id = t.vehicle_id left join department vd on vd.id = v.department_id
  left join account ha on ha.id = t.handled_by`;

/** Minutes of all stays of the day; one that lasts counts up to its last report that is known. */
export const minutes = (timeZone: string) => sql`(
  select coalesce(round(sum(extract(epoch from coalesce(a.end_at, greatest(l.received_at, a.last_at)) - a.start_at)) / 60), 0)::integer
  from alarm a left join vehicle_latest l on l.vehicle_id = a.vehicle_id
  where a.vehicle_id = t.vehicle_id and a.type_id = ${IN_RISK} and a.source = t.area_id and not a.brief
    and a.start_at >= t.enter_at and a.start_at < t.enter_at + interval '2 days'
    and (a.start_at at time zone ${timeZone})::date = t.day)`;
