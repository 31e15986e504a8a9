import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@fleetwarden/domain/durations';

/**
 * Learns how far a terminal's clock is off. In a window of reports the smallest difference between arrival and device time has the
 * shortest delay on the way. Two windows that agree are believed.
 */
export type ClockOffset = {
  /** Our clock minus the terminal's, ms; null: not known yet. */
  offsetMs: number | null;
  /** What is added to its times, ms: never more than 0, because a slow clock and a delay look alike. */
  correctionMs: number;
  /** The current window: its first arrival, number of reports, smallest difference. */
  windowAt: number;
  count: number;
  leastMs: number;
  /** Result of the window before; null: none. */
  beforeMs: number | null;
};

const WINDOW_MS = MINUTE_MS;
const WINDOW_REPORTS = 5;
/** Windows agree, and a new offset is the same, within this. */
const SAME_MS = 10 * SECOND_MS;
/** A clock this much ahead is corrected. */
const FAST_MS = 30 * SECOND_MS;
/** Larger differences are dead clocks: no time zone is so far. */
const MAX_OFFSET_MS = 27 * HOUR_MS;

export const emptyClockOffset = (): ClockOffset => ({
  offsetMs: null,
  correctionMs: 0,
  windowAt: 0,
  count: 0,
  leastMs: Number.POSITIVE_INFINITY,
  beforeMs: null,
});

/**
 * Adds a live report, with its device time as the terminal's zone says, before the correction. Returns whether offset or correction
 * changed. Changes `clock`.
 */
export function observeClock(clock: ClockOffset, deviceAt: number, receivedAt: number): boolean {
  const difference = receivedAt - deviceAt;
  // written so that NaN fails it
  if (!(Math.abs(difference) <= MAX_OFFSET_MS)) return false;
  if (clock.count === 0 || receivedAt < clock.windowAt) {
    clock.windowAt = receivedAt;
    clock.count = 0;
    clock.leastMs = difference;
  }
  clock.count++;
  if (difference < clock.leastMs) clock.leastMs = difference;
  if (clock.count < WINDOW_REPORTS || receivedAt - clock.windowAt < WINDOW_MS) return false;
  const found = clock.leastMs;
  const agrees = clock.beforeMs !== null && Math.abs(found - clock.beforeMs) <= SAME_MS;
  clock.beforeMs = found;
  clock.count = 0;
  return agrees && believe(clock, found);
}

function believe(clock: ClockOffset, found: number): boolean {
  if (clock.offsetMs !== null && Math.abs(found - clock.offsetMs) <= SAME_MS) return false;
  clock.offsetMs = Math.round(found / SECOND_MS) * SECOND_MS;
  clock.correctionMs = clock.offsetMs <= -FAST_MS ? clock.offsetMs : 0;
  return true;
}
