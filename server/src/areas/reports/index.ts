import { CallError } from '@fleetwarden/contract/errors';
import { permission } from '@fleetwarden/contract/permissions';
import type { reportBatchCalls } from '@fleetwarden/contract/report-batch';
import { MOST_REBUILT_DAYS, STATUS_DATA_REPORT } from '@fleetwarden/contract/report-filters';
import type { reportQuestionsCalls } from '@fleetwarden/contract/report-questions';
import type { ReportCell, reportsCalls } from '@fleetwarden/contract/reports';
import { menuGroups } from '@fleetwarden/contract/routes';
import { businessDay } from '@fleetwarden/domain/business-day';
import { textOf } from '@fleetwarden/locale/languages';
import { type Db, sql } from '../../platform/db/database.ts';
import type { SignedFiles } from '../../platform/files/signed-files.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { ReplyLanguage } from '../../platform/http/language.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { Log } from '../../platform/observe/log.ts';
import type { Tasks } from '../../platform/tasks/tasks.ts';
import type { PrincipalOf, Scopes } from '../identity/index.ts';
import type { Notices } from '../notices/index.ts';
import type { SettingsArea } from '../settings/index.ts';
import { idsOf, readAsked } from './asked.ts';
import { createBatch } from './batch/batch.ts';
import { batchTask } from './batch/package-task.ts';
import { chartOf } from './chart.ts';
import { type ChoiceKind, carsOf, choicesOf, companiesAbove, companiesOf } from './choices.ts';
import { closeMonth } from './close-months.ts';
import { dayCount } from './dates.ts';
import { markOf } from './day-marks.ts';
import { DEFINITIONS } from './definitions/all.ts';
import { AWAITING } from './definitions/awaiting/all.ts';
import { conditionsOf, drillsOf } from './drills.ts';
import { checkRows, exportTask, reportWriter } from './export.ts';
import { codeOf, maySee } from './families.ts';
import { freshness } from './freshness.ts';
import { createKeptRows } from './kept-rows.ts';
import { DIRECT_MS, DIRECT_ROWS } from './limits.ts';
import { lastClosable } from './months.ts';
import { countOf, page as pageOf } from './query.ts';
import { type Questions, questionHandlers } from './questions.ts';
import { type RebuildDays, rebuildTask } from './rebuild.ts';
import type { Facts, ReportDefinition, ReportShape, SearchRegion } from './report.ts';
import { createSchedules, type Schedules } from './schedules/schedules.ts';
import { createStartRun } from './schedules/start-run.ts';
import { rulesOfSettings } from './score-rules.ts';
import { withSought } from './sought.ts';
import { headsOf, settled, settledBy, spreadOver } from './spread.ts';
import { columnOf, kindOf, nameOf, purposeOf, routeOf, shownOf, templateOf } from './template.ts';
import { typeOfColumn } from './type-keys.ts';
import { keepColumns, keepConditions, keepLabel, viewOf, viewsOf } from './views.ts';
import { isWorded, worded } from './worded.ts';

export { codeOf } from './families.ts';
export { registerMonthScores } from './month-scores.ts';
export { registerRollups } from './rollups/index.ts';
export { forgetScheduleRuns } from './schedules/schedules.ts';

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
  /** Writes what timetables say; repeated as `DUE_EVERY` says. */
  readonly due: Schedules['due'];
};

/** As cron writes it: what has ended is told soon after. */
export const DUE_EVERY = '*/20 * * * * *';

const LAST_OF_FIRST = 401_999;
const OF_REPORTS = '/report/';
/** More than the number of any report. */
const BEHIND = 1_000_000;
const FIRST_FAMILY = '/report/basicstatementreport/';

/** In the order of their codes, as menus have them; the status of vehicles behind the first family. */
const BY_CODE = DEFINITIONS.toSorted((a, b) => orderOfCode(a) - orderOfCode(b));

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
  const facts: Facts = { db, rulesOf };
  const writer = reportWriter({ ...options, reports, nameOfPlace, rulesOf, now });
  const exporting = exportTask(writer);
  tasks.register(exporting);
  const packing = batchTask({ db, scopes, reports, writer, files: taskFiles, log: options.log, timeZone });
  tasks.register(packing);
  const kept = createKeptRows({ db, now });
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
    ...{ db, scopes, reports, openedBy, notices, mail, publicUrl, timeZone, now, files: taskFiles },
    start: createStartRun({ tasks, exporting, reports, principalOf, timeZone }),
  });
  const batch = createBatch({ db, scopes, reports, tasks, task: packing, timeZone, now });

  const orderOf = (report: ReportDefinition, orderBy: string | undefined, direction: 'asc' | 'desc' | undefined) => {
    if (orderBy === undefined) return report.order;
    if (!report.columns.some((column) => shownOf(column).key === orderBy)) {
      // a kind or a day that had its column under other conditions
      if ((typeOfColumn(orderBy) ?? markOf(orderBy)) !== undefined && reports.get(report.id)?.spread) return report.order;
      throw new CallError('recheckInput', `order ${orderBy}`);
    }
    return [orderBy, direction ?? 'asc'] as const;
  };
  /** Cells as they are sent: places by their names, files by their addresses, and nothing that is no column. */
  const cellsOf = async (
    report: ReportDefinition,
    cells: Readonly<Record<string, unknown>>,
    language: ReplyLanguage,
  ): Promise<Record<string, ReportCell>> => {
    const entries = report.columns.map(async (column) => {
      const { key } = shownOf(column);
      const value = cells[key];
      if (value === null || value === undefined) return [key, null] as const;
      if (isWorded(key)) return [key, worded(key, value, language)] as const;
      if (kindOf(key).type === 'file') return [key, mediaFiles.addressOf(...fileOf(String(value)))] as const;
      if (kindOf(key).type === 'place') return [key, await nameOfPlace(String(value))] as const;
      return [key, value as ReportCell] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  };
  /** What is asked, narrowed to what the caller may see, with what was sought in a part of the map. */
  const askedBy: Questions['asked'] = async (report, conditions, user) =>
    withSought(options, report, await readAsked(report, conditions, who(user)), user.accountId);
  /** A page of a report with its sums. */
  const search: Questions['search'] = async (opened, { conditions, orderBy, direction }, { user, language, page }) => {
    const asked = await askedBy(opened, conditions, user);
    const report = await settled(db, opened, asked);
    const order = orderOf(report, orderBy, direction);
    const relation = await report.query(asked, facts);
    const found = await pageOf(db, relation, {
      sums: report.sums ?? {},
      order,
      limit: page.limit,
      offset: page.offset,
      kept,
    });
    const list = await Promise.all(
      found.rows.map(async ({ cells, ids }) => ({ ids: { ...ids }, cells: await cellsOf(report, cells, language) })),
    );
    const { incomplete, asOf } = await freshness(db, asked);
    return {
      list,
      total: found.total,
      sums: found.sums as Record<string, ReportCell>,
      asOf: asOf === null ? null : Math.min(asOf, found.at ?? asOf),
      incomplete: [...(relation.incomplete ?? incomplete)],
    };
  };
  /** What the chart of a report draws. */
  const draw: Questions['draw'] = async (opened, conditions, user, language) => {
    if (!opened.chart) throw new CallError('notFound', `chart of ${opened.id}`);
    const asked = await askedBy(opened, conditions, user);
    const report = await settled(db, opened, asked);
    const { x, series } = await chartOf(db, report, await report.query(asked, facts), language, kept);
    return { x, series };
  };
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
      ...{ db, facts, openedBy, search, draw },
      asked: askedBy,
    }),
    scheduleHandlers: schedules.handlers,
    batchHandlers: batch.handlers,
    due: schedules.due,
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
        const list = drillsOf(report, colEName).flatMap((drill) => {
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
      getCustomCols: async ({ reportId }, { user }) => {
        const report = openedBy(user, reportId);
        const kept = (await viewOf(db, user.accountId, reportId))?.columns ?? [];
        const own = report.columns.map(shownOf);
        const known = kept.filter(({ colEName }) => own.some(({ key }) => key === colEName));
        // what a release added stands behind what was chosen before it
        const added = own.filter(({ key }) => !known.some(({ colEName }) => colEName === key));
        return {
          list: [
            ...known,
            ...added.map(({ key, hidden }) => ({ colEName: key, isPageShow: hidden ? (0 as const) : (1 as const) })),
          ],
        };
      },
      updateCustomCols: async ({ reportId, list }, { user }) => {
        const own = openedBy(user, reportId).columns.map((column) => shownOf(column).key);
        if (list.some(({ colEName }) => !own.includes(colEName))) throw new CallError('recheckInput', 'columns');
        await keepColumns(db, user.accountId, reportId, list);
        return {};
      },
      getSavedConditions: async ({ reportId }, { user }) => {
        openedBy(user, reportId);
        const saved = (await viewOf(db, user.accountId, reportId))?.saved ?? {};
        return { list: Object.entries(saved).map(([name, conditions]) => ({ name, conditions: { ...conditions } })) };
      },
      updateSavedConditions: async ({ reportId, name, conditions }, { user }) => {
        openedBy(user, reportId);
        const texts = conditions && Object.fromEntries(Object.entries(conditions).map(([key, value]) => [key, String(value)]));
        if (!(await keepConditions(db, user.accountId, reportId, name, texts)))
          throw new CallError('tooMany', 'saved conditions');
        return {};
      },
      getReportNavigation: async (_data, { user, language }) => {
        const views = await viewsOf(db, user.accountId);
        const list = BY_CODE.filter((report) => maySee(user, report)).map((report) => {
          const family = familyOf(report);
          const view = views.get(report.id);
          return {
            ...{
              reportId: report.id,
              code: codeOf(report),
              reportName: nameOf(report, language),
              purpose: purposeOf(report, language),
            },
            ...{ path: report.page, family: family.key, familyName: textOf(language, family.title) },
            ...{ label: view?.label ?? '', favourite: view?.favourite ?? false },
          };
        });
        return { list };
      },
      upReportNavigationLabel: async ({ reportId, label, favourite }, { user }) => {
        openedBy(user, reportId);
        await keepLabel(db, user.accountId, reportId, { label, favourite });
        return {};
      },
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
        if (from > to || to > today || dayCount({ from, to }) > MOST_REBUILT_DAYS)
          throw new CallError('recheckInput', `${from} to ${to}`);
        await departmentsOf(user, deptId);
        note({ object: `${from}~${to}`, after: { from, to, ...(deptId ? { deptId } : {}) } });
        const wish = { from, to, deptId: deptId === undefined ? null : Number(deptId) };
        const title = { key: 'tasks.reportsRebuild', params: { from, to } };
        return { taskId: await tasks.start(rebuilding, wish, { user, permission: permission.editSettings, language, title }) };
      },
      exportdata: async ({ reportId, conditions, orderBy, direction, format, columns }, { user, language, note }) => {
        const opened = openedBy(user, reportId);
        const asked = await readAsked(opened, conditions, who(user), true);
        opened.seeks?.(asked);
        const heads = await headsOf(db, opened, asked);
        const report = settledBy(opened, heads);
        const own = report.columns
          .map((column) => shownOf(column))
          .filter(({ hidden }) => !hidden)
          .map(({ key }) => key);
        const wanted =
          (columns && spreadOver(columns, heads))?.filter((key) =>
            report.columns.some((column) => shownOf(column).key === key),
          ) ?? own;
        note({ object: nameOf(report, language), after: { ...conditions, format } });
        // told at once, with what to do instead
        if (format === 'pdf') {
          const sought = await withSought(options, opened, asked, user.accountId);
          checkRows(format, await countOf(db, await report.query(sought, facts), report.order));
        }
        const taskId = await tasks.start(
          exporting,
          {
            ...{
              reportId,
              columns: wanted.length > 0 ? wanted : own,
              format,
              order: [...orderOf(report, orderBy, direction)] as [string, 'asc' | 'desc'],
            },
            conditions: Object.fromEntries(Object.entries(conditions).map(([key, value]) => [key, String(value)])),
          },
          { user, permission: codeOf(report), language, title: { key: routeOf(report.page).title } },
        );
        const direct = await tasks.fileSoon(taskId, user.accountId, { ms: options.directMs ?? DIRECT_MS, most: DIRECT_ROWS });
        return { taskId, url: direct ?? `/report/downloadCenter?jobId=${taskId}` };
      },
    },
  };
}

/** A file and what people call it, as a query tells them: `<file>|<name>`. */
function fileOf(cell: string): [file: string, name: string] {
  const bar = cell.indexOf('|');
  return [cell.slice(0, bar), cell.slice(bar + 1)];
}

function orderOfCode({ id, page }: Pick<ReportDefinition, 'id' | 'page'>): number {
  if (id === STATUS_DATA_REPORT) return LAST_OF_FIRST;
  // those of active safety stand in another menu, behind this one
  return page.startsWith(OF_REPORTS) ? id : id + BEHIND;
}

/** The group of the menu a report stands in: the innermost that its page is below. */
function familyOf({ id, page }: Pick<ReportDefinition, 'id' | 'page'>): { readonly key: string; readonly title: string } {
  // the status of vehicles stands in no family of the menu: it is among the first
  const within = id === STATUS_DATA_REPORT ? FIRST_FAMILY : page;
  const groups = menuGroups.filter(({ path }) => within.startsWith(`${path}/`)).sort((a, b) => b.path.length - a.path.length);
  const { path, title } = groups[0]!;
  return { key: path.slice(path.lastIndexOf('/') + 1), title };
}
