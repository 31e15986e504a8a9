import { at, name, type Sql, sql } from '../../../platform/db/database.ts';
import { addDays } from '../model/dates.ts';
import type { Relation } from '../model/relation.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { whereRequested } from './day-rollup.ts';
import { driverNames } from './driver-columns.ts';
import { learnedDays, learnedHours } from './learned-hours.ts';
import { requestedDays, requestedNumbers, startOfDay } from './row-times.ts';
import { requestedVehicles } from './vehicle-columns.ts';

/** Days of a weekly sum. */
const WEEK_DAYS = 7;
/** Figures of a driver and day: of a single row `f` of driver_work_day, and over some rows `w`. */
const FIGURES = {
  cars: [sql`(f.km is not null)::integer`, sql`count(w.km)::integer`],
  km: [sql`f.km`, sql`sum(w.km)`],
  drive_s: [sql`f.drive_s`, sql`sum(w.drive_s)`],
  night_s: [sql`f.night_drive_s`, sql`sum(w.night_drive_s)`],
  longest_s: [sql`f.longest_drive_s`, sql`max(w.longest_drive_s)`],
  duty: [sql`f.duty_ms::float8 / 1000`, sql`sum(w.duty_ms::float8 / 1000)`],
  first_at: [sql`f.first_at`, sql`min(w.first_at)`],
  last_at: [sql`f.last_at`, sql`max(w.last_at)`],
  overspeeds: [sql`f.over_cnt`, sql`sum(w.over_cnt)`],
  fatigues: [sql`f.fatigue_cnt`, sql`sum(w.fatigue_cnt)`],
  distractions: [sql`f.dsm_cnt`, sql`sum(w.dsm_cnt)`],
  handled: [sql`f.handled_cnt`, sql`sum(w.handled_cnt)`],
  vehicle_ids: [
    sql`case when f.km is not null then array[f.vehicle_id] end`,
    sql`array_agg(w.vehicle_id) filter (where w.km is not null)`,
  ],
} as const;
type Figure = keyof typeof FIGURES;
const WORKED = sql`count(w.km) > 0 or count(w.duty_ms) > 0`;

/** Columns of driver_work_day, and those of a sign-in. */
const DUTY = ['duty_ms', 'first_at', 'last_at'];
const COLUMNS = [
  ...['vehicle_id', 'km', 'drive_s', 'night_drive_s', 'longest_drive_s', 'over_cnt', 'fatigue_cnt', 'dsm_cnt', 'handled_cnt'],
  ...DUTY,
];

type Source = Pick<Relation, 'from' | 'where' | 'isStored' | 'groupBy' | 'having'> & { readonly figure: (key: Figure) => Sql };

/**
 * Rows `f` of closed days as stored. Nearly all drivers have one row a day. Of several, one stands for all and its figures are added
 * up, so no row needs grouping and a page is read by index.
 */
function closedWork(request: ReportRequest): Source {
  const all = (figure: Sql): Sql => sql`(select ${figure} from driver_work_day w
    where w.driver_id = f.driver_id and w.day = f.day and ${whereRequested('driverDay', request, undefined, sql`w`)})`;
  const either = (one: Sql, several: Sql): Sql => sql`case when f.several then ${all(several)} else ${one} end`;
  return {
    from: sql`driver_work_day f`,
    where: [
      whereRequested('driverDay', request),
      either(sql`f.km is not null or f.duty_ms is not null`, sql`min(w.vehicle_id) = f.vehicle_id and (${WORKED})`),
    ],
    isStored: true,
    figure: (key) => either(...(FIGURES[key] as readonly [Sql, Sql])),
  };
}

/** Rows of a range with open days are added up, as their sign-ins are computed up to now. */
const openWork = (request: ReportRequest): Source => ({
  from: sql`(${rowsUpToNow(request)}) w`,
  groupBy: [sql`w.driver_id`, sql`w.day`],
  having: WORKED,
  figure: (key) => FIGURES[key][1],
});

/** What drivers did with vehicles: as stored, but sign-ins of open days are those up to now. */
function rowsUpToNow(request: ReportRequest): Sql {
  const open = openDays(request);
  const isClosed = sql`f.day < ${open[0]!.key}::date`;
  const chosen = requestedNumbers(request, 'driverIds');
  const own = requestedVehicles(request).reduce((all, each) => sql`${all} and ${each}`);
  const now = sql`${at(request.now)}::timestamptz`;
  // the start of each open day, and the end of the last
  const bounds = [...open.map(({ startAt }) => at(startAt)), at(open.at(-1)!.endAt)];
  const signedIn: Readonly<Record<string, Sql>> = {
    duty_ms: sql`1000 * date_part('epoch', least(k.end_at, b.bounds[k.place + 1]) - greatest(k.start_at, b.bounds[k.place]))`,
    first_at: sql`case when k.start_at >= b.bounds[k.place] then k.start_at end`,
    last_at: sql`case when k.ended_at < b.bounds[k.place + 1] and k.ended_at <= ${now} then k.ended_at end`,
  };
  const list = (of: (column: string) => Sql): Sql => COLUMNS.map(of).reduce((all, each) => sql`${all}, ${each}`);
  // a duty spans at most two days
  return sql`
    select f.driver_id, f.day, ${list((column) =>
      DUTY.includes(column) ? sql`case when ${isClosed} then f.${name(column)} end as ${name(column)}` : sql`f.${name(column)}`,
    )}
    from driver_work_day f where ${whereRequested('driverDay', request)}
    union all
    select k.driver_id, (${open.map(({ key }) => key)}::date[])[k.place], ${list((column) => signedIn[column] ?? sql`null`)}
    from (select ${bounds}::timestamptz[] as bounds) b cross join lateral (
      select u.driver_id, u.start_at, u.end_at as ended_at, least(u.end_at, ${now}) as end_at,
        width_bucket(u.start_at, b.bounds) + n.later as place
      from driver_duty u join vehicle v on v.id = u.vehicle_id cross join (values (0), (1)) n (later)
      where u.source <> 4 and u.driver_id is not null and ${own}
        and u.start_at >= ${startOfDay(request, sql`${open[0]!.key}::date - 1`)}
        and u.start_at < ${startOfDay(request, sql`${open.at(-1)!.key}::date + 1`)}
        and u.start_at < ${now} ${chosen === null ? sql`` : sql`and u.driver_id = any(${chosen}::integer[])`}) k
    where k.place between 1 and ${open.length}::integer and k.end_at > b.bounds[k.place]`;
}

/** Driver days: driving, sign-ins and alarms. Days of alarms only are left out. */
export function driverDays(request: ReportRequest, columns: readonly string[]): Relation {
  const has = (key: string): boolean => columns.includes(key);
  const isOpen = openDays(request).length > 0;
  const { figure, where = [], ...source } = isOpen ? openWork(request) : closedWork(request);
  const [driver, day] = isOpen ? [sql`w.driver_id`, sql`w.day`] : [sql`f.driver_id`, sql`f.day`];
  const learnHours = learnedHours(request, driver, day, sql`${day} + 1`);
  const columnSql: Readonly<Record<string, Sql>> = {
    statDate: day,
    carCount: figure('cars'),
    dutySec: sql`coalesce(round((${figure('duty')})::numeric), 0)::integer`,
    dutyStart: figure('first_at'),
    dutyEnd: figure('last_at'),
    driverSec: sql`coalesce(${figure('drive_s')}, 0)`,
    driverNight: sql`coalesce(${figure('night_s')}, 0)`,
    longestSec: figure('longest_s'),
    driverKm: sql`coalesce(${figure('km')}, 0)`,
    overCount: sql`coalesce(${figure('overspeeds')}, 0)`,
    fatigueCount: sql`coalesce(${figure('fatigues')}, 0)`,
    dsmCount: sql`coalesce(${figure('distractions')}, 0)`,
    handledCount: sql`coalesce(${figure('handled')}, 0)`,
    learnHours,
  };
  const labels = driverNames(request);
  return {
    ...source,
    where: [...where, sql`exists (select from driver r where r.id = ${driver})`],
    columns: {
      ...Object.fromEntries(Object.entries(columnSql).filter(([key]) => has(key))),
      ...(has('carNo') ? { carIds: figure('vehicle_ids') } : {}),
    },
    // labels for visible rows only
    ...(has('carNo')
      ? {
          formulas: { carNo: sql`(select string_agg(c.plate, ', ' order by c.plate) from vehicle c where c.id = any("carIds"))` },
        }
      : {}),
    ids: { driverId: driver, deptId: sql`${request.company}::integer`, day },
    names: has('week44') ? { ...labels, columns: { ...labels.columns, week44: weekOf(request) } } : labels,
    tie: [day, driver],
    always: ['statDate'],
    // most drivers learn on few days
    inBulk: { learnHours: sql`case when (${driver}, ${day}) in (${learnedDays(request)}) then ${learnHours} else 0 end` },
  };
}

const openDays = (request: ReportRequest) => requestedDays(request).filter(({ endAt }) => endAt > request.now);

/** Driving of a row's day and the six before. */
function weekOf(request: ReportRequest): Sql {
  const week = { ...request, days: { ...request.days, from: addDays(request.days.from, 1 - WEEK_DAYS) } };
  return sql`(select coalesce(sum(f.drive_s), 0) from driver_work_day f where f.driver_id = b."#driverId"
    and f.day between b."#day" - ${WEEK_DAYS - 1}::integer and b."#day" and ${whereRequested('driverDay', week)})`;
}
