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
    summary: 'The sums over all rows of a report, and how many rows there are.',
    data: ReportQuery.pick({ reportId: true, conditions: true }),
    reply: ReportFoot,
  },
  getOnAndOffDetail: {
    summary: 'Stays of terminals with why they ended: report 401003.',
    data: NamedReportQuery,
    reply: ReportRows,
  },
  mdlList: {
    summary:
      'Days of the monitoring room of a company, the newest first, yesterday where none are given: what report 409001 has of each, and what stands above it.',
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
    summary: 'Writes the sheet of a day with all of its blocks: report 409001.',
    data: Written,
    reply: ReportExported,
  },
  monthlyLedger: {
    summary: 'The ledger of a month by company and day: report 409002.',
    data: NamedReportQuery,
    reply: ReportRows,
  },
  monthlyLedgerExport: {
    summary: 'Writes the ledger of a month with all of its sheets: report 409002.',
    data: Written,
    reply: ReportExported,
  },
  edrList: { summary: 'Daily documents of companies: report 409006.', data: NamedReportQuery, reply: ReportRows },
  ewrList: { summary: 'Weekly documents of companies: report 409007.', data: NamedReportQuery, reply: ReportRows },
  emrList: { summary: 'Monthly documents of companies: report 409008.', data: NamedReportQuery, reply: ReportRows },
  esrRecord: {
    summary: 'Who made, sent, downloaded and deleted documents: report 409009.',
    data: NamedReportQuery,
    reply: ReportRows,
  },
  safetyAnaForla: { summary: 'How safely companies drove in a month: report 408009.', data: NamedReportQuery, reply: ReportRows },
  getDrvDetailsStatsForhz: { summary: 'Days of drivers: report 408010.', data: NamedReportQuery, reply: ReportRows },
  vehicleRiskProfile: { summary: 'Risks of a vehicle: report 170501.', data: NamedReportQuery, reply: ReportRows },
  deptRiskProfile: { summary: 'Risks of companies: report 170502.', data: NamedReportQuery, reply: ReportRows },
  vehicleAlarmDis: {
    summary: 'How the alarms of vehicles are spread over their kinds, the most first: what report 170505 draws.',
    data: Conditions,
    reply: ReportFigures,
  },
  vehicleAlarmTrend: {
    summary: 'The alarms of vehicles by the day, of what report 170505 is asked for; days without any are left out.',
    data: Conditions,
    reply: ReportFigures,
  },
  deptAlarmDis: {
    summary: 'How the alarms of companies are spread over their kinds, the most first: what report 170506 draws.',
    data: Conditions,
    reply: ReportFigures,
  },
  deptAlarmTrend: {
    summary: 'The alarms of companies by the day, of what report 170506 is asked for; days without any are left out.',
    data: Conditions,
    reply: ReportFigures,
  },
  listPrevention: {
    summary: 'How active-safety alarms of companies or vehicles were prevented and handled: report 170601.',
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
    summary: 'Files of alarms that did not come, with the reason: report 170604.',
    data: NamedReportQuery,
    reply: ReportRows,
  },
  styVehicleAsReport: {
    summary: 'How safely a vehicle was driven, as a document: what files of report 170507 say.',
    data: Conditions,
    reply: ReportDocumentReply,
  },
  styEeAsReport: {
    summary: 'How safely the vehicles of a company were driven, as a document: what files of report 170508 say.',
    data: Conditions,
    reply: ReportDocumentReply,
  },
  getSafetyOverview: {
    summary:
      'Active-safety alarms of a company in a period, compared with the period before: figures, trend, kinds, hours and companies. Cached for 10 minutes.',
    data: OverviewQuery,
    reply: SafetyOverview,
  },
  exportOverview: {
    summary: 'Writes the overview of safetyAna/getSafetyOverview as a workbook.',
    data: OverviewQuery,
    reply: ReportExported,
  },
} satisfies Record<string, CallSchemas>;
