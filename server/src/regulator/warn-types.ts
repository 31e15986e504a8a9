import { ALARM_TYPES, type AlarmTypeKey, findAlarmType } from '@fleetwarden/domain/alarm-types';
import type { Revision } from '@fleetwarden/protocol/jt809';

/** Types of 0x1402 (WARN_TYPE_809). Types above 14 are new in 2019; 2011 uses 14 (other) for them. */
const OTHER = 14;
const FIRST_OF_2019 = 16;

const ROWS: Readonly<Record<number, readonly AlarmTypeKey[]>> = {
  1: ['overspeed', 'pOverspeed', 'pNightOverspeed', 'pRoadOverspeed', 'pAreaSpeed'],
  2: ['fatigue', 'pFatigue', 'dsmFatigue'],
  3: ['emergency'],
  4: ['area', 'pAreaIn', 'pKeyIn'],
  5: ['pAreaOut', 'pKeyOut'],
  7: ['danger', 'pRoadWarn'],
  8: ['route'],
  9: ['stolen', 'illegalIgnition'],
  11: ['deviate', 'pDeviate'],
  12: ['illegalMove', 'pOfflineMove'],
  13: ['dayOver', 'pDayOver', 'pWeekOver', 'dsmOvertime'],
  16: ['illegalDrive', 'pNightBan', 'pIllegal'],
  17: ['adasFcw', 'adasPcw', 'adasHmw'],
  18: ['adasLdw', 'adasLane', 'adasSolid'],
  19: ['tyrePre', 'tpmsHigh', 'tpmsLow', 'tpmsTemp', 'tpmsLeak', 'tpmsImbalance'],
  20: ['pGap', 'pDrift', 'pMileage', 'pSpeedDiff'],
};

const byKey = new Map(Object.entries(ROWS).flatMap(([code, keys]) => keys.map((key) => [key, Number(code)] as const)));

/** The 809 type of an alarm type, in the platform's revision. */
export function toWarnType(typeId: number, revision: Revision): number {
  const type = findAlarmType(typeId);
  const code = (type && byKey.get(type.key)) ?? OTHER;
  return code >= FIRST_OF_2019 && revision < 2019 ? OTHER : code;
}

/** Alarms that superior platforms raised themselves. */
const RAISED_BY_SUPERIORS: ReadonlySet<string> = new Set(['p809Warn', 'p809Urge'] satisfies AlarmTypeKey[]);

/** The alarm types that a platform gets: of the 809 types that it wants, and all safety alarms if it wants those. */
export function selectAlarmTypes(alarmTypes: readonly number[], safety: boolean): number[] {
  const wanted = new Set(alarmTypes);
  return ALARM_TYPES.flatMap((type) => {
    if (type.class === 'event' || RAISED_BY_SUPERIORS.has(type.key)) return [];
    if (safety && type.class === 'safety') return [type.id];
    return wanted.has(byKey.get(type.key) ?? OTHER) ? [type.id] : [];
  });
}
