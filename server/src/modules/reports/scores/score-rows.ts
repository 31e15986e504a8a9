import {
  averagesOf,
  bulletinScore,
  companyMarks,
  gradeOf,
  handlingMarks,
  operatorMarks,
  placesOf,
  type ScoreRules,
} from '@fleetwarden/domain/month-score';
import { type Queryable, sql } from '../../../platform/db/database.ts';
import type { Month } from '../model/months.ts';
import type { ResultCache } from '../query/result-cache.ts';
import { companyFigures, type HandledAlarms, handlingFigures, operatorFigures } from './score-figures.ts';
import type { LoadScoreRules } from './score-rules.ts';

/** Figures and marks by the keys of report columns; a rate is none of them, it is made of figures where it is shown. */
type Metrics = Readonly<Record<string, number | string | null>>;
/** What somebody came to in a month, as `score_month` keeps it. */
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
  /** Where figures that take long are kept, for an answer that is asked for again. */
  readonly cache?: ResultCache;
  readonly rulesOf: LoadScoreRules;
  /** Epoch ms. */
  readonly now: number;
  readonly timeZone: string;
};

/** INDUSTRY: scheduled and chartered coaches and dangerous goods, whom the national form is about. */
export const ASSESSED_INDUSTRIES: readonly number[] = [1, 2, 3];

/** The top department above each. */
async function topsOf(db: Queryable): Promise<ReadonlyMap<number, number>> {
  const rows = await db.query<{ id: number; parent: number | null }>(sql`select id, parent_id as parent from department`);
  const parents = new Map(rows.map(({ id, parent }) => [id, parent]));
  const topOf = (id: number): number => {
    let top = id;
    for (let above = parents.get(top); above != null; above = parents.get(top)) top = above;
    return top;
  };
  return new Map(rows.map(({ id }) => [id, topOf(id)]));
}

/** By whose average each company is measured: of those in its city; where nobody said where it is, of those of its top department. */
async function regionsOf(db: Queryable): Promise<ReadonlyMap<number, string>> {
  const tops = await topsOf(db);
  const rows = await db.query<{ id: number; city: string | null }>(
    sql`select department_id as id, city_of(admin_code) as city from department_region`,
  );
  return new Map(rows.map(({ id, city }) => [id, city ?? `top ${tops.get(id)}`]));
}

const groupsOf = <Row, Key>(rows: readonly Row[], of: (row: Row) => Key): Row[][] => [...Map.groupBy(rows, of).values()];

/** Rows with their places among those of the same top department. */
function placed(rows: readonly Omit<ScoreRow, 'rank'>[], tops: ReadonlyMap<number, number>): ScoreRow[] {
  return groupsOf(rows, ({ departmentId }) => tops.get(departmentId) ?? departmentId).flatMap((group) => {
    const places = placesOf(group.map(({ score }) => score));
    return group.map((row, i) => ({ ...row, rank: places[i]! }));
  });
}

/**
 * Every company of a month: its assessment by the vehicles of some industries or (null) of all, where it has any, and how alarms of all
 * its vehicles were handled, unless that is asked by nobody.
 */
export async function companyRows(
  { db, cache, rulesOf }: ScoreContext,
  month: Month,
  industries: readonly number[] | null,
  withHandling = true,
): Promise<ScoreRow[]> {
  const [tops, regions, figures, handling] = [
    await topsOf(db),
    await regionsOf(db),
    await companyFigures({ db, cache }, month, industries),
    withHandling ? await handlingFigures({ db, cache }, month) : [],
  ];
  const averages = new Map(
    groupsOf(figures, ({ id }) => regions.get(id)!).map((group) => [regions.get(group[0]!.id)!, averagesOf(group)]),
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
      grade: gradeOf(marks?.totalScore ?? null),
    });
  }
  return placed(rows, tops);
}

/** The marks of handling stand under names of their own, beside those of the assessment. */
function handlingMetrics({ id: _id, ...figures }: HandledAlarms, rules: ScoreRules): Metrics {
  const { totalScore, ...marks } = handlingMarks(figures, rules);
  return { ...figures, ...marks, handlingScore: totalScore, handlingGrade: gradeOf(totalScore) };
}

/** How alarms of some kinds were handled by some companies. */
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

/** Everybody who serves companies, by the vehicles of some industries or (null) of all. */
export async function operatorRows(
  { db, cache, rulesOf, now, timeZone }: ScoreContext,
  month: Month,
  industries: readonly number[] | null,
): Promise<ScoreRow[]> {
  const tops = await topsOf(db);
  const rows: Omit<ScoreRow, 'rank'>[] = [];
  for (const { id, departmentId, ...figures } of await operatorFigures({ db, cache }, month, industries, { now, timeZone })) {
    const marks = operatorMarks(figures, await rulesOf(departmentId));
    const score = marks.totalScore;
    const { wantedSec, linkedSec, ...fleet } = figures;
    const metrics = { ...fleet, _wantedSec: wantedSec, _linkedSec: linkedSec, ...marks };
    rows.push({ objectId: id, departmentId, metrics, score, grade: gradeOf(score) });
  }
  return placed(rows, tops);
}
