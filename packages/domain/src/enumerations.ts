import { ALARM_TYPES } from './alarm-types.ts';
import { DISPLAY_MAPS, type DisplayMapName, displayName } from './display-maps.ts';
import { ENUMERATION_VALUES, type EnumerationValue } from './enumeration-values.ts';
import { PLATE_COLOURS } from './plate-colour.ts';
import { VEHICLE_TYPES } from './vehicle-type.ts';

/** A row of an enumeration for lists. */
export type EnumerationRow = {
  /** As stored and as sent. */
  readonly value: number | string;
  /** Text key of its name; null if the value is its own name. */
  readonly key: string | null;
  /** Position in the list, from 1. */
  readonly sort: number;
  /** Whether forms offer it; other values still have a name. */
  readonly enabled: boolean;
};

type Keyed = Pick<EnumerationRow, 'value' | 'key'> & { readonly reserved?: true };

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Text key: PLATE_COLOR and `white` give `plateColorWhite`. */
function keyed(type: string, { value, name, ...rest }: EnumerationValue): Keyed {
  const [first = '', ...words] = type.toLowerCase().split('_');
  return { ...rest, value, key: name ? `enumeration.${first + words.map(capital).join('')}${capital(name)}` : null };
}

/** Rows of a display map (routes.md 3) for the numbers in use. */
const displayed = (map: DisplayMapName, ...values: readonly number[]): Keyed[] =>
  values.map((value) => ({ value, key: `display.${map}${capital(displayName(map, value) ?? '')}` }));

const [OFFLINE, NO_FIX] = [0, 6];

/** Enumerations from other tables. */
const ELSEWHERE = {
  /** Full names for forms and tables. Map labels use plateDisplay (12.1). */
  PLATE_COLOR: PLATE_COLOURS.map(({ code }) => ({ value: code, key: `monitor.plate${code}` })),
  VEHICLE_TYPE: VEHICLE_TYPES.map(({ code, key }) => keyed('VEHICLE_TYPE', { value: code, name: key })),
  VEHICLE_STATUS: Array.from({ length: NO_FIX - OFFLINE + 1 }, (_, status) => ({
    value: status,
    key: `monitor.status${status}`,
  })),
  RISK: displayed('riskLevel', 0, 1, 2, 3),
  PLAT_STANDARD: displayed('platformStandard', 0, 1),
  ENCRYPT: displayed('encryption', 0, 1),
  LINK: displayed('linkStatus', 0, 1),
  AUDIO_RATE: displayed('audioSamplingRate', 0, 1, 2, 3),
  ICON: displayed('iconType', ...Object.keys(DISPLAY_MAPS.iconType.values).map(Number)),
  YUNTAI: displayed('yuntai', 0, 1),
  ALARM_TYPE: ALARM_TYPES.map(({ id, key }) => ({ value: id, key: `alarm.${key}` })),
} as const satisfies Readonly<Record<string, readonly Keyed[]>>;

export type EnumerationType = keyof typeof ELSEWHERE | keyof typeof ENUMERATION_VALUES;

const buildRows = (rows: readonly Keyed[]): readonly EnumerationRow[] =>
  rows.map(({ value, key, reserved }, i) => ({ value, key, sort: i + 1, enabled: !reserved }));

const own = Object.entries<readonly EnumerationValue[]>(ENUMERATION_VALUES).map(
  ([type, values]) => [type, values.map((value) => keyed(type, value))] as const,
);

/** All enumerations by type (screen catalogue 12.1-12.5, 7), with ordered rows. */
export const ENUMERATIONS = Object.fromEntries(
  [...Object.entries<readonly Keyed[]>(ELSEWHERE), ...own].map(([type, rows]) => [type, buildRows(rows)]),
) as { readonly [Type in EnumerationType]: readonly EnumerationRow[] };

/** Whether a text is the type of an enumeration. */
export const isEnumerationType = (text: string): text is EnumerationType => Object.hasOwn(ENUMERATIONS, text);

/** The row of a value, or undefined. */
export const enumerationRow = (type: EnumerationType, value: number | string): EnumerationRow | undefined =>
  ENUMERATIONS[type].find((row) => row.value === value);
