import { raisedByScheme } from '@fleetwarden/contract/alarm-rules/kinds';
import { ALARM_TYPES } from '@fleetwarden/domain/alarm-types';
import { SHAPE } from '@fleetwarden/domain/area-geometry';
import { countedAlarms } from '../../../platform/db/counted-alarms.ts';
import { at, type Sql, sql } from '../../../platform/db/database.ts';
import { EVIDENCE_FILE } from '../model/file-cell.ts';
import type { Relation } from '../model/relation.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { joinEvidence } from '../rollups/evidence-files.ts';
import { handledInTime } from '../rollups/handling-time.ts';
import { NEEDED_KINDS } from '../rollups/needed-types.ts';
import { judgedKmh, limitKmh, overGrade } from '../rollups/overspeed-grade.ts';
import { alarmGroup, alarmSource, findTypes, isOfTypes } from './alarm-groups.ts';
import { businessDayOf, timesAround } from './row-times.ts';
import { formatPlace, joinVehicleAt, requestedVehicles, secondsBetween, VEHICLE_FACTS, VEHICLE_IDS } from './vehicle-columns.ts';

/** Alarms `f` of vehicles, with the driver at that time `k.driver`, the case `c`, and its handler `u`. */
export const ALARMS: Sql = joinAlarms(sql`alarm f`);
/** The same for other rows `f` with the columns of alarms. */
function joinAlarms(alarms: Sql): Sql {
  return sql`${alarms} ${joinVehicleAt(sql`f.start_at`)} left join alarm_case c on c.gid = f.gid left join account u on u.id = c.dealt_by`;
}

/** Alarms `f` that count: see rollups/counted-alarms.ts. */
export const COUNTS: Sql = countedAlarms(sql`f`);

/** Types whose source is an alarm rule. */
const OF_SCHEMES = ALARM_TYPES.flatMap(({ id }) => (raisedByScheme(id) ? [id] : []));
/** Types whose source is one of our geofences or routes. */
const GEOFENCE_TYPES = [110, 111, 112, 113, 114, 115, 138] as const;
/** Types whose geofence or route the terminal names, by the number that it was sent with. */
const TERMINAL_AREA_TYPES = [1, 20, 21, 22, 23] as const;
/** The terminal numbers segments in each route: the segment names the route if it has only one. */
const SENT_AREA = sql`(select case when count(*) = 1 then min(s.area_id) end from area_sent s where s.vehicle_id = f.vehicle_id
  and case when f.info ? 'area'
    then s.shape = (f.info #>> '{area,shape}')::smallint and s.area_no = (f.info #>> '{area,no}')::bigint
    else f.info ? 'segment' and s.shape = ${SHAPE.route}::smallint end)`;
/** The geofence or route of an alarm; null: none, or unknown. */
export const AREA_OF_ALARM: Sql = sql`case when ${isOfTypes(GEOFENCE_TYPES)} then f.source
  when ${isOfTypes(TERMINAL_AREA_TYPES)} and f.info is not null then ${SENT_AREA} end`;
/** FATIGUE: continuous driving, and the sum of 24 hours. Their values are minutes. */
const [AT_A_STRETCH, OF_DAY] = [104, 106] as const;

/** Tyre alarm types, in the order of their bits from 1: TYRE_STATE. */
export const TYRE_TYPES = ALARM_TYPES.flatMap(({ id, source }) => (source.kind === 'tyre' ? [id] : []));
const FIRST_TYRE_TYPE = Math.min(...TYRE_TYPES);
const [TYRE_TOO_HOT] = findTypes('tpmsTemp') as [number];
/** The wheels of an alarm, counted from 1. */
const WHEELS: Sql = sql`(select string_agg(w, ', ') from jsonb_array_elements_text(
  case when jsonb_typeof(f.info -> 'wheels') = 'array' then f.info -> 'wheels' else '[]' end) w)`;

const isDecided = sql`c.state in (2, 3)`;
/** Types that must be handled. */
export const NEEDED_TYPES = NEEDED_KINDS;
const isNeeded = isOfTypes(NEEDED_TYPES);
const needsHand = sql`(c.gid is not null and ${isNeeded})`;
/** Whether the handled case `c` of an alarm `f` met its deadline. */
export const IS_TIMELY: Sql = handledInTime(
  { startAt: sql`f.start_at`, level: sql`f.level` },
  { dealtAt: sql`c.dealt_at`, dueAt: sql`c.due_at` },
);
const minutesOf = (type: number): Sql => sql`case when f.type_id = ${type}::smallint then round(f.value * 60)::integer end`;
const hourOf = (instant: Sql, timeZone: string): Sql => sql`extract(hour from ${instant} at time zone ${timeZone}::text)`;

/** Duration in s; of an open alarm, up to its last report. */
export const DURATION_S: Sql = secondsBetween(sql`f.start_at`, sql`coalesce(f.end_at, f.last_at)`);
/** The highest judged speed and its limit; null if the terminal sends no limit. */
export const JUDGED_KMH: Sql = judgedKmh(sql`f`);
export const LIMIT_KMH: Sql = limitKmh(sql`f`);
export const OVER_GRADE: Sql = overGrade(sql`f`);
export const OVER_RATE: Sql = sql`round((100 * (${JUDGED_KMH} - ${LIMIT_KMH}) / ${LIMIT_KMH})::numeric, 2)::float8`;
/** HANDLE_STATE. A case that was passed on but not taken yet is open. */
export const HANDLE_STATE: Sql = sql`case when ${isDecided} then c.state when not ${needsHand} then 4 when c.state = 1 then 1 else 0 end`;
/** DEAL_TYPE: automatic if a rule handled the case. */
export const DEAL_TYPE: Sql = sql`case when ${isDecided} then case when c.automatic then 9 else c.deal_type end end`;
export const isNight = (timeZone: string): Sql =>
  sql`(${hourOf(sql`f.start_at`, timeZone)} >= 22 or ${hourOf(sql`f.start_at`, timeZone)} < 6)`;
const tenth = (kmh: Sql): Sql => sql`round((${kmh})::numeric, 1)::float8`;
/** Three digits, stars and the last four digits. */
const maskedPhone = (phone: Sql): Sql =>
  sql`case when length(${phone}) < 8 then repeat('*', length(${phone})) else left(${phone}, 3) || '****' || right(${phone}, 4) end`;

/** A column of the driving period in which the alarm began. */
const ofPeriod = (of: Sql): Sql => sql`(select case when p.end_at >= f.start_at then ${of} end from drive_period p
  where p.vehicle_id = f.vehicle_id and p.start_at <= f.start_at order by p.start_at desc limit 1)`;

const ENDED_AT = sql`coalesce(f.end_at, f.last_at)`;
/** Driving of the 24 hours up to the end of an alarm: of its driver in all vehicles, else of the vehicle. Periods are cut by time. */
const drivenBefore = (whose: Sql): Sql => sql`(
  select round(sum(p.drive_s * extract(epoch from least(p.end_at, ${ENDED_AT}) - greatest(p.start_at, ${ENDED_AT} - interval '1 day'))
    / extract(epoch from p.end_at - p.start_at)))::integer
  from drive_period p
  where ${whose} and p.start_at < ${ENDED_AT} and p.start_at > ${ENDED_AT} - interval '3 days' and p.end_at > ${ENDED_AT} - interval '1 day'
    and p.end_at > p.start_at)`;
const DRIVEN_IN_24_H = sql`case when k.driver > 0 then ${drivenBefore(sql`p.driver_id = k.driver`)}
  else ${drivenBefore(sql`p.vehicle_id = f.vehicle_id and p.driver_id = 0`)} end`;

/** The first file of an alarm, pictures before films, as `<file>|<name>`. */
const FIRST_FILE = sql`(
  select ${EVIDENCE_FILE}::text || e.id || '|' || v.plate || ' ' || e.id || '.' || e.extension
  from evidence_request q join evidence_file e on e.request_id = q.id
  where q.alarm_gid = f.gid and e.received_at is not null order by e.kind not in (0, 2), e.kind, e.id limit 1)`;
/** Columns of its files, which need joinEvidence. */
const EVIDENCE: Readonly<Record<string, Sql>> = {
  evidCount: sql`ev.received`,
  evidImg: sql`ev.images`,
  evidVideo: sql`ev.videos`,
  evidExpected: sql`ev.expected`,
  evidReceived: sql`ev.received`,
  evidUrl: FIRST_FILE,
};

/** IDENTITY_MATCH: 1 the assigned driver signed in, 2 another one, 3 a card of no known driver, 4 no sign-in; null: none assigned. */
const IDENTITY_MATCH = sql`(
  select case when not coalesce(s.signed, false) then 4 when s.driver_id is null then 3 when s.driver_id = g.driver_id then 1 else 2 end
  from (select driver_id from given_driver where vehicle_id = f.vehicle_id and since_at <= f.start_at order by since_at desc limit 1) g
    left join lateral (
      select u.driver_id, u.source <> 4 and (u.end_at is null or u.end_at > f.start_at) as signed from driver_duty u
      where u.vehicle_id = f.vehicle_id and u.start_at <= f.start_at order by u.start_at desc limit 1) s on true
  where g.driver_id is not null)`;

/** All columns of an alarm. */
const alarmFacts = ({ now, timeZone }: ReportRequest): Readonly<Record<string, Sql>> => ({
  ...VEHICLE_FACTS,
  driverCert: sql`r.qual_no`,
  driverMobile: maskedPhone(sql`r.phone`),
  alarmId: sql`f.gid::text`,
  alarmGroup: alarmGroup(sql`f.type_id`),
  alarmType: sql`f.type_id::text`,
  alarmLevel: sql`f.level`,
  alarmSource: alarmSource(sql`f.type_id`),
  startTime: sql`f.start_at`,
  endTime: sql`f.end_at`,
  duration: DURATION_S,
  alarmSpeed: tenth(sql`f.start_kmh`),
  maxSpeed: tenth(JUDGED_KMH),
  alarmKm: sql`f.distance_km`,
  limitSpeed: sql`round((${LIMIT_KMH})::numeric)::integer`,
  overRate: OVER_RATE,
  overGrade: OVER_GRADE,
  isNight: isNight(timeZone),
  driveStart: ofPeriod(sql`p.start_at`),
  contSec: sql`coalesce(${minutesOf(AT_A_STRETCH)}, ${ofPeriod(sql`p.drive_s`)})`,
  restSec: ofPeriod(sql`p.rest_after_s`),
  dayDriveSec: sql`coalesce(${minutesOf(OF_DAY)}, ${DRIVEN_IN_24_H})`,
  startPos: formatPlace(sql`f.start_lng`, sql`f.start_lat`),
  endPos: formatPlace(sql`f.last_lng`, sql`f.last_lat`),
  areaName: sql`(select g.name from area g where g.id = ${AREA_OF_ALARM})`,
  ruleName: sql`case when ${isOfTypes(OF_SCHEMES)} then (select s.name from warn_scheme s where s.id = f.source) end`,
  handleState: HANDLE_STATE,
  dealType: DEAL_TYPE,
  handleUser: sql`case when ${isDecided} then u.user_name end`,
  ledgerStaff: sql`case when ${isDecided} then u.user_name end`,
  handleTime: sql`case when ${isDecided} then c.dealt_at end`,
  handleNote: sql`case when ${isDecided} then c.notes end`,
  handleSec: sql`case when ${isDecided} then ${secondsBetween(sql`f.start_at`, sql`c.dealt_at`)} end`,
  isTimely: sql`case when ${isDecided} then ${IS_TIMELY} end`,
  waitSec: secondsBetween(sql`f.start_at`, sql`${at(now)}::timestamptz`),
  // formatted by query/labels.ts
  ledgerText: sql`jsonb_build_object('type', f.type_id, 'kmh', ${tenth(JUDGED_KMH)}, 'limit', ${LIMIT_KMH}, 'seconds', ${DURATION_S})`,
  ledgerAct: handlingSummary(sql`false`),
  tyrePos: WHEELS,
  tyreState: sql`(f.type_id - ${FIRST_TYRE_TYPE - 1}::integer)::text`,
  // the measured value is a temperature if a tyre is too hot, otherwise a pressure
  tyreKpa: sql`case when f.type_id <> ${TYRE_TOO_HOT}::smallint then f.value end::float8`,
  tyreTemp: sql`case when f.type_id = ${TYRE_TOO_HOT}::smallint then f.value end::float8`,
  // T/JSATL 12, items 0x64 and 0x65; the measured value is that of the sign, and of the driver the degree of fatigue
  frontSpeed: sql`(f.info ->> 'frontKmh')::integer`,
  frontGap: sql`(f.info ->> 'frontS')::float8`,
  departSide: sql`(f.info ->> 'departure')::integer`,
  roadSign: sql`(f.info ->> 'sign')::integer`,
  signValue: sql`case when f.info ? 'sign' then f.value end::integer`,
  fatigueDegree: sql`f.value::integer`,
  identityMatch: IDENTITY_MATCH,
  ...EVIDENCE,
  ledgerNo: sql`row_number() over (order by f.start_at, f.gid)`,
  // the driver signs on paper
  ledgerSign: sql`null::text`,
});

/** How a case was handled, formatted by query/labels.ts. `late`: after its ledger sheet was locked. */
export function handlingSummary(late: Sql): Sql {
  return sql`case when ${isDecided} then
    jsonb_build_object('deal', ${DEAL_TYPE}, 'notes', coalesce(c.notes, ''), 'late', ${late}) end`;
}

/** Range of the column type_id. */
const MAX_TYPE_ID = 32_767;

/** The requested types among `among`; null: all. */
export function requestedTypes(
  request: Pick<ReportRequest, 'list'>,
  among: readonly number[] | null = null,
): readonly number[] | null {
  // a number out of range matches nothing
  const chosen =
    request
      .list('alarmTypes')
      ?.map(Number)
      .filter((id) => id >= 0 && id <= MAX_TYPE_ID) ?? null;
  if (chosen === null || among === null) return chosen ?? among;
  return among.filter((id) => chosen.includes(id));
}

/** `where` for the requested types and levels, in any table of alarms `f`. */
export function requestedKinds(request: Pick<ReportRequest, 'list'>, among: readonly number[] | null = null): Sql[] {
  const types = requestedTypes(request, among);
  const levels = request.list('alarmLevels');
  return [
    ...(types === null ? [] : [isOfTypes(types)]),
    ...(levels === null ? [] : [sql`f.level::text = any(${[...levels]}::text[])`]),
  ];
}

/** Alarms that began in the requested times, with the columns of a report. `instant`: another time to filter by; `rows`: other rows `f`. */
export function alarmList(
  request: ReportRequest,
  {
    columns,
    types = null,
    where = [],
    instant = sql`f.start_at`,
    rows,
  }: {
    readonly columns: readonly string[];
    readonly types?: readonly number[] | null;
    readonly where?: readonly Sql[];
    readonly instant?: Sql;
    readonly rows?: Sql | undefined;
  },
): Relation {
  const columnsOfAlarm = alarmFacts(request);
  const { from, to } = request.times;
  const drivers = request.list('driverIds');
  return {
    from: sql`${rows === undefined ? ALARMS : joinAlarms(rows)} ${columns.some((key) => Object.hasOwn(EVIDENCE, key)) ? joinEvidence(sql`f`) : sql``}`,
    where: [
      ...requestedVehicles(request, sql`f.vehicle_id`),
      sql`${instant} >= ${at(from)} and ${instant} < ${at(to)}`,
      COUNTS,
      ...requestedKinds(request, types),
      ...(drivers === null ? [] : [sql`k.driver::text = any(${[...drivers]}::text[])`]),
      ...where,
    ],
    columns: Object.fromEntries(columns.map((key) => [key, columnsOfAlarm[key]!])),
    ids: {
      ...VEHICLE_IDS,
      alarmId: sql`f.gid`,
      alarmType: sql`f.type_id`,
      driverId: sql`k.driver`,
      day: businessDayOf(request, sql`f.start_at`),
      around: timesAround(request, sql`f.start_at`),
      ...(columns.includes('driveStart') ? { drive: businessDayOf(request, columnsOfAlarm['driveStart']!) } : {}),
    },
    tie: [sql`f.gid`],
  };
}

export const isOpenCase: Sql = sql`c.state in (0, 1, 4) and ${isNeeded}`;
export const isDecidedCase: Sql = isDecided;
/** The requested types that must be handled, as a filter value for drill-downs. */
export const formatNeededTypes = (request: Pick<ReportRequest, 'list'>): string => requestedTypes(request, NEEDED_TYPES)!.join();
export const isNeededKind: Sql = isNeeded;
/** `where` for the requested minimum duration. */
export const requestedDuration = (request: Pick<ReportRequest, 'number'>): Sql[] => {
  const minutes = request.number('durationMin');
  return minutes === null || minutes <= 0 ? [] : [sql`${DURATION_S} >= ${minutes * 60}::float8`];
};
