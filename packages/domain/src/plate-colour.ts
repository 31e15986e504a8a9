import type { DisplayName } from './display-maps.ts';
import { displayName } from './display-maps.ts';

/** Name of a plate colour; part of its text keys. */
export type PlateColourKey =
  | 'none'
  | 'blue'
  | 'yellow'
  | 'smallYellow'
  | 'white'
  | 'green'
  | 'black'
  | 'yellowGreen'
  | 'gradientGreen'
  | 'other'
  | 'farmYellow'
  | 'farmGreen';

export type PlateColourRow = {
  /** Product code, stored in `vehicle.plate_colour`. */
  readonly code: number;
  readonly key: PlateColourKey;
  /** Code in 808 and 809 messages (JT/T 415, JT/T 697.7). */
  readonly wire: number;
};

/** PLATE_COLOR (screen catalogue 12.1), indexed by product code. The protocols have no small yellow: it is sent as yellow. */
export const PLATE_COLOURS: readonly PlateColourRow[] = [
  { code: 0, key: 'none', wire: 0 },
  { code: 1, key: 'blue', wire: 1 },
  { code: 2, key: 'yellow', wire: 2 },
  { code: 3, key: 'smallYellow', wire: 2 },
  { code: 4, key: 'white', wire: 4 },
  { code: 5, key: 'green', wire: 5 },
  { code: 6, key: 'black', wire: 3 },
  { code: 7, key: 'yellowGreen', wire: 93 },
  { code: 8, key: 'gradientGreen', wire: 94 },
  { code: 9, key: 'other', wire: 9 },
  { code: 10, key: 'farmYellow', wire: 91 },
  { code: 11, key: 'farmGreen', wire: 92 },
];

const SMALL_YELLOW = 3;
const OTHER = 9;
const FROM_WIRE = new Map(PLATE_COLOURS.filter(({ code }) => code !== SMALL_YELLOW).map(({ wire, code }) => [wire, code]));

/**
 * Product code of a received colour. `archived`: code of the vehicle record, if any; small yellow is preserved, because messages
 * contain only yellow. Unknown numbers are 9 (other).
 */
export function plateColourFromWire(wire: number, archived?: number): number {
  if (wire === 2 && archived === SMALL_YELLOW) return SMALL_YELLOW;
  return FROM_WIRE.get(wire) ?? OTHER;
}

/** Protocol code of a product code; 9 (other) if unknown. */
export function plateColourToWire(code: number): number {
  return PLATE_COLOURS[code]?.wire ?? OTHER;
}

/** Display of a plate on the map and in short lists. */
export type PlateDisplay = DisplayName<'plateColour'>;

/** Display rule of the specification: 1 blue, 2 yellow, 3 small yellow, 4 white, 5 green, else other. */
export function plateDisplay(code: number): PlateDisplay {
  return displayName('plateColour', code);
}
