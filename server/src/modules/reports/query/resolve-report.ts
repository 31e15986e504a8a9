import type { Db } from '../../../platform/db/database.ts';
import type { ReportDefinition } from '../model/definition.ts';
import type { QueryContext } from '../model/query-context.ts';
import type { Relation } from '../model/relation.ts';
import type { FilterValues, ReportRequest, SearchRegion } from '../model/report-request.ts';
import { type DynamicColumns, expandDynamicColumns, loadDynamicColumns } from './dynamic-columns.ts';
import { type ParseDeps, parseRequest } from './parse-request.ts';
import { resolveRegionSearch } from './resolve-region-search.ts';
import { saveToday } from './save-today.ts';

/** The pipeline from filters to SQL, the same for page, chart, export, documents and drill-down. */
export type ResolveDeps = ParseDeps & {
  readonly db: Db;
  readonly context: QueryContext;
  readonly searchRegion: SearchRegion;
};

/**
 * Who reads the report, and when. `accountId` null: the server itself, which runs no region search. `session`: of a user who may open
 * files of alarms.
 */
export type ReportReader = {
  readonly accountId: number | null;
  readonly departmentId: number;
  readonly now: number;
  readonly session?: string;
};

/** A report with parsed filters and expanded columns, before its query. */
export type PreparedReport = {
  readonly definition: ReportDefinition;
  readonly request: ReportRequest;
  readonly dynamicColumns: DynamicColumns;
};
export type ResolvedReport = PreparedReport & { readonly relation: Relation };

/** Parses the filters and expands the dynamic columns. `exporting`: see parseRequest. Throws CallError. */
export async function prepareReport(
  deps: ParseDeps,
  report: ReportDefinition,
  filters: FilterValues,
  reader: ReportReader,
  exporting = false,
): Promise<PreparedReport> {
  const request = await parseRequest(report, filters, { ...deps, ...reader }, exporting);
  const dynamicColumns = await loadDynamicColumns(deps.db, report, request);
  return { definition: expandDynamicColumns(report, dynamicColumns), request, dynamicColumns };
}

/** Runs the region search of a prepared report and builds its relation. Throws CallError. */
export async function resolvePrepared(
  deps: ResolveDeps,
  prepared: PreparedReport,
  { accountId }: ReportReader,
): Promise<ResolvedReport> {
  const { definition } = prepared;
  if (deps.context.saveDaysOf) await saveToday(deps.db, deps.context.saveDaysOf, prepared.request);
  const request =
    accountId === null ? prepared.request : await resolveRegionSearch(deps, definition, prepared.request, accountId);
  return { ...prepared, request, relation: await definition.query(request, deps.context) };
}

/** Parses the filters, expands the columns and builds the relation. Throws CallError. */
export const resolveReport = async (
  deps: ResolveDeps,
  report: ReportDefinition,
  filters: FilterValues,
  reader: ReportReader,
  exporting = false,
): Promise<ResolvedReport> => resolvePrepared(deps, await prepareReport(deps, report, filters, reader, exporting), reader);
