import { businessDay } from '@fleetwarden/domain/business-day';
import { json, type Sql, sql } from '../../../platform/db/database.ts';
import { percent } from '../model/formulas.ts';
import { buildMonth, listDays, listMonthKeys, type Month, previousMonthKey } from '../model/months.ts';
import type { QueryContext } from '../model/query-context.ts';
import type { Relation } from '../model/relation.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { companyRows, operatorRows, type ScoreContext, type ScoreRow } from './score-rows.ts';
import { loadClosedMonths } from './score-rules.ts';

type Scored = 'dept' | 'operator';
/** Scores a month by the stored rules if it is closed, otherwise by the settings. */
type Count = (scoreContext: ScoreContext, month: Month) => Promise<readonly ScoreRow[]>;

const COUNTS: Readonly<Record<Scored, (industries: readonly number[] | null) => Count>> = {
  dept: (industries) => (scoreContext, month) => companyRows(scoreContext, month, industries, false),
  operator: (industries) => (scoreContext, month) => operatorRows(scoreContext, month, industries),
};

/** A computed row, with the metrics of the month before. */
type Fresh = ScoreRow & { readonly month: string; readonly before: ScoreRow['metrics'] | null };

/**
 * Scores of the requested months, `f`: stored ones of closed months, others computed and marked as incomplete. `count`:
 * recomputes if the request covers other vehicles or alarms. `before`: also for the month before.
 */
async function selectMonths(
  request: ReportRequest,
  { db, cache, rulesOf }: QueryContext,
  type: Scored,
  { count, always, before }: { readonly count: Count; readonly always: boolean; readonly before: boolean },
): Promise<{ readonly from: Sql; readonly incomplete: string[] }> {
  const keys = listMonthKeys(request.days);
  const closed = await loadClosedMonths(db, [previousMonthKey(keys[0]!), ...keys]);
  const { now, timeZone, departments } = request;
  const own = new Set(departments);
  const known = new Map<string, Promise<readonly ScoreRow[]>>();
  const countedIn = (key: string): Promise<readonly ScoreRow[]> => {
    const scoreContext = { db, rulesOf: closed.get(key) ?? rulesOf, now, timeZone, ...(cache ? { cache } : {}) };
    const rows = known.get(key) ?? count(scoreContext, buildMonth(key, timeZone));
    known.set(key, rows);
    return rows;
  };
  const today = businessDay(now, timeZone).key.slice(0, 7);
  const open = keys.filter((key) => key < today && (always || !closed.has(key)));
  const fresh: Fresh[] = [];
  for (const key of open) {
    const last = previousMonthKey(key);
    const counted = before && (always || !closed.has(last)) ? await countedIn(last) : [];
    const earlier = new Map(counted.map((row) => [row.objectId, row.metrics]));
    for (const row of await countedIn(key))
      if (own.has(row.departmentId)) fresh.push({ ...row, month: key, before: earlier.get(row.objectId) ?? null });
  }
  const written = keys.filter((key) => !open.includes(key));
  const pairs = written.map((key) => ({ month: key, last: previousMonthKey(key) }));
  const from = sql`(
    select s.month, s.object_id, s.department_id, s.metrics, s.score, s.grade, s.rank, b.metrics as before
    from jsonb_to_recordset(${json(pairs)}::jsonb) k (month text, last text)
      join score_month s on s.object_type = ${type} and s.month = k.month and s.department_id = any(${[...departments]}::integer[])
      left join score_month b on b.object_type = s.object_type and b.object_id = s.object_id and b.month = k.last
    union all
    select l.month, l."objectId", l."departmentId", l.metrics, l.score, l.grade, l.rank,
      coalesce(l.before, (select b.metrics from score_month b where ${!always} and b.object_type = ${type} and b.object_id = l."objectId"
        and b.month = to_char((l.month || '-01')::date - 1, 'YYYY-MM')))
    from jsonb_to_recordset(${json(fresh)}::jsonb) l (month text, "objectId" integer, "departmentId" integer, metrics jsonb,
      score float8, grade text, rank integer, before jsonb)) f`;
  const incomplete = open.filter((key) => !closed.has(key)).flatMap((key) => listDays(buildMonth(key, timeZone)));
  return { from, incomplete };
}

/** A metric of a monthly row. */
export const metric = (key: string, of: Sql = sql`f.metrics`): Sql => sql`(${of} ->> ${key}::text)::float8`;

/** Scores of companies or operators with figures, rates and marks. `total`: the metric that is the score. */
export async function withScores(
  request: ReportRequest,
  context: QueryContext,
  type: Scored,
  what: {
    readonly figures: readonly string[];
    readonly formulas: Readonly<Record<string, Sql>>;
    readonly total?: string;
    /** Industries other than the stored ones; null: all; undefined: as stored. */
    readonly industries?: readonly number[] | null | undefined;
    readonly written: readonly number[] | null;
    /** Computes only the requested part of a month. */
    readonly count?: Count;
    /** Whether the request differs from what is stored. */
    readonly recalculate?: boolean;
  },
): Promise<Relation> {
  const { figures, formulas, total = 'totalScore', industries, written, count, recalculate = false } = what;
  const always = recalculate || industries !== undefined;
  const { from, incomplete } = await selectMonths(request, context, type, {
    count: count ?? COUNTS[type](industries === undefined ? written : industries),
    always,
    before: count === undefined,
  });
  return {
    from:
      type === 'dept'
        ? sql`${from} join department d on d.id = f.object_id`
        : sql`${from} join operator o on o.id = f.object_id join department d on d.id = f.department_id`,
    where: [sql`${metric(total)} is not null`],
    columns: {
      statMonth: sql`f.month`,
      ...(type === 'dept' ? { deptName: sql`d.name` } : { operatorName: sql`o.name` }),
      ...Object.fromEntries(figures.map((key) => [key, metric(key)])),
      totalScore: metric(total),
      prevScore: metric(total, sql`f.before`),
      scoreGrade: sql`f.grade`,
      // equal scores share a rank
      rankNo: sql`dense_rank() over (partition by f.month order by ${metric(total)} desc)`,
    },
    formulas: {
      ...formulas,
      momRate: percent(sql`("totalScore" - "prevScore")`, sql`"prevScore"`),
    },
    ids: {
      month: sql`f.month`,
      ...(type === 'dept' ? { deptId: sql`f.object_id`, alone: sql`1` } : { operatorId: sql`f.object_id` }),
    },
    tie: [sql`f.month`, sql`f.object_id`],
    incomplete,
  };
}
