import type { MapHandle } from '../../map/MapView.tsx';
import { useMapToolSettings } from '../../shared/map-tool-settings.ts';
import type { AreaRecord } from './area-record.ts';
import { useAreaView } from './area-store.ts';
import { useAreaOverlays } from './use-area-overlays.ts';
import { useAreas } from './use-areas.ts';

const NONE: readonly AreaRecord[] = [];

/** Shows the chosen geofences on the map, unless their layer is hidden. */
export function GeofenceOverlays({ map }: { map: MapHandle }) {
  const { shown, changing } = useAreaView();
  const layer = useMapToolSettings().areas;
  const { data } = useAreas(true);
  useAreaOverlays(map, layer ? (data ?? NONE) : NONE, shown, changing);
  return null;
}
