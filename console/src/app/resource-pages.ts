import type { RoutePath } from '@fleetwarden/contract/console-routes';
import type { ResourcePageRow } from '../shared/resource/resource-hooks.ts';

type LoadRow = () => Promise<ResourcePageRow>;

/** Pages of records: the resource of each, loaded on first use, and its custom parts. A new page is a new row. */
export const resourcePages: Readonly<Partial<Record<RoutePath, LoadRow>>> = {
  '/platform/carInfoManagement': async () => (await import('../features/fleet/vehicle-page.tsx')).vehiclePage,
  '/platform/carInfoCDManagement': async () => (await import('../features/fleet/vehicle-page.tsx')).fleetVehiclePage,
  '/platform/deletedCarsManagement': async () => ({
    resource: (await import('@fleetwarden/contract/fleet/deleted-vehicle-resource')).deletedVehicle,
    hooks: (await import('../features/fleet/deleted-vehicles.ts')).deletedVehicles,
  }),
  '/platform/departManagement': async () => (await import('../features/fleet/department-page.tsx')).departmentPage,
  '/platform/userManagement/echarForTable': async () => {
    const [{ user }, { userPage }] = await Promise.all([
      import('@fleetwarden/contract/identity/user-resource'),
      import('../features/identity/users/user-page.tsx'),
    ]);
    return userPage(user);
  },
  '/platform/userManagementSF/echarForTableSF': async () => {
    const [{ userSF }, { userPage }] = await Promise.all([
      import('@fleetwarden/contract/identity/user-resource'),
      import('../features/identity/users/user-page.tsx'),
    ]);
    return userPage(userSF);
  },
  '/platform/roleManagement': async () => {
    const [{ role }, { rolePage }] = await Promise.all([
      import('@fleetwarden/contract/identity/role-resource'),
      import('../features/identity/roles/role-page.tsx'),
    ]);
    return rolePage(role);
  },
  '/platform/roleManagementSF': async () => {
    const [{ roleSF }, { rolePage }] = await Promise.all([
      import('@fleetwarden/contract/identity/role-resource'),
      import('../features/identity/roles/role-page.tsx'),
    ]);
    return rolePage(roleSF);
  },
  '/platform/driverManagement': async () => ({ resource: (await import('@fleetwarden/contract/fleet/driver-resource')).driver }),
  '/platform/devicePropertiesManagement': async () => (await import('../features/fleet/device-page.ts')).devicePage,
  '/platform/terminalModelManagement': async () => ({
    resource: (await import('@fleetwarden/contract/fleet/terminal-model-resource')).terminalModel,
  }),
  '/platform/publicnoticeManagement': async () => (await import('../features/notices/notice-page.ts')).noticePage,
  '/platform/repairManagement': async () => (await import('../features/repairs/repair-page.tsx')).repairPage,
  '/platform/terminalinstallationManagement': async () => (await import('../features/installations/install-page.ts')).installPage,
  '/platform/agentManagement': async () => (await import('../features/platforms/pages.tsx')).agentPage,
  '/platform/operatorManagement': async () => (await import('../features/platforms/pages.tsx')).operatorPage,
  '/platform/supPlatformManagement': async () => (await import('../features/platforms/pages.tsx')).superiorPage,
  '/platform/supPlatformMonitoring': async () => (await import('../features/platforms/link-page.tsx')).linkPage,
};
