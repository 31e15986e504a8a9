import { meantArea } from '@fleetwarden/contract/geofences/area-resource';
import { sql } from '../../platform/db/database.ts';
import type { Hooks } from '../../platform/resources/resource.ts';
import { countTerminals } from './store.ts';

/** A geofence may be removed while terminals still store it: the console asks the user about those terminals first. */
export const areaHooks: Hooks = {
  // unused times and speeds are dropped: terminals would receive them
  prepare: meantArea,
  computed: {
    shape: sql`(t.geo ->> 'shape')::smallint`,
    vehicles: sql`(select count(*)::integer from area_vehicle p join vehicle v on v.id = p.vehicle_id
      where p.area_id = t.id and v.deleted_at is null)`,
    terminals: countTerminals,
  },
};
