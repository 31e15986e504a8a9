import type { RoutePath } from '@fleetwarden/contract/routes';
import type { ResourcePageRow } from '../ui/resource/resource-hooks.ts';

type LoadRow = () => Promise<ResourcePageRow>;

/** Pages of records: what each keeps, loaded when it is first opened, and what is irregular of it. Another one is another row. */
export const resourcePages: Readonly<Partial<Record<RoutePath, LoadRow>>> = {
  '/platform/departManagement': async () => ({
    resource: (await import('@fleetwarden/contract/resources/department')).department,
  }),
  '/platform/driverManagement': async () => ({ resource: (await import('@fleetwarden/contract/resources/driver')).driver }),
  '/platform/agentManagement': async () => (await import('../features/platforms/pages.tsx')).agentPage,
  '/platform/operatorManagement': async () => (await import('../features/platforms/pages.tsx')).operatorPage,
  '/platform/supPlatformManagement': async () => (await import('../features/platforms/pages.tsx')).superiorPage,
  '/platform/distributPlatformManagement': async () => (await import('../features/platforms/pages.tsx')).forwardPage,
};
