import type { RoutePath } from '@fleetwarden/contract/routes';
import type { ResourcePageRow } from '../ui/resource/resource-hooks.ts';

type LoadRow = () => Promise<ResourcePageRow>;

/** Pages of records: what each keeps, loaded when it is first opened, and what is irregular of it. Another one is another row. */
export const resourcePages: Readonly<Partial<Record<RoutePath, LoadRow>>> = {
  '/platform/carInfoManagement': async () => ({ resource: (await import('@fleetwarden/contract/resources/vehicle')).vehicle }),
  '/platform/carInfoCDManagement': async () => ({
    resource: (await import('@fleetwarden/contract/resources/fleet-vehicle')).fleetVehicle,
  }),
  '/platform/deletedCarsManagement': async () => ({
    resource: (await import('@fleetwarden/contract/resources/deleted-vehicle')).deletedVehicle,
    hooks: (await import('../features/fleet/deleted-vehicles.ts')).deletedVehicles,
  }),
  '/platform/departManagement': async () => ({
    resource: (await import('@fleetwarden/contract/resources/department')).department,
  }),
  '/platform/driverManagement': async () => ({ resource: (await import('@fleetwarden/contract/resources/driver')).driver }),
  '/platform/devicePropertiesManagement': async () => ({
    resource: (await import('@fleetwarden/contract/resources/device')).device,
  }),
  '/platform/publicnoticeManagement': async () => (await import('../features/upkeep/notice-page.ts')).noticePage,
  '/platform/repairManagement': async () => (await import('../features/upkeep/repair-page.tsx')).repairPage,
  '/platform/terminalinstallationManagement': async () => (await import('../features/upkeep/install-page.ts')).installPage,
};
