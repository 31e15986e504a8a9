import { appliesToArea } from '@fleetwarden/contract/geofences/area-resource';
import type { ResourceHooks } from '../../shared/resource/resource-hooks.ts';
import { showAreas } from './area-store.ts';
import { GeometryInput } from './GeometryInput.tsx';

/** What is irregular of the form of an area. */
export const areaHooks: ResourceHooks = {
  widgets: { geo: GeometryInput },
  applies: appliesToArea,
  // what was just drawn stays on the map
  added: ({ id }) => showAreas([id], true),
};
