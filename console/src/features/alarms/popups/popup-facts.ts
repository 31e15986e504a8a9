import type { AlarmRow } from '@fleetwarden/contract/alarms/alarm-row';
import type { AlarmResult } from '@fleetwarden/contract/live/live';
import type { TFunction } from 'i18next';
import { formatAlarmType, placeText } from '../../../shared/alarm-texts.ts';
import { formatDuration } from '../../../ui/format.ts';
import { formatAlarmValue, formatMeasure } from '../../../ui/units.ts';

/** Level with a duration in vTargName (console.md 2.6). */
const LASTING = 3;

/** Data in an alarm's pop-up (console.md 3, Alarm popup). Times epoch ms, place WGS-84 degrees, speed km/h. */
export type PopupFacts = {
  readonly alarmGid: string;
  readonly targId: string;
  readonly carNo: string;
  readonly deptName: string;
  readonly level: number;
  readonly warnIds: readonly number[];
  readonly time: number;
  /** Known duration so far, ms. */
  readonly lastedMs: number;
  readonly speed: number;
  readonly value: number | null;
  readonly limit: number | null;
  readonly lng: number;
  readonly lat: number;
  readonly driver: string;
  readonly files: number;
};

export const factsOfPushed = (alarm: AlarmResult, deptName: string): PopupFacts => ({
  alarmGid: alarm.alarmGid,
  targId: alarm.tid,
  carNo: alarm.cno,
  deptName,
  level: alarm.warnType,
  warnIds: [...new Set([alarm.warnId, ...alarm.alarms.split(',').filter(Boolean).map(Number)])],
  time: alarm.warnDate,
  lastedMs: (alarm.endDate ?? alarm.warnDate) - alarm.warnStartDate,
  speed: alarm.speed,
  value: alarm.value,
  limit: alarm.limit,
  lng: alarm.originalLongitude,
  lat: alarm.originalLatitude,
  driver: alarm.drv,
  files: alarm.files,
});

export const factsOfRow = (row: AlarmRow): PopupFacts => ({
  alarmGid: row.alarmGid,
  targId: row.targId,
  carNo: row.carNo,
  deptName: row.deptName,
  level: row.level,
  warnIds: [row.warnId],
  time: row.vtime,
  lastedMs: (row.endTime ?? row.lastTime) - row.vtime,
  speed: row.speed,
  value: row.value,
  limit: row.limit,
  lng: row.x,
  lat: row.y,
  driver: row.driver,
  files: row.files,
});

/** Names and values in reading order, without unknown ones. */
export function factLines(
  t: TFunction,
  language: string,
  facts: PopupFacts,
  time: string,
  address: string | null,
): readonly (readonly [string, string])[] {
  const { level, value, limit } = facts;
  const figure = (n: number) => formatAlarmValue(language, facts.warnIds[0]!, n);
  const info =
    value === null
      ? ''
      : limit === null
        ? t('alarmPopup.infoValue', { value: figure(value) })
        : t('alarmPopup.infoLimit', { value: figure(value), limit: figure(limit) });
  const lines: [string, string][] = [
    [t('alarmPopup.kind'), facts.warnIds.map((id) => formatAlarmType(t, id)).join(', ')],
    [t('alarmPopup.dept'), facts.deptName],
    [t('alarmPopup.time'), time],
    [t('alarmPopup.speed'), t('alarmPopup.kmh', { speed: formatMeasure(language, 'speed', facts.speed) })],
    [t('alarmPopup.lasted'), level === LASTING ? formatDuration(t, facts.lastedMs) : ''],
    [t('alarmPopup.info'), info],
    [t('alarmPopup.place'), placeText(facts.lng, facts.lat, address)],
    [t('alarmPopup.driver'), facts.driver],
  ];
  return lines.filter(([, text]) => text !== '');
}
