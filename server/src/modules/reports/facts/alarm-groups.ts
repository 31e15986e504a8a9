import { ALARM_TYPES, type AlarmTypeKey } from '@fleetwarden/domain/alarm-types';
import { type Sql, sql } from '../../../platform/db/database.ts';
import { GROUPS, SAFETY_TYPES } from '../model/measures.ts';

/** Type numbers by key. */
export const findTypes = (...keys: readonly AlarmTypeKey[]): number[] =>
  ALARM_TYPES.filter(({ key }) => keys.includes(key)).map(({ id }) => id);
const startingWith = (prefix: string): number[] => ALARM_TYPES.filter(({ key }) => key.startsWith(prefix)).map(({ id }) => id);

/** Events that are no danger by themselves. */
const SEEN = findTypes('adasSignEvt', 'adasPhotoEvt', 'dsmPhotoEvt', 'dsmChangeEvt');
const without = (types: readonly number[], others: readonly number[]): number[] => types.filter((id) => !others.includes(id));

/** Alarm groups as shown (report catalogue 2.5). A type outside of all groups is a prompt. */
export const ALARM_GROUPS = {
  EMERGENCY: GROUPS.emergency,
  OVERSPEED: GROUPS.overspeed,
  FATIGUE: GROUPS.fatigue,
  NIGHT_BAN: GROUPS.nightBan,
  DANGER: findTypes('danger', 'illegalDrive', 'collision', 'rollover', 'abnormalDrive'),
  AREA_ROUTE: GROUPS.areaRoute,
  VEHICLE: findTypes(
    ...(['tyrePre', 'rightBlind', 'fuel', 'stolen', 'illegalIgnition', 'illegalMove', 'doorOpen', 'overload'] as const),
    ...(['tDoorMoving', 'tVibration'] as const),
  ),
  DEVICE: GROUPS.device,
  DATA: findTypes('pOfflineMove', 'pLongOffline', 'pNoFix', 'pDrift', 'pGap', 'pMileage', 'pSpeedDiff'),
  PERIPHERAL: findTypes(
    ...(['tTemp', 'tHumid', 'tLoad', 'tFuelDrop', 'tRefuel', 'tBattery', 'tRemoved', 'tOther'] as const),
    ...(['pFuelDrop', 'pRefuel', 'pTemp', 'pLoad'] as const),
  ),
  DRIVER: findTypes('pNoCard', 'pDriverDiff', 'pExpired'),
  ADAS: startingWith('adas'),
  DSM: startingWith('dsm'),
  TPMS: startingWith('tpms'),
  BSD: startingWith('bsd'),
  CUSTOM: startingWith('s').filter((id) => SAFETY_TYPES.includes(id)),
} as const satisfies Readonly<Record<string, readonly number[]>>;

export const isOfTypes = (types: readonly number[], column: Sql = sql`f.type_id`): Sql =>
  sql`${column} = any(${[...types]}::smallint[])`;

/** The group of an alarm type, as SQL. */
export const alarmGroup = (column: Sql): Sql =>
  sql`case${Object.entries(ALARM_GROUPS).reduce(
    (all, [group, types]) => sql`${all} when ${isOfTypes(types, column)} then ${group}::text`,
    sql``,
  )} else 'PROMPT' end`;

/** ALARM_SOURCE: superior platform, platform, or terminal. */
const OF_SUPERIORS = findTypes('p809Warn', 'p809Urge');
const OF_PLATFORM = without(
  ALARM_TYPES.filter(({ source: { kind } }) => kind === 'rule' || kind === 'platform').map(({ id }) => id),
  OF_SUPERIORS,
);
export const alarmSource = (column: Sql): Sql =>
  sql`case when ${isOfTypes(OF_SUPERIORS, column)} then 3 when ${isOfTypes(OF_PLATFORM, column)} then 2 else 1 end`;

/** Alarm types per risk index (3.14). */
export const RISKS = {
  speed: GROUPS.overspeed,
  fatigue: [...GROUPS.fatigue, ...findTypes('dsmFatigue', 'dsmOvertime')],
  distraction: findTypes('dsmPhone', 'dsmSmoke', 'dsmDistract', 'dsmAbnormal', 'dsmBelt', 'dsmHands', 'dsmPlayPhone'),
  collision: without([...ALARM_GROUPS.ADAS, ...ALARM_GROUPS.BSD, ...ALARM_GROUPS.DANGER], SEEN),
  nightBan: GROUPS.nightBan,
} as const;
