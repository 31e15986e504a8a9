import type { AlarmIdentification, AlarmInfo } from '@fleetwarden/domain/alarm-item';
import type { TFunction } from 'i18next';
import { formatList } from '../../../ui/format.ts';
import { formatMeasure } from '../../../ui/units.ts';

/** Further data of the alarm item (T/JSATL 12), and the text of a reporting user or platform. */
export const describeInfo = (
  t: TFunction,
  language: string,
  { text, frontKmh, frontS, departure, sign, wheels, identification }: AlarmInfo,
) =>
  [
    { key: 'said', children: text ?? '' },
    { key: 'frontKmh', children: frontKmh === undefined ? '' : formatMeasure(language, 'speed', frontKmh) },
    { key: 'frontS', children: frontS ?? '' },
    { key: 'departure', children: departure === 1 || departure === 2 ? t(`alarmHistory.departure${departure}`) : '' },
    { key: 'sign', children: sign === 1 || sign === 2 || sign === 3 ? t(`alarmHistory.sign${sign}`) : '' },
    { key: 'wheels', children: wheels ? formatList(language, wheels.map(String)) : '' },
    { key: 'identification', children: identification ? identify(identification) : '' },
  ] as const;

/** Terminal, time and number, by which the terminal knows the alarm. */
const identify = ({ terminalId, time, serial }: AlarmIdentification): string => `${terminalId} ${time} ${serial}`;
