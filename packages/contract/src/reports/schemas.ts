import { z } from 'zod';
import type { CallSchemas } from '../call.ts';
import type { TaskState } from '../tasks/schemas.ts';
import { RecordId } from '../values/record-id.ts';
import { ReportConditions, ReportFilter, ReportOption } from './filter-schemas.ts';
import { MAX_REPORT_VEHICLES } from './report-filters.ts';
import { reportFormats } from './report-formats.ts';

/** Rows a page of a report may have. */
export const REPORT_PAGE_SIZES = [10, 20, 30, 50] as const;
/**
 * The type of a column. `wide`: long text; `instant`: UTC epoch ms; `date`: yyyy-MM-dd; `seconds`: shown h:mm:ss; `percent`: 0 to 100.
 * `place`: an address. `several`: a placeholder for dynamic columns, which depend on the filters (trendsHead).
 */
export const columnTypes = [
  'text',
  'wide',
  'integer',
  'decimal1',
  'decimal2',
  'decimal6',
  'percent',
  'instant',
  'date',
  'seconds',
  'enum',
  'yesNo',
  'place',
  'vehicle',
  'file',
  'several',
] as const;
export type ColumnType = (typeof columnTypes)[number];

/** Row actions. `ids.carId` is the vehicle of a row, `ids.alarmId` its alarm. */
export const reportActions = [
  'offlineRemark',
  'offlineVisit',
  'offlineStop',
  'linkOutage',
  'documentDownload',
  'documentSend',
  'documentRegenerate',
  'documentRemove',
  'fetchFilesAgain',
] as const;
export type ReportAction = (typeof reportActions)[number];

export const ReportColumn = z.object({
  colEName: z.string(),
  colName: z.string(),
  /** The sign of its unit; absent: none. */
  unit: z.string().optional(),
  /** What the figure measures: pages convert it to the units of their user. Cells are metric. */
  quantity: z.enum(['distance', 'speed', 'length']).optional(),
  type: z.enum(columnTypes),
  isPageShow: z.literal([0, 1]),
  isfixed: z.literal([0, 1]),
  /** Explanation for users: formula and source. */
  hint: z.string().optional(),
  /** For an enumeration: the names of its values. */
  values: z.record(z.string(), z.string()).optional(),
});
export type ReportColumn = z.infer<typeof ReportColumn>;

export const ReportChart = z.object({ type: z.enum(['bar', 'line', 'pie', 'radar']), x: z.string(), y: z.array(z.string()) });
export type ReportChart = z.infer<typeof ReportChart>;

export const ReportTemplate = z.object({
  reportId: z.number(),
  reportName: z.string(),
  /** The question that it answers. */
  purpose: z.string(),
  /** Path of its page in the console. */
  path: z.string(),
  qryCdtionCfgList: z.array(ReportFilter),
  colCfgList: z.array(ReportColumn),
  /** Columns with a sum, and how it is one. */
  sumColCfgList: z.array(z.object({ colEName: z.string(), agg: z.enum(['sum', 'max', 'min', 'avg', 'ratio']) })),
  reportChartCfg: ReportChart.nullable(),
  /** Figures above the table, in their order; absent: its sums. */
  kpiList: z.array(ReportColumn).optional(),
  /** Columns whose figures lead to another report. */
  reportRedirector: z.array(z.object({ colEName: z.string(), reportId: z.number(), reportName: z.string() })),
  /** Actions for the vehicle of a row; the console checks their permissions. */
  rowActions: z.array(z.enum(reportActions)),
  exportURL: z.string(),
  order: z.object({ colEName: z.string(), direction: z.enum(['asc', 'desc']) }),
  mayExport: z.boolean(),
});
export type ReportTemplate = z.infer<typeof ReportTemplate>;

/** A cell; `ids` of a row identifies its vehicle, driver or company for links. */
const Cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type ReportCell = z.infer<typeof Cell>;
const Row = z.object({ ids: z.record(z.string(), z.string()), cells: z.record(z.string(), Cell) });
export type ReportRow = z.infer<typeof Row>;

const reportId = z.coerce.number().int().min(1).max(999_999);
/** yyyy-MM-dd. */
const DayKey = z.iso.date();

export const ReportQuery = z.object({
  reportId,
  conditions: ReportConditions.default({}),
  /** The column it is ordered by; absent: the report's own order. */
  orderBy: z.string().max(40).optional(),
  direction: z.enum(['asc', 'desc']).optional(),
});
export type ReportQuery = z.infer<typeof ReportQuery>;

export const ReportFoot = z.object({
  /** Sums over all pages, by column. */
  sums: z.record(z.string(), Cell),
  /** Rows in all. */
  count: z.number(),
  /** Freshness of its figures, epoch ms; null: live data. */
  asOf: z.number().nullable(),
  /** Days of the range whose figures may still change: not closed, or being recalculated. */
  incomplete: z.array(z.string()),
});
/** A page of a report. `told`: the filters as texts, `label: value` each; empty filters are left out. */
export const ReportRows = ReportFoot.omit({ count: true }).extend({
  list: z.array(Row),
  told: z.array(z.string()),
  /** Figures of the cards above the table, by `kpiList` of the template. */
  cards: z.record(z.string(), Cell).optional(),
});
/** Figures along an axis: `x`, and the values of each series in its order. */
export const ReportFigures = z.object({
  x: z.array(z.string()),
  /** `name`: label of the series when a column has several; otherwise the column's title is used. */
  series: z.array(z.object({ colEName: z.string(), name: z.string().optional(), values: z.array(z.number().nullable()) })),
});

/** Visibility and order of a report's columns, per user. */
const Column = z.object({ colEName: z.string().max(40), isPageShow: z.literal([0, 1]) });

export const NavigationReport = z.object({
  reportId: z.number(),
  code: z.string(),
  reportName: z.string(),
  purpose: z.string(),
  path: z.string(),
  family: z.string(),
  familyName: z.string(),
  /** A person's own word for it; '': none. */
  label: z.string(),
  favourite: z.boolean(),
});
export type NavigationReport = z.infer<typeof NavigationReport>;

/** A report request with the format and columns of its file (routes.md 7.1). */
export const ReportExport = ReportQuery.extend({
  format: z.enum(reportFormats).default('xlsx'),
  columns: z.array(z.string().max(40)).max(100).optional(),
  url: z.string().max(500).optional(),
});
export const ReportExported = z.object({ url: z.string(), taskId: z.string() });
/** State of an export, numbered as in the report catalogue (docState); 9: cancelled. */
export const reportJobStates = { queued: 0, running: 1, done: 2, failed: 3, cancelled: 9 } as const satisfies Record<
  TaskState,
  number
>;
const ReportJobId = z.object({ jobId: z.string().regex(/^\d{1,15}$/) });

/** Reports (routes.md 7.1). The permission is the report's own code; each handler checks it. */
export const reportsSchemas = {
  getReportTemplate: {
    summary: 'Returns the conditions, columns, sums, chart and drill-downs of a report, in the caller’s language.',
    data: z.object({ reportId }),
    reply: ReportTemplate,
  },
  advanceSearchJson: {
    summary:
      'Returns a page of a report with its sums. Omitted conditions have the initial values of the template, except staticDate, which is yesterday.',
    data: ReportQuery,
    reply: ReportRows,
  },
  getReportChart: {
    summary:
      'Returns the chart data of a report: its rows, or sums of them by the chart’s axis. If there are many, only the largest are returned.',
    data: ReportQuery,
    reply: ReportFigures,
  },
  trendsHead: {
    summary:
      'Returns the columns that replace those of type `several` under these conditions. Each has the sum and the drill-downs of the column it replaces.',
    data: ReportQuery.pick({ reportId: true, conditions: true }),
    reply: z.object({ list: z.array(z.object({ colEName: z.string(), columns: z.array(ReportColumn) })) }),
  },
  getReportRedirectorTabs: {
    summary: 'Returns the drill-downs of a figure in a row: permitted reports with their initial conditions.',
    data: ReportQuery.extend({ colEName: z.string().max(40), ids: z.record(z.string().max(40), z.string().max(600)) }),
    reply: z.object({
      list: z.array(
        z.object({
          reportId: z.number(),
          reportName: z.string(),
          path: z.string(),
          conditions: z.record(z.string(), z.string()),
        }),
      ),
    }),
  },
  getDeptPullDownVal: {
    summary: 'Lists companies of the caller’s scope whose name contains the given text.',
    data: z.object({ deptName: z.string().trim().max(50).default(''), deptIds: z.array(RecordId).max(50).optional() }),
    reply: z.object({ list: z.array(z.object({ deptId: z.string(), deptName: z.string() })) }),
  },
  getCarPullDownVal: {
    summary: 'Lists vehicles of a company and below it by part of the plate. `carIds` requests names of given vehicles.',
    data: z.object({
      deptId: RecordId.optional(),
      carName: z.string().trim().max(50).default(''),
      carIds: z.array(RecordId).max(MAX_REPORT_VEHICLES).optional(),
    }),
    reply: z.object({ list: z.array(z.object({ carId: z.string(), carName: z.string(), color: z.number() })) }),
  },
  getReportPullDownVal: {
    summary: 'Lists the options of other conditions: drivers, users, geofences and superior platforms in the caller’s scope.',
    data: z.object({
      kind: z.enum(['driver', 'user', 'area', 'platform']),
      deptId: RecordId.optional(),
      name: z.string().trim().max(50).default(''),
      ids: z.array(RecordId).max(MAX_REPORT_VEHICLES).optional(),
    }),
    reply: z.object({ list: z.array(ReportOption) }),
  },
  getCustomCols: {
    summary: 'Returns the caller’s columns of a report: their order and visibility.',
    data: z.object({ reportId }),
    reply: z.object({ list: z.array(Column) }),
  },
  updateCustomCols: {
    summary: 'Saves the caller’s columns of a report. An empty list restores the default columns of the report.',
    data: z.object({ reportId, list: z.array(Column).max(100) }),
    reply: z.object({}),
  },
  getSavedConditions: {
    summary: 'Lists the conditions that the caller has saved, by name.',
    data: z.object({ reportId }),
    reply: z.object({ list: z.array(z.object({ name: z.string(), conditions: z.record(z.string(), z.string()) })) }),
  },
  updateSavedConditions: {
    summary: 'Saves conditions under a name and replaces earlier ones. Without conditions, deletes the saved entry.',
    data: z.object({ reportId, name: z.string().trim().min(1).max(30), conditions: ReportConditions.optional() }),
    reply: z.object({}),
  },
  getReportNavigation: {
    summary: 'Lists every report the caller may see, with its purpose, the caller’s label, and whether it is a favourite.',
    data: z.object({}),
    reply: z.object({ list: z.array(NavigationReport) }),
  },
  upReportNavigationLabel: {
    summary: 'Saves the caller’s own label for a report, and whether it is a favourite.',
    data: z.object({ reportId, label: z.string().trim().max(20).optional(), favourite: z.boolean().optional() }),
    reply: z.object({}),
  },
  exportdata: {
    summary:
      'Exports all rows of a report as a file, in the columns and language of the caller. `url` in the request names the page that requests the export. Returns the address of the file if it is ready within seconds, otherwise of the page that shows the task.',
    data: ReportExport,
    reply: ReportExported,
  },
  exportJob: {
    summary:
      'Returns the state of an export of the caller: 0 queued, 1 in progress, 2 done, 3 failed, 9 cancelled. `url` is the page that offers the file.',
    data: ReportJobId,
    reply: z.object({
      jobId: z.string(),
      state: z.literal(Object.values(reportJobStates)),
      /** null: the total is not known yet. */
      percent: z.number().nullable(),
      /** Rows written; null: it is a package of several reports. */
      rows: z.number().nullable(),
      url: z.string(),
      /** Why it failed. */
      error: z.string().nullable(),
    }),
  },
  exportJobCancel: {
    summary: 'Cancels an export of the caller that is queued or in progress. An export that has ended does not change.',
    data: ReportJobId,
    reply: z.object({}),
  },
  closeReportMonth: {
    summary:
      'Closes a month (yyyy-MM) at once if the job still waits to close it. Allowed from the fourth day of the next month. A closed month is never recalculated.',
    data: z.object({ month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/) }),
    reply: z.object({}),
  },
  rebuildReportDays: {
    summary:
      'Starts a task that recalculates the daily figures of a company’s vehicles. Reports use these figures. Live processing continues meanwhile.',
    data: z.object({ from: DayKey, to: DayKey, deptId: RecordId.optional() }),
    reply: z.object({ taskId: z.string() }),
  },
} satisfies Record<string, CallSchemas>;
