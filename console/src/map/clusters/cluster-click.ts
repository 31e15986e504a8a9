import { type Camera, computeZoom, worldSizeAt } from '@fleetwarden/domain/mercator';
import type { MapPosition } from '../map-provider.ts';
import type { Projection } from '../projection.ts';
import type { VehicleLayer } from '../vehicles/vehicle-layer.ts';
import type { Cluster } from './cluster.ts';

/** Share of the view that the opened cluster fills. */
const FILL = 0.7;
/** Smallest zoom step of a click on a cluster, and the zoom limit. */
const MIN_STEP = 1;
/** Zoom step when the extent of the vehicles is unknown. */
const PLAIN_STEP = 2;
const NEAREST = 17;
/** Vehicles within this distance at the highest zoom count as one spot, px. */
const SPOT = 16;

/**
 * Resolves a click on a cluster: a view of its vehicles, or the vehicles themselves (nearest to the centre first) if all stand on
 * one spot.
 */
export function openCluster(
  layer: VehicleLayer,
  cluster: Cluster,
  camera: Camera,
  projection: Projection,
): { readonly position: MapPosition } | { readonly rows: number[] } {
  if (layer.clusters.crowded) {
    const [lng, lat] = projection.fromWorld(cluster.x, cluster.y);
    return { position: { lng, lat, zoom: Math.min(computeZoom(camera) + PLAIN_STEP, NEAREST) } };
  }
  const rows = layer.clusters.members(cluster);
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const row of rows) {
    const [x, y] = layer.place(row);
    west = Math.min(west, x);
    east = Math.max(east, x);
    north = Math.min(north, y);
    south = Math.max(south, y);
  }
  const [width, height] = [east - west, south - north];
  if (Math.max(width, height) * worldSizeAt(NEAREST) <= SPOT) {
    const away = (row: number) => Math.hypot(layer.place(row)[0] - cluster.x, layer.place(row)[1] - cluster.y);
    return { rows: rows.sort((a, b) => away(a) - away(b)) };
  }
  const size = Math.min((camera.width * FILL) / width, (camera.height * FILL) / height);
  const zoom = Math.min(Math.max(Math.log2(size / worldSizeAt(0)), computeZoom(camera) + MIN_STEP), NEAREST);
  const [lng, lat] = projection.fromWorld((west + east) / 2, (north + south) / 2);
  return { position: { lng, lat, zoom } };
}
