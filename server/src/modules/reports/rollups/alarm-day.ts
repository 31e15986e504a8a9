import { countedAlarms } from '../../../platform/db/counted-alarms.ts';
import { name, type Queryable, type Sql, sql } from '../../../platform/db/database.ts';
import { GROUPS } from '../model/measures.ts';
import { driverAt } from './driver-at.ts';
import { joinEvidence } from './evidence-files.ts';
import { handledInTime } from './handling-time.ts';
import { NEEDED_KINDS } from './needed-types.ts';
import { GRADES, judgedKmh, overGrade } from './overspeed-grade.ts';
import { lockRollup, selectDays, type VehicleDay } from './vehicle-days.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** Range of a counter of hours or grades. */
const MAX_COUNT = 32_767;

/** Time limits to take over an alarm, and to handle it (report catalogue 408007). */
const [TURNED_WITHIN, SOON_WITHIN] = [sql`interval '30 minutes'`, sql`interval '24 hours'`];

const listed = (parts: readonly Sql[]): Sql => parts.reduce((all, part) => sql`${all}, ${part}`);
/** State 2: handled; 3: false alarm. */
const DECIDED = sql`c.state in (2, 3)`;
const TIMELY = handledInTime(
  { startAt: sql`a.start_at`, level: sql`a.level` },
  { dealtAt: sql`c.dealt_at`, dueAt: sql`c.due_at` },
);

/** An alarm belongs to the day it began on, with its whole duration. An open one lasts up to its last report. */
const selectAlarms = (timeZone: string): Sql => sql`
  select a.type_id, a.level, extract(hour from a.start_at at time zone ${timeZone})::integer as hour,
    greatest(0, extract(epoch from coalesce(a.end_at, a.last_at) - a.start_at)) as dur_s,
    n.needed, n.needed and ${DECIDED} as handled, c.state, c.deal_type, c.automatic,
    ${TIMELY} as timely,
    least(c.claimed_at, c.dealt_at) <= a.start_at + ${TURNED_WITHIN} as turned,
    ${DECIDED} and c.dealt_at <= a.start_at + ${SOON_WITHIN} as soon,
    greatest(0, extract(epoch from c.dealt_at - a.start_at)) as handle_s,
    o.is_overspeed, case when o.is_overspeed then ${overGrade(sql`a`)} end as grade,
    case when o.is_overspeed then ${judgedKmh(sql`a`)} end::real as kmh, c.state is distinct from 3 as confirmed,
    coalesce((${driverAt(sql`a.vehicle_id`, sql`a.start_at`)}), 0) as driver_id, ev.expected, ev.received
  from alarm a left join alarm_case c on c.gid = a.gid ${joinEvidence(sql`a`)}
    cross join lateral (select c.gid is not null and a.type_id = any(${NEEDED_KINDS}::smallint[]) as needed) n
    cross join lateral (select a.type_id = any(${[...GROUPS.overspeed]}::smallint[]) as is_overspeed) o
  where a.vehicle_id = g.vehicle_id and a.start_at >= g.from_at and a.start_at < g.until_at and ${countedAlarms(sql`a`)}`;

const FIGURE_NAMES = [
  'cnt',
  'dur_s',
  'needed',
  'handled',
  'timely',
  'false_cnt',
  'auto_cnt',
  'message_cnt',
  'phone_cnt',
  'handle_s',
  'turned_cnt',
  'soon_cnt',
  'hours',
  'confirmed_cnt',
  'confirmed_max_s',
  ...GRADES.map((grade) => `grade${grade}`),
  'max_kmh',
  ...GRADES.map((grade) => `confirmed${grade}`),
  'confirmed_kmh',
  'evid_expected',
  'evid_received',
].map(name);
const FIGURES = listed(FIGURE_NAMES);
const figuresOf = (table: Sql): Sql => listed(FIGURE_NAMES.map((figure) => sql`${table}.${figure}`));

/** Null for types without a grade. */
const countGrade = (grade: number, where: Sql): Sql =>
  sql`case when bool_or(is_overspeed) then least(count(*) filter (where grade = ${grade}::integer ${where}), ${MAX_COUNT}) end`;
const GRADE_FIGURES = listed([
  ...GRADES.map((grade) => sql`${countGrade(grade, sql``)} as ${name(`grade${grade}`)}`),
  ...GRADES.map((grade) => sql`${countGrade(grade, sql`and confirmed`)} as ${name(`confirmed${grade}`)}`),
  sql`max(kmh) as max_kmh`,
  sql`max(kmh) filter (where confirmed) as confirmed_kmh`,
]);

/** Recounts the alarms of at most MAX_PAIRS days. Returns the number of changed rows. */
export async function countAlarmDays(tx: Queryable, days: readonly VehicleDay[], timeZone: string): Promise<number> {
  await tx.query(lockRollup('alarm_day'));
  const row = await tx.first<{ changed: number }>(sql`
    with given as (${selectDays(days)}), counted as (
      select g.vehicle_id, g.day, g.department_id, n.* from given g cross join lateral (
        select type_id, level, driver_id, count(*)::integer as cnt, round(sum(dur_s))::bigint as dur_s,
          count(*) filter (where needed) as needed, count(*) filter (where handled) as handled,
          count(*) filter (where handled and timely) as timely, count(*) filter (where handled and state = 3) as false_cnt,
          count(*) filter (where handled and automatic) as auto_cnt, count(*) filter (where handled and deal_type = 1) as message_cnt,
          count(*) filter (where handled and deal_type = 5) as phone_cnt,
          coalesce(round(sum(handle_s) filter (where handled)), 0)::bigint as handle_s,
          count(*) filter (where turned) as turned_cnt, count(*) filter (where needed and soon) as soon_cnt,
          array[${listed(HOURS.map((hour) => sql`least(count(*) filter (where hour = ${hour}), ${MAX_COUNT})`))}]::smallint[] as hours,
          count(*) filter (where confirmed) as confirmed_cnt, max(round(dur_s)) filter (where confirmed)::integer as confirmed_max_s,
          ${GRADE_FIGURES}, sum(expected)::integer as evid_expected, sum(received)::integer as evid_received
        from (${selectAlarms(timeZone)}) a group by type_id, level, driver_id) n
    ), gone as (
      delete from alarm_day d using given g where d.vehicle_id = g.vehicle_id and d.day = g.day and not exists (
        select from counted n
        where n.vehicle_id = d.vehicle_id and n.day = d.day and n.type_id = d.type_id and n.level = d.level
          and n.driver_id = d.driver_id)
      returning 1
    ), written as (
      insert into alarm_day (vehicle_id, day, type_id, level, driver_id, department_id, ${FIGURES})
      select vehicle_id, day, type_id, level, driver_id, department_id, ${FIGURES} from counted
      order by vehicle_id, day, type_id, level, driver_id
      on conflict (vehicle_id, day, type_id, level, driver_id) do update set (${FIGURES}) = row (${figuresOf(sql`excluded`)})
      where (${figuresOf(sql`alarm_day`)}) is distinct from (${figuresOf(sql`excluded`)})
      returning 1
    )
    select (select count(*) from gone) + (select count(*) from written) as changed`);
  return row!.changed;
}
