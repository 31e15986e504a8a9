import { useMemo } from 'react';
import type { DepartmentOpeners } from './department-actions.ts';
import type { VehicleOpeners } from './vehicle-actions.ts';

/**
 * Windows and pages that open for a vehicle, or for all vehicles of a department: whoever builds one adds its line here, and its
 * action appears in every menu and dialog.
 */
export const useVehicleOpeners = (): VehicleOpeners => useMemo(() => ({}), []);
export const useDepartmentOpeners = (): DepartmentOpeners => useMemo(() => ({}), []);
