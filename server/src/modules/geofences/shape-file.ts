import { computeBounds, type ReadGeometry, readGeometry, SHAPE } from '@fleetwarden/domain/area-geometry';
import type { LngLat } from '@fleetwarden/domain/coordinates';

/** A shape as a file has it: its name, its colour (RRGGBB, '' without), and the area it is, or why it is none. */
export type FileShape = { readonly name: string; readonly color: string; readonly read: ReadGeometry };

/** Properties of a shape: our files contain all, others at most a radius. */
export type Said = Readonly<Record<string, unknown>>;

/** A geometry of a file, free of its format. */
export type FileGeometry =
  | { readonly kind: 'point'; readonly at: LngLat }
  | { readonly kind: 'line'; readonly points: readonly LngLat[] }
  /** The outer ring; `holes` are none of an area's. */
  | { readonly kind: 'ring'; readonly points: readonly LngLat[]; readonly holes: boolean };

const numberIn = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};

/** The geofence of a geometry. A point with a radius is a circle; the shape of a ring is in its properties. */
export function shapeOf(geometry: FileGeometry, said: Said): ReadGeometry {
  const radius = numberIn(said['radius']);
  switch (geometry.kind) {
    case 'point':
      return radius === undefined
        ? { problem: { key: 'rule.pointWithoutRadius' } }
        : readGeometry({ shape: SHAPE.circle, lng: geometry.at[0], lat: geometry.at[1], radius });
    case 'line':
      return readGeometry({ shape: SHAPE.route, points: geometry.points, segments: segmentsIn(said['segments']) });
    case 'ring':
      return ringShape(geometry, said, radius);
  }
}

function ringShape(
  { points, holes }: Extract<FileGeometry, { kind: 'ring' }>,
  said: Said,
  radius: number | undefined,
): ReadGeometry {
  if (holes) return { problem: { key: 'rule.areaHoles' } };
  const shape = numberIn(said['shape']);
  const [lng, lat] = [numberIn(said['lng']), numberIn(said['lat'])];
  if (shape === SHAPE.circle && radius !== undefined && lng !== undefined && lat !== undefined)
    return readGeometry({ shape, lng, lat, radius });
  const polygon = readGeometry({ shape: SHAPE.polygon, points });
  if (shape !== SHAPE.rectangle || 'problem' in polygon) return polygon;
  const [west, south, east, north] = computeBounds(polygon.geometry);
  return readGeometry({ shape, west, south, east, north });
}

/** KML has texts only. */
function segmentsIn(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** '#1F5FD6' and '1f5fd6' alike; '' for what is no colour. */
export function colourIn(value: unknown): string {
  const [, digits = ''] = /^#?([0-9a-f]{6})$/i.exec(typeof value === 'string' ? value.trim() : '') ?? [];
  return digits.toUpperCase();
}

const MAX_NAME = 50;

/** A name as areas may have it (Chinese characters, letters, digits); '' where nothing of it is left. */
export const nameIn = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number'
    ? [
        ...String(value)
          .normalize('NFKC')
          .replaceAll(/[^\p{Unified_Ideograph}\u3007A-Za-z0-9]/gu, ''),
      ]
        .slice(0, MAX_NAME)
        .join('')
    : '';
