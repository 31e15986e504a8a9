import { listAlarmClasses } from '@fleetwarden/contract/alarms/alarm-rights';
import { CallError } from '@fleetwarden/contract/errors';
import type { reportBatchCalls } from '@fleetwarden/contract/reports/batch/routes';
import type { companyDocumentsCalls } from '@fleetwarden/contract/reports/documents/routes';
import type { ledgersCalls } from '@fleetwarden/contract/reports/ledgers/routes';
import type { namedReportCalls } from '@fleetwarden/contract/reports/named-reports/routes';
import type { reportsCalls } from '@fleetwarden/contract/reports/routes';
import type { Language } from '@fleetwarden/locale/languages';
import type { Db } from '../../platform/db/database.ts';
import type { SignedFiles } from '../../platform/files/signed-files.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Jobs } from '../../platform/jobs/runner.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { Log } from '../../platform/observe/log.ts';
import type { Tasks } from '../../platform/tasks/tasks.ts';
import type { PrincipalOf, Scopes } from '../identity/index.ts';
import type { Notices } from '../notices/index.ts';
import type { SettingsArea } from '../settings/index.ts';
import { createBatch } from './batch/batch-calls.ts';
import { createBatchTask } from './batch/package-task.ts';
import { createNamedReportHandlers } from './calls/named-report-calls.ts';
import { createRebuildTask, type RebuildDays } from './calls/rebuild-days.ts';
import { createReportHandlers } from './calls/report-calls.ts';
import { type CompanyDocuments, createCompanyDocuments } from './company-documents/company-documents.ts';
import { DEFINITIONS } from './definitions/all.ts';
import { AWAITING } from './definitions/awaiting/all.ts';
import { createStartExport } from './export/start-export.ts';
import { createExportTask, createWriteReport } from './export/write-report.ts';
import { createLedgerHandlers } from './ledgers/ledgers.ts';
import type { ReportDefinition, ReportShape } from './model/definition.ts';
import { maySee, type OpenReport } from './model/report-permissions.ts';
import type { SearchRegion } from './model/report-request.ts';
import { createOverviewCalls } from './overview/overview-calls.ts';
import { createFormatCells, type EvidenceFiles } from './query/cells.ts';
import { createResultCache } from './query/result-cache.ts';
import { createSchedules, type Schedules } from './schedules/schedules.ts';
import { createStartRun } from './schedules/start-run.ts';
import { readScoreRules } from './scores/score-rules.ts';

export { deleteOldDocuments } from './company-documents/company-documents.ts';
export { DOCUMENTS_EVERY } from './company-documents/due-job.ts';
export { DOCUMENTS_RETENTION_MS } from './company-documents/limits.ts';
export { RISKS } from './facts/alarm-groups.ts';
export { getReportPermission } from './model/report-permissions.ts';
export { createTodayFacts, type TodayFacts } from './overview/today-facts.ts';
export { driverAt } from './rollups/driver-at.ts';
export { handledInTime } from './rollups/handling-time.ts';
export { countRollups, registerRollups } from './rollups/index.ts';
export { deleteOldRuns } from './schedules/schedules.ts';
export { registerMonthScores } from './scores/month-scores.ts';

export type ReportsOptions = {
  readonly db: Db;
  readonly scopes: Scopes;
  readonly tasks: Tasks;
  /** The address of a place in WGS-84 degrees; null if unknown. */
  readonly addressOf: (lng: number, lat: number, language: Language) => Promise<string | null>;
  /** Reads positions: the composition root provides it. */
  readonly rebuildDays: RebuildDays;
  /** Reads positions: the module region-search provides it. */
  readonly searchRegion: SearchRegion;
  /** Writes the figures of today of these vehicles: the composition root provides it. */
  readonly saveDaysOf: (vehicleIds: readonly number[]) => Promise<void>;
  readonly settings: Pick<SettingsArea, 'of'>;
  /** Photos and recordings of terminals. */
  readonly mediaFiles: Pick<SignedFiles, 'addressOf'>;
  /** Files of alarms. */
  readonly evidenceFiles: EvidenceFiles;
  /** The name of the platform for users of a department; '': the product's. */
  readonly platformNameOf: (departmentId: number) => Promise<string>;
  /** Their logo; undefined: none. */
  readonly logoOf?: ((departmentId: number) => Promise<Buffer | undefined>) | undefined;
  /** Files of tasks. */
  readonly taskFiles: Pick<SignedFiles, 'create' | 'read' | 'remove' | 'sizeOf' | 'addressOf'>;
  /** Files of company documents. */
  readonly documentFiles: Pick<SignedFiles, 'create' | 'remove' | 'sizeOf' | 'addressOf'>;
  readonly jobs: Pick<Jobs, 'register' | 'enqueue'>;
  readonly principalOf: PrincipalOf;
  readonly notices: Pick<Notices, 'tellDue'>;
  readonly mail: Mail;
  /** The public address of this server; undefined: not known. */
  readonly publicUrl?: string | undefined;
  readonly log: Pick<Log, 'error'>;
  readonly timeZone: string;
  /** How long an export call waits for its file; undefined: DIRECT_MS. */
  readonly directMs?: number | undefined;
  readonly now?: () => number;
};

export type Reports = {
  readonly handlers: Handlers<typeof reportsCalls>;
  readonly namedReportHandlers: Handlers<typeof namedReportCalls>;
  readonly scheduleHandlers: Schedules['handlers'];
  readonly batchHandlers: Handlers<typeof reportBatchCalls>;
  readonly documentHandlers: Handlers<typeof companyDocumentsCalls>;
  readonly ledgerHandlers: Handlers<typeof ledgersCalls>;
  /** Creates due company documents; a cron job, see DOCUMENTS_EVERY. */
  readonly documentsDue: CompanyDocuments['due'];
  /** Starts and reports scheduled runs; a cron job, see DUE_EVERY. */
  readonly due: Schedules['due'];
};

/** Cron expression: the end of a run is reported soon. */
export const DUE_EVERY = '*/20 * * * * *';

const AWAITING_BY_ID: ReadonlyMap<number, ReportShape> = new Map(AWAITING.map((report) => [report.id, report]));

/** Creates the reports module. */
export function createReports(options: ReportsOptions): Reports {
  const { db, scopes, tasks, addressOf, mediaFiles, principalOf, searchRegion, timeZone, now = Date.now } = options;
  const { notices, mail, publicUrl, platformNameOf, taskFiles } = options;
  const reports: ReadonlyMap<number, ReportDefinition> = new Map(DEFINITIONS.map((report) => [report.id, report]));
  const openReport = createOpenReport(reports);
  const nameOfPlace = async (place: string, language: Language): Promise<string> => {
    const [lng, lat] = place.split(',').map(Number) as [number, number];
    return (await addressOf(lng, lat, language)) ?? place;
  };
  const rulesOf = readScoreRules(options.settings);
  const context = { db, rulesOf, saveDaysOf: options.saveDaysOf, cache: createResultCache({ db, now }) };
  const shared = { db, scopes, reports, context, searchRegion, openReport, nameOfPlace, platformNameOf, timeZone, now };

  const exportRows = async () => (await options.settings.of(null)).exportRows;
  const writeReport = createWriteReport({ ...options, reports, nameOfPlace, rulesOf, now, exportRows });
  const exportTask = createExportTask(writeReport);
  const batchTask = createBatchTask({ db, scopes, reports, writeReport, files: taskFiles, log: options.log, timeZone });
  const rebuildTask = createRebuildTask(options);
  tasks.register(exportTask);
  tasks.register(batchTask);
  tasks.register(rebuildTask);

  const schedules = createSchedules({
    ...shared,
    notices,
    mail,
    publicUrl,
    files: taskFiles,
    start: createStartRun({ tasks, exportTask, reports, principalOf, timeZone }),
  });
  const documents = createCompanyDocuments({
    ...shared,
    mail,
    publicUrl,
    jobs: options.jobs,
    tasks,
    files: options.documentFiles,
  });
  const batch = createBatch({ db, scopes, reports, tasks, task: batchTask, timeZone, now });
  const calls = {
    ...shared,
    readerOf: ({ accountId, departmentId, rights, prefix }: Principal) => ({
      accountId,
      departmentId,
      now: now(),
      ...(listAlarmClasses(rights).includes('safety') ? { session: prefix } : {}),
    }),
    formatCells: createFormatCells({ nameOfPlace, mediaFiles, evidenceFiles: options.evidenceFiles }),
    startExport: createStartExport({ ...shared, tasks, exportTask, directMs: options.directMs, exportRows }),
  };
  return {
    handlers: createReportHandlers({ ...calls, tasks, rebuildTask, exportKind: exportTask.kind, batchKind: batchTask.kind }),
    namedReportHandlers: createNamedReportHandlers(calls, createOverviewCalls({ ...shared, tasks, directMs: options.directMs })),
    scheduleHandlers: schedules.handlers,
    batchHandlers: batch.handlers,
    documentHandlers: documents.handlers,
    ledgerHandlers: createLedgerHandlers({ db, scopes, openReport, timeZone, now }),
    due: schedules.due,
    documentsDue: documents.due,
  };
}

const createOpenReport =
  (reports: ReadonlyMap<number, ReportDefinition>): OpenReport =>
  (user, id) => {
    const report = reports.get(id);
    const known = report ?? AWAITING_BY_ID.get(id);
    if (!known) throw new CallError('notFound', `report ${id}`);
    if (!maySee(user, known)) throw new CallError('forbidden', `report ${id}`);
    if (!report) throw new CallError('reportAwaitsFacts', `report ${id}`);
    return report;
  };
