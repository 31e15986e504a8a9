import type { AlarmRow, CaseState } from '@fleetwarden/contract/alarms/alarm-row';
import type { AlarmResult } from '@fleetwarden/contract/live/live';
import { isSafetyAlarm } from '@fleetwarden/domain/alarm-counts';
import { findAlarmType, numbersOf } from '@fleetwarden/domain/alarm-types';
import type { TFunction } from 'i18next';
import type { AlarmToHandle } from './open-alarm-handling.ts';

/** The name of a kind of alarm by its number on the wire; the number where nobody knows it. */
export function kindOf(t: TFunction, warnId: number): string {
  const type = findAlarmType(warnId);
  return type ? t(`alarm.${type.key}`) : String(warnId);
}

/** A level in a word: 1 low, 2 medium, 3 high. */
export const levelWord = (t: TFunction, level: number): string =>
  t(`alarmHistory.level${level === 3 || level === 2 ? level : 1}`);

/** Digits of a degree that are shown: a metre. */
const DIGITS = 5;

/** A place in words, WGS-84 degrees: its address, where one is known, and its degrees, which say it to a metre and stay in one line. */
export const placeText = (lng: number, lat: number, address: string | null): string =>
  `${address ? `${address} ` : ''}${lng.toFixed(DIGITS)},\u00a0${lat.toFixed(DIGITS)}`;

/** A pushed alarm as the handling dialog takes it; those of active safety are asked for first. */
export const pushedAlarmToHandle = (alarm: AlarmResult): AlarmToHandle => ({
  alarmGid: alarm.alarmGid,
  alarmId: alarm.behaviorId,
  targId: alarm.tid,
  carNo: alarm.cno,
  warnId: alarm.warnId,
  vTime: alarm.warnStartDate,
  ...numbersOf(alarm.warnId),
  nLevel: alarm.warnType,
  times: alarm.alarmOften,
  ncheckAdasAlarmStatus: isSafetyAlarm(alarm.warnId) ? 1 : 0,
});

/** An alarm of a list as the handling dialog takes it. */
export const alarmRowToHandle = (row: AlarmRow): AlarmToHandle => ({
  alarmGid: row.alarmGid,
  alarmId: row.alarmId,
  targId: row.targId,
  carNo: row.carNo,
  warnId: row.warnId,
  vTime: row.vtime,
  mainType: row.mainType,
  subType: row.subType,
  nLevel: row.level,
  times: row.times,
  ncheckAdasAlarmStatus: row.ncheckAdasAlarmStatus,
  version: row.version,
});

/** What has become of a case, in a word. */
export const caseWord = (t: TFunction, state: CaseState): string => t(`alarmHistory.state${state}`);
