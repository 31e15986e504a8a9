import { z } from 'zod';
import type { Db } from '../../../platform/db/database.ts';
import { defineTask, type Task } from '../../../platform/tasks/task.ts';
import type { Scopes } from '../../identity/index.ts';
import { loadVehicleIds } from '../query/filter-choices.ts';
import { rebuildRollups } from '../rollups/index.ts';
import { REBUILD_KIND } from '../rollups/rebuild.ts';

const Payload = z.object({ from: z.string(), to: z.string(), deptId: z.number().nullable() });
export type RebuildRequest = z.infer<typeof Payload>;

/** Recalculates vehicle days from positions, while the live stream goes on. */
export type RebuildDays = (wish: {
  readonly vehicleIds: readonly number[];
  readonly from: string;
  readonly to: string;
  readonly signal: AbortSignal;
  /** Called with the share that is done, 0 to 1. */
  readonly progress: (share: number) => void;
}) => Promise<unknown>;
/** Percent of the progress: positions take most of the time. */
const [OF_POSITIONS, WHOLE] = [80, 100];

/** Creates the task that recalculates days of a company: first from positions, then the rollups. */
export function createRebuildTask(options: {
  readonly db: Db;
  readonly scopes: Scopes;
  readonly timeZone: string;
  readonly rebuildDays: RebuildDays;
}): Task<RebuildRequest> {
  const { db, scopes, timeZone, rebuildDays } = options;
  return defineTask({
    kind: REBUILD_KIND,
    payload: Payload,
    repeatable: true,
    run: async ({ from, to, deptId }, { departmentId, signal, progress }) => {
      const scope = await scopes.of(departmentId);
      const below = deptId === null ? scope : await scopes.of(deptId);
      const vehicleIds = await loadVehicleIds(
        db,
        [...below].filter((id) => scope.has(id)),
      );
      progress(0, WHOLE);
      await rebuildDays({ vehicleIds, from, to, signal, progress: (share) => progress(Math.round(share * OF_POSITIONS), WHOLE) });
      await rebuildRollups(db, {
        from,
        to,
        timeZone,
        vehicleIds,
        signal,
        progress: (done, total) => progress(OF_POSITIONS + Math.round((done / total) * (WHOLE - OF_POSITIONS)), WHOLE),
      });
      return { vehicles: vehicleIds.length };
    },
  });
}
