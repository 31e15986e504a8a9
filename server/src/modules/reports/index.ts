import { CallError } from '@fleetwarden/contract/errors';
import { permission } from '@fleetwarden/contract/permissions';
import type { reportBatchCalls } from '@fleetwarden/contract/reports/batch/routes';
import type { companyDocumentsCalls } from '@fleetwarden/contract/reports/documents/routes';
import type { ledgersCalls } from '@fleetwarden/contract/reports/ledgers/routes';
import type { reportQuestionsCalls } from '@fleetwarden/contract/reports/questions/routes';
import { MAX_REBUILT_DAYS } from '@fleetwarden/contract/reports/report-filters';
import type { reportsCalls } from '@fleetwarden/contract/reports/routes';
import { businessDay } from '@fleetwarden/domain/business-day';
import { type Db, sql } from '../../platform/db/database.ts';
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
import { createBatch } from './batch/batch.ts';
import { batchTask } from './batch/package-task.ts';
import { type RebuildDays, rebuildTask } from './calls/rebuild-days.ts';
import { viewHandlers } from './calls/view-calls.ts';
import { type CompanyDocuments, createCompanyDocuments } from './company-documents/company-documents.ts';
import { DEFINITIONS } from './definitions/all.ts';
import { AWAITING } from './definitions/awaiting/all.ts';
import { createDocumentPage } from './documents/document-page.ts';
import { exportTask, reportWriter } from './export/export.ts';
import { exportJobHandlers } from './export/export-jobs.ts';
import { createStartExport } from './export/start-export.ts';
import { ledgerHandlers } from './ledgers/ledgers.ts';
import { dayCount } from './model/dates.ts';
import type { Facts, ReportDefinition, ReportShape, SearchRegion } from './model/definition.ts';
import { lastClosable } from './model/months.ts';
import { maySee } from './model/report-permissions.ts';
import { columnOf, nameOf, templateOf } from './model/template.ts';
import { createCells } from './query/cells.ts';
import { createDraw } from './query/draw-chart.ts';
import { conditionsOf, drillsOf } from './query/drill-down.ts';
import { headsOf, settled } from './query/dynamic-columns.ts';
import { type ChoiceKind, carsOf, choicesOf, companiesAbove, companiesOf } from './query/filter-choices.ts';
import { type Questions, questionHandlers } from './query/questions.ts';
import { idsOf, readAsked } from './query/report-request.ts';
import { withSought } from './query/resolve-region-search.ts';
import { createKeptRows } from './query/result-cache.ts';
import { createSearch } from './query/search.ts';
import { createSchedules, type Schedules } from './schedules/schedules.ts';
import { createStartRun } from './schedules/start-run.ts';
import { closeMonth } from './scores/close-months.ts';
import { rulesOfSettings } from './scores/score-rules.ts';

export { DOCUMENTS_EVERY, forgetDocuments } from './company-documents/company-documents.ts';
export { DOCUMENTS_KEPT_MS } from './company-documents/limits.ts';
export { codeOf } from './model/report-permissions.ts';
export { registerRollups } from './rollups/index.ts';
export { forgetScheduleRuns } from './schedules/schedules.ts';
export { registerMonthScores } from './scores/month-scores.ts';

export type ReportsOptions = {
  readonly db: Db;
  readonly scopes: Scopes;
  readonly tasks: Tasks;
  /** The address of a place, WGS-84 degrees; null where none is known. */
  readonly addressOf: (lng: number, lat: number) => Promise<string | null>;
  /** Of positions: the composition root knows who can. */
  readonly rebuildDays: RebuildDays;
  /** Through positions: the area of regions knows how. */
  readonly searchRegion: SearchRegion;
  readonly settings: Pick<SettingsArea, 'of'>;
  /** Where what terminals took is read. */
  readonly mediaFiles: Pick<SignedFiles, 'addressOf'>;
  /** What the platform calls itself before people of a department; '': as the product is called. */
  readonly platformNameOf: (departmentId: number) => Promise<string>;
  /** The logo it shows them; undefined: none. */
  readonly logoOf?: ((departmentId: number) => Promise<Buffer | undefined>) | undefined;
  /** Where files of tasks are. */
  readonly taskFiles: Pick<SignedFiles, 'create' | 'read' | 'remove' | 'sizeOf' | 'addressOf'>;
  /** Where documents of companies are. */
  readonly documentFiles: Pick<SignedFiles, 'create' | 'remove' | 'sizeOf' | 'addressOf'>;
  readonly jobs: Pick<Jobs, 'register' | 'enqueue'>;
  readonly principalOf: PrincipalOf;
  readonly notices: Pick<Notices, 'tellDue'>;
  readonly mail: Mail;
  /** Where people reach this server; undefined: not known. */
  readonly publicUrl?: string | undefined;
  readonly log: Pick<Log, 'error'>;
  readonly timeZone: string;
  /** How long a call that asks for a file waits for it, ms; DIRECT_MS where nothing is said. */
  readonly directMs?: number | undefined;
  readonly now?: () => number;
};

export type Reports = {
  readonly handlers: Handlers<typeof reportsCalls>;
  readonly questionHandlers: Handlers<typeof reportQuestionsCalls>;
  readonly scheduleHandlers: Schedules['handlers'];
  readonly batchHandlers: Handlers<typeof reportBatchCalls>;
  readonly documentHandlers: Handlers<typeof companyDocumentsCalls>;
  readonly ledgerHandlers: Handlers<typeof ledgersCalls>;
  /** Makes documents of companies; repeated as `DOCUMENTS_EVERY` says. */
  readonly documentsDue: CompanyDocuments['due'];
  /** Writes what timetables say; repeated as `DUE_EVERY` says. */
  readonly due: Schedules['due'];
};

/** As cron writes it: what has ended is told soon after. */
export const DUE_EVERY = '*/20 * * * * *';

const AWAITING_BY_ID: ReadonlyMap<number, ReportShape> = new Map(AWAITING.map((report) => [report.id, report]));

/** Every report there is, from one table of definitions and one engine. */
export function createReports(options: ReportsOptions): Reports {
  const { db, scopes, tasks, addressOf, mediaFiles, taskFiles, principalOf, timeZone, now = Date.now } = options;
  const reports: ReadonlyMap<number, ReportDefinition> = new Map(DEFINITIONS.map((report) => [report.id, report]));
  const nameOfPlace = async (place: string): Promise<string> => {
    const [lng, lat] = place.split(',').map(Number) as [number, number];
    return (await addressOf(lng, lat)) ?? place;
  };
  const rulesOf = rulesOfSettings(options.settings);
  const kept = createKeptRows({ db, now });
  const facts: Facts = { db, rulesOf, kept };
  const writer = reportWriter({ ...options, reports, nameOfPlace, rulesOf, now });
  const exporting = exportTask(writer);
  tasks.register(exporting);
  const packing = batchTask({ db, scopes, reports, writer, files: taskFiles, log: options.log, timeZone });
  tasks.register(packing);
  const rebuilding = rebuildTask(options);
  tasks.register(rebuilding);

  const who = (user: Principal) => ({ db, scopes, departmentId: user.departmentId, now: now(), timeZone });
  /** Throws CallError notFound for a report that is none, forbidden for one that the caller may not see, reportAwaitsFacts without facts. */
  const openedBy = (user: Principal, id: number): ReportDefinition => {
    const report = reports.get(id);
    const known = report ?? AWAITING_BY_ID.get(id);
    if (!known) throw new CallError('notFound', `report ${id}`);
    if (!maySee(user, known)) throw new CallError('forbidden', `report ${id}`);
    if (!report) throw new CallError('reportAwaitsFacts', `report ${id}`);
    return report;
  };
  const { notices, mail, publicUrl } = options;
  const schedules = createSchedules({
    db,
    scopes,
    reports,
    openedBy,
    notices,
    mail,
    publicUrl,
    timeZone,
    now,
    files: taskFiles,
    start: createStartRun({ tasks, exporting, reports, principalOf, timeZone }),
  });
  const documents = createCompanyDocuments({
    db,
    scopes,
    facts,
    reports,
    nameOfPlace,
    openedBy,
    mail,
    publicUrl,
    timeZone,
    now,
    jobs: options.jobs,
    tasks,
    files: options.documentFiles,
    platformNameOf: options.platformNameOf,
  });
  const batch = createBatch({ db, scopes, reports, tasks, task: packing, timeZone, now });

  const askedBy: Questions['asked'] = async (report, conditions, user) =>
    withSought(options, report, await readAsked(report, conditions, who(user)), user.accountId);
  const parts = { db, facts, kept, askedBy };
  const search = createSearch({ ...parts, cellsOf: createCells({ nameOfPlace, mediaFiles }) });
  const draw = createDraw(parts);
  const exported = createStartExport({
    db,
    facts,
    who,
    openedBy,
    tasks,
    exporting,
    directMs: options.directMs,
    sought: (report, asked, accountId) => withSought(options, report, asked, accountId),
  });
  const document = createDocumentPage({
    db,
    facts,
    scopes,
    reports,
    nameOfPlace,
    asked: askedBy,
    platformNameOf: options.platformNameOf,
  });
  const departmentsOf = async (user: Principal, deptId: string | undefined): Promise<number[]> => {
    const scope = await scopes.of(user.departmentId);
    if (deptId === undefined) return [...scope];
    if (!scope.has(Number(deptId))) throw new CallError('notFound', `department ${deptId}`);
    return [...(await scopes.of(Number(deptId)))];
  };
  /** Whose records are offered for a company: its own and those below it; areas of the companies above hold for it, too. */
  const ownersOf = async (user: Principal, kind: ChoiceKind, deptId: string | undefined): Promise<number[]> => {
    const below = await departmentsOf(user, deptId);
    if (kind !== 'area' || deptId === undefined) return below;
    const scope = await scopes.of(user.departmentId);
    return [...below, ...(await companiesAbove(db, Number(deptId))).filter((id) => scope.has(id))];
  };
  const someIds = (ids: readonly string[] | undefined) => (ids === undefined ? undefined : idsOf(ids));

  return {
    questionHandlers: questionHandlers({
      db,
      facts,
      openedBy,
      search,
      draw,
      exported,
      document,
      asked: askedBy,
    }),
    scheduleHandlers: schedules.handlers,
    batchHandlers: batch.handlers,
    documentHandlers: documents.handlers,
    ledgerHandlers: ledgerHandlers({ db, scopes, openedBy, timeZone, now }),
    due: schedules.due,
    documentsDue: documents.due,
    handlers: {
      getReportTemplate: ({ reportId }, { user, language }) =>
        templateOf(openedBy(user, reportId), reports, {
          language,
          departmentId: user.departmentId,
          now: now(),
          timeZone,
          mayExport: true,
        }),
      advanceSearchJson: (data, context) => search(openedBy(context.user, data.reportId), data, context),
      getReportChart: ({ reportId, conditions }, { user, language }) =>
        draw(openedBy(user, reportId), conditions, user, language),
      trendsHead: async ({ reportId, conditions }, { user, language }) => {
        const report = openedBy(user, reportId);
        const heads = await headsOf(db, report, await readAsked(report, conditions, who(user)));
        const list = Object.entries(heads).map(([colEName, keys]) => ({
          colEName,
          columns: keys.map((key) => columnOf({ key }, language)),
        }));
        return { list };
      },
      getReportRedirectorTabs: async ({ reportId, conditions, colEName, ids }, { user, language }) => {
        const opened = openedBy(user, reportId);
        const asked = await readAsked(opened, conditions, who(user));
        const report = await settled(db, opened, asked);
        const list = drillsOf(report, colEName, ids).flatMap((drill) => {
          const target = reports.get(drill.report);
          if (!target || !maySee(user, target)) return [];
          return [
            {
              reportId: target.id,
              reportName: nameOf(target, language),
              path: target.page,
              conditions: conditionsOf(drill, ids, asked),
            },
          ];
        });
        return { list };
      },
      getDeptPullDownVal: async ({ deptName, deptIds }, { user }) => ({
        list: await companiesOf(db, await departmentsOf(user, undefined), deptName, someIds(deptIds)),
      }),
      getCarPullDownVal: async ({ deptId, carName, carIds }, { user }) => ({
        list: await carsOf(db, await departmentsOf(user, deptId), carName, someIds(carIds)),
      }),
      getReportPullDownVal: async ({ kind, deptId, name, ids }, { user }) => ({
        list: await choicesOf(db, kind, await ownersOf(user, kind, deptId), name, someIds(ids)),
      }),
      ...viewHandlers({ db, openedBy }),
      ...exportJobHandlers({ tasks, report: exporting.kind, others: [packing.kind] }),
      closeReportMonth: async ({ month }, { user, note }) => {
        // it is closed for everybody
        const top = await db.first(sql`select from department where id = ${user.departmentId} and parent_id is null`);
        if (!top) throw new CallError('forbidden', 'months of the platform');
        if (month > lastClosable(now(), timeZone)) throw new CallError('recheckInput', `month ${month}`);
        if (!(await closeMonth({ db, rulesOf, timeZone, now }, month))) throw new CallError('monthClosed', month);
        note({ object: month });
        return {};
      },
      rebuildReportDays: async ({ from, to, deptId }, { user, language, note }) => {
        const today = businessDay(now(), timeZone).key;
        if (from > to || to > today || dayCount({ from, to }) > MAX_REBUILT_DAYS)
          throw new CallError('recheckInput', `${from} to ${to}`);
        await departmentsOf(user, deptId);
        note({ object: `${from}~${to}`, after: { from, to, ...(deptId ? { deptId } : {}) } });
        const wish = { from, to, deptId: deptId === undefined ? null : Number(deptId) };
        const title = { key: 'tasks.reportsRebuild', params: { from, to } };
        return { taskId: await tasks.start(rebuilding, wish, { user, permission: permission.editSettings, language, title }) };
      },
      exportdata: exported,
    },
  };
}
