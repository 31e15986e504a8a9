import { HOUR_MS } from '@fleetwarden/domain/durations';
import { z } from 'zod';
import type { ServerBus } from '../../../platform/bus/server-events.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import type { SettingsArea } from '../../settings/index.ts';
import { longOffline } from './store.ts';

/** ALARM_TYPES: heard of no more for long. */
const LONG_OFFLINE = 121;
const CHECK = '121';

/** Tells of vehicles in service that went offline so many hours ago (121), where that check is made: no report of theirs does. */
export function createLongOffline(deps: {
  readonly db: Db;
  readonly bus: Pick<ServerBus, 'publish'>;
  readonly settings: Pick<SettingsArea, 'of'>;
  readonly now: () => number;
}): Job<object> {
  const { db, bus, settings, now } = deps;
  return {
    kind: 'rules.longOffline',
    lane: 'timed',
    payload: z.object({}),
    maxAttempts: 1,
    run: async () => {
      const { platformChecks, longOfflineHours } = await settings.of(null);
      if (!platformChecks.includes(CHECK)) return;
      const after = longOfflineHours * HOUR_MS;
      for (const { vehicleId, offlineAt } of await longOffline(db, LONG_OFFLINE, now() - after))
        bus.publish('alarm.said', { vehicleId, typeId: LONG_OFFLINE, source: 0, at: offlineAt + after });
    },
  };
}
