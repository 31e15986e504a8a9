import { type AreaGeometry, type Route, SHAPE } from '@fleetwarden/domain/area-geometry';
import type { LngLat } from '@fleetwarden/domain/coordinates';
import { distanceTo } from '@fleetwarden/domain/path';
import { type AreaIndex, bySlot, createAreaIndex } from '../area-index.ts';

/** An outline of an area. Epoch ms, `until` not included; null: open. */
export type VisitArea = {
  /** Of the outline: where the area is drawn anew, it is another one. */
  readonly id: number;
  readonly geo: AreaGeometry;
  /** It is for the vehicles of this department and of those below it... */
  readonly departmentId: number;
  /** ...and for these, wherever they are. */
  readonly vehicles: ReadonlySet<number>;
  readonly from: number | null;
  readonly until: number | null;
};

/** A place that vehicles visit. */
export type VisitPlace = {
  readonly id: number;
  readonly isInside: (lng: number, lat: number) => boolean;
  /** Whether it is one for a vehicle at an instant, epoch ms. */
  readonly holds: (vehicleId: number, at: number) => boolean;
  /** Of a route: which of its ends the way from one point to another passes, 1 the first, 2 the last. */
  readonly passes: ((from: LngLat, to: LngLat) => number) | null;
};

/** The code of the city (of a municipality: the district) a place lies in, WGS-84 degrees; null at sea and abroad. */
export type CityAt = (lng: number, lat: number) => number | null;

/** Cities are visited, too, by the vehicles that `holds` says; their places are numbered from here on. */
export const FIRST_CITY = 900_000_000;
type Cities = { readonly at: CityAt; readonly holds: (vehicleId: number) => boolean };

/** The places there are, found by position. */
export type VisitGround = {
  /** Adds the places to `found` that a position of a vehicle may lie in. */
  find(vehicleId: number, lng: number, lat: number, found: VisitPlace[]): void;
  place(id: number): VisitPlace | undefined;
};

/** The end of a route is reached this near, m: between two fixes the road may bend. */
const END_M = 200;

/**
 * `knows`: whether what belongs to a department is for a vehicle, because it is its own or one above. `index` may be shared with rules,
 * which ask about the same positions.
 */
export function createVisitGround(
  areas: readonly VisitArea[],
  knows: (vehicleId: number, departmentId: number) => boolean,
  cities?: Cities,
  index: AreaIndex = createAreaIndex(areas.map(({ geo }) => geo)),
): VisitGround {
  const places = areas.map(({ id, geo, departmentId, vehicles, from, until }): VisitPlace & { readonly slot: number } => {
    const isOpen = (at: number) => (from === null || at >= from) && (until === null || at < until);
    const slot = index.slotOf(geo);
    return {
      id,
      slot,
      isInside: (lng, lat) => index.isInside(slot, lng, lat),
      holds: (vehicleId, at) => isOpen(at) && (vehicles.has(vehicleId) || knows(vehicleId, departmentId)),
      passes: geo.shape === SHAPE.route ? passing(geo) : null,
    };
  });
  const byId = new Map(places.map((place) => [place.id, place]));
  const lying = bySlot(places, ({ slot }) => slot);
  const known = new Map<number, VisitPlace>();
  const cityOf = ({ at, holds }: Cities, code: number): VisitPlace => {
    const kept = known.get(code);
    if (kept) return kept;
    const city = { id: FIRST_CITY + code, isInside: (lng: number, lat: number) => at(lng, lat) === code, holds, passes: null };
    known.set(code, city);
    return city;
  };
  return {
    find: (vehicleId, lng, lat, found) => {
      const near = index.near(lng, lat);
      for (let i = 0; i < near.length; i++) for (const place of lying[near[i]!] ?? []) found.push(place);
      if (cities === undefined || !cities.holds(vehicleId)) return;
      const code = cities.at(lng, lat);
      if (code !== null) found.push(cityOf(cities, code));
    },
    place: (id) => (id >= FIRST_CITY && cities !== undefined ? cityOf(cities, id - FIRST_CITY) : byId.get(id)),
  };
}

function passing({ points }: Route): NonNullable<VisitPlace['passes']> {
  const [first, last] = [points[0]!, points.at(-1)!];
  return (from, to) => {
    const isSame = from[0] === to[0] && from[1] === to[1];
    const distance = distanceTo(isSame ? [from] : [from, to]);
    return (distance(...first) <= END_M ? 1 : 0) | (distance(...last) <= END_M ? 2 : 0);
  };
}
