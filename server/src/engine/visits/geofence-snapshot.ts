import { type AreaGeometry, type Route, SHAPE } from '@fleetwarden/domain/area-geometry';
import type { LngLat } from '@fleetwarden/domain/coordinates';
import { distanceTo } from '@fleetwarden/domain/path';
import { bySlot, createGeofenceIndex, type GeofenceIndex } from '../geofence-index.ts';

/** A version of a geofence's shape. Epoch ms, `until` excluded; null: open. */
export type VisitArea = {
  /** Id of the version: a redrawn geofence gets a new one. */
  readonly id: number;
  readonly geo: AreaGeometry;
  /** Applies to the vehicles of this department and its children ... */
  readonly departmentId: number;
  /** ... and to these, in any place. */
  readonly vehicles: ReadonlySet<number>;
  readonly from: number | null;
  readonly until: number | null;
};

/** A geofence or city that vehicles visit. */
export type VisitPlace = {
  readonly id: number;
  readonly isInside: (lng: number, lat: number) => boolean;
  /** Whether it applies to a vehicle at an instant, epoch ms. */
  readonly holds: (vehicleId: number, at: number) => boolean;
  /** Of a route: which end the step from one point to another passes, 1 the first, 2 the last. */
  readonly passes: ((from: LngLat, to: LngLat) => number) | null;
};

/** Code of the city (in a municipality: the district) at a position, WGS-84 degrees; null at sea and abroad. */
export type CityAt = (lng: number, lat: number) => number | null;

/** First id of cities, which are visited by the vehicles that `holds` selects. */
export const FIRST_CITY = 900_000_000;
type Cities = { readonly at: CityAt; readonly holds: (vehicleId: number) => boolean };

/** Spatial index of the active geofences. */
export type GeofenceSnapshot = {
  /** Adds the geofences that may contain the position to `found`. */
  find(vehicleId: number, lng: number, lat: number, found: VisitPlace[]): void;
  place(id: number): VisitPlace | undefined;
};

/** An end of a route is reached within this distance, m: the road may bend between two fixes. */
const END_M = 200;

/**
 * `knows`: whether a department's geofences apply to a vehicle. `index` may be shared with rules, which ask about the same
 * positions.
 */
export function createGeofenceSnapshot(
  areas: readonly VisitArea[],
  knows: (vehicleId: number, departmentId: number) => boolean,
  cities?: Cities,
  index: GeofenceIndex = createGeofenceIndex(areas.map(({ geo }) => geo)),
): GeofenceSnapshot {
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
