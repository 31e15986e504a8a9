import type { LngLat } from '@fleetwarden/domain/coordinates';
import type { ScreenPoint } from '../../map/map-provider.ts';

/** Minimum interval of view changes, ms: the duration of the map's animation. */
const PAUSE_MS = 250;
/** Central share of the view that a followed vehicle does not leave. */
const INNER = 0.5;

/** The camera's view of the map; px from its upper left corner. */
type Viewed = {
  size(): { readonly width: number; readonly height: number };
  pixelOf(place: LngLat): ScreenPoint;
  centre(place: LngLat): void;
};

/** Keeps a vehicle in the central part of the view, or in `inner` of it; the map moves only when it leaves. `now` in ms. */
export function followCamera(view: Viewed, now: () => number = () => performance.now()): (place: LngLat, inner?: number) => void {
  let moved = Number.NEGATIVE_INFINITY;
  return (place, inner = INNER) => {
    if (now() - moved < PAUSE_MS) return;
    const { width, height } = view.size();
    const { x, y } = view.pixelOf(place);
    const inside = Math.abs(x - width / 2) <= (width * inner) / 2 && Math.abs(y - height / 2) <= (height * inner) / 2;
    if (inside) return;
    moved = now();
    view.centre(place);
  };
}
