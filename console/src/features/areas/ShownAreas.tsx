import type { MapHandle } from '../../map/MapView.tsx';
import type { AreaRecord } from './area-record.ts';
import { useAreaView } from './area-store.ts';
import { useAreaOverlays } from './use-area-overlays.ts';
import { useAreas } from './use-areas.ts';

const NONE: readonly AreaRecord[] = [];

/** Keeps the areas that were chosen on the map. */
export function ShownAreas({ map }: { map: MapHandle }) {
  const { shown, changing } = useAreaView();
  const { data } = useAreas(true);
  useAreaOverlays(map, data ?? NONE, shown, changing);
  return null;
}
