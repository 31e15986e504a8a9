import type { LngLat } from '@fleetwarden/domain/coordinates';
import { bearing, METRES_A_DEGREE, RAD } from '@fleetwarden/domain/geometry';
import { boundsOfPlaces, expandBounds } from '@fleetwarden/domain/ring';
import { createGrid } from './grid.ts';

/** 1 motorway, 2 national, 3 provincial, 4 county and village, 5 city. */
export type RoadGradeNumber = 1 | 2 | 3 | 4 | 5;
/** 1 passengers, 2 freight, 3 dangerous goods. */
export type VehicleClassNumber = 1 | 2 | 3;

/** A road with speed limits by vehicle class, km/h; null: by road grade. */
export type Road = {
  readonly id: number;
  /** The road applies to vehicles of this department and its children. */
  readonly departmentId: number;
  readonly grade: RoadGradeNumber;
  readonly path: readonly LngLat[];
  readonly oneWay: boolean;
  readonly limits: Readonly<Record<VehicleClassNumber, number | null>>;
};

/** Maximum search distance, m. */
const REACH_M = 100;
/** A vehicle drives along a road within this angle, degrees. */
const ALONG = 45;

export type Roads = {
  readonly size: number;
  /** The nearest road within `metres` (at most 100) that matches the heading. */
  match(lng: number, lat: number, heading: number, metres: number, knows: (departmentId: number) => boolean): Road | undefined;
};

/** Angle between two headings, 0 to 180 degrees. */
export const turned = (a: number, b: number): number => Math.abs(((a - b + 540) % 360) - 180);

/** Spatial index of the straight pieces of roads. */
export function createRoads(roads: readonly Road[]): Roads {
  const pieces = roads.flatMap((road) =>
    road.path.slice(1).map((to, i) => ({ road, from: road.path[i]!, to, course: bearing(...road.path[i]!, ...to) })),
  );
  const grid = createGrid(pieces.map(({ from, to }) => expandBounds(boundsOfPlaces([from, to]), REACH_M)));
  return {
    size: roads.length,
    match: (lng, lat, heading, metres, knows) => {
      let found: Road | undefined;
      let least = metres;
      grid(lng, lat, (index) => {
        const { road, from, to, course } = pieces[index]!;
        const off = turned(heading, course);
        if (off > ALONG && (road.oneWay || 180 - off > ALONG)) return;
        const distance = metresTo(lng, lat, from, to);
        if (distance > least || !knows(road.departmentId)) return;
        found = road;
        least = distance;
      });
      return found;
    },
  };
}

/** Planar distance around the position: accurate within a few kilometres. */
function metresTo(lng: number, lat: number, from: LngLat, to: LngLat): number {
  const east = METRES_A_DEGREE * Math.cos(lat * RAD);
  const [x1, y1] = [(from[0] - lng) * east, (from[1] - lat) * METRES_A_DEGREE];
  const [dx, dy] = [(to[0] - from[0]) * east, (to[1] - from[1]) * METRES_A_DEGREE];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(Math.max(-(x1 * dx + y1 * dy) / length, 0), 1);
  return Math.hypot(x1 + dx * share, y1 + dy * share);
}
