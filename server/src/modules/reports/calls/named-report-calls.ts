import type { CallReply } from '@fleetwarden/contract/call';
import type { namedReportCalls } from '@fleetwarden/contract/reports/named-reports/routes';
import type { ReportCell } from '@fleetwarden/contract/reports/schemas';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import type { PageWindow } from '../../../platform/http/page.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { loadDocumentPage } from '../documents/document-page.ts';
import { alarmsByDay } from '../facts/alarm-statistics.ts';
import { LEDGER_DAYS, loadLedgerDays } from '../ledgers/ledger-days.ts';
import { MAX_DAYS } from '../model/filters.ts';
import type { FilterValues } from '../model/report-request.ts';
import { drawChart, toSeries } from '../query/chart-data.ts';
import { loadFreshness } from '../query/freshness.ts';
import { parseRequest } from '../query/parse-request.ts';
import type { OrderWish } from '../query/resolve-order.ts';
import { resolveReport } from '../query/resolve-report.ts';
import { searchRows } from '../query/search-rows.ts';
import { aggregateByAxis, loadPage } from '../query/sql-builder.ts';
import type { CallDeps } from './call-deps.ts';

type Table = typeof namedReportCalls;
type NamedReportInput = OrderWish & { readonly conditions: FilterValues };
type UserContext = { readonly user: Principal; readonly language: ReplyLanguage };
type Context = UserContext & { readonly page: PageWindow };

/** Reports with a call of their own. */
const NAMED = {
  onAndOffDetail: 401003,
  safetyOfCompanies: 408009,
  daysOfDrivers: 408010,
  carRisks: 170501,
  deptRisks: 170502,
  carAlarms: 170505,
  deptAlarms: 170506,
  carSafety: 170507,
  companySafety: 170508,
  prevention: 170601,
  safetyDays: 170602,
  safetyKinds: 170603,
  failedFiles: 170604,
  dayLedger: 409001,
  monthLedger: 409002,
  days: 409006,
  weeks: 409007,
  months: 409008,
  steps: 409009,
} as const;

/** Creates the calls named after one report, and the call for sums. */
export function createNamedReportHandlers(
  deps: CallDeps,
  overview: Pick<Handlers<Table>, 'getSafetyOverview' | 'exportOverview'>,
): Handlers<Table> {
  const { db, openReport, readerOf, startExport } = deps;
  const rows =
    (id: number) =>
    (input: NamedReportInput, { user, language, page }: Context) =>
      searchRows(deps, openReport(user, id), input, { reader: readerOf(user), language, page });
  const chart =
    (id: number) =>
    ({ conditions }: NamedReportInput, { user, language }: UserContext) =>
      drawChart(deps, openReport(user, id), conditions, readerOf(user), language);
  const document =
    (id: number) =>
    ({ conditions }: NamedReportInput, context: UserContext) =>
      loadDocumentPage(deps, openReport(context.user, id), conditions, readerOf(context.user), context);
  const parse = (report: Parameters<typeof parseRequest>[0], filters: FilterValues, user: Principal) =>
    parseRequest(report, filters, { ...deps, ...readerOf(user) });
  const trend =
    (id: number) =>
    async ({ conditions }: NamedReportInput, { user }: UserContext): Promise<CallReply<Table['deptAlarmTrend']>> => {
      const relation = alarmsByDay(await parse(openReport(user, id), conditions, user));
      const y = ['alarmCount'];
      const points = await aggregateByAxis(db, relation, { x: 'statDate', y, limit: MAX_DAYS, ascending: true });
      return { x: points.map((point) => String(point['#x'] ?? '')), series: toSeries(points, y) };
    };
  return {
    foot: async ({ reportId, conditions }, { user }) => {
      const { definition, request, relation } = await resolveReport(deps, openReport(user, reportId), conditions, readerOf(user));
      const { order, sums = {} } = definition;
      const result = await loadPage(db, relation, { sums, order, limit: 0, offset: 0 });
      return { sums: result.sums as Record<string, ReportCell>, count: result.total, ...(await loadFreshness(db, request)) };
    },
    getOnAndOffDetail: rows(NAMED.onAndOffDetail),
    mdlList: async ({ deptId, staticDate }, { user, page }) => {
      openReport(user, NAMED.dayLedger);
      const filters = { ...(deptId === undefined ? {} : { deptId }), ...(staticDate === undefined ? {} : { staticDate }) };
      return loadLedgerDays(db, await parse(LEDGER_DAYS, filters, user), page);
    },
    mdlExport: (input, context) => startExport({ ...input, reportId: NAMED.dayLedger }, context),
    monthlyLedger: rows(NAMED.monthLedger),
    monthlyLedgerExport: (input, context) => startExport({ ...input, reportId: NAMED.monthLedger }, context),
    edrList: rows(NAMED.days),
    ewrList: rows(NAMED.weeks),
    emrList: rows(NAMED.months),
    esrRecord: rows(NAMED.steps),
    safetyAnaForla: rows(NAMED.safetyOfCompanies),
    getDrvDetailsStatsForhz: rows(NAMED.daysOfDrivers),
    vehicleRiskProfile: rows(NAMED.carRisks),
    deptRiskProfile: rows(NAMED.deptRisks),
    vehicleAlarmDis: chart(NAMED.carAlarms),
    vehicleAlarmTrend: trend(NAMED.carAlarms),
    deptAlarmDis: chart(NAMED.deptAlarms),
    deptAlarmTrend: trend(NAMED.deptAlarms),
    listPrevention: rows(NAMED.prevention),
    listAlarmStat: rows(NAMED.safetyDays),
    listAlarmCross: rows(NAMED.safetyKinds),
    listAttachmentFailed: rows(NAMED.failedFiles),
    styVehicleAsReport: document(NAMED.carSafety),
    styEeAsReport: document(NAMED.companySafety),
    ...overview,
  };
}
