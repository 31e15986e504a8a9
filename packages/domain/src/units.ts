/** Units of people. Storage, calls and wire formats are always metric: km, km/h, m, km². */
export const UNIT_SYSTEMS = ['metric', 'imperial'] as const;
export type UnitSystem = (typeof UNIT_SYSTEMS)[number];

/** What a figure measures: km, km/h, m (short lengths and heights), or km². */
export type Quantity = 'distance' | 'speed' | 'length' | 'area';

const MILE_KM = 1.609344;
const FOOT_M = 0.3048;

/** Miles, mph, feet and square miles per metric unit. */
const IMPERIAL: Readonly<Record<Quantity, number>> = {
  distance: 1 / MILE_KM,
  speed: 1 / MILE_KM,
  length: 1 / FOOT_M,
  area: 1 / (MILE_KM * MILE_KM),
};

/** Units of a metric figure per unit of the system. */
export const unitFactor = (system: UnitSystem, quantity: Quantity): number => (system === 'metric' ? 1 : IMPERIAL[quantity]);

/** Converts a metric figure. Metric figures are unchanged; NaN stays NaN. */
export const toUnits = (system: UnitSystem, quantity: Quantity, value: number): number =>
  system === 'metric' ? value : value * IMPERIAL[quantity];

/** Quantities by the metric units of record fields, settings and report columns. */
const QUANTITIES = {
  km: 'distance',
  kmh: 'speed',
  'km/h': 'speed',
  m: 'length',
  metres: 'length',
} as const satisfies Readonly<Record<string, Quantity>>;

/** What a metric unit measures; undefined: no distance, speed or length. */
export const quantityOfUnit = (unit: string): Exclude<Quantity, 'area'> | undefined =>
  Object.hasOwn(QUANTITIES, unit) ? QUANTITIES[unit as keyof typeof QUANTITIES] : undefined;
