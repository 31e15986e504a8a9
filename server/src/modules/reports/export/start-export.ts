import type { Db } from '../../../platform/db/database.ts';
import type { Task } from '../../../platform/tasks/task.ts';
import type { Tasks } from '../../../platform/tasks/tasks.ts';
import type { Asked, Facts, ReportDefinition } from '../model/definition.ts';
import { DIRECT_MS, DIRECT_ROWS } from '../model/limits.ts';
import { codeOf } from '../model/report-permissions.ts';
import { nameOf, routeOf, shownOf } from '../model/template.ts';
import { headsOf, settledBy, spreadOver } from '../query/dynamic-columns.ts';
import type { Questions } from '../query/questions.ts';
import { type Given, readAsked } from '../query/report-request.ts';
import { orderOf } from '../query/row-order.ts';
import { countOf } from '../query/sql-builder.ts';
import { checkRows, type ExportWish } from './export.ts';

/** `who`: what conditions are read by; `sought`: with what is looked for beyond the facts of a report. */
export type StartExportOptions = Pick<Questions, 'openedBy'> & {
  readonly db: Db;
  readonly facts: Facts;
  readonly who: (user: Parameters<Questions['openedBy']>[0]) => Parameters<typeof readAsked>[2];
  readonly sought: (report: ReportDefinition, asked: Asked, accountId: number) => Promise<Asked>;
  readonly tasks: Pick<Tasks, 'start' | 'fileSoon'>;
  readonly exporting: Task<ExportWish>;
  /** How long a call waits for its file, ms; DIRECT_MS where nothing is said. */
  readonly directMs: number | undefined;
};

/** Begins to write a report as a file: where it is, if that is soon, else where it is followed. Throws CallError. */
export function createStartExport(options: StartExportOptions): Questions['exported'] {
  const { db, facts, who, openedBy, sought, tasks, exporting, directMs = DIRECT_MS } = options;
  /** Throws CallError where a PDF would be too long: told at once, with what to do instead. */
  const checkPdf = async (opened: ReportDefinition, report: ReportDefinition, asked: Asked, accountId: number) => {
    const found = await sought(opened, asked, accountId);
    checkRows('pdf', await countOf(db, await report.query(found, facts), report.order));
  };
  return async ({ reportId, conditions, orderBy, direction, format, columns }, { user, language, note }) => {
    const opened = openedBy(user, reportId);
    const asked = await readAsked(opened, conditions, who(user), true);
    opened.seeks?.(asked);
    const heads = await headsOf(db, opened, asked);
    const report = settledBy(opened, heads);
    const shown = report.columns.map((column) => shownOf(column));
    const own = shown.filter(({ hidden }) => !hidden).map(({ key }) => key);
    const wanted = columns && spreadOver(columns, heads).filter((wish) => shown.some(({ key }) => key === wish));
    note({ object: nameOf(report, language), after: { ...conditions, format } });
    if (format === 'pdf' && !opened.layout) await checkPdf(opened, report, asked, user.accountId);
    const wish = {
      reportId,
      format,
      columns: wanted?.length ? wanted : own,
      conditions: written(conditions),
      order: [...orderOf(report, { orderBy, direction }, opened.spread !== undefined)] as [string, 'asc' | 'desc'],
    };
    const title = { key: routeOf(report.page).title };
    const taskId = await tasks.start(exporting, wish, { user, permission: codeOf(report), language, title });
    const direct = await tasks.fileSoon(taskId, user.accountId, { ms: directMs, most: DIRECT_ROWS });
    return { taskId, url: direct ?? pageOfTask(taskId) };
  };
}

/** The page of the console that follows a task. */
export const pageOfTask = (taskId: string): string => `/report/downloadCenter?jobId=${taskId}`;

const written = (conditions: Given): Record<string, string> =>
  Object.fromEntries(Object.entries(conditions).map(([key, value]) => [key, String(value)]));
