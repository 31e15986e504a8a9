import { getDay, HOUR, MINUTE, startOfDay } from '../clock.ts';
import { draw } from '../random.ts';

/** Rare things a terminal reports; at most one a day. */
export type Trouble = 'none' | 'sos' | 'powerLost' | 'powerLow' | 'antennaOpen' | 'collision';

/** Troubles by their share of vehicle days, with the phase they need and how long they last in minutes. */
const TROUBLES: readonly {
  readonly trouble: Trouble;
  readonly share: number;
  readonly phase: 'drive' | 'stand' | 'any';
  readonly minutes: readonly [number, number];
}[] = [
  { trouble: 'sos', share: 0.012, phase: 'any', minutes: [2, 6] },
  { trouble: 'powerLost', share: 0.02, phase: 'stand', minutes: [3, 25] },
  { trouble: 'powerLow', share: 0.02, phase: 'stand', minutes: [20, 90] },
  { trouble: 'antennaOpen', share: 0.006, phase: 'any', minutes: [5, 60] },
  { trouble: 'collision', share: 0.004, phase: 'drive', minutes: [1, 2] },
];

/** The trouble of a vehicle at this moment. Pure. */
export function findTrouble(seed: number, at: number, phase: 'drive' | 'stand'): Trouble {
  const day = getDay(at);
  let lot = draw('trouble', seed, day);
  for (const row of TROUBLES) {
    if (lot < row.share) {
      if (row.phase !== 'any' && row.phase !== phase) return 'none';
      const [low, high] = row.minutes;
      const minutes = low + (high - low) * draw('trouble for', seed, day);
      const from = startOfDay(day) + draw('trouble from', seed, day) * 23 * HOUR;
      return at >= from && at < from + minutes * MINUTE ? row.trouble : 'none';
    }
    lot -= row.share;
  }
  return 'none';
}
