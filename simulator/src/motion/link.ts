import { DAY, getDay, HOUR, MINUTE, startOfDay } from '../clock.ts';
import { draw } from '../random.ts';
import type { Drive, Stand } from './plan.ts';

/**
 * up: connected. cut: no radio, the terminal stores positions and sends them later as blind-zone backfill.
 * off: the terminal has no power, sleeps or is broken; nothing is recorded.
 */
export type Link = 'up' | 'cut' | 'off';

/** Share of terminals that were entered in the records and never spoke. */
const NEVER = 0.015;
/** Share of blocks of days in which a terminal is broken for a while. */
const BROKEN = 0.06;
const BLOCK_DAYS = 20;
/** Share of terminals that switch off with the engine for the night. */
const SLEEPERS = 0.07;
const SLEEP_AFTER = 20 * MINUTE;
const WAKE_BEFORE = 5 * MINUTE;
const LONG_STAND = 3 * HOUR;
/** Share of days with a short cut, and with one of hours. */
const SHORT_CUT = 0.3;
const LONG_CUT = 0.03;

/** The link of a vehicle at a moment of this phase of its plan. Pure. */
export function findLink(seed: number, at: number, phase: Drive | Stand): Link {
  if (draw('never', seed) < NEVER) return 'off';
  if (broken(seed, at) || asleep(seed, at, phase)) return 'off';
  return cut(seed, at) ? 'cut' : 'up';
}

function broken(seed: number, at: number): boolean {
  const block = Math.floor(getDay(at) / BLOCK_DAYS);
  if (draw('broken', seed, block) >= BROKEN) return false;
  const from = startOfDay(block * BLOCK_DAYS) + draw('broken from', seed, block) * (BLOCK_DAYS - 4) * DAY;
  return at >= from && at < from + (0.3 + 3 * draw('broken for', seed, block)) * DAY;
}

function asleep(seed: number, at: number, phase: Drive | Stand): boolean {
  if (phase.kind === 'drive' || phase.endAt - phase.startAt < LONG_STAND || draw('sleeper', seed) >= SLEEPERS) return false;
  return at > Math.max(phase.startAt, phase.accUntil) + SLEEP_AFTER && at < phase.accFrom - WAKE_BEFORE;
}

function cut(seed: number, at: number): boolean {
  const day = getDay(at);
  const lot = draw('cut', seed, day);
  if (lot >= SHORT_CUT) return false;
  const hours = lot < LONG_CUT ? 1 + 4 * draw('cut for', seed, day) : 0.07 + 0.6 * draw('cut for', seed, day);
  const from = startOfDay(day) + draw('cut from', seed, day) * (24 - hours) * HOUR;
  return at >= from && at < from + hours * HOUR;
}
