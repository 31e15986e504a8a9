import type { AlarmLevel } from '@fleetwarden/domain/alarm-bits';
import { dayKey } from '@fleetwarden/domain/business-day';
import type { LngLat } from '@fleetwarden/domain/coordinates';
import { bearing, greatCircleKm } from '@fleetwarden/domain/geometry';
import { widened } from '@fleetwarden/domain/ring';
import { createGrid } from './grid.ts';
import type { ParamsOf } from './params.ts';
import { turned } from './roads.ts';
import { MOVING_KMH, type Run } from './run.ts';

const ROAD_WARNING = 109;
/** One heads for a place when no further from its direction, degrees. */
const AHEAD = 45;
/** Whoever was warned is warned again after either. */
const AGAIN_KM = 2;
const AGAIN_MS = 600_000;

/** A place drivers are to be warned of. */
export type RoadSpot = {
  readonly id: number;
  readonly departmentId: number;
  readonly kind: number;
  readonly path: readonly LngLat[];
  /** Where traffic it is about heads, degrees; null: along its path, or to it from anywhere. */
  readonly direction: number | null;
  readonly leadM: number;
  /** Speed that is too much there, km/h. */
  readonly limit: number | null;
  /** yyyy-MM-dd, both included. */
  readonly validFrom: string | null;
  readonly validTo: string | null;
};

export type RoadSpots = {
  readonly size: number;
  each(lng: number, lat: number, visit: (spot: RoadSpot) => void): void;
};

export function createRoadSpots(spots: readonly RoadSpot[]): RoadSpots {
  const grid = createGrid(
    spots.map(({ path, leadM }) => {
      const [lng, lat] = path[0]!;
      return widened([lng, lat, lng, lat], leadM);
    }),
  );
  return { size: spots.length, each: (lng, lat, visit) => grid(lng, lat, (index) => visit(spots[index]!)) };
}

/** 130111: a place ahead, told once on the way to it. Its source is the place. */
export function roadWarning(
  { kinds }: ParamsOf['130111'],
  level: AlarmLevel,
  { spots, knows, timeZone }: { spots: RoadSpots; knows: (departmentId: number) => boolean; timeZone: string },
) {
  return (run: Run): void => {
    const { state, at, found, report } = run;
    const { lng, lat, speedKmh, heading } = report;
    if (state.warned !== undefined) {
      state.warned = state.warned.filter(([, then, x, y]) => at - then < AGAIN_MS && greatCircleKm(lng, lat, x, y) < AGAIN_KM);
      if (state.warned.length === 0) state.warned = undefined;
    }
    if (speedKmh < MOVING_KMH) return;
    spots.each(lng, lat, (spot) => {
      if (!kinds.includes(spot.kind) || !knows(spot.departmentId) || !isAhead(spot, lng, lat, heading)) return;
      if (state.warned?.some(([id]) => id === spot.id) || !isValid(spot, at, timeZone)) return;
      state.warned = [...(state.warned ?? []), [spot.id, at, lng, lat]];
      const tooFast = spot.limit !== null && speedKmh > spot.limit;
      found.push({
        typeId: ROAD_WARNING,
        source: spot.id,
        level: tooFast && level < 2 ? 2 : level,
        value: speedKmh,
        limit: spot.limit,
      });
    });
  };
}

function isAhead({ path, direction, leadM }: RoadSpot, lng: number, lat: number, heading: number): boolean {
  const start = path[0]!;
  if (greatCircleKm(lng, lat, ...start) * 1000 > leadM) return false;
  const there = bearing(lng, lat, ...start);
  const along = direction ?? (path.length > 1 ? bearing(...start, ...path[1]!) : there);
  // what lies beside or behind is passed
  return turned(heading, along) <= AHEAD && turned(heading, there) < 90;
}

function isValid({ validFrom, validTo }: RoadSpot, at: number, timeZone: string): boolean {
  if (validFrom === null && validTo === null) return true;
  const key = dayKey(at, timeZone);
  return (validFrom === null || key >= validFrom) && (validTo === null || key <= validTo);
}
