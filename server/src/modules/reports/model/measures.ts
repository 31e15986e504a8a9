import { ALARM_TYPES } from '@fleetwarden/domain/alarm-types';
import { ADOPTED_KM, RAN_KM } from '../../../platform/db/adopted-km.ts';
import { name, type Sql, sql } from '../../../platform/db/database.ts';
import { mapHours } from '../columns/hour-columns.ts';
import type { DayTable } from './day-tables.ts';

/**
 * How rows aggregate. `vehicles`, `days`: distinct counts; `mean`: per day; `first`, `last`: of the days with a value; `ofMost`:
 * of the row with the highest `by`.
 */
type How = 'sum' | 'max' | 'min' | 'mean' | 'first' | 'last' | 'ofMost' | 'vehicles' | 'days';
/** A figure of a day table `f`. */
type Measure = {
  readonly fact: DayTable;
  readonly how: How;
  /** Expression of a row; null: rows are counted. */
  readonly of: Sql | null;
  /** A filter on rows; absent: all. */
  readonly where?: Sql;
  readonly by?: Sql;
  /** Null stays null: unknown, or no value. */
  readonly zero?: false;
  /** Needs the vehicle `m` of WITH_SOURCE. */
  readonly km?: true;
};

const measures = <const M extends Readonly<Record<string, Measure>>>(rows: M): M => rows;
type More = Pick<Measure, 'where' | 'km' | 'zero'>;
const sum = (fact: DayTable, of: Sql, more: More = {}): Measure => ({ fact, how: 'sum', of, ...more });
const count = (fact: DayTable, how: 'vehicles' | 'days', more: More = {}): Measure => ({ fact, how, of: null, ...more });
const nullable = (fact: DayTable, how: 'max' | 'min' | 'first' | 'last', of: Sql): Measure => ({ fact, how, of, zero: false });

const ofGroup = (types: readonly number[]): Sql => sql`f.type_id = any(${[...types]}::smallint[])`;
/** Alarm types per count column (domain/alarm-types). */
export const GROUPS = {
  emergency: [0],
  overspeed: [1, 100, 101, 102, 112],
  fatigue: [2, 18, 104, 106, 107],
  nightBan: [108],
  areaRoute: [19, 20, 21, 22, 23, 110, 111, 113, 114, 115, 116, 117, 118, 119, 134, 138],
  device: [4, 5, 6, 7, 8, 9, 10, 11, 12, 24, 32, 33, 34, 35, 38, 39, 135, 136],
} as const;

const ofItem = (item: number): number[] =>
  ALARM_TYPES.flatMap(({ id, source }) => (source.kind === 'item' && source.item === item ? [id] : []));
/** Active safety types by item of T/JSATL 12, and of tyres. */
const TYRES = ALARM_TYPES.flatMap(({ id, source }) => (source.kind === 'tyre' ? [id] : []));
export const ITEM_TYPES = { adas: ofItem(0x64), dsm: ofItem(0x65), tpms: TYRES, bsd: ofItem(0x67) } as const;
export const SAFETY_TYPES = ALARM_TYPES.flatMap((type) => (type.class === 'safety' ? [type.id] : []));

const speedBand = (index: number) => sum('vehicleDay', sql`f.speed_band_s[${index}::integer]`);

/** Alarms that are no false alarms, and overspeeds by grade with the top speed. */
const CONFIRMED = measures({
  grade1: sum('alarmDay', sql`f.grade1`),
  grade2: sum('alarmDay', sql`f.grade2`),
  grade3: sum('alarmDay', sql`f.grade3`),
  grade4: sum('alarmDay', sql`f.grade4`),
  _topKmh: nullable('alarmDay', 'max', sql`f.max_kmh::float8`),
  _confirmed: sum('alarmDay', sql`f.confirmed_cnt`),
  _confirmedMaxSec: nullable('alarmDay', 'max', sql`f.confirmed_max_s`),
  _confirmed1: sum('alarmDay', sql`f.confirmed1`),
  _confirmed2: sum('alarmDay', sql`f.confirmed2`),
  _confirmed3: sum('alarmDay', sql`f.confirmed3`),
  _confirmed4: sum('alarmDay', sql`f.confirmed4`),
  _confirmedKmh: nullable('alarmDay', 'max', sql`f.confirmed_kmh::float8`),
});

export const MEASURES = measures({
  mileage: sum('vehicleDay', ADOPTED_KM, { km: true }),
  gnssMileage: sum('vehicleDay', sql`f.gnss_km`),
  odoMileage: sum('vehicleDay', sql`f.odo_km`),
  startOdo: nullable('vehicleDay', 'first', sql`f.odo_start`),
  endOdo: nullable('vehicleDay', 'last', sql`f.odo_end`),
  runDays: count('vehicleDay', 'days', { where: sql`${ADOPTED_KM} >= ${RAN_KM}`, km: true }),
  runCount: count('vehicleDay', 'vehicles', { where: sql`${ADOPTED_KM} >= ${RAN_KM}`, km: true }),
  onlineCount: count('vehicleDay', 'vehicles', { where: sql`f.point_valid > 0` }),
  onlineDays: count('vehicleDay', 'days', { where: sql`f.point_valid > 0` }),
  driveSec: sum('vehicleDay', sql`f.drive_s`),
  idleSec: sum('vehicleDay', sql`f.idle_s`),
  parkSec: sum('vehicleDay', sql`f.park_s`),
  accOnSec: sum('vehicleDay', sql`f.acc_on_s`),
  accOnTimes: sum('vehicleDay', sql`f.acc_on_count`),
  /** Null on days before trips were counted. */
  tripStart: nullable('vehicleDay', 'min', sql`f.trip_start_at`),
  tripEnd: nullable('vehicleDay', 'max', sql`f.trip_end_at`),
  tripCount: sum('vehicleDay', sql`f.trip_count`),
  maxSpeed: nullable('vehicleDay', 'max', sql`f.max_speed`),
  maxSpeedTime: { fact: 'vehicleDay', how: 'ofMost', of: sql`f.max_speed_at`, by: sql`f.max_speed`, zero: false },
  nightSec: sum('vehicleDay', sql`f.night_drive_s`),
  banSec: sum('vehicleDay', sql`f.ban_drive_s`),
  banKm: sum('vehicleDay', sql`f.ban_km`),
  band1: speedBand(1),
  band2: speedBand(2),
  band3: speedBand(3),
  band4: speedBand(4),
  band5: speedBand(5),
  band6: speedBand(6),
  band7: speedBand(7),
  pointTotal: sum('vehicleDay', sql`f.point_total`),
  pointValid: sum('vehicleDay', sql`f.point_valid`),
  errCoord: sum('vehicleDay', sql`f.err_coord`),
  errTime: sum('vehicleDay', sql`f.err_time`),
  errSpeed: sum('vehicleDay', sql`f.err_speed`),
  errHeading: sum('vehicleDay', sql`f.err_heading`),
  errAltitude: sum('vehicleDay', sql`f.err_altitude`),
  errOther: sum('vehicleDay', sql`f.err_other`),
  notFixed: sum('vehicleDay', sql`f.not_fixed`),
  driftCount: sum('vehicleDay', sql`f.drift_count`),
  driftCars: count('vehicleDay', 'vehicles', { where: sql`f.drift_count >= 3` }),
  backfillCount: sum('vehicleDay', sql`f.backfill_count`),
  trackOkKm: sum('vehicleDay', sql`f.track_ok_km`),
  trackGapKm: sum('vehicleDay', sql`f.track_gap_km`),
  gapCount: sum('vehicleDay', sql`f.gap_count`),
  maxGap: { fact: 'vehicleDay', how: 'max', of: sql`f.longest_gap_s` },

  onlineSec: sum('onlineDay', sql`f.online_s`),
  firstOnline: nullable('onlineDay', 'min', sql`f.first_online_at`),
  lastOnline: nullable('onlineDay', 'max', sql`f.last_online_at`),
  onlineTimes: sum('onlineDay', sql`f.login_count`),
  offTimes: sum('onlineDay', sql`f.logout_count`),

  // a day that is not counted yet is unknown, not zero
  carTotal: { fact: 'deptDay', how: 'mean', of: sql`f.vehicle_total`, zero: false },
  joinedCount: sum('deptDay', sql`f.joined`, { zero: false }),
  exemptCount: sum('deptDay', sql`f.exempt`, { zero: false }),
  /** Vehicles that should be online on the last day. */
  _dueNow: { fact: 'deptDay', how: 'last', of: sql`f.joined - f.exempt`, zero: false },
  newCount: sum('deptDay', sql`f.new_count`, { zero: false }),
  leftCount: sum('deptDay', sql`f.left_count`, { zero: false }),

  carCount: count('driverDay', 'vehicles'),
  driverKm: sum('driverDay', sql`f.km`),
  driverSec: sum('driverDay', sql`f.drive_s`),
  driverNight: sum('driverDay', sql`f.night_drive_s`),
  longestSec: nullable('driverDay', 'max', sql`f.longest_drive_s`),

  alarmCount: sum('alarmDay', sql`f.cnt`),
  alarmCars: count('alarmDay', 'vehicles'),
  alarmSec: sum('alarmDay', sql`f.dur_s`),
  needCount: sum('alarmDay', sql`f.needed`),
  handledCount: sum('alarmDay', sql`f.handled`),
  timelyCount: sum('alarmDay', sql`f.timely`),
  falseCount: sum('alarmDay', sql`f.false_cnt`),
  autoCount: sum('alarmDay', sql`f.auto_cnt`),
  msgCount: sum('alarmDay', sql`f.message_cnt`),
  phoneCount: sum('alarmDay', sql`f.phone_cnt`),
  _handleSec: sum('alarmDay', sql`f.handle_s`),
  /** Taken over within half an hour, and handled within a day. */
  dispCount: sum('alarmDay', sql`f.turned_cnt`),
  _soonCount: sum('alarmDay', sql`f.soon_cnt`),
  lvl1Count: sum('alarmDay', sql`f.cnt`, { where: sql`f.level = 1` }),
  lvl2Count: sum('alarmDay', sql`f.cnt`, { where: sql`f.level = 2` }),
  lvl3Count: sum('alarmDay', sql`f.cnt`, { where: sql`f.level = 3` }),
  overCount: sum('alarmDay', sql`f.cnt`, { where: ofGroup(GROUPS.overspeed) }),
  overSec: sum('alarmDay', sql`f.dur_s`, { where: ofGroup(GROUPS.overspeed) }),
  overCars: count('alarmDay', 'vehicles', { where: ofGroup(GROUPS.overspeed) }),
  fatigueCount: sum('alarmDay', sql`f.cnt`, { where: ofGroup(GROUPS.fatigue) }),
  fatigueSec: sum('alarmDay', sql`f.dur_s`, { where: ofGroup(GROUPS.fatigue) }),
  fatigueCars: count('alarmDay', 'vehicles', { where: ofGroup(GROUPS.fatigue) }),
  nightCount: sum('alarmDay', sql`f.cnt`, { where: ofGroup(GROUPS.nightBan) }),
  nightCars: count('alarmDay', 'vehicles', { where: ofGroup(GROUPS.nightBan) }),
  areaAlarmCount: sum('alarmDay', sql`f.cnt`, { where: ofGroup(GROUPS.areaRoute) }),
  deviceCount: sum('alarmDay', sql`f.cnt`, { where: ofGroup(GROUPS.device) }),
  emergencyCount: sum('alarmDay', sql`f.cnt`, { where: ofGroup(GROUPS.emergency) }),
  safetyCount: sum('alarmDay', sql`f.cnt`, { where: ofGroup(SAFETY_TYPES) }),
  adasCount: sum('alarmDay', sql`f.cnt`, { where: ofGroup(ITEM_TYPES.adas) }),
  dsmCount: sum('alarmDay', sql`f.cnt`, { where: ofGroup(ITEM_TYPES.dsm) }),
  tpmsCount: sum('alarmDay', sql`f.cnt`, { where: ofGroup(ITEM_TYPES.tpms) }),
  bsdCount: sum('alarmDay', sql`f.cnt`, { where: ofGroup(ITEM_TYPES.bsd) }),
  /** Files that came. */
  evidCount: sum('alarmDay', sql`f.evid_received`),
  evidExpected: sum('alarmDay', sql`f.evid_expected`),
  evidReceived: sum('alarmDay', sql`f.evid_received`),
  ...CONFIRMED,
  /** The highest level. */
  _topLevel: nullable('alarmDay', 'max', sql`f.level`),
  ...mapHours((hour) => sum('alarmDay', sql`f.hours[${hour + 1}::integer]`)),
});
export type MeasureKey = keyof typeof MEASURES;

export const getMeasure = (key: MeasureKey): Measure => MEASURES[key];

type Countable = 'vehicle' | 'day';

/**
 * Aggregates a measure over the rows of a group. No distinct count is needed if the rows of a group differ in one dimension only
 * (`once`), or have one value of it (`single`).
 */
export function aggregateMeasure(
  key: MeasureKey,
  once: ReadonlySet<Countable> = new Set(),
  single: ReadonlySet<string> = new Set(),
): Sql {
  const { how, of, where, by } = getMeasure(key);
  const only = where ? sql` filter (where ${where})` : sql``;
  const different = (what: Countable, column: Sql): Sql => (once.has(what) ? sql`*` : sql`distinct ${column}`);
  const counted = (what: Countable, column: Sql): Sql =>
    single.has(what) ? sql`least(count(*)${only}, 1)` : sql`count(${different(what, column)})${only}`;
  switch (how) {
    case 'sum':
      return sql`sum(${of!})${only}`;
    case 'max':
      return sql`max(${of!})${only}`;
    case 'min':
      return sql`min(${of!})${only}`;
    case 'mean':
      return sql`round(sum(${of!})::numeric / count(${different('day', sql`f.day`)}))::integer`;
    case 'first':
      return sql`(array_agg(${of!} order by f.day) filter (where ${of!} is not null))[1]`;
    case 'last':
      return sql`(array_agg(${of!} order by f.day desc) filter (where ${of!} is not null))[1]`;
    case 'ofMost':
      return sql`(array_agg(${of!} order by ${by!} desc nulls last))[1]`;
    case 'vehicles':
      return counted('vehicle', sql`f.vehicle_id`);
    case 'days':
      return counted('day', sql`f.day`);
  }
}

/** Whether a measure needs a distinct count over the rows of a group. */
export function isDistinct(key: MeasureKey, once: ReadonlySet<Countable>, single: ReadonlySet<string>): boolean {
  const { how } = getMeasure(key);
  const what = how === 'vehicles' ? 'vehicle' : how === 'days' ? 'day' : null;
  return what !== null && !once.has(what) && !single.has(what);
}

/** Sums that are no integers. */
const FRACTIONS: ReadonlySet<MeasureKey> = new Set<MeasureKey>([
  ...(['mileage', 'gnssMileage', 'odoMileage', 'banKm', 'trackOkKm', 'trackGapKm', 'driverKm'] as const),
]);

/**
 * A measure in two steps, which read the rows once: `inner` over the rows of a vehicle, `outer` over the vehicles of a group. Null: it
 * needs all rows at once.
 */
export function splitMeasure(key: MeasureKey): { readonly inner: Sql; readonly outer: Sql } | null {
  const { how } = getMeasure(key);
  const [whole, column] = [aggregateMeasure(key), sql`f.${name(key)}`];
  // a sum of bigints is numeric
  if (how === 'sum') return { inner: whole, outer: FRACTIONS.has(key) ? sql`sum(${column})` : sql`sum(${column})::bigint` };
  if (how === 'max') return { inner: whole, outer: sql`max(${column})` };
  if (how === 'min') return { inner: whole, outer: sql`min(${column})` };
  if (how === 'vehicles') return { inner: matchesMeasure(key), outer: sql`count(*) filter (where ${column})` };
  return null;
}

/** Whether one of the rows of a group counts for a measure. */
export const matchesMeasure = (key: MeasureKey): Sql => {
  const { where } = getMeasure(key);
  return where === undefined ? sql`true` : sql`bool_or(${where})`;
};

/** A measure of a single row, without grouping. */
export function measureOfRow(key: MeasureKey): Sql {
  const { how, of, where } = getMeasure(key);
  const value = of ?? sql`1`;
  // sums of integers are bigint
  const whole = how === 'sum' ? sql`(${value} + 0::bigint)` : value;
  if (where === undefined) return whole;
  return sql`case when ${where} then ${whole} ${how === 'vehicles' || how === 'days' ? sql`else 0` : sql``} end`;
}
