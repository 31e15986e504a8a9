import { type Camera, screenX, screenY } from '@fleetwarden/domain/mercator';
import type { VehicleStore } from '../../live/vehicle-store.ts';
import type { ScreenPoint } from '../map-provider.ts';
import type { VehicleLayer } from './vehicle-layer.ts';

/** Screen position of a row, drawn or not; null: out of view. */
export function findPixel(layer: VehicleLayer, camera: Camera, row: number): ScreenPoint | null {
  const [x, y] = layer.drawn(row) ? [layer.x(row), layer.y(row)] : layer.place(row);
  const point = { x: screenX(camera, x), y: screenY(camera, y) };
  const within = point.x >= 0 && point.x <= camera.width && point.y >= 0 && point.y <= camera.height;
  return within ? point : null;
}

/** IDs of at most `limit` vehicles in view: drawn ones with the most urgent first, then clustered ones. */
export function listInView(store: VehicleStore, layer: VehicleLayer, camera: Camera, limit: number): string[] {
  const rows = new Set<number>();
  const take = (row: number) => {
    if (findPixel(layer, camera, row)) rows.add(row);
    return rows.size < limit;
  };
  layer.each(take);
  // vehicles in server clusters have no known position
  if (!layer.clusters.crowded) for (let row = 0; row < store.size && rows.size < limit; row++) if (store.followed(row)) take(row);
  return Array.from(rows, (row) => store.idOf(row));
}
