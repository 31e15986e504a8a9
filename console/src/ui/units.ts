import { figureText } from '@fleetwarden/contract/reports/figures';
import { alarmQuantity } from '@fleetwarden/domain/alarm-value';
import { type Quantity, quantityOfUnit, toUnits } from '@fleetwarden/domain/units';
import { unitSystem, unitText } from '../api/units.ts';

/** A metric figure (km, km/h, m, km²) in the user's units. Texts name them: {{distanceUnit}}, {{speedUnit}} and others. */
export const inUserUnits = (quantity: Quantity, value: number): number => toUnits(unitSystem(), quantity, value);

/** A metric figure as text in the user's units: at most `digits` decimals, at least `least`. */
export const formatMeasure = (language: string, quantity: Quantity, value: number, digits = 1, least = 0): string =>
  figureText(language, inUserUnits(quantity, value), digits, least);

/** The sign of the user's unit. */
export const userUnit = (quantity: Quantity): string => unitText(`${quantity}Unit`);

/** The value or the limit of an alarm: speeds and distances in the user's units, other figures as they are. */
export function formatAlarmValue(language: string, typeId: number, value: number): string {
  const quantity = alarmQuantity(typeId);
  return quantity === undefined ? figureText(language, value, 1, 0) : formatMeasure(language, quantity, value);
}

/**
 * The unit of an input. Limits are entered as they are stored and sent to terminals: whole km/h, km and m. Users of other units see what
 * the value means: 'km/h ≈ 50 mph'. `sign`: the metric unit in the user's language.
 */
export function inputUnit(language: string, unit: string, value: unknown, sign: string = unit): string {
  const quantity = quantityOfUnit(unit);
  if (quantity === undefined || unitSystem() === 'metric' || typeof value !== 'number') return sign;
  return `${sign} ≈ ${formatMeasure(language, quantity, value)} ${userUnit(quantity)}`;
}
