import { CLOCK_TOLERANCE_MS } from '@fleetwarden/domain/quality';
import { statusIcon, type VehicleStatus } from '@fleetwarden/domain/vehicle-status';
import type { StoreColumns } from '../../live/columns.ts';
import { LOOK_HOLLOW, LOOK_STALE, SHAPE_MOVING } from './vehicle-shader.ts';

/** Catalogue 3.1: an online vehicle with an older fix is drawn hollow. */
export const OLD_FIX_MS = 300_000;
/** Minimum speed with a direction (catalogue 3.1: moving). Tenths of km/h. */
const MOVING_SPEED10 = 50;

/** Draw order from below: the most urgent on top. */
export const LAYER = { quiet: 0, normal: 1, alarm: 2, selected: 3 } as const;

const STATUSES = [0, 1, 2, 3, 4, 5, 6] as const satisfies readonly VehicleStatus[];
/** Specification 4: icon set by status number: 2 is a; 4 and 5 b; 1, 3, 6 c; 0 d. Unknown numbers are offline. */
const SETS = Array.from({ length: 256 }, (_, status) => statusIcon(STATUSES[status] ?? 0));
const IS_A = Uint8Array.from(SETS, (set) => (set === 'a' ? 1 : 0));
const IS_B = Uint8Array.from(SETS, (set) => (set === 'b' ? 1 : 0));
const IS_D = Uint8Array.from(SETS, (set) => (set === 'd' ? 1 : 0));

/** The icon of a row: car-icon set minus one, and the direction bit for set a, and set b at speed. */
export function shapeOf({ status, speed10, iconSet }: StoreColumns, row: number): number {
  const state = status[row]!;
  const moves = IS_A[state] === 1 || (IS_B[state] === 1 && speed10[row]! >= MOVING_SPEED10);
  const set = iconSet[row]!;
  // Specification 4: sets are 1 to 3; others use the third.
  return (set >= 1 && set <= 3 ? set - 1 : 2) | (moves ? SHAPE_MOVING : 0);
}

/** Warning bits of a row's fix at `now` (epoch ms by the server's clock): old while online, or an impossible time. */
export function fixLook({ status, time, stale }: StoreColumns, row: number, now: number): number {
  const at = time[row]!;
  // without a time (NaN) the age is unknown
  const old = IS_D[status[row]!] === 0 && !(now - at <= OLD_FIX_MS);
  const wrong = stale[row] === 1 || at > now + CLOCK_TOLERANCE_MS;
  return (old ? LOOK_HOLLOW : 0) | (wrong ? LOOK_STALE : 0);
}

/** The status number for the shader. */
export function statusLook({ status }: StoreColumns, row: number): number {
  const state = status[row]!;
  return state < STATUSES.length ? state : 0;
}

export function layerOf({ status, stale }: StoreColumns, row: number, selected: boolean): number {
  if (selected) return LAYER.selected;
  const state = status[row]!;
  if (IS_B[state] === 1) return LAYER.alarm;
  return IS_D[state] === 1 || stale[row] === 1 ? LAYER.quiet : LAYER.normal;
}
