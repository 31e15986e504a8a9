import { type Db, sql } from '../../../platform/db/database.ts';
import type { RequestScope } from '../facts/day-rollup.ts';
import { GRADE, safetyScore, selectRisks } from '../facts/risk.ts';
import { withQueryLimits } from '../query/result-cache.ts';

const GRADES = ['A', 'B', 'C', 'D'] as const;
type Grade = (typeof GRADES)[number];
/** Vehicles per grade. */
export type Grades = Readonly<Record<Grade, number>>;

/** The mean safety score of vehicles, and vehicles per grade; vehicles below the minimum distance have no score. */
export async function countGrades(
  db: Db,
  request: RequestScope,
  closed?: { has(month: string): boolean },
): Promise<{ readonly score: number | null; readonly grades: Grades }> {
  const rows = await withQueryLimits(db, (tx) =>
    tx.query<{ grade: Grade; count: number; sum: number }>(sql`
      select ${GRADE} as grade, count(*)::integer as count, sum(${safetyScore(sql`"riskScore"`)})::float8 as sum
      from (${selectRisks(request, 'vehicle', closed)}) risks where "riskScore" is not null group by 1`),
  );
  const rated = rows.reduce((total, { count }) => total + count, 0);
  const sum = rows.reduce((total, row) => total + row.sum, 0);
  const countOf = (grade: Grade) => rows.find((row) => row.grade === grade)?.count ?? 0;
  return {
    score: rated === 0 ? null : Math.round((10 * sum) / rated) / 10,
    grades: { A: countOf('A'), B: countOf('B'), C: countOf('C'), D: countOf('D') },
  };
}
