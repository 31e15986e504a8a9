import { alarmItemsOf } from '../gateway/alarm-items.ts';
import { createIngest } from '../ingest/ingest.ts';
import type { LoadGeofenceSnapshot } from '../ingest/recalculate-days.ts';
import { createActiveRules, loadPastGeofences } from '../modules/alarm-rules/index.ts';
import { loadCities } from '../modules/lookups/index.ts';
import { PROBE, probeConnectivity } from '../modules/platforms/index.ts';
import { createSettings } from '../modules/settings/index.ts';
import { createPartitions } from '../platform/db/partitions.ts';
import { createMetrics } from '../platform/observe/metrics.ts';
import type { PartsOptions, PartsOverrides, Stops } from './options.ts';

export type Foundation = ReturnType<typeof createFoundation>;

/** Creates settings, active rules and ingest. */
export function createFoundation(options: PartsOptions, { mayReach, fetchText }: PartsOverrides, stops: Stops) {
  const { db, bus, log, secretKey, timeZone, retentionDays, terminalAccess, now } = options;
  const reach = async (host: string, port: number) =>
    (await probeConnectivity({ host, port, ...(mayReach ? { mayReach } : {}) })).result === PROBE.reached;
  const own = { host: terminalAccess.host, ...options.mediaPorts };
  const testing = { own, reach, fetchText };
  const metrics = createMetrics();
  const partitions = createPartitions(db, retentionDays);
  const settings = createSettings({ db, bus, secretKey, now, testing });
  stops.push(() => settings.stop());
  const activeRules = createActiveRules({ db, bus, log, settings, cities: loadCities, timeZone });
  stops.push(() => activeRules.stop());
  const ingest = createIngest({
    db,
    partitions,
    bus,
    log,
    metrics,
    timeZone,
    alarmItemsOf,
    now,
    rulesOf: activeRules.rulesOf,
    geofenceSnapshot: activeRules.visits,
    dueMs: activeRules.dueMs,
    findNotificationPolicy: activeRules.findNotificationPolicy,
  });
  stops.push(() => ingest.stop());
  const loadGeofenceSnapshot: LoadGeofenceSnapshot = (vehicleIds, from, until) =>
    loadPastGeofences(db, vehicleIds, from, until, loadCities);
  return { metrics, partitions, settings, activeRules, ingest, loadGeofenceSnapshot };
}
