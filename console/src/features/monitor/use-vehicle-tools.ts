import { useMemo } from 'react';
import type { VehicleStore } from '../../live/vehicle-store.ts';
import type { DepartmentTools } from './department-actions.ts';
import { exportPositions } from './export-positions.ts';
import type { Follower } from './follower.ts';
import type { VehicleTools } from './vehicle-actions.ts';
import { clearAlarm, rollCall } from './vehicle-commands.ts';
import { useDepartmentOpeners, useVehicleOpeners } from './vehicle-openers.ts';

/** What actions on a vehicle work with, in the monitoring centre. */
export function useVehicleTools(store: VehicleStore, follower: Follower | null, locateRow: (row: number) => void): VehicleTools {
  const openers = useVehicleOpeners();
  return useMemo(() => {
    const withRow = (run: (row: number) => void) => (tid: string) => {
      const row = store.rowOf(tid);
      if (row >= 0) run(row);
    };
    return {
      store,
      openers,
      locate: withRow(locateRow),
      toggleFollow: withRow((row) => follower?.toggleVehicle(row)),
      rollCall: (tid) => void rollCall(tid),
      clearAlarm: withRow((row) => void clearAlarm(store.idOf(row), store.alarmBits(row))),
    };
  }, [store, openers, follower, locateRow]);
}

/** The same for departments; the tree and what follows it come from where the department stands. */
export function useDepartmentTools(): Pick<DepartmentTools, 'openers' | 'exportPositions'> {
  const openers = useDepartmentOpeners();
  return useMemo(() => ({ openers, exportPositions: (deptId) => void exportPositions(deptId) }), [openers]);
}
