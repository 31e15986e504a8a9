import { z } from 'zod';
import { defineCalls } from './call.ts';
import { ReportAsked, ReportConditions, ReportExport, ReportExported, ReportFigures, ReportFoot, ReportRows } from './reports.ts';

/** What a report that has a name of its own is asked: as any, without its number. */
const Asked = ReportAsked.omit({ reportId: true });
const Written = ReportExport.omit({ reportId: true });
/** A day of the monitoring room: rows of its sheet, those nobody has decided yet, and whether it is past changing. */
const LedgerDay = z.object({
  day: z.string(),
  rows: z.number(),
  unhandled: z.number(),
  locked: z.boolean(),
  /** What stands at the head of its sheet, by column. */
  head: z.record(z.string(), z.number().nullable()),
});
const Conditions = z.object({ conditions: ReportConditions.default({}) });

/** Questions about reports that the specification gives a name of their own (routes.md 7.1 and 7.2): the engine answers them as it does reports. */
export const reportQuestionsCalls = defineCalls({
  foot: {
    method: 'POST',
    path: 'report/foot',
    permission: 'signedIn',
    read: true,
    summary: 'The sums over all rows of a report, and how many rows there are.',
    data: ReportAsked.pick({ reportId: true, conditions: true }),
    reply: ReportFoot,
  },
  getOnAndOffDetail: {
    method: 'POST',
    path: 'report/getOnAndOffDetail',
    permission: '40103',
    read: true,
    paged: true,
    summary: 'Stays of terminals with why they ended: report 401003.',
    data: Asked,
    reply: ReportRows,
  },
  mdlList: {
    method: 'POST',
    path: 'report/mdlList',
    permission: '40901',
    read: true,
    paged: true,
    summary:
      'Days of the monitoring room of a company, the newest first: what report 409001 has of each, and what stands above it.',
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
    method: 'POST',
    path: 'report/mdlExport',
    permission: '40901',
    signed: true,
    audited: true,
    summary: 'Writes the sheet of a day with all of its blocks: report 409001.',
    data: Written,
    reply: ReportExported,
  },
  monthlyLedger: {
    method: 'POST',
    path: 'report/monthlyLedger',
    permission: '40902',
    read: true,
    paged: true,
    summary: 'The ledger of a month by company and day: report 409002.',
    data: Asked,
    reply: ReportRows,
  },
  monthlyLedgerExport: {
    method: 'POST',
    path: 'report/monthlyLedgerExport',
    permission: '40902',
    signed: true,
    audited: true,
    summary: 'Writes the ledger of a month with all of its sheets: report 409002.',
    data: Written,
    reply: ReportExported,
  },
  edrList: {
    method: 'POST',
    path: 'report/edrList',
    permission: '40906',
    read: true,
    paged: true,
    summary: 'Daily documents of companies: report 409006.',
    data: Asked,
    reply: ReportRows,
  },
  ewrList: {
    method: 'POST',
    path: 'report/ewrList',
    permission: '40907',
    read: true,
    paged: true,
    summary: 'Weekly documents of companies: report 409007.',
    data: Asked,
    reply: ReportRows,
  },
  emrList: {
    method: 'POST',
    path: 'report/emrList',
    permission: '40908',
    read: true,
    paged: true,
    summary: 'Monthly documents of companies: report 409008.',
    data: Asked,
    reply: ReportRows,
  },
  esrRecord: {
    method: 'POST',
    path: 'report/esrRecord',
    permission: '40909',
    read: true,
    paged: true,
    summary: 'Who made, sent, downloaded and deleted documents: report 409009.',
    data: Asked,
    reply: ReportRows,
  },
  vehicleRiskProfile: {
    method: 'POST',
    path: 'safetyAna/vehicleRiskProfile',
    permission: '170501',
    read: true,
    paged: true,
    summary: 'Risks of a vehicle: report 170501.',
    data: Asked,
    reply: ReportRows,
  },
  deptRiskProfile: {
    method: 'POST',
    path: 'safetyAna/deptRiskProfile',
    permission: '170502',
    read: true,
    paged: true,
    summary: 'Risks of companies: report 170502.',
    data: Asked,
    reply: ReportRows,
  },
  vehicleAlarmDis: {
    method: 'POST',
    path: 'safetyAna/vehicleAlarmDis',
    permission: '170505',
    read: true,
    summary: 'How the alarms of vehicles are spread over their kinds, the most first: what report 170505 draws.',
    data: Conditions,
    reply: ReportFigures,
  },
  vehicleAlarmTrend: {
    method: 'POST',
    path: 'safetyAna/vehicleAlarmTrend',
    permission: '170505',
    read: true,
    summary: 'The alarms of vehicles by the day, of what report 170505 is asked for; days without any are left out.',
    data: Conditions,
    reply: ReportFigures,
  },
  deptAlarmDis: {
    method: 'POST',
    path: 'safetyAna/deptAlarmDis',
    permission: '170506',
    read: true,
    summary: 'How the alarms of companies are spread over their kinds, the most first: what report 170506 draws.',
    data: Conditions,
    reply: ReportFigures,
  },
  deptAlarmTrend: {
    method: 'POST',
    path: 'safetyAna/deptAlarmTrend',
    permission: '170506',
    read: true,
    summary: 'The alarms of companies by the day, of what report 170506 is asked for; days without any are left out.',
    data: Conditions,
    reply: ReportFigures,
  },
});
