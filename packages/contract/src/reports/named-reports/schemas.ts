import { z } from 'zod';
import type { CallSchemas } from '../../call.ts';
import { ReportDocumentReply } from '../documents/report-documents.ts';
import { ReportConditions } from '../filter-schemas.ts';
import { ReportExport, ReportExported, ReportFigures, ReportFoot, ReportQuery, ReportRows } from '../schemas.ts';
import { OverviewQuery, SafetyOverview } from './safety-overview.ts';

/** The request of a report with a call of its own: without the report's number. */
const NamedReportQuery = ReportQuery.omit({ reportId: true });
const Written = ReportExport.omit({ reportId: true });
/** A day of the monitoring ledger: rows, open rows, whether it is locked, and whether it has entries after locking. */
const LedgerDay = z.object({
  day: z.string(),
  rows: z.number(),
  unhandled: z.number(),
  locked: z.boolean(),
  late: z.boolean(),
  /** Head of its worksheet, by column. */
  head: z.record(z.string(), z.number().nullable()),
});
const Conditions = z.object({ conditions: ReportConditions.default({}) });

export const namedReportSchemas = {
  foot: {
    summary: 'Returns the sums over all rows of a report, and the number of rows.',
    data: ReportQuery.pick({ reportId: true, conditions: true }),
    reply: ReportFoot,
  },
  getOnAndOffDetail: {
    summary: 'Online sessions of terminals with the reason why they ended: report 401003.',
    data: NamedReportQuery,
    reply: ReportRows,
  },
  mdlList: {
    summary:
      'Lists days of the monitoring ledger of a company, newest first; yesterday by default. Each has its figures from report 409001 and those of the worksheet header.',
    data: z.object({
      deptId: z
        .string()
        .regex(/^\d{1,9}$/)
        .optional(),
      staticDate: z.string().max(40).optional(),
    }),
    reply: z.object({ list: z.array(LedgerDay) }),
  },
  mdlExport: {
    summary: 'Exports the worksheet of a day with all of its blocks: report 409001.',
    data: Written,
    reply: ReportExported,
  },
  monthlyLedger: {
    summary: 'The ledger of a month by company and day: report 409002.',
    data: NamedReportQuery,
    reply: ReportRows,
  },
  monthlyLedgerExport: {
    summary: 'Exports the ledger of a month with all of its worksheets: report 409002.',
    data: Written,
    reply: ReportExported,
  },
  edrList: { summary: 'Daily documents of companies: report 409006.', data: NamedReportQuery, reply: ReportRows },
  ewrList: { summary: 'Weekly documents of companies: report 409007.', data: NamedReportQuery, reply: ReportRows },
  emrList: { summary: 'Monthly documents of companies: report 409008.', data: NamedReportQuery, reply: ReportRows },
  esrRecord: {
    summary: 'Records of users who created, sent, downloaded and deleted documents: report 409009.',
    data: NamedReportQuery,
    reply: ReportRows,
  },
  safetyAnaForla: {
    summary: 'Driving safety of companies in a month: report 408009.',
    data: NamedReportQuery,
    reply: ReportRows,
  },
  getDrvDetailsStatsForhz: { summary: 'Daily figures of drivers: report 408010.', data: NamedReportQuery, reply: ReportRows },
  vehicleRiskProfile: { summary: 'Risks of a vehicle: report 170501.', data: NamedReportQuery, reply: ReportRows },
  deptRiskProfile: { summary: 'Risks of companies: report 170502.', data: NamedReportQuery, reply: ReportRows },
  vehicleAlarmDis: {
    summary: 'Distribution of the alarms of vehicles by type, largest first: the chart of report 170505.',
    data: Conditions,
    reply: ReportFigures,
  },
  vehicleAlarmTrend: {
    summary: 'Alarms of vehicles per day, with the conditions of report 170505. Days without alarms are omitted.',
    data: Conditions,
    reply: ReportFigures,
  },
  deptAlarmDis: {
    summary: 'Distribution of the alarms of companies by type, largest first: the chart of report 170506.',
    data: Conditions,
    reply: ReportFigures,
  },
  deptAlarmTrend: {
    summary: 'Alarms of companies per day, with the conditions of report 170506. Days without alarms are omitted.',
    data: Conditions,
    reply: ReportFigures,
  },
  listPrevention: {
    summary: 'Prevention and handling of active-safety alarms of companies or vehicles: report 170601.',
    data: NamedReportQuery,
    reply: ReportRows,
  },
  listAlarmStat: {
    summary: 'Active-safety alarms of vehicles by day, type and level: report 170602.',
    data: NamedReportQuery,
    reply: ReportRows,
  },
  listAlarmCross: {
    summary: 'Types, levels and hours of active-safety alarms: report 170603.',
    data: NamedReportQuery,
    reply: ReportRows,
  },
  listAttachmentFailed: {
    summary: 'Alarm files that were not received, with the reason: report 170604.',
    data: NamedReportQuery,
    reply: ReportRows,
  },
  styVehicleAsReport: {
    summary: 'Driving safety of a vehicle as a document, with the content of the files of report 170507.',
    data: Conditions,
    reply: ReportDocumentReply,
  },
  styEeAsReport: {
    summary: 'Driving safety of the vehicles of a company as a document, with the content of the files of report 170508.',
    data: Conditions,
    reply: ReportDocumentReply,
  },
  getSafetyOverview: {
    summary:
      'Active-safety alarms of a company in a period, compared with the previous period: figures, trend, types, hours and companies. Cached for 10 minutes.',
    data: OverviewQuery,
    reply: SafetyOverview,
  },
  exportOverview: {
    summary: 'Exports the overview of safetyAna/getSafetyOverview as a workbook.',
    data: OverviewQuery,
    reply: ReportExported,
  },
} satisfies Record<string, CallSchemas>;
