import type { JsatlRegion } from '@fleetwarden/domain/jsatl-region';
import { type Db, sql } from '../platform/db/database.ts';
import { DirtySet } from './dirty-queue.ts';

/** The regional tables by which the active-safety items of vehicles are read. */
export type JsatlTables = {
  /** By the settings of the terminal; undefined: none. */
  find(vehicleId: number): JsatlRegion | undefined;
  /** Remembers the region whose form an item has. */
  observe(vehicleId: number, region: JsatlRegion): void;
};

type StoredJsatlTables = JsatlTables & {
  /** Loads the settings; of all vehicles or some. */
  load(vehicleIds?: readonly number[]): Promise<void>;
  /** Stores new observations. */
  save(): Promise<void>;
};

const LOAD = `
  select v.id as vehicle_id, s.jsatl_table
  from vehicle v left join terminal_setting s on s.vehicle_id = v.id
  where $1::int[] is null and s.jsatl_table is not null or v.id = any($1)`;

export function createJsatlTables(db: Db): StoredJsatlTables {
  const tables = new Map<number, JsatlRegion>();
  const observed = new Map<number, JsatlRegion>();
  const changed = new DirtySet((vehicleId) => observed.has(vehicleId));
  return {
    find: (vehicleId) => tables.get(vehicleId),
    observe: (vehicleId, region) => {
      if (observed.get(vehicleId) === region) return;
      observed.set(vehicleId, region);
      changed.add(vehicleId);
    },
    load: async (vehicleIds) => {
      const ids = vehicleIds === undefined ? null : [...vehicleIds];
      const rows = await db.query<{ vehicle_id: number; jsatl_table: JsatlRegion | null }>(LOAD, [ids]);
      for (const { vehicle_id, jsatl_table } of rows)
        if (jsatl_table === null) tables.delete(vehicle_id);
        else tables.set(vehicle_id, jsatl_table);
    },
    save: async () => {
      const vehicleIds = changed.take();
      if (vehicleIds.length === 0) return;
      try {
        await db.run(sql`
          update terminal t set seen_jsatl_table = u.region
          from unnest(${vehicleIds}::int[], ${vehicleIds.map((vehicleId) => observed.get(vehicleId)!)}::int[]) as u (id, region)
          where t.vehicle_id = u.id`);
      } catch (error) {
        changed.requeue(vehicleIds);
        throw error;
      }
    },
  };
}
