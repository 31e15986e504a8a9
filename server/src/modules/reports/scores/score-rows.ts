import {
  bulletinScore,
  companyMarks,
  computeAverages,
  gradeMarks,
  handlingMarks,
  operatorMarks,
  rankMarks,
  type ScoreRules,
} from '@fleetwarden/domain/month-score';
import { type Queryable, sql } from '../../../platform/db/database.ts';
import type { Month } from '../model/months.ts';
import type { LoadScoreRules, ResultCache } from '../model/query-context.ts';
import { companyFigures, type HandledAlarms, handlingFigures, operatorFigures } from './score-figures.ts';

/** Figures and marks by column key. Rates are formulas of the report. */
type Metrics = Readonly<Record<string, number | string | null>>;
/** A row of `score_month`. */
export type ScoreRow = {
  readonly objectId: number;
  readonly departmentId: number;
  readonly metrics: Metrics;
  readonly score: number | null;
  readonly grade: string | null;
  readonly rank: number | null;
};
export type ScoreContext = {
  readonly db: Queryable;
  /** A cache for slow figures. */
  readonly cache?: ResultCache;
  readonly rulesOf: LoadScoreRules;
  readonly now: number;
  readonly timeZone: string;
};

/** INDUSTRY: scheduled coaches, charter coaches and dangerous goods, the scope of the national form. */
export const ASSESSED_INDUSTRIES: readonly number[] = [1, 2, 3];

/** The top department of each department. */
async function loadTops(db: Queryable): Promise<ReadonlyMap<number, number>> {
  const rows = await db.query<{ id: number; parent: number | null }>(sql`select id, parent_id as parent from department`);
  const parents = new Map(rows.map(({ id, parent }) => [id, parent]));
  const topOf = (id: number): number => {
    let top = id;
    for (let above = parents.get(top); above != null; above = parents.get(top)) top = above;
    return top;
  };
  return new Map(rows.map(({ id }) => [id, topOf(id)]));
}

/** The group whose average measures a company: its city, or its top department if the city is unknown. */
async function loadRegions(db: Queryable): Promise<ReadonlyMap<number, string>> {
  const tops = await loadTops(db);
  const rows = await db.query<{ id: number; city: string | null }>(
    sql`select department_id as id, city_of(admin_code) as city from department_region`,
  );
  return new Map(rows.map(({ id, city }) => [id, city ?? `top ${tops.get(id)}`]));
}

const groupsOf = <Row, Key>(rows: readonly Row[], of: (row: Row) => Key): Row[][] => [...Map.groupBy(rows, of).values()];

/** Adds ranks among rows of the same top department. */
function withRanks(rows: readonly Omit<ScoreRow, 'rank'>[], tops: ReadonlyMap<number, number>): ScoreRow[] {
  return groupsOf(rows, ({ departmentId }) => tops.get(departmentId) ?? departmentId).flatMap((group) => {
    const places = rankMarks(group.map(({ score }) => score));
    return group.map((row, i) => ({ ...row, rank: places[i]! }));
  });
}

/**
 * Scores of all companies for a month: the assessment by vehicles of some industries or (null) of all, and the handling of alarms
 * unless it is not needed.
 */
export async function companyRows(
  { db, cache, rulesOf }: ScoreContext,
  month: Month,
  industries: readonly number[] | null,
  withHandling = true,
): Promise<ScoreRow[]> {
  const [tops, regions, figures, handling] = [
    await loadTops(db),
    await loadRegions(db),
    await companyFigures({ db, cache }, month, industries),
    withHandling ? await handlingFigures({ db, cache }, month) : [],
  ];
  const averages = new Map(
    groupsOf(figures, ({ id }) => regions.get(id)!).map((group) => [regions.get(group[0]!.id)!, computeAverages(group)]),
  );
  const fleets = new Map(figures.map((each) => [each.id, each]));
  const handled = new Map(handling.map((each) => [each.id, each]));
  const rows: Omit<ScoreRow, 'rank'>[] = [];
  for (const departmentId of new Set([...fleets.keys(), ...handled.keys()])) {
    const rules = await rulesOf(departmentId);
    const { id: _fleet, ...fleet } = fleets.get(departmentId) ?? { id: departmentId };
    const alarms = handled.get(departmentId);
    const marks = 'carTotal' in fleet ? companyMarks(fleet, averages.get(regions.get(departmentId)!)!, rules) : null;
    rows.push({
      objectId: departmentId,
      departmentId,
      metrics: {
        ...fleet,
        ...marks,
        ...('carTotal' in fleet ? { bulletinScore: bulletinScore(fleet, averages.get(regions.get(departmentId)!)!, rules) } : {}),
        ...(alarms ? handlingMetrics(alarms, rules) : {}),
      },
      score: marks?.totalScore ?? null,
      grade: gradeMarks(marks?.totalScore ?? null),
    });
  }
  return withRanks(rows, tops);
}

/** Handling marks have names of their own beside the assessment. */
function handlingMetrics({ id: _id, ...figures }: HandledAlarms, rules: ScoreRules): Metrics {
  const { totalScore, ...marks } = handlingMarks(figures, rules);
  return { ...figures, ...marks, handlingScore: totalScore, handlingGrade: gradeMarks(totalScore) };
}

/** Handling scores of companies for some alarm types. */
export async function handlingRows(
  { db, cache, rulesOf }: ScoreContext,
  month: Month,
  request: { readonly types: readonly number[] | null; readonly only: readonly number[] },
): Promise<ScoreRow[]> {
  const rows: ScoreRow[] = [];
  for (const figures of await handlingFigures({ db, cache }, month, request)) {
    const { id } = figures;
    const metrics = handlingMetrics(figures, await rulesOf(id));
    rows.push({ objectId: id, departmentId: id, metrics, score: null, grade: null, rank: null });
  }
  return rows;
}

/** Scores of all operators, by vehicles of some industries or (null) of all. */
export async function operatorRows(
  { db, cache, rulesOf, now, timeZone }: ScoreContext,
  month: Month,
  industries: readonly number[] | null,
): Promise<ScoreRow[]> {
  const tops = await loadTops(db);
  const rows: Omit<ScoreRow, 'rank'>[] = [];
  for (const { id, departmentId, ...figures } of await operatorFigures({ db, cache }, month, industries, { now, timeZone })) {
    const marks = operatorMarks(figures, await rulesOf(departmentId));
    const score = marks.totalScore;
    const { wantedSec, linkedSec, ...fleet } = figures;
    const metrics = { ...fleet, _wantedSec: wantedSec, _linkedSec: linkedSec, ...marks };
    rows.push({ objectId: id, departmentId, metrics, score, grade: gradeMarks(score) });
  }
  return withRanks(rows, tops);
}
