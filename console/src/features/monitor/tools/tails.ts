import type { LngLat } from '@fleetwarden/domain/coordinates';
import type { VehicleStore } from '../../../live/vehicle-store.ts';
import type { MapBounds } from '../../../map/map-provider.ts';
import type { Overlay, OverlayLayer } from '../../../map/overlays/overlay-layer.ts';
import type { LineShape } from '../../../map/overlays/shapes.ts';

/** Screen catalogue 3.2. */
const TAIL_POINTS = 10;
/** Maximum vehicles with a tail; more lines are unreadable. */
const MAX_TAILS = 2_000;
/** Minimum interval of growing tails, ms. */
const EVERY_MS = 1_000;

type Tail = { points: readonly LngLat[]; readonly line: Overlay<LineShape> };

/** Draws tails of the last points behind followed vehicles in view. Returns the function that removes them. */
export function showTails(
  store: VehicleStore,
  map: { getBounds(): MapBounds; readonly overlays: Pick<OverlayLayer, 'add'> },
  colour: string,
): () => void {
  const stroke = { colour, width: 2, opacity: 0.7 } as const;
  const tails = new Map<string, Tail>();
  const changes = store.changes();
  const drop = (tid: string) => {
    tails.get(tid)?.line.remove();
    tails.delete(tid);
  };

  const grow = (row: number, [west, south, east, north]: MapBounds) => {
    const tid = store.idOf(row);
    if (!store.followed(row)) return drop(tid);
    const [x, y] = [store.x(row), store.y(row)];
    // NaN is in no view
    const seen = x >= west && x <= east && y >= south && y <= north;
    const tail = tails.get(tid);
    if (!tail) {
      if (!seen || tails.size >= MAX_TAILS) return;
      const points: LngLat[] = [[x, y]];
      tails.set(tid, { points, line: map.overlays.add<LineShape>({ kind: 'line', points, stroke }) });
      return;
    }
    if (!seen) return drop(tid);
    const [lastX, lastY] = tail.points.at(-1)!;
    if (lastX === x && lastY === y) return;
    tail.points = [...tail.points, [x, y] as const].slice(-TAIL_POINTS);
    tail.line.set({ kind: 'line', points: tail.points, stroke });
  };
  const sync = () => {
    const bounds = map.getBounds();
    const all = changes.read((row) => grow(row, bounds)) === 'all';
    if (!all) return;
    for (const tid of [...tails.keys()]) if (store.rowOf(tid) < 0) drop(tid);
    for (let row = 0; row < store.size; row++) grow(row, bounds);
  };

  let timer: ReturnType<typeof setTimeout> | undefined;
  sync();
  const stop = store.subscribe(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      sync();
    }, EVERY_MS);
  });
  return () => {
    stop();
    clearTimeout(timer);
    for (const tid of [...tails.keys()]) drop(tid);
  };
}
