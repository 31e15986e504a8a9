import { z } from 'zod';
import { defineCalls } from './call.ts';
import { ReportAsked, ReportConditions, ReportFigures, ReportFoot, ReportRows } from './reports.ts';

/** What a report that has a name of its own is asked: as any, without its number. */
const Asked = ReportAsked.omit({ reportId: true });
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
