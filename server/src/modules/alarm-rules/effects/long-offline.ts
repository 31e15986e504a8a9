import { HOUR_MS } from '@fleetwarden/domain/durations';
import { z } from 'zod';
import type { ServerBus } from '../../../platform/bus/server-events.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import type { SettingsArea } from '../../settings/index.ts';
import { longOffline } from './store.ts';

/** ALARM_TYPES: long offline. */
const LONG_OFFLINE = 121;
const CHECK = '121';

/** Raises alarm 121 for vehicles in service that went offline this many hours ago; a scheduled check, because they send no reports. */
export function createLongOffline(deps: {
  readonly db: Db;
  readonly bus: Pick<ServerBus, 'publish'>;
  readonly settings: Pick<SettingsArea, 'of'>;
  readonly now: () => number;
}): Job<object> {
  const { db, bus, settings, now } = deps;
  return {
    kind: 'rules.longOffline',
    lane: 'cron',
    payload: z.object({}),
    maxAttempts: 1,
    run: async () => {
      const { platformChecks, longOfflineHours } = await settings.of(null);
      if (!platformChecks.includes(CHECK)) return;
      const after = longOfflineHours * HOUR_MS;
      for (const { vehicleId, offlineAt } of await longOffline(db, LONG_OFFLINE, now() - after))
        bus.publish('alarm.reported', { vehicleId, typeId: LONG_OFFLINE, source: 0, at: offlineAt + after });
    },
  };
}
