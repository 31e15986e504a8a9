import { rebuildDays } from '../ingest/rebuild-days.ts';
import { createFollowups } from '../modules/follow-ups/index.ts';
import { createRegulators } from '../modules/regulators/index.ts';
import { createReports } from '../modules/reports/index.ts';
import { describeMessage } from '../regulator/describe-message.ts';
import type { Access } from './access.ts';
import type { Foundation } from './foundation.ts';
import type { Live } from './live.ts';
import type { PartsOptions, PartsOverrides, Stops } from './options.ts';
import type { Safety } from './safety.ts';

/** Creates reports, follow-ups and regulator requests. */
export function createReporting(
  { db, bus, log, timeZone, retentionDays, publicUrl, now }: PartsOptions,
  overrides: PartsOverrides,
  { settings, ingest, loadGeofenceSnapshot }: Foundation,
  { identity, dataFiles, jobs, tasks, mail }: Access,
  { monitor, notices }: Live,
  { details, regions, evidence }: Safety,
  stops: Stops,
) {
  const { scopes, principalOf } = identity;
  const common = { db, bus, log, scopes, principalOf, notices, timeZone, now };
  const followups = createFollowups(common);
  const reports = createReports({
    ...common,
    tasks,
    jobs,
    mail,
    settings,
    publicUrl,
    addressOf: details.addressOf,
    directMs: overrides.directMs,
    mediaFiles: dataFiles.media,
    evidenceFiles: evidence,
    taskFiles: dataFiles.ofTasks,
    documentFiles: dataFiles.documents,
    searchRegion: regions.searchPast,
    saveDaysOf: ingest.saveDaysOf,
    platformNameOf: async (departmentId) => (await settings.brandOf(departmentId)).platName,
    logoOf: settings.logoOf,
    rebuildDays: overrides.rebuildDays ?? ((wish) => rebuildDays(db, { ...wish, timeZone, retentionDays, loadGeofenceSnapshot })),
  });
  const regulators = createRegulators({
    ...common,
    hub: monitor.hub,
    publishSupervision: monitor.publishSupervision,
    describe: overrides.describe ?? describeMessage,
  });
  stops.push(() => regulators.stop());
  return { followups, reports, regulators };
}
