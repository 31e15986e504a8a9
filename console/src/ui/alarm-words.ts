import type { AlarmRow } from '@fleetwarden/contract/alarms';
import type { AlarmResult } from '@fleetwarden/contract/live';
import { isSafetyAlarm } from '@fleetwarden/domain/alarm-counts';
import { alarmTypeOf } from '@fleetwarden/domain/alarm-types';
import type { TFunction } from 'i18next';
import type { DealAlarm } from './alarm-deal.ts';

/** The name of a kind of alarm by its number on the wire; the number where nobody knows it. */
export function kindOf(t: TFunction, warnId: number): string {
  const type = alarmTypeOf(warnId);
  return type ? t(`alarm.${type.key}`) : String(warnId);
}

/** A level in a word: 1 low, 2 medium, 3 high. */
export const levelWord = (t: TFunction, level: number): string =>
  level === 3 ? t('alarmPopup.level3') : level === 2 ? t('alarmPopup.level2') : t('alarmPopup.level1');

/** A pushed alarm as the handling dialog takes it; those of active safety are asked for first. */
export const dealOfPushed = (alarm: AlarmResult): DealAlarm => ({
  alarmGid: alarm.alarmGid,
  alarmId: alarm.behaviorId,
  targId: alarm.tid,
  carNo: alarm.cno,
  warnId: alarm.warnId,
  vTime: alarm.warnStartDate,
  nLevel: alarm.warnType,
  times: alarm.alarmOften,
  ncheckAdasAlarmStatus: isSafetyAlarm(alarm.warnId) ? 1 : 0,
});

/** An alarm of a list as the handling dialog takes it. */
export const dealOfRow = (row: AlarmRow): DealAlarm => ({
  ...{ alarmGid: row.alarmGid, alarmId: row.alarmId, targId: row.targId, carNo: row.carNo, warnId: row.warnId },
  ...{ vTime: row.vtime, mainType: row.mainType, subType: row.subType, nLevel: row.level, times: row.times },
  ...{ ncheckAdasAlarmStatus: row.ncheckAdasAlarmStatus, version: row.version },
});

/** What has become of a case, in a word: 0 open, 1 claimed, 2 handled, 3 a false alarm, 4 escalated. */
export function caseWord(t: TFunction, state: number): string {
  if (state === 1) return t('alarmPopup.state1');
  if (state === 2) return t('alarmPopup.state2');
  if (state === 3) return t('alarmPopup.state3');
  return state === 4 ? t('alarmPopup.state4') : t('alarmPopup.state0');
}
