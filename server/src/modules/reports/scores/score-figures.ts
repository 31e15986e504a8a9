import type { CompanyFigures, HandlingFigures, OperatorFigures } from '@fleetwarden/domain/month-score';
import { at, name, type Queryable, type Sql, sql } from '../../../platform/db/database.ts';
import { isOfTypes } from '../facts/alarm-groups.ts';
import { linkDays } from '../facts/superior-platforms.ts';
import { GROUPS } from '../model/measures.ts';
import type { Month } from '../model/months.ts';
import type { ResultCache } from '../model/query-context.ts';
import { queryCached } from '../query/result-cache.ts';
import { hasJoinedBy } from '../rollups/joined-vehicles.ts';

/** Figures of one company or operator. */
type Of<Figures> = Figures & { readonly id: number };
/** `cache`: for slow monthly figures; undefined: none. */
type Source = { readonly db: Queryable; readonly cache: ResultCache | undefined };
const byId = async <Row extends { readonly id: number }>({ db, cache }: Source, figures: Sql): Promise<Row[]> =>
  (await queryCached<Row>(db, cache, figures)).toSorted((a, b) => a.id - b.id);
type NightFigures = { readonly fatigueCount: number; readonly nightCount: number; readonly nightCars: number };

const within = ({ days }: Month, column: Sql = sql`f.day`): Sql => sql`${column} between ${days.from}::date and ${days.to}::date`;
const inTimes = ({ times }: Month, instant: Sql): Sql =>
  sql`${instant} >= ${at(times.from)}::timestamptz and ${instant} < ${at(times.to)}::timestamptz`;
/** null: all industries. */
const ofTrade = (industries: readonly number[] | null, vehicle: Sql): Sql =>
  industries === null
    ? sql`true`
    : sql`exists (select from vehicle k where k.id = ${vehicle} and k.industry = any(${[...industries]}::smallint[]))`;

/**
 * Vehicles of a month per company: by day rows, or by registration if they were silent. `joined`: a valid position up to the end
 * of the month; `exempt`: reported out of service on all of its days.
 */
const cars = (month: Month, industries: readonly number[] | null): Sql => sql`
  driven as (
    select f.vehicle_id, f.department_id, bool_or(f.point_valid > 0) as online, bool_or(f.drift_count >= 3) as drifted,
      sum(f.track_ok_km) as ok_km, sum(f.track_gap_km) as gap_km, sum(f.point_total) as points, sum(f.point_valid) as valid
    from vehicle_day f where ${within(month)} and ${ofTrade(industries, sql`f.vehicle_id`)} group by f.vehicle_id, f.department_id),
  cars as (
    select * from driven
    union all
    select v.id, v.department_id, false, false, 0, 0, 0, 0 from vehicle v
    where v.created_at < ${at(month.times.to)} and (v.deleted_at is null or v.deleted_at >= ${at(month.times.from)})
      and ${ofTrade(industries, sql`v.id`)} and not exists (select from driven h where h.vehicle_id = v.id)),
  joined as (
    select v.id as vehicle_id, (select count(*) from exempt_day e where e.vehicle_id = v.id and ${within(month, sql`e.day`)}) >= ceil(
        extract(epoch from least(v.deleted_at, ${at(month.times.to)}) - greatest(v.created_at, ${at(month.times.from)})) / 86400) as exempt
    from vehicle v where v.id in (select vehicle_id from cars where not online)
      and ${hasJoinedBy({ key: month.days.to, endAt: month.times.to })})`;

/** FleetFigures of a group of `cars` c. A vehicle that was out of service all month is not due. */
const counted = sql`
  count(distinct c.vehicle_id) as "carTotal",
  count(distinct c.vehicle_id) filter (where c.online or j.vehicle_id is not null) as "joinedCount",
  count(distinct c.vehicle_id) filter (where c.online or not j.exempt) as "shouldOnline",
  count(distinct c.vehicle_id) filter (where c.online) as "onlineCount",
  sum(c.ok_km) as "trackOkKm", sum(c.gap_km) as "trackGapKm", sum(c.valid)::float8 as "pointValid", sum(c.points)::float8 as "pointTotal",
  count(distinct c.vehicle_id) filter (where c.drifted) as "driftCars"`;

/** Companies with vehicles in a month, of some industries or (null) of all. */
export const companyFigures = (
  { db, cache }: Source,
  month: Month,
  industries: readonly number[] | null,
): Promise<Of<CompanyFigures & NightFigures>[]> =>
  byId(
    { db, cache },
    sql`
    with recursive ${cars(month, industries)},
    warned as (
      select f.department_id, sum(f.cnt) filter (where ${isOfTypes(GROUPS.overspeed)}) as overs,
        sum(f.cnt) filter (where ${isOfTypes(GROUPS.fatigue)}) as tired, sum(f.dur_s) filter (where ${isOfTypes(GROUPS.fatigue)}) as tired_s,
        sum(f.cnt) filter (where ${isOfTypes(GROUPS.nightBan)}) as nights,
        count(distinct f.vehicle_id) filter (where ${isOfTypes(GROUPS.nightBan)}) as night_cars
      from alarm_day f where ${within(month)} and ${ofTrade(industries, sql`f.vehicle_id`)} group by f.department_id),
    -- superior platforms query their company and all its subordinate departments
    above as (
      select d.id, d.id as over from department d
      union all select a.id, d.parent_id from above a join department d on d.id = a.over where d.parent_id is not null),
    asked as (
      select a.id, count(*) as checks, count(*) filter (where f.replied_at <= f.deadline_at) as answered
      from above a join superior_platform p on p.department_id = a.over join post_check f on f.superior_id = p.id
      where ${inTimes(month, sql`f.received_at`)} group by a.id),
    counted as (
      select c.department_id, ${counted} from cars c left join joined j on j.vehicle_id = c.vehicle_id group by c.department_id)
    select d.id, c."carTotal", c."joinedCount", c."shouldOnline", c."onlineCount", c."trackOkKm", c."trackGapKm", c."pointValid",
      c."pointTotal", c."driftCars", coalesce(w.overs, 0)::float8 as "overCount", coalesce(w.tired, 0)::float8 as "fatigueCount",
      coalesce(w.tired_s, 0)::float8 as "fatigueSec", coalesce(w.nights, 0)::float8 as "nightCount",
      coalesce(w.night_cars, 0) as "nightCars", coalesce(q.checks, 0) as "chkCount", coalesce(q.answered, 0) as "chkOk"
    from counted c join department d on d.id = c.department_id and d.kind = 'normal'
      left join warned w on w.department_id = d.id left join asked q on q.id = d.id`,
  );

/** Operators with their current vehicles and superior platforms. */
export async function operatorFigures(
  { db, cache }: Source,
  month: Month,
  industries: readonly number[] | null,
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): Promise<(Of<OperatorFigures> & { readonly departmentId: number })[]> {
  const links = linkDays({ ...month, now, timeZone }, sql`true`).map(({ name: of, body }) => sql`${name(of)} as (${body})`);
  return byId(
    { db, cache },
    sql`
    with ${cars(month, industries)}, ${links[0]!}, ${links[1]!},
    counted as (
      select b.operator_id, ${counted} from operator_vehicle b join cars c on c.vehicle_id = b.vehicle_id
        left join joined j on j.vehicle_id = c.vehicle_id group by b.operator_id),
    told as (
      select t.operator_id, sum(l.wanted_s)::float8 as wanted, sum(l.linked_s + l.filed_s)::float8 as linked
      from (select distinct b.operator_id, s.superior_id from operator_vehicle b join superior_vehicle s on s.vehicle_id = b.vehicle_id) t
        join link_days l on l.superior_id = t.superior_id group by t.operator_id)
    select o.id, o.department_id as "departmentId", c."carTotal", c."joinedCount", c."shouldOnline", c."onlineCount", c."trackOkKm",
      c."trackGapKm", c."pointValid", c."pointTotal", c."driftCars", coalesce(t.wanted, 0) as "wantedSec", coalesce(t.linked, 0) as "linkedSec"
    from counted c join operator o on o.id = c.operator_id and o.kind = ${SERVICE}::smallint left join told t on t.operator_id = o.id`,
  );
}
/** OPERATOR_KIND: the operator of the terminal service, not of SIM cards. */
const SERVICE = 1;

export type HandledAlarms = Of<HandlingFigures & { readonly alarmCount: number }>;
/** Handling of alarms of some types or (null) of all, and answered supervisions, by company. `only`: of these companies. */
export const handlingFigures = (
  { db, cache }: Source,
  month: Month,
  { types = null, only = null }: { readonly types?: readonly number[] | null; readonly only?: readonly number[] | null } = {},
): Promise<HandledAlarms[]> => {
  const those = (column: Sql): Sql => (only === null ? sql`true` : sql`${column} = any(${[...only]}::integer[])`);
  return byId(
    { db, cache },
    sql`
    with warned as (
      select f.department_id, sum(f.cnt) as alarms, sum(f.needed) as needed, sum(f.handled) as handled, sum(f.timely) as timely
      from alarm_day f where ${within(month)} and ${those(sql`f.department_id`)}
        ${types === null ? sql`` : sql`and ${isOfTypes(types)}`} group by f.department_id),
    supervised as (
      -- an unknown vehicle counts for the company of its superior platform
      select coalesce(v.department_id, p.department_id) as department_id, count(*) as received, count(f.replied_at) as replied
      from supervision f join superior_platform p on p.id = f.superior_id left join vehicle v on v.id = f.vehicle_id
      where ${inTimes(month, sql`f.received_at`)} and ${those(sql`coalesce(v.department_id, p.department_id)`)} group by 1)
    select d.id, coalesce(w.alarms, 0)::float8 as "alarmCount", coalesce(w.needed, 0)::float8 as "needCount",
      coalesce(w.handled, 0)::float8 as "handledCount", coalesce(w.timely, 0)::float8 as "timelyCount",
      coalesce(s.received, 0) as "supCount", coalesce(s.replied, 0) as "supDone"
    from warned w full join supervised s using (department_id) join department d on d.id = department_id and d.kind = 'normal'`,
  );
};
