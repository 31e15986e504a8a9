import type { unit as zh } from './zh/unit.ts';

/** How a user wants distances and speeds: km or miles. */
export type UnitSystem = 'metric' | 'imperial';
type UnitTexts = Readonly<Record<keyof typeof zh, string>>;

/**
 * Variables of texts that name a unit of the user: 'Speed ({{speedUnit}})'. A `...Name` is a word where a language has one beside the
 * sign (公里 besides km).
 */
const VARIABLES: Readonly<Record<string, Readonly<Record<UnitSystem, keyof typeof zh>>>> = {
  distanceUnit: { metric: 'km', imperial: 'mi' },
  distanceName: { metric: 'kmName', imperial: 'miName' },
  speedUnit: { metric: 'kmh', imperial: 'mph' },
  lengthUnit: { metric: 'm', imperial: 'ft' },
  lengthName: { metric: 'mName', imperial: 'ftName' },
  areaUnit: { metric: 'km2', imperial: 'mi2' },
};

/** The value of such a variable; undefined if it is another variable. */
export const findUnitText = (texts: UnitTexts, system: UnitSystem, variable: string): string | undefined =>
  Object.hasOwn(VARIABLES, variable) ? texts[VARIABLES[variable]![system]] : undefined;

/** Fills the units of a text; other variables stay. */
export const fillUnits = (text: string, texts: UnitTexts, system: UnitSystem): string =>
  text.includes('{{')
    ? text.replace(/\{\{(\w+)\}\}/g, (placeholder, variable: string) => findUnitText(texts, system, variable) ?? placeholder)
    : text;

/** Imperial units of the metric units of figures. */
const IMPERIAL = { km: 'mi', kmh: 'mph', m: 'ft' } as const;

/** The key of a unit in a system: 'km' is 'mi'. Units without a counterpart stay. */
export const unitIn = (system: UnitSystem, unit: string): string =>
  system === 'imperial' && Object.hasOwn(IMPERIAL, unit) ? IMPERIAL[unit as keyof typeof IMPERIAL] : unit;
