import { type AreaGeometry, areaTest, boundsOf } from '@fleetwarden/domain/area-geometry';
import { expandBounds } from '@fleetwarden/domain/ring';
import { createGrid } from './rules/grid.ts';

/**
 * Shapes of areas, found by position. Rules and visits ask one after the other about the same location of a vehicle: where they share an
 * index it is looked up once, and no shape is tested twice.
 */
export type GeofenceIndex = {
  /** The place of a shape in the index: the same for all areas that lie where it lies. RangeError where the index was made without it. */
  slotOf(geo: AreaGeometry): number;
  /** Slots of the shapes whose bounds hold a position, or lie no further than EDGE_M beyond. */
  near(lng: number, lat: number): readonly number[];
  /** Whether a position lies in a shape. */
  isInside(slot: number, lng: number, lat: number): boolean;
};

/** Who is no further outside of an area than this has not left: receivers tremble, m. */
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
  const grid = createGrid(distinct.map((geo) => expandBounds(boundsOf(geo), EDGE_M)));

  // the position that was looked up last, and under which number
  let [lastLng, lastLat, look] = [Number.NaN, Number.NaN, 0];
  let found: readonly number[] = NOWHERE;
  /** The number of the look a shape was tested in, negative where the position lay outside. */
  const answers = new Float64Array(distinct.length);
  // one function for all looks, and no list where nothing is near: that is most of them
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

/** What has a shape, by the slots of an index. */
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
