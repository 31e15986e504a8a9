import type { CallReply } from '@fleetwarden/contract/call';
import type { reportQuestionsCalls } from '@fleetwarden/contract/reports/questions/routes';
import type { reportsCalls } from '@fleetwarden/contract/reports/routes';
import type { ReportCell } from '@fleetwarden/contract/reports/schemas';
import type { Db } from '../../../platform/db/database.ts';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import type { PageWindow } from '../../../platform/http/page.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { alarmsByDay } from '../definitions/safety.ts';
import { LEDGER_DAYS, ledgerDays } from '../ledgers/ledger-days.ts';
import type { Asked, Facts, ReportDefinition } from '../model/definition.ts';
import { MAX_DAYS } from '../model/filters.ts';
import { settled } from './dynamic-columns.ts';
import { freshness } from './freshness.ts';
import type { Given } from './report-request.ts';
import { byAxis, page as pageOf } from './sql-builder.ts';

type Table = typeof reportQuestionsCalls;
type Rows = CallReply<Table['getOnAndOffDetail']>;
type Figures = CallReply<Table['deptAlarmDis']>;
type Document = CallReply<Table['styEeAsReport']>;
type Wish = {
  readonly conditions: Given;
  readonly orderBy?: string | undefined;
  readonly direction?: 'asc' | 'desc' | undefined;
};
type Context = { readonly user: Principal; readonly language: ReplyLanguage; readonly page: PageWindow };

/** The engine, as its questions use it. Each throws CallError. */
export type Questions = {
  readonly exported: Handlers<typeof reportsCalls>['exportdata'];
  readonly db: Db;
  readonly facts: Facts;
  readonly openedBy: (user: Principal, id: number) => ReportDefinition;
  readonly asked: (
    report: Pick<ReportDefinition, 'id' | 'conditions' | 'seeks'>,
    conditions: Given,
    user: Principal,
  ) => Promise<Asked>;
  readonly search: (report: ReportDefinition, wish: Wish, context: Context) => Promise<Rows & { readonly total: number }>;
  readonly draw: (report: ReportDefinition, conditions: Given, user: Principal, language: ReplyLanguage) => Promise<Figures>;
  readonly document: (report: ReportDefinition, conditions: Given, user: Principal, language: ReplyLanguage) => Promise<Document>;
};

/** Reports that have a name of their own. */
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
  dayLedger: 409001,
  monthLedger: 409002,
  days: 409006,
  weeks: 409007,
  months: 409008,
  steps: 409009,
} as const;

/** Questions with a name of their own: of reports, or of a part of one. */
export function questionHandlers({ db, facts, openedBy, asked, search, draw, exported, document }: Questions): Handlers<Table> {
  const rowsOf = (id: number) => (wish: Wish, context: Context) => search(openedBy(context.user, id), wish, context);
  type OfUser = Pick<Context, 'user' | 'language'>;
  const spread =
    (id: number) =>
    ({ conditions }: Pick<Wish, 'conditions'>, { user, language }: OfUser) =>
      draw(openedBy(user, id), conditions, user, language);
  const documentOf =
    (id: number) =>
    ({ conditions }: Pick<Wish, 'conditions'>, { user, language }: OfUser) =>
      document(openedBy(user, id), conditions, user, language);
  const trend =
    (id: number) =>
    async ({ conditions }: Pick<Wish, 'conditions'>, { user }: OfUser) => {
      const relation = alarmsByDay(await asked(openedBy(user, id), conditions, user));
      const y = ['alarmCount'];
      return figuresOf(await byAxis(db, relation, { x: 'statDate', y, most: MAX_DAYS, ascending: true }), y);
    };
  return {
    foot: async ({ reportId, conditions }, { user }) => {
      const opened = openedBy(user, reportId);
      const wish = await asked(opened, conditions, user);
      const { order, sums = {}, query } = await settled(db, opened, wish);
      const found = await pageOf(db, await query(wish, facts), { sums, order, limit: 0, offset: 0 });
      return { sums: found.sums as Record<string, ReportCell>, count: found.total, ...(await freshness(db, wish)) };
    },
    getOnAndOffDetail: rowsOf(NAMED.onAndOffDetail),
    mdlList: async ({ deptId, staticDate }, { user, page }) => {
      openedBy(user, NAMED.dayLedger);
      const given = { ...(deptId === undefined ? {} : { deptId }), ...(staticDate === undefined ? {} : { staticDate }) };
      return ledgerDays(db, await asked(LEDGER_DAYS, given, user), page);
    },
    mdlExport: (wish, context) => exported({ ...wish, reportId: NAMED.dayLedger }, context),
    monthlyLedger: rowsOf(NAMED.monthLedger),
    monthlyLedgerExport: (wish, context) => exported({ ...wish, reportId: NAMED.monthLedger }, context),
    edrList: rowsOf(NAMED.days),
    ewrList: rowsOf(NAMED.weeks),
    emrList: rowsOf(NAMED.months),
    esrRecord: rowsOf(NAMED.steps),
    safetyAnaForla: rowsOf(NAMED.safetyOfCompanies),
    getDrvDetailsStatsForhz: rowsOf(NAMED.daysOfDrivers),
    vehicleRiskProfile: rowsOf(NAMED.carRisks),
    deptRiskProfile: rowsOf(NAMED.deptRisks),
    vehicleAlarmDis: spread(NAMED.carAlarms),
    vehicleAlarmTrend: trend(NAMED.carAlarms),
    deptAlarmDis: spread(NAMED.deptAlarms),
    deptAlarmTrend: trend(NAMED.deptAlarms),
    styVehicleAsReport: documentOf(NAMED.carSafety),
    styEeAsReport: documentOf(NAMED.companySafety),
  };
}

/** Rows along an axis as a chart takes them. */
export const figuresOf = (rows: readonly Record<string, unknown>[], y: readonly string[]): Figures => ({
  x: rows.map((row) => String(row['#x'] ?? '')),
  series: y.map((colEName) => ({ colEName, values: rows.map((row) => (row[colEName] ?? null) as number | null) })),
});
