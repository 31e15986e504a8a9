/**
 * Index of each figure of a vehicle's day in a list of numbers. A list is much shorter than named fields in `vehicle_latest`,
 * which is written every two seconds. Durations in ms, distances in km, speeds in km/h, instants in epoch ms.
 */
export const FIGURE = {
  // Sums.
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
  /** First of SPEED_BANDS. */
  band: 23,
  // Other figures.
  longestGapMs: 30,
  maxSpeed: 31,
  maxSpeedAt: 32,
  odoStart: 33,
  odoEnd: 34,
  firstAt: 35,
  lastAt: 36,
} as const;

export const SPEED_BANDS = 7;
/** The first figures are sums: two parts of a day are added. */
export const SUMS: number = FIGURE.longestGapMs;
/** No value: the list holds only numbers. */
export const NONE = -1;

export type Figures = number[];

// Starts with fractions, so that V8 stores doubles from the start and never converts the array.
const EMPTY: Figures = new Array<number>(FIGURE.lastAt + 1).fill(0.5);
EMPTY.fill(0);
EMPTY[FIGURE.maxSpeed] = NONE;
EMPTY[FIGURE.odoStart] = NONE;
EMPTY[FIGURE.odoEnd] = NONE;

export function emptyFigures(): Figures {
  return EMPTY.slice();
}

/** Whether nothing was counted. */
export function isEmpty(figures: Figures): boolean {
  for (let i = 0; i < SUMS; i++) if (figures[i] !== 0) return false;
  return true;
}
