import { ALARM_TYPES, type AlarmTypeKey, findAlarmType } from '@fleetwarden/domain/alarm-types';
import type { Revision } from '@fleetwarden/protocol/jt809';

/** Types of 0x1402 (WARN_TYPE_809). Those above 14 came with 2019; 2011 has them under 14, other. */
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

/** What a superior platform calls a kind of alarm in its printing. */
export function warnTypeOf(typeId: number, revision: Revision): number {
  const type = findAlarmType(typeId);
  const code = (type && byKey.get(type.key)) ?? OTHER;
  return code >= FIRST_OF_2019 && revision < 2019 ? OTHER : code;
}

/** What superior platforms have told of themselves. */
const THEIRS: ReadonlySet<string> = new Set(['p809Warn', 'p809Urge'] satisfies AlarmTypeKey[]);

/** The kinds a platform is to be told of: of the types it wants, and all safety ones where it wants those. */
export function wantedTypes(alarmTypes: readonly number[], safety: boolean): number[] {
  const wanted = new Set(alarmTypes);
  return ALARM_TYPES.flatMap((type) => {
    if (type.class === 'event' || THEIRS.has(type.key)) return [];
    if (safety && type.class === 'safety') return [type.id];
    return wanted.has(byKey.get(type.key) ?? OTHER) ? [type.id] : [];
  });
}
