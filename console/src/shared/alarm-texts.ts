import type { AlarmRow, CaseState } from '@fleetwarden/contract/alarms/alarm-row';
import type { AlarmResult } from '@fleetwarden/contract/live/live';
import { isSafetyAlarm } from '@fleetwarden/domain/alarm-counts';
import { findAlarmType, getWireNumbers } from '@fleetwarden/domain/alarm-types';
import type { TFunction } from 'i18next';
import type { AlarmToHandle } from './open-alarm-handling.ts';

/** The name of an alarm kind by its wire number; the number if unknown. */
export function formatAlarmType(t: TFunction, warnId: number): string {
  const type = findAlarmType(warnId);
  return type ? t(`alarm.${type.key}`) : String(warnId);
}

/** A level as a word: 1 low, 2 medium, 3 high. */
export const levelWord = (t: TFunction, level: number): string =>
  t(`alarmHistory.level${level === 3 || level === 2 ? level : 1}`);

/** Shown digits of a degree: 1 m. */
const DIGITS = 5;

/** A WGS-84 position as text: its address if known, and its coordinates. */
export const placeText = (lng: number, lat: number, address: string | null): string =>
  `${address ? `${address} ` : ''}${lng.toFixed(DIGITS)},\u00a0${lat.toFixed(DIGITS)}`;

/** Converts a pushed alarm for the handling dialog; active-safety alarms are checked first. */
export const pushedAlarmToHandle = (alarm: AlarmResult): AlarmToHandle => ({
  alarmGid: alarm.alarmGid,
  alarmId: alarm.behaviorId,
  targId: alarm.tid,
  carNo: alarm.cno,
  warnId: alarm.warnId,
  vTime: alarm.warnStartDate,
  ...getWireNumbers(alarm.warnId),
  nLevel: alarm.warnType,
  times: alarm.alarmOften,
  ncheckAdasAlarmStatus: isSafetyAlarm(alarm.warnId) ? 1 : 0,
  files: alarm.files,
});

/** Converts a listed alarm for the handling dialog. */
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
  files: Math.max(row.files, row.fileDone),
});

/** The state of a case as a word. */
export const caseWord = (t: TFunction, state: CaseState): string => t(`alarmHistory.state${state}`);
