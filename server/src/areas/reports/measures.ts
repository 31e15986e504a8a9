import { ALARM_TYPES } from '@fleetwarden/domain/alarm-types';
import { type Sql, sql } from '../../platform/db/database.ts';
import { byHour } from './hour-columns.ts';
import type { Fact } from './rollup.ts';

/** A figure of a table of days, over the rows of a group; `zero: false`: it stays empty where there is none. */
type Measure = { readonly fact: Fact; readonly of: Sql; readonly zero?: false };

const measures = <const M extends Readonly<Record<string, Measure>>>(rows: M): M => rows;
const vehicleDay = (of: Sql, zero?: false): Measure => ({ fact: 'vehicleDay', of, ...(zero === false ? { zero } : {}) });
const onlineDay = (of: Sql, zero?: false): Measure => ({ fact: 'onlineDay', of, ...(zero === false ? { zero } : {}) });
const alarmDay = (of: Sql): Measure => ({ fact: 'alarmDay', of });
const driverDay = (of: Sql, zero?: false): Measure => ({ fact: 'driverDay', of, ...(zero === false ? { zero } : {}) });
const deptDay = (of: Sql): Measure => ({ fact: 'deptDay', of });

/**
 * The kilometres that count (3.4): the odometer where a vehicle is set to it, or where it is left open, the odometer tells some, and
 * it differs from the track by no more than a fifth.
 */
export const ADOPTED_KM = sql`case (select m.mileage_source from vehicle m where m.id = f.vehicle_id)
  when 1 then f.odo_km when 2 then f.gnss_km
  else case when f.odo_km > 0 and abs(f.odo_km - f.gnss_km) <= 0.2 * greatest(f.odo_km, f.gnss_km) then f.odo_km else f.gnss_km end end`;

/** A day on which a vehicle was driven. */
export const RAN_KM = 1;

const ofGroup = (types: readonly number[]): Sql => sql`f.type_id = any(${[...types]}::smallint[])`;
/** Kinds of alarms that figures are counted of (domain/alarm-types). */
export const GROUPS = {
  emergency: [0],
  overspeed: [1, 100, 101, 102, 112],
  fatigue: [2, 18, 104, 106, 107],
  nightBan: [108],
  areaRoute: [19, 20, 21, 22, 23, 110, 111, 113, 114, 115, 116, 117, 118, 119, 134, 138],
  device: [4, 5, 6, 7, 8, 9, 10, 11, 12, 24, 32, 33, 34, 35, 38, 39, 135, 136],
} as const;

/** Kinds of active safety: of an item of T/JSATL 12, and of the tyres. */
const ofItem = (item: number): number[] =>
  ALARM_TYPES.flatMap(({ id, source }) => (source.kind === 'item' && source.item === item ? [id] : []));
const TYRES = ALARM_TYPES.flatMap(({ id, source }) => (source.kind === 'tyre' ? [id] : []));
export const SAFETY_TYPES = ALARM_TYPES.flatMap((type) => (type.class === 'safety' ? [type.id] : []));

const speedBand = (index: number) => vehicleDay(sql`sum(f.speed_band_s[${index}::integer])`);

export const MEASURES = measures({
  mileage: vehicleDay(sql`sum(${ADOPTED_KM})`),
  gnssMileage: vehicleDay(sql`sum(f.gnss_km)`),
  odoMileage: vehicleDay(sql`sum(f.odo_km)`),
  startOdo: vehicleDay(sql`(array_agg(f.odo_start order by f.day) filter (where f.odo_start is not null))[1]`, false),
  endOdo: vehicleDay(sql`(array_agg(f.odo_end order by f.day desc) filter (where f.odo_end is not null))[1]`, false),
  runDays: vehicleDay(sql`count(distinct f.day) filter (where ${ADOPTED_KM} >= ${RAN_KM})`),
  runCount: vehicleDay(sql`count(distinct f.vehicle_id) filter (where ${ADOPTED_KM} >= ${RAN_KM})`),
  onlineCount: vehicleDay(sql`count(distinct f.vehicle_id) filter (where f.point_valid > 0)`),
  onlineDays: vehicleDay(sql`count(distinct f.day) filter (where f.point_valid > 0)`),
  driveSec: vehicleDay(sql`sum(f.drive_s)`),
  idleSec: vehicleDay(sql`sum(f.idle_s)`),
  parkSec: vehicleDay(sql`sum(f.park_s)`),
  accOnSec: vehicleDay(sql`sum(f.acc_on_s)`),
  accOnTimes: vehicleDay(sql`sum(f.acc_on_count)`),
  tripCount: vehicleDay(sql`sum(f.trip_count)`),
  maxSpeed: vehicleDay(sql`max(f.max_speed)`, false),
  maxSpeedTime: vehicleDay(sql`(array_agg(f.max_speed_at order by f.max_speed desc nulls last))[1]`, false),
  nightSec: vehicleDay(sql`sum(f.night_drive_s)`),
  banSec: vehicleDay(sql`sum(f.ban_drive_s)`),
  banKm: vehicleDay(sql`sum(f.ban_km)`),
  band1: speedBand(1),
  band2: speedBand(2),
  band3: speedBand(3),
  band4: speedBand(4),
  band5: speedBand(5),
  band6: speedBand(6),
  band7: speedBand(7),
  pointTotal: vehicleDay(sql`sum(f.point_total)`),
  pointValid: vehicleDay(sql`sum(f.point_valid)`),
  errCoord: vehicleDay(sql`sum(f.err_coord)`),
  errTime: vehicleDay(sql`sum(f.err_time)`),
  errSpeed: vehicleDay(sql`sum(f.err_speed)`),
  errHeading: vehicleDay(sql`sum(f.err_heading)`),
  errAltitude: vehicleDay(sql`sum(f.err_altitude)`),
  errOther: vehicleDay(sql`sum(f.err_other)`),
  notFixed: vehicleDay(sql`sum(f.not_fixed)`),
  driftCount: vehicleDay(sql`sum(f.drift_count)`),
  driftCars: vehicleDay(sql`count(distinct f.vehicle_id) filter (where f.drift_count >= 3)`),
  backfillCount: vehicleDay(sql`sum(f.backfill_count)`),
  trackOkKm: vehicleDay(sql`sum(f.track_ok_km)`),
  trackGapKm: vehicleDay(sql`sum(f.track_gap_km)`),
  gapCount: vehicleDay(sql`sum(f.gap_count)`),
  maxGap: vehicleDay(sql`max(f.longest_gap_s)`),

  onlineSec: onlineDay(sql`sum(f.online_s)`),
  firstOnline: onlineDay(sql`min(f.first_online_at)`, false),
  lastOnline: onlineDay(sql`max(f.last_online_at)`, false),
  onlineTimes: onlineDay(sql`sum(f.login_count)`),
  offTimes: onlineDay(sql`sum(f.logout_count)`),

  // of a day; of several days their mean
  carTotal: deptDay(sql`round(sum(f.vehicle_total)::numeric / count(distinct f.day))::integer`),
  joinedCount: deptDay(sql`sum(f.joined)`),
  exemptCount: deptDay(sql`sum(f.exempt)`),
  /** Vehicles that ought to be heard of, on the last day. */
  _dueNow: deptDay(sql`(array_agg(f.joined - f.exempt order by f.day desc))[1]`),
  newCount: deptDay(sql`sum(f.new_count)`),
  leftCount: deptDay(sql`sum(f.left_count)`),

  carCount: driverDay(sql`count(distinct f.vehicle_id)`),
  driverKm: driverDay(sql`sum(f.km)`),
  driverSec: driverDay(sql`sum(f.drive_s)`),
  driverNight: driverDay(sql`sum(f.night_drive_s)`),
  longestSec: driverDay(sql`max(f.longest_drive_s)`, false),

  alarmCount: alarmDay(sql`sum(f.cnt)`),
  alarmCars: alarmDay(sql`count(distinct f.vehicle_id)`),
  alarmSec: alarmDay(sql`sum(f.dur_s)`),
  needCount: alarmDay(sql`sum(f.needed)`),
  handledCount: alarmDay(sql`sum(f.handled)`),
  timelyCount: alarmDay(sql`sum(f.timely)`),
  falseCount: alarmDay(sql`sum(f.false_cnt)`),
  autoCount: alarmDay(sql`sum(f.auto_cnt)`),
  msgCount: alarmDay(sql`sum(f.message_cnt)`),
  phoneCount: alarmDay(sql`sum(f.phone_cnt)`),
  _handleSec: alarmDay(sql`sum(f.handle_s)`),
  lvl1Count: alarmDay(sql`sum(f.cnt) filter (where f.level = 1)`),
  lvl2Count: alarmDay(sql`sum(f.cnt) filter (where f.level = 2)`),
  lvl3Count: alarmDay(sql`sum(f.cnt) filter (where f.level = 3)`),
  overCount: alarmDay(sql`sum(f.cnt) filter (where ${ofGroup(GROUPS.overspeed)})`),
  overSec: alarmDay(sql`sum(f.dur_s) filter (where ${ofGroup(GROUPS.overspeed)})`),
  overCars: alarmDay(sql`count(distinct f.vehicle_id) filter (where ${ofGroup(GROUPS.overspeed)})`),
  fatigueCount: alarmDay(sql`sum(f.cnt) filter (where ${ofGroup(GROUPS.fatigue)})`),
  fatigueSec: alarmDay(sql`sum(f.dur_s) filter (where ${ofGroup(GROUPS.fatigue)})`),
  fatigueCars: alarmDay(sql`count(distinct f.vehicle_id) filter (where ${ofGroup(GROUPS.fatigue)})`),
  nightCount: alarmDay(sql`sum(f.cnt) filter (where ${ofGroup(GROUPS.nightBan)})`),
  nightCars: alarmDay(sql`count(distinct f.vehicle_id) filter (where ${ofGroup(GROUPS.nightBan)})`),
  areaAlarmCount: alarmDay(sql`sum(f.cnt) filter (where ${ofGroup(GROUPS.areaRoute)})`),
  deviceCount: alarmDay(sql`sum(f.cnt) filter (where ${ofGroup(GROUPS.device)})`),
  emergencyCount: alarmDay(sql`sum(f.cnt) filter (where ${ofGroup(GROUPS.emergency)})`),
  safetyCount: alarmDay(sql`sum(f.cnt) filter (where ${ofGroup(SAFETY_TYPES)})`),
  adasCount: alarmDay(sql`sum(f.cnt) filter (where ${ofGroup(ofItem(0x64))})`),
  dsmCount: alarmDay(sql`sum(f.cnt) filter (where ${ofGroup(ofItem(0x65))})`),
  tpmsCount: alarmDay(sql`sum(f.cnt) filter (where ${ofGroup(TYRES)})`),
  bsdCount: alarmDay(sql`sum(f.cnt) filter (where ${ofGroup(ofItem(0x67))})`),
  /** The highest level there was. */
  _topLevel: { fact: 'alarmDay', of: sql`max(f.level)`, zero: false },
  ...byHour((hour) => alarmDay(sql`sum(f.hours[${hour + 1}::integer])`)),
});
export type MeasureKey = keyof typeof MEASURES;
