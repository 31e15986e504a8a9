import { getText } from '@fleetwarden/locale/languages';
import { createExpiry } from '../modules/expiry/index.ts';
import { createFleet } from '../modules/fleet/index.ts';
import { createGeofences } from '../modules/geofences/index.ts';
import { createPeople } from '../modules/identity/index.ts';
import { createInstalls } from '../modules/installations/index.ts';
import { createNoticeRecords } from '../modules/notices/index.ts';
import { createPlatforms } from '../modules/platforms/index.ts';
import { createQuotas } from '../modules/quotas/index.ts';
import { createRepair } from '../modules/repairs/index.ts';
import { createTerminalSettings } from '../modules/terminal-settings/index.ts';
import { createResources } from '../platform/resources/resources.ts';
import type { Access } from './access.ts';
import type { Foundation } from './foundation.ts';
import type { Live } from './live.ts';
import type { PartsOptions, PartsOverrides, Stops } from './options.ts';

export type Records = ReturnType<typeof createRecords>;

/** Creates the record resources, each with its own table. */
export function createRecords(
  { db, bus, log, secretKey, timeZone, terminalAccess, now }: PartsOptions,
  { mayReach }: PartsOverrides,
  { activeRules, settings }: Foundation,
  { identity, dataFiles, writeAudit, tasks, http }: Access,
  { monitor, notices, commands }: Live,
  stops: Stops,
) {
  const { scopes, sessions, key } = identity;
  const below = scopes.of;
  const files = dataFiles.exports;
  const exportRows = () => settings.get('exportRows', null);
  const options = { db, http, secretKey, files, tasks, getText, below, timeZone, now, audit: writeAudit, exportRows };
  const resources = createResources(options);
  const common = { db, bus, resources, scopes, below, files, timeZone, now };
  const fleet = createFleet({ ...common, terminalAccess, include: activeRules.include });
  const platforms = createPlatforms({ ...common, ...(mayReach ? { mayReach } : {}) });
  const quotas = createQuotas(common);
  const people = createPeople({ ...common, sessions, key });
  const noticeRecords = createNoticeRecords({ ...common, notices });
  const expiry = createExpiry({ ...common, notices });
  const repairs = createRepair(common);
  const installs = createInstalls({ ...common, vehicles: fleet.vehicles });
  const geofences = createGeofences({ ...common, service: commands.service, getText });
  stops.push(() => geofences.stop());
  const terminalSettings = createTerminalSettings({
    ...common,
    log,
    hub: monitor.hub,
    service: commands.service,
    batches: commands.batches,
    tasks,
    mayReach,
  });
  stops.push(() => terminalSettings.stop());
  return { resources, fleet, platforms, quotas, people, noticeRecords, expiry, repairs, installs, geofences, terminalSettings };
}
