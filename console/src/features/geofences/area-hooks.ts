import { appliesToArea } from '@fleetwarden/contract/geofences/area-resource';
import type { ResourceHooks } from '../../shared/resource/resource-hooks.ts';
import { showAreas } from './area-store.ts';
import { ColourInput } from './ColourInput.tsx';
import { GeometryInput } from './GeometryInput.tsx';

/** Custom parts of the geofence form. */
export const areaHooks: ResourceHooks = {
  widgets: { geo: GeometryInput, color: ColourInput },
  applies: appliesToArea,
  // a new geofence stays on the map
  added: ({ id }) => showAreas([id], true),
};
