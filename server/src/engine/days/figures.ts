/**
 * What is counted of a vehicle's day, each figure at its place in a list of numbers: a state with names would be several times as long
 * in `vehicle_latest`, where it is written every two seconds. Durations in ms, distances in km, speeds in km/h, instants in epoch ms.
 */
export const FIGURE = {
  // sums
  pointTotal: 0,
  pointValid: 1,
  errCoord: 2,
  errSpeed: 3,
  errHeading: 4,
  errAltitude: 5,
  errOther: 6,
  notFixed: 7,
  driftCount: 8,
  backfillCount: 9,
  gnssKm: 10,
  odoKm: 11,
  trackOkKm: 12,
  trackGapKm: 13,
  gapCount: 14,
  driveMs: 15,
  idleMs: 16,
  parkMs: 17,
  accOnMs: 18,
  accOnCount: 19,
  nightDriveMs: 20,
  banDriveMs: 21,
  banKm: 22,
  /** The first of SPEED_BANDS. */
  band: 23,
  // the rest
  longestGapMs: 30,
  maxSpeed: 31,
  maxSpeedAt: 32,
  odoStart: 33,
  odoEnd: 34,
  firstAt: 35,
  lastAt: 36,
} as const;

export const SPEED_BANDS = 7;
/** So many figures, from the first, are sums: of two parts of a day the one and the other together. */
export const SUMS: number = FIGURE.longestGapMs;
/** What no speed and no reading is: in the list are numbers alone. */
export const NONE = -1;

export type Figures = number[];

// of fractions before, so that the copies hold doubles from the start and never change their kind
const EMPTY: Figures = new Array<number>(FIGURE.lastAt + 1).fill(0.5);
EMPTY.fill(0);
EMPTY[FIGURE.maxSpeed] = NONE;
EMPTY[FIGURE.odoStart] = NONE;
EMPTY[FIGURE.odoEnd] = NONE;

export function emptyFigures(): Figures {
  return EMPTY.slice();
}

/** Whether there is nothing to tell. */
export function isEmpty(figures: Figures): boolean {
  for (let i = 0; i < SUMS; i++) if (figures[i] !== 0) return false;
  return true;
}
