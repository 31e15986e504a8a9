import { type Quantity, toUnits, type UnitSystem } from '@fleetwarden/domain/units';
import type { Cell } from './table.ts';

/** A metric figure of a file in the units of its reader, rounded if converted; other cells stay. */
export function cellInUnits(cell: Cell, units: UnitSystem, quantity: Quantity | undefined, digits = 1): Cell {
  if (units === 'metric' || quantity === undefined || typeof cell !== 'number') return cell;
  const scale = 10 ** digits;
  return Math.round(toUnits(units, quantity, cell) * scale) / scale;
}
