import type { PermissionCode } from './call.ts';

/** Permission codes of what exists so far; the whole tree grows with the pages. */
export const permission = {
  dataCentre: '1',
  monitoring: '2',
  historyPlayback: '3',
  tracking: '20103',
  locate: '20206',
  vehicleInfo: '20204',
  metrics: '70106',
} as const satisfies Record<string, PermissionCode>;

/** Every code a full administrator holds. */
export const allPermissions: readonly PermissionCode[] = Object.values(permission);
