import type { TrackPoint } from '../drift.ts';

/** Bits of `position_gap.kind`. */
export const GAP = { broken: 1, incomplete: 2, displaced: 4 } as const;
/** `position_gap.cause`. */
export const GAP_CAUSE = { noFix: 1, noLink: 2, noPower: 3 } as const;

/** A gap between two believed points; the columns of `position_gap` without the vehicle. */
export type PositionGap = {
  readonly fromAt: number;
  readonly fromLng: number;
  readonly fromLat: number;
  readonly toAt: number;
  readonly toLng: number;
  readonly toLat: number;
  readonly distanceKm: number;
  readonly odoDiffKm: number | null;
  readonly kind: number;
  readonly cause: number;
};

// Report catalogue 3.5
const BREAK_MS = 300_000;
const BREAK_KM = 1;
const INCOMPLETE_MS = 60_000;
const INCOMPLETE_KM = 2;
const OFFLINE_MS = 1_800_000;
const OFFLINE_KM = 20;
/** A faster step means a wrong fix, km per minute. */
const OFFLINE_KM_A_MINUTE = 1.7;

/**
 * Gap kinds between two believed points `km` apart; 0: no gap. `quietMs`: the longest silence between them. `fresh`: the track
 * restarted (drift.ts).
 */
export function gapKind(a: TrackPoint, b: TrackPoint, km: number, fresh: boolean, quietMs: number): number {
  const ms = b.at - a.at;
  if (ms <= INCOMPLETE_MS) return 0;
  let kind = 0;
  if (ms > BREAK_MS && (a.accOn || km > BREAK_KM)) kind |= GAP.broken;
  if (fresh) return kind;
  if (km > INCOMPLETE_KM) kind |= GAP.incomplete;
  if (quietMs >= OFFLINE_MS && km > OFFLINE_KM && (km * 60_000) / ms <= OFFLINE_KM_A_MINUTE) kind |= GAP.displaced;
  return kind;
}

/** Cause of a gap: reports without a fix, or none at all; the last one with or without power. */
export function gapCause(quietMs: number, powerLost: boolean): number {
  if (quietMs <= BREAK_MS) return GAP_CAUSE.noFix;
  return powerLost ? GAP_CAUSE.noPower : GAP_CAUSE.noLink;
}
