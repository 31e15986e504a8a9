/**
 * Reports: daily ones over 10,000 vehicles and 30 days, facts over 100 vehicles and 7 days. Goals: first page 1 s, next page or order
 * 0.5 s; each has rows. Run: `node bench/reports.ts [vehicles] [days] [numbers with commas, or all] [folder that keeps the data]`.
 */

import { filterTypes, VEHICLE_REPORTS } from '@fleetwarden/contract/reports/report-filters';
import { platformSettings } from '@fleetwarden/contract/settings/platform-settings';
import { businessDay } from '@fleetwarden/domain/business-day';
import type { ScoreRules } from '@fleetwarden/domain/month-score';
import { DEFINITIONS } from '../server/src/modules/reports/definitions/all.ts';
import { addDays } from '../server/src/modules/reports/model/dates.ts';
import type { ReportDefinition } from '../server/src/modules/reports/model/definition.ts';
import type { ReportRequest } from '../server/src/modules/reports/model/report-request.ts';
import { toShownColumn } from '../server/src/modules/reports/model/template.ts';
import { expandDynamicColumns, loadDynamicColumns } from '../server/src/modules/reports/query/dynamic-columns.ts';
import { hideColumns } from '../server/src/modules/reports/query/hide-columns.ts';
import { parseRequest } from '../server/src/modules/reports/query/parse-request.ts';
import { createResultCache } from '../server/src/modules/reports/query/result-cache.ts';
import { loadPage } from '../server/src/modules/reports/query/sql-builder.ts';
import type { Db } from '../server/src/platform/db/database.ts';
import { compile } from '../server/src/platform/db/sql.ts';
import { tellGoal, tellMachine } from './platform/machine.ts';
import { fillReportData } from './platform/report-data.ts';
import { withFilledDatabase } from './platform/scratch-database.ts';
import { shown, timed } from './platform/times.ts';

const VEHICLES = Number(process.argv[2] ?? 10_000);
const DAYS = Number(process.argv[3] ?? 30);
const ONLY = (process.argv[4] ?? 'all') === 'all' ? null : process.argv[4]!.split(',').map(Number);
const FOLDER = process.argv[5];
const DEPARTMENTS = 100;
const NAMED = 100;
const NAMED_DAYS = 7;
const TIMES = 3;
const FIRST_MS = 1_000;
const NEXT_MS = 500;
/** Noon of the first of this month: the last days are those of the month that month reports begin with. */
const NOW = Date.parse(`${businessDay(Date.now()).key.slice(0, 7)}-01T12:00:00+08:00`);
const TODAY = businessDay(NOW).key;

const DAY_TABLES = /\b(vehicle|online|alarm|driver|dept|exempt|presence)_day\b/;
/** Figures of months that are not closed are counted before the statement is made. */
const MONTHS = '/report/assessmentreport/';

/** Weights and floors of months: the default settings. */
const RULES = Object.fromEntries(platformSettings.map(({ key, default: by }) => [key, by])) as unknown as ScoreRules;
const rulesOf = async () => RULES;

const numbersTo = (most: number): string => Array.from({ length: Math.min(most, VEHICLES) }, (_, i) => i + 1).join();
/** Required choices, by kind of filter. */
const CHOICES: Readonly<Partial<Record<number, string>>> = {
  [filterTypes.vehicle]: '1',
  [filterTypes.vehicles]: numbersTo(NAMED),
  [filterTypes.areas]: '1,2,3',
  [filterTypes.company]: '1',
  [filterTypes.companies]: numbersTo(20),
  [filterTypes.alarmTypes]: 'all',
  [filterTypes.drawn]: '4:105,30,5000',
};

tellMachine('reports');
const SIZE = {
  vehicles: VEHICLES,
  days: DAYS,
  departments: DEPARTMENTS,
  today: TODAY,
  tracked: Math.min(NAMED, VEHICLES),
  trackedDays: Math.min(NAMED_DAYS + 1, DAYS),
};
await withFilledDatabase(1_800_000, FOLDER, (db) => fillReportData(db, SIZE), measure);

/** Whether a report is made of tables of figures by the day. */
async function ofDays(db: Db, report: ReportDefinition, asked: ReportRequest): Promise<boolean> {
  const { with: parts = [], from } = await report.query(asked, { db, rulesOf });
  return (
    report.page.startsWith(MONTHS) || [from, ...parts.map(({ body }) => body)].some((part) => DAY_TABLES.test(compile(part).text))
  );
}

/** Conditions as wide as a report lets them be, or a hundred vehicles for seven days where it is of single facts. */
function widest({ id, filters: conditions }: ReportDefinition, facts: boolean): Record<string, string> {
  const yesterday = addDays(TODAY, -1);
  const span = (most: number) => addDays(TODAY, -Math.min(most, facts ? NAMED_DAYS : DAYS));
  const found: Record<string, string> = {};
  for (const { name, type, required, maxDays = DAYS } of conditions) {
    if (type === filterTypes.days) found[name] = `${span(maxDays)},${yesterday}`;
    if (type === filterTypes.times) found[name] = `${span(Math.min(maxDays, NAMED_DAYS))} 00:00:00,${yesterday} 23:59:59`;
    const choice = CHOICES[type];
    if (choice !== undefined && (required || type === filterTypes.vehicle)) found[name] = choice;
  }
  if (VEHICLE_REPORTS.includes(id) && found['carId'] === undefined) found['carIds'] = '1';
  else if (facts && conditions.some(({ type }) => type === filterTypes.vehicles)) found['carIds'] = numbersTo(NAMED);
  return found;
}

async function measure(db: Db): Promise<void> {
  const everything = new Set((await db.query<{ id: number }>('select id from department')).map(({ id }) => id));
  const scopes = { of: async () => everything, stop: () => undefined };
  const slowest = { first: { name: '', ms: 0 }, next: { name: '', ms: 0 } };
  const empty: number[] = [];
  const note = (of: 'first' | 'next', name: string, ms: number) => {
    if (ms > slowest[of].ms) slowest[of] = { name, ms };
  };
  for (const report of DEFINITIONS.filter(({ id }) => ONLY === null || ONLY.includes(id)).sort((a, b) => a.id - b.id)) {
    const who = { db, scopes, departmentId: 1, now: NOW, timeZone: 'Asia/Shanghai' };
    const facts = !(await ofDays(db, report, await parseRequest(report, widest(report, true), who)));
    const asked = await parseRequest(report, widest(report, facts), who);
    let total = 0;
    let kept = createResultCache({ db, now: Date.now });
    const run = (order: ReportDefinition['order'], offset: number, fresh = false) =>
      timed(TIMES, async () => {
        if (fresh) kept = createResultCache({ db, now: Date.now });
        const known = expandDynamicColumns(report, await loadDynamicColumns(db, report, asked));
        const relation = hideColumns(known, await known.query(asked, { db, rulesOf, cache: kept }));
        total = (await loadPage(db, relation, { sums: known.sums ?? {}, order, limit: 10, offset, cache: kept })).total;
      });
    const measured = await (async () => ({
      first: await run(report.order, 0, true),
      next: await run(report.order, 10),
      other: await run([toShownColumn(report.columns.at(-1)!).key, 'desc'], 0),
    }))().catch((error: unknown) => {
      // a statement beyond its time limit: the run goes on
      console.log(`${report.id} MISSED: ${error instanceof Error ? error.message : error}`);
      note('first', String(report.id), Number.POSITIVE_INFINITY);
    });
    if (!measured) continue;
    const { first, next, other } = measured;
    if (total === 0) empty.push(report.id);
    note('first', String(report.id), first.at(-1)!);
    note('next', String(report.id), Math.max(next[1]!, other[1]!));
    const kind = facts ? 'facts' : 'days ';
    console.log(`${report.id} ${kind} first ${shown(first)}; next ${shown(next)}; other order ${shown(other)}; ${total} rows`);
  }
  tellGoal(`reports without rows (${empty.join(', ') || 'none'})`, empty.length, 0, 'reports');
  tellGoal(`slowest first page (${slowest.first.name})`, slowest.first.ms, FIRST_MS, 'ms');
  tellGoal(`slowest next page or order, median (${slowest.next.name})`, slowest.next.ms, NEXT_MS, 'ms');
}
