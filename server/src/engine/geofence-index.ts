import { type AreaGeometry, areaTest, computeBounds } from '@fleetwarden/domain/area-geometry';
import { expandBounds } from '@fleetwarden/domain/ring';
import { createGrid } from './rules/grid.ts';

/**
 * Spatial index of geofence shapes. Rules and visits share it and ask about the same location, so each shape is tested once per
 * location.
 */
export type GeofenceIndex = {
  /** Slot of a shape; equal shapes share it. Throws RangeError for an unknown shape. */
  slotOf(geo: AreaGeometry): number;
  /** Slots of shapes whose bounds contain the position, or are at most EDGE_M away. */
  near(lng: number, lat: number): readonly number[];
  /** Whether a position lies in a shape. */
  isInside(slot: number, lng: number, lat: number): boolean;
};

/** Hysteresis: a vehicle at most this far outside has not left, m. */
export const EDGE_M = 20;

const NOWHERE: readonly number[] = Object.freeze([]);

export function createGeofenceIndex(shapes: Iterable<AreaGeometry>): GeofenceIndex {
  const slots = new Map<string, number>();
  const distinct: AreaGeometry[] = [];
  for (const geo of shapes) {
    const key = keyOf(geo);
    if (slots.has(key)) continue;
    slots.set(key, distinct.length);
    distinct.push(geo);
  }
  const tests = distinct.map(areaTest);
  const grid = createGrid(distinct.map((geo) => expandBounds(computeBounds(geo), EDGE_M)));

  // The last queried position, and its query number.
  let [lastLng, lastLat, look] = [Number.NaN, Number.NaN, 0];
  let found: readonly number[] = NOWHERE;
  /** Query number of the last test of a shape, negative if the position was outside. */
  const answers = new Float64Array(distinct.length);
  // One callback for all queries, and no list when nothing is near, which is the usual case.
  let into: number[] | undefined;
  const take = (slot: number) => {
    if (into === undefined) into = [slot];
    else into.push(slot);
  };
  return {
    slotOf: (geo) => {
      const slot = slots.get(keyOf(geo));
      if (slot === undefined) throw new RangeError('an area of a shape that the index was made without');
      return slot;
    },
    near: (lng, lat) => {
      if (lng === lastLng && lat === lastLat) return found;
      into = undefined;
      grid(lng, lat, take);
      found = into ?? NOWHERE;
      lastLng = lng;
      lastLat = lat;
      look++;
      return found;
    },
    isInside: (slot, lng, lat) => {
      if (lng !== lastLng || lat !== lastLat) return tests[slot]!(lng, lat);
      if (answers[slot] === look) return true;
      if (answers[slot] === -look) return false;
      const isInside = tests[slot]!(lng, lat);
      answers[slot] = isInside ? look : -look;
      return isInside;
    },
  };
}

/** Groups items by the slots of an index. */
export function bySlot<T>(items: readonly T[], slotOf: (item: T) => number): readonly (readonly T[] | undefined)[] {
  const lists: T[][] = [];
  for (const item of items) {
    const slot = slotOf(item);
    const list = lists[slot];
    if (list === undefined) lists[slot] = [item];
    else list.push(item);
  }
  return Array.from(lists);
}

const keyOf = (geo: AreaGeometry): string => JSON.stringify(geo);
