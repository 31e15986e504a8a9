import { DAY_MS } from '@fleetwarden/domain/durations';
import type { DataFiles } from './data-files.ts';
import { deleteExpiredMedia } from './ingest/media-store.ts';
import { deleteExpiredChanges } from './ingest/status-changes.ts';
import { deleteExpiredMessages } from './ingest/terminal-message-store.ts';
import { deleteOldReports } from './ingest/terminal-report-store.ts';
import { forgetEffects } from './modules/alarm-rules/index.ts';
import { forgetAlarms } from './modules/alarms/index.ts';
import type { Audit } from './modules/audit/index.ts';
import { forgetCommands } from './modules/commands/index.ts';
import type { Education } from './modules/education/index.ts';
import type { Evidence } from './modules/evidence/index.ts';
import { purgeExpired } from './modules/fleet/index.ts';
import type { Identity } from './modules/identity/index.ts';
import { deleteOldDocuments, deleteOldRuns } from './modules/reports/index.ts';
import { forgetRiskEvents } from './modules/risks/index.ts';
import type { SettingsArea } from './modules/settings/index.ts';
import type { Sms } from './modules/sms/index.ts';
import { forgetParameterSets } from './modules/terminal-settings/index.ts';
import { forgetUploads, forgetViews, type Video } from './modules/video/index.ts';
import type { Db } from './platform/db/database.ts';
import type { Uploads } from './platform/http/uploads.ts';
import type { Cleanup } from './platform/jobs/maintenance.ts';
import type { Mail } from './platform/mail/mail.ts';
import type { Tasks } from './platform/tasks/tasks.ts';
import { forgetTraffic } from './regulator/traffic.ts';

/** Days of a setting of the platform, ms. */
const daysOf = async (settings: SettingsArea, key: 'messageLogDays' | 'recycleDays'): Promise<number> =>
  (await settings.get(key, null)) * DAY_MS;

/** Cleanups of expired data, by name. */
export const cleanupsOf = (of: {
  readonly db: Db;
  readonly settings: SettingsArea;
  readonly identity: Pick<Identity, 'cleanups'>;
  readonly audit: Pick<Audit, 'cleanups'>;
  readonly tasks: Pick<Tasks, 'cleanup'>;
  readonly mail: Pick<Mail, 'cleanup'>;
  readonly uploads: Pick<Uploads, 'cleanup'>;
  readonly sms: Pick<Sms, 'cleanup'>;
  readonly education: Pick<Education, 'cleanup'>;
  readonly evidence: Pick<Evidence, 'cleanup'>;
  readonly video: Pick<Video, 'forgetFiles'>;
  readonly dataFiles: DataFiles;
  /** Retention of positions, media files and status changes, ms. */
  readonly mediaKeptMs: number;
}): Readonly<Record<string, Cleanup>> => ({
  ...of.identity.cleanups,
  ...of.audit.cleanups,
  exports: of.dataFiles.exports.cleanup,
  tasks: of.tasks.cleanup,
  mail: of.mail.cleanup,
  scheduleRuns: (now) => deleteOldRuns(of.db, now),
  taskFiles: of.dataFiles.ofTasks.cleanup,
  documents: (now) => deleteOldDocuments(of.db, now),
  documentFiles: of.dataFiles.documents.cleanup,
  uploads: of.uploads.cleanup,
  shortMessages: of.sms.cleanup,
  courses: of.education.cleanup,
  evidence: of.evidence.cleanup,
  courseFiles: of.dataFiles.courses.cleanup,
  commands: (now) => forgetCommands(of.db, now),
  videoTasks: (now) => forgetUploads(of.db, now),
  videoViews: (now) => forgetViews(of.db, now),
  videoFiles: of.video.forgetFiles,
  parameterSets: (now) => forgetParameterSets(of.db, now),
  traffic: (now) => forgetTraffic(of.db, now),
  media: (now) => deleteExpiredMedia(of.db, of.dataFiles.media, now - of.mediaKeptMs),
  terminalMessages: async (now) => deleteExpiredMessages(of.db, now - (await daysOf(of.settings, 'messageLogDays'))),
  terminalReports: (now) => deleteOldReports(of.db, now),
  statusChanges: (now) => deleteExpiredChanges(of.db, now - of.mediaKeptMs),
  mediaFiles: of.dataFiles.media.cleanup,
  removedVehicles: async (now) => purgeExpired(of.db, now - (await daysOf(of.settings, 'recycleDays'))),
  ruleEffects: (now) => forgetEffects(of.db, now),
  alarms: (now) => forgetAlarms(of.db, of.settings, now),
  riskEvents: (now) => forgetRiskEvents(of.db, of.settings, now),
});
