import type { LngLat } from '@fleetwarden/domain/coordinates';
import { greatCircleKm } from '@fleetwarden/domain/geometry';
import type { Region } from '@fleetwarden/domain/region';
import { regionCrossing } from '@fleetwarden/domain/region-crossing';
import { regionTest } from '@fleetwarden/domain/region-reach';

/** Highest plausible speed, m/s (report catalogue 3.3: 200 km/h), plus a tenth for the error of the flat map. */
const MAX_MPS = (200 / 3.6) * 1.1;
/** Between two fixes this close, ms, the path is assumed straight if the speed is plausible. */
const STRAIGHT_MS = 60_000;
/** A fix farther from a region cannot lead to a crossing before the next one, m. */
export const PASSING_M = (MAX_MPS * STRAIGHT_MS) / 1_000;
/** Out of a region for less than this it has not left, ms. */
const STAYING_MS = 5 * 60_000;

/** Fixes of one vehicle that lie in a region or no further than PASSING_M from it, in order of time: UTC epoch ms, WGS-84 degrees. */
export type NearFixes = { readonly at: Float64Array; readonly lng: Float64Array; readonly lat: Float64Array };

/** From the first moment inside to the last. `left`: whether it was seen outside before; else it may as well have stayed since the one before. */
export type Stay = { readonly first: number; readonly last: number; readonly left: boolean };

/** Finds the stays of vehicles in a region, by time. A crossing between two fixes counts as a moment half way. */
export function createStays(region: Region): (fixes: NearFixes) => Stay[] {
  const inside = regionTest(region);
  const crossing = regionCrossing(region);
  return ({ at, lng, lat }) => {
    const stays: { first: number; last: number; left: boolean }[] = [];
    let left = false;
    const see = (moment: number) => {
      const stay = stays.at(-1);
      if (stay && moment - stay.last <= STAYING_MS) stay.last = moment;
      else stays.push({ first: moment, last: moment, left });
      left = false;
    };
    /** The previous fix, if it was outside. */
    let before = -1;
    for (let i = 0; i < at.length; i++) {
      if (inside(lng[i]!, lat[i]!)) {
        see(at[i]!);
        before = -1;
        continue;
      }
      if (before >= 0 && at[i]! - at[before]! <= STRAIGHT_MS) {
        const [from, to]: [LngLat, LngLat] = [
          [lng[before]!, lat[before]!],
          [lng[i]!, lat[i]!],
        ];
        if (crossing(from, to) && isPossible(from, to, at[i]! - at[before]!)) see((at[before]! + at[i]!) / 2);
      }
      left = true;
      before = i;
    }
    return stays;
  };
}

const isPossible = (from: LngLat, to: LngLat, ms: number): boolean =>
  greatCircleKm(...from, ...to) * 1_000 <= (MAX_MPS * ms) / 1_000;
