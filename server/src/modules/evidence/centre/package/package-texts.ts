import type { AlarmRow } from '@fleetwarden/contract/alarms/alarm-row';
import { wallClock } from '@fleetwarden/contract/values/wall-clock';
import type { UnitSystem } from '@fleetwarden/domain/units';
import { cellInUnits } from '../../../../platform/files/cell-units.ts';
import type { ReplyLanguage } from '../../../../platform/http/language.ts';
import { filled, type GetText } from '../../../../platform/http/replies.ts';
import type { PackedAlarm } from './packed-alarm.ts';

/** Texts, times and figures of a package in the language and units of its reader. */
export type PackageTexts = ReturnType<typeof createPackageTexts>;

export function createPackageTexts(options: {
  readonly getText: GetText;
  readonly language: ReplyLanguage;
  readonly units: UnitSystem;
  readonly timeZone: string;
}) {
  const { getText, language, units, timeZone } = options;
  const clock = wallClock(timeZone);
  const say = (key: string, params: Readonly<Record<string, string | number>> = {}) =>
    filled(getText(language, `evidencePackage.${key}`, units), params);
  const sayAlarm = (key: string) => getText(language, `alarmHistory.${key}`, units);
  const formatTime = (at: number) => new Date(clock(at)).toISOString().slice(0, 19).replace('T', ' ');
  return {
    language,
    units,
    timeZone,
    clock,
    say,
    formatTime,
    /** A part of a file name: digits of the time only. */
    formatStamp: (at: number) => formatTime(at).replaceAll(/[-:]/g, '').replace(' ', '-'),
    formatPlace: ({ row: { x, y }, address }: Pick<PackedAlarm, 'row' | 'address'>) =>
      [address ?? [], `${x.toFixed(6)}, ${y.toFixed(6)}`].flat().join(' · '),
    speedOf: ({ speed }: Pick<AlarmRow, 'speed'>) => cellInUnits(speed, units, 'speed'),
    formatLevel: ({ level }: Pick<AlarmRow, 'level'>) => sayAlarm(`level${level}`),
    formatState: ({ state, dealType }: Pick<AlarmRow, 'state' | 'dealType'>) =>
      [sayAlarm(state === null ? 'brief' : `state${state}`), dealType === null ? [] : sayAlarm(`deal${dealType}`)]
        .flat()
        .join(' · '),
    sayAlarm,
  };
}
