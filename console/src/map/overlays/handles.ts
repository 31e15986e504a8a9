import type { LngLat } from '@fleetwarden/domain/coordinates';
import { greatCircleKm } from '@fleetwarden/domain/geometry';
import { type AreaShape, type LineShape, placeFrom } from './shapes.ts';

/** Shapes that can be edited by hand. */
export type EditableShape = AreaShape | LineShape;

/**
 * An edit handle: `vertex` moves a corner, `middle` inserts one, `corner` resizes a rectangle, `centre` moves a circle, `radius`
 * resizes it.
 */
export type Handle = {
  readonly role: 'vertex' | 'middle' | 'corner' | 'centre' | 'radius';
  readonly index: number;
  readonly at: LngLat;
};

/** Direction of a circle's radius handle. */
const EAST = 90;
/** Minimum radius, m. */
const MIN_RADIUS_M = 1;

const between = ([lng1, lat1]: LngLat, [lng2, lat2]: LngLat): LngLat => [(lng1 + lng2) / 2, (lat1 + lat2) / 2];

/** Lists the handles; corners come first, so that they win over middle handles nearby. */
export function createHandles(shape: EditableShape): Handle[] {
  switch (shape.kind) {
    case 'circle':
      return [
        { role: 'radius', index: 1, at: placeFrom(shape.centre, shape.radiusM, EAST) },
        { role: 'centre', index: 0, at: shape.centre },
      ];
    case 'rectangle': {
      const [west, south, east, north] = shape.bounds;
      const corners: LngLat[] = [
        [west, north],
        [east, north],
        [east, south],
        [west, south],
      ];
      return corners.map((at, index) => ({ role: 'corner', index, at }));
    }
    case 'polygon':
    case 'line': {
      const places = shape.kind === 'polygon' ? shape.ring : shape.points;
      const vertices = places.map((at, index): Handle => ({ role: 'vertex', index, at }));
      const pairs = places.map(
        (place, i) => [place, places[i + 1] ?? (shape.kind === 'polygon' ? places[0] : undefined)] as const,
      );
      const middles = pairs.flatMap(([a, b], index): Handle[] => (b ? [{ role: 'middle', index, at: between(a, b) }] : []));
      return [...vertices, ...middles];
    }
  }
}

/** Moves a handle. A middle handle becomes a corner; `held` identifies the handle to hold next. */
export function moveHandle<S extends EditableShape>(shape: S, handle: Handle, to: LngLat): { shape: S; held: Handle } {
  const changed = (next: EditableShape, held: Handle = { ...handle, at: to }) => ({ shape: next as S, held });
  switch (shape.kind) {
    case 'circle':
      if (handle.role === 'centre') return changed({ ...shape, centre: to });
      return changed({ ...shape, radiusM: Math.max(greatCircleKm(...shape.centre, ...to) * 1_000, MIN_RADIUS_M) });
    case 'rectangle': {
      const corners = createHandles(shape);
      const opposite = corners[(handle.index + 2) % 4]!.at;
      const bounds = [
        Math.min(to[0], opposite[0]),
        Math.min(to[1], opposite[1]),
        Math.max(to[0], opposite[0]),
        Math.max(to[1], opposite[1]),
      ] as unknown as [number, number, number, number];
      const index = (to[1] >= opposite[1] ? 0 : 2) + (to[0] >= opposite[0] === to[1] >= opposite[1] ? 1 : 0);
      return changed({ ...shape, bounds }, { ...handle, index, at: to });
    }
    case 'polygon':
    case 'line': {
      const places = shape.kind === 'polygon' ? shape.ring : shape.points;
      const index = handle.role === 'middle' ? handle.index + 1 : handle.index;
      const next = [...places.slice(0, index), to, ...places.slice(handle.role === 'middle' ? index : index + 1)];
      const held: Handle = { role: 'vertex', index, at: to };
      return shape.kind === 'polygon' ? changed({ ...shape, ring: next }, held) : changed({ ...shape, points: next }, held);
    }
  }
}

/** Removes a corner; null if the shape would be no line or area any more. */
export function removeVertex<S extends EditableShape>(shape: S, handle: Handle): S | null {
  if (handle.role !== 'vertex') return null;
  const drop = (places: readonly LngLat[], least: number) =>
    places.length > least ? places.filter((_, i) => i !== handle.index) : null;
  if (shape.kind === 'polygon') {
    const ring = drop(shape.ring, 3);
    return ring && ({ ...shape, ring } as S);
  }
  if (shape.kind === 'line') {
    const points = drop(shape.points, 2);
    return points && ({ ...shape, points } as S);
  }
  return null;
}
