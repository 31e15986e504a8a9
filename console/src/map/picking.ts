import { type Camera, screenX, screenY, zoomOf } from './mercator.ts';
import { markerScale, type VehicleLayer } from './vehicle-layer.ts';

/** How far from a marker's middle the pointer still means it, px at full size. */
const REACH = 11;

/**
 * The rows whose markers lie under a point (CSS px from the top left), nearest first. Looks at every drawn row: 50,000 take
 * about a millisecond, and where so many are in view most of them are in rings.
 */
export function pick(layer: VehicleLayer, camera: Camera, point: { x: number; y: number }): number[] {
  const reach = REACH * markerScale(zoomOf(camera));
  const found: { row: number; distance: number }[] = [];
  layer.each((row) => {
    const dx = screenX(camera, layer.x(row)) - point.x;
    if (dx > reach || dx < -reach) return true;
    const dy = screenY(camera, layer.y(row)) - point.y;
    if (dy > reach || dy < -reach) return true;
    const distance = Math.hypot(dx, dy);
    if (distance <= reach) found.push({ row, distance });
    return true;
  });
  return found.sort((a, b) => a.distance - b.distance).map(({ row }) => row);
}
