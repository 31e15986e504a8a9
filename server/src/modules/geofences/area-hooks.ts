import { meantArea } from '@fleetwarden/contract/geofences/area-resource';
import { sql } from '../../platform/db/database.ts';
import type { Hooks } from '../../platform/resources/resource.ts';
import { countTerminals } from './store.ts';

/** What no row can say of areas. Terminals that keep one do not keep it from being removed: whoever removes it is asked about them. */
export const areaHooks: Hooks = {
  // a time that is not used and the speed of a route's ground are not kept for later: terminals would be told of them
  prepare: meantArea,
  computed: {
    shape: sql`(t.geo ->> 'shape')::smallint`,
    vehicles: sql`(select count(*)::integer from area_vehicle p join vehicle v on v.id = p.vehicle_id
      where p.area_id = t.id and v.deleted_at is null)`,
    terminals: countTerminals,
  },
};
