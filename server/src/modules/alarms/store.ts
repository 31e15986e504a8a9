import type { CaseState, DealType } from '@fleetwarden/contract/alarms/alarm-row';
import type { AlarmInfo } from '@fleetwarden/domain/alarm-item';
import { ADOPTED_KM, WITH_SOURCE } from '../../platform/db/adopted-km.ts';
import { countedAlarms } from '../../platform/db/counted-alarms.ts';
import { at, type Queryable, type Sql, sql } from '../../platform/db/database.ts';
import { between } from '../../platform/db/list.ts';
import type { Scope } from '../identity/index.ts';
import { driverAt, handledInTime } from '../reports/index.ts';
import { FORGET_LOT, LOT } from './limits.ts';

/** An alarm with its vehicle and its case; times epoch ms. */
export type StoredAlarm = {
  readonly gid: string;
  readonly vehicle_id: number;
  readonly type_id: number;
  readonly source: number;
  readonly level: 1 | 2 | 3;
  readonly start_at: number;
  readonly last_at: number;
  readonly end_at: number | null;
  readonly received_at: number;
  readonly start_lng: number;
  readonly start_lat: number;
  readonly last_lng: number;
  readonly last_lat: number;
  readonly start_kmh: number;
  readonly max_kmh: number;
  readonly value: number | null;
  readonly limit_value: number | null;
  readonly times: number;
  readonly storm: boolean;
  readonly brief: boolean;
  readonly late: boolean;
  readonly info: AlarmInfo | null;
  readonly plate: string;
  readonly plate_colour: number;
  readonly department_id: number;
  readonly dept_name: string;
  readonly driver_name: string | null;
  readonly driver_phone: string | null;
  /** null: it has no case. */
  readonly state: CaseState | null;
  readonly version: number | null;
  readonly claimed_by: number | null;
  readonly claimed_name: string | null;
  readonly claimed_at: number | null;
  readonly deal_type: DealType | null;
  readonly dealt_name: string | null;
  readonly dealt_at: number | null;
  readonly automatic: boolean | null;
  readonly notes: string | null;
  readonly due_at: number | null;
  /** The alarm is evidence: its files are kept. */
  readonly is_evidence: boolean;
};

/** What the right to read an alarm depends on. */
export const toBeRead = (row: StoredAlarm) => ({
  typeId: row.type_id,
  departmentId: row.department_id,
  isEvidence: row.is_evidence,
});

/** Whether a case is handled, or a false alarm. */
export const isDecided = (state: CaseState): boolean => state === 2 || state === 3;

/** The alarms with these ids whose vehicles lie in the scope, in the order of the ids. Names are subqueries: each join makes planning much longer. */
export const alarmsOf = (db: Queryable, gids: readonly string[], scope: Scope): Promise<StoredAlarm[]> =>
  db.query<StoredAlarm>(sql`
    select a.gid, a.vehicle_id, a.type_id, a.source, a.level, a.start_at, a.last_at, a.end_at, a.received_at, a.start_lng, a.start_lat,
      a.last_lng, a.last_lat, a.start_kmh, a.max_kmh, a.value, a.limit_value, a.times, a.storm, a.brief, a.late, a.info,
      v.plate, v.plate_colour, v.department_id, d.name as dept_name, r.name as driver_name, r.phone as driver_phone,
      c.state, c.version, c.claimed_by, (select user_name from account where id = c.claimed_by) as claimed_name, c.claimed_at,
      c.deal_type, (select user_name from account where id = c.dealt_by) as dealt_name, c.dealt_at, c.automatic, c.notes, c.due_at,
      exists (select from evidence_record e where e.alarm_gid = a.gid) as is_evidence
    from unnest(${[...gids]}::uuid[]) with ordinality wanted (gid, place) join alarm a on a.gid = wanted.gid
      join vehicle v on v.id = a.vehicle_id join department d on d.id = v.department_id left join driver r on r.id = (${driverAt(sql`a.vehicle_id`, sql`a.start_at`)})
      left join alarm_case c on c.gid = a.gid
    where v.department_id = any(${[...scope]}) order by wanted.place`);

/** A case that is not handled; `claimedBy` null: not claimed. */
export type OpenCase = {
  readonly gid: string;
  readonly version: number;
  readonly claimedBy: number | null;
  readonly claimedName: string;
};

/** Locks the cases of these alarms until the transaction ends; returns those not handled yet. */
export async function lockOpenCases(tx: Queryable, gids: readonly string[]): Promise<Map<string, OpenCase>> {
  const rows = await tx.query<OpenCase & { state: CaseState }>(sql`
    select c.gid, c.state, c.version, case when c.state = 1 then c.claimed_by end as "claimedBy",
      coalesce(a.user_name, '') as "claimedName"
    from alarm_case c left join account a on a.id = c.claimed_by
    where c.gid = any(${[...gids]}::uuid[]) order by c.gid for update of c`);
  return new Map(rows.filter(({ state }) => !isDecided(state)).map((row) => [row.gid, row]));
}

/** Queues alarms for the superior platforms of their vehicles, once each; returns the new entries. */
export const report = (db: Queryable, gids: readonly string[], now: number) =>
  db.query<{ gid: string; superiorId: number; platform: string }>(sql`
    with entered as (
      insert into superior_alarm (superior_id, gid, queued_at)
      select s.superior_id, a.gid, ${at(now)} from alarm a
        join superior_vehicle s on s.vehicle_id = a.vehicle_id join superior_platform p on p.id = s.superior_id
        join vehicle v on v.id = a.vehicle_id and (p.industries = '{}' or v.industry = any(p.industries))
      where a.gid = any(${[...gids]}::uuid[]) and not a.brief order by a.told_seq
      on conflict (superior_id, gid) do nothing returning superior_id, gid
    )
    select e.gid, p.id as "superiorId", p.name as platform from entered e join superior_platform p on p.id = e.superior_id
    order by p.name`);

/** The vehicles among these that are bound to a superior platform. */
export async function bound(db: Queryable, vehicleIds: readonly number[]): Promise<Set<number>> {
  const rows = await db.query<{ id: number }>(sql`
    select distinct vehicle_id as id from superior_vehicle where vehicle_id = any(${[...vehicleIds]})`);
  return new Set(rows.map(({ id }) => id));
}

/** The history of a case, oldest first. */
export const history = (db: Queryable, gid: string) =>
  db.query<{ at: number; username: string; action: string; detail: Record<string, unknown> }>(sql`
    select e.at, coalesce(a.user_name, '') as username, e.action, e.detail
    from alarm_case_event e left join account a on a.id = e.account_id where e.gid = ${gid}::uuid order by e.id`);

export async function schemeName(db: Queryable, id: number): Promise<string> {
  return (await db.first<{ name: string }>(sql`select name from warn_scheme where id = ${id}`))?.name ?? '';
}

/** A set of alarms that count in reports: scope, types, and start time in [start, end) (epoch ms). */
export type Share = {
  readonly scope: Scope;
  readonly types: readonly number[];
  readonly start: number;
  readonly end: number;
  /** undefined: all vehicles. */
  readonly vehicleIds?: readonly number[] | undefined;
  /** The driver on duty when they began. */
  readonly driverId?: number;
};

const within = ({ scope, types, start, end, vehicleIds, driverId }: Share): Sql => sql`
  from alarm a join vehicle v on v.id = a.vehicle_id left join alarm_case c on c.gid = a.gid
  where a.start_at >= ${at(start)} and a.start_at < ${at(end)} and a.type_id = any(${[...types]}::smallint[]) and ${countedAlarms(sql`a`)}
    and v.department_id = any(${[...scope]}) ${vehicleIds === undefined ? sql`` : sql`and a.vehicle_id = any(${[...vehicleIds]})`}
    ${driverId === undefined ? sql`` : sql`and (${driverAt(sql`a.vehicle_id`, sql`a.start_at`)}) = ${driverId}`}`;

/** The driver on duty when an alarm of these vehicles began; undefined: unknown. */
export const driverOfAlarm = (db: Queryable, gid: string, { scope, vehicleIds = [] }: Share) =>
  db.first<{ id: number; name: string }>(sql`
    select r.id, r.name from alarm a join vehicle v on v.id = a.vehicle_id
      join driver r on r.id = (${driverAt(sql`a.vehicle_id`, sql`a.start_at`)})
    where a.gid = ${gid} and a.vehicle_id = any(${[...vehicleIds]}) and v.department_id = any(${[...scope]})`);

/** Vehicles that a driver may have driven in a period: signed in, or assigned. */
export async function vehiclesOfDriver(db: Queryable, driverId: number, { start, end }: Share): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    select vehicle_id as id from driver_duty
    where driver_id = ${driverId} and source <> 4 and start_at < ${at(end)} and (end_at is null or end_at > ${at(start)})
    union select vehicle_id from given_driver where driver_id = ${driverId}`);
  return rows.map(({ id }) => id);
}

export type Tally = {
  readonly typeId: number;
  readonly level: 1 | 2 | 3;
  readonly day: string;
  readonly count: number;
  readonly handled: number;
  readonly falseAlarms: number;
  /** Handled in time, as in reports: alarms of late positions have no due time, but the time of their level. */
  readonly inTime: number;
  /** From the beginning of alarms until they were handled, in all. */
  readonly handleS: number;
};

const HANDLED_IN_TIME = handledInTime(
  { startAt: sql`a.start_at`, level: sql`a.level` },
  { dealtAt: sql`c.dealt_at`, dueAt: sql`c.due_at` },
);

/** Alarms by type, level and day of a time zone, with how they were handled. */
export const tally = (db: Queryable, share: Share, timeZone: string): Promise<Tally[]> =>
  db.query<Tally>(sql`
    select a.type_id as "typeId", a.level, to_char(a.start_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, count(*) as count,
      count(*) filter (where c.state in (2, 3)) as handled, count(*) filter (where c.state = 3) as "falseAlarms",
      count(*) filter (where c.state in (2, 3) and ${HANDLED_IN_TIME}) as "inTime",
      coalesce(sum(extract(epoch from c.dealt_at - a.start_at)) filter (where c.state in (2, 3)), 0)::float8 as "handleS"
    ${within(share)} group by 1, 2, 3`);

/** Alarms by the hour of the day in which they began. */
export const countByHour = (db: Queryable, share: Share, timeZone: string) =>
  db.query<{ hour: number; count: number }>(sql`
    select extract(hour from a.start_at at time zone ${timeZone})::integer as hour, count(*) as count ${within(share)} group by 1`);

export async function count(db: Queryable, share: Share): Promise<number> {
  return (await db.first<{ n: number }>(sql`select count(*) as n ${within(share)}`))!.n;
}

export type TypeHour = { readonly typeId: number; readonly hour: number; readonly count: number };

/** Alarms by type and the hour of the day in which they began. */
export const countByTypeAndHour = (db: Queryable, share: Share, timeZone: string): Promise<TypeHour[]> =>
  db.query(sql`
    select a.type_id as "typeId", extract(hour from a.start_at at time zone ${timeZone})::integer as hour, count(*) as count
    ${within(share)} group by 1, 2`);

/** Most places of a heat map. */
const MAX_SPOTS = 1_000;

/** Where alarms began, on a grid of 0.01 degrees; those without a position are left out. */
export const spots = (db: Queryable, share: Share) =>
  db.query<{ lng: number; lat: number; count: number }>(sql`
    select round(a.start_lng::numeric, 2)::float8 as lng, round(a.start_lat::numeric, 2)::float8 as lat, count(*) as count
    ${within(share)} and (a.start_lng <> 0 or a.start_lat <> 0) group by 1, 2 order by 3 desc, 1, 2 limit ${MAX_SPOTS}`);

/** Companies with most alarms. */
export const departmentsByAlarms = (db: Queryable, share: Share, most: number) =>
  db.query<{ id: number; name: string; count: number }>(sql`
    select d.id, d.name, m.count
    from (select v.department_id, count(*) as count ${within(share)} group by 1 order by 2 desc, 1 limit ${most}) m
      join department d on d.id = m.department_id order by m.count desc, d.id`);

export type RankedVehicle = {
  readonly id: number;
  readonly plate: string;
  readonly plate_colour: number;
  readonly dept_name: string;
  readonly count: number;
  readonly km: number | null;
};

/** Vehicles with most alarms, and their mileage of a day. */
export const vehiclesByAlarms = (db: Queryable, share: Share, day: string, most: number) =>
  db.query<RankedVehicle>(sql`
    select v.id, v.plate, v.plate_colour, d.name as dept_name, m.count,
      (select (${ADOPTED_KM})::float8 from vehicle_day f ${WITH_SOURCE} where f.vehicle_id = v.id and f.day = ${day}::date) as km
    from (select a.vehicle_id, count(*) as count ${within(share)} group by 1 order by 2 desc, 1 limit ${most}) m
      join vehicle v on v.id = m.vehicle_id join department d on d.id = v.department_id
    order by m.count desc, v.id`);

/** Open cases whose alarms started in [start, end] (epoch ms), by type. */
export const openByType = (
  db: Queryable,
  scope: Scope,
  { start, end }: { readonly start: number; readonly end: number | undefined },
) =>
  db.query<{ typeId: number; count: number }>(sql`
    select c.type_id as "typeId", count(*) as count from alarm_case c join vehicle v on v.id = c.vehicle_id
    where c.state in (0, 1, 4) and not c.covered ${between(sql`c.start_at`, start, end)} and v.department_id = any(${[...scope]}) group by 1`);

/** Overdue cases, the longest overdue first: unclaimed, or claimed by an owner idle since (epoch ms). */
export async function overdue(db: Queryable, now: number, idleSince: number): Promise<string[]> {
  const rows = await db.query<{ gid: string }>(sql`
    select gid from alarm_case
    where state in (0, 1) and not covered and due_at is not null and due_at <= ${at(now)} and (state = 0 or claimed_at is null or claimed_at < ${at(idleSince)})
    order by due_at limit ${LOT}`);
  return rows.map(({ gid }) => gid);
}

/** Deletes alarms with their cases that started before (epoch ms), except locked and held evidence, in batches; returns how many. */
export async function forget(db: Queryable, before: number): Promise<number> {
  let total = 0;
  for (let rows = FORGET_LOT; rows === FORGET_LOT; total += rows) {
    const gone = await db.query<{ gid: string }>(sql`
      delete from alarm where gid in (select a.gid from alarm a where a.start_at < ${at(before)}
        and not evidence_is_kept(a.gid, a.vehicle_id, a.start_at) order by a.start_at limit ${FORGET_LOT}) returning gid`);
    rows = gone.length;
    // requests outlive their files, but not their alarm
    await db.run(sql`
      delete from evidence_request where alarm_gid = any(${gone.map(({ gid }) => gid)}::uuid[]) and expired_at is not null`);
  }
  return total;
}

export type CaseNow = {
  readonly gid: string;
  readonly vehicleId: number;
  readonly departmentId: number;
  readonly typeId: number;
  readonly state: CaseState;
  readonly version: number;
  readonly username: string;
};

/** The current state of cases. */
export const cases = (db: Queryable, gids: readonly string[]) =>
  db.query<CaseNow>(sql`
    select c.gid, c.vehicle_id as "vehicleId", v.department_id as "departmentId", c.type_id as "typeId", c.state, c.version,
      coalesce(a.user_name, '') as username
    from alarm_case c join vehicle v on v.id = c.vehicle_id
      left join account a on a.id = case when c.state = 1 then c.claimed_by when c.state in (2, 3) then c.dealt_by end
    where c.gid = any(${[...gids]}::uuid[])`);
