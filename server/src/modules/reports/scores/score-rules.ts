import { SCORE_RULES, type ScoreRules } from '@fleetwarden/domain/month-score';
import { json, type Queryable, sql } from '../../../platform/db/database.ts';
import type { SettingsArea } from '../../settings/index.ts';

/** Weights and floors that hold for a department; null: the platform's. */
export type LoadScoreRules = (departmentId: number | null) => Promise<ScoreRules>;

/** Those of the settings, as they are now. */
export const readScoreRules =
  (settings: Pick<SettingsArea, 'of'>): LoadScoreRules =>
  async (departmentId) => {
    const all = await settings.of(departmentId);
    return Object.fromEntries(SCORE_RULES.map((rule) => [rule, all[rule]])) as ScoreRules;
  };

/** What a closed month was counted by: under '' the platform's, under a department's number what it had instead. */
type Kept = Readonly<Record<string, Partial<ScoreRules>>>;

/** Months of these that are closed, each with what it was counted by: later changes of settings do not reach it. */
export async function loadClosedMonths(db: Queryable, months: readonly string[]): Promise<Map<string, LoadScoreRules>> {
  const rows = await db.query<{ month: string; rules: Kept }>(sql`
    select month, rules from score_close where month = any(${[...months]})`);
  return new Map(
    rows.map(({ month, rules }) => [
      month,
      async (departmentId) => ({ ...(rules[''] as ScoreRules), ...rules[String(departmentId ?? '')] }),
    ]),
  );
}

/** Closes a month; false where it is closed. Before its scores are written, in one transaction with them. */
export async function saveClosedMonth(
  tx: Queryable,
  month: string,
  rulesOf: LoadScoreRules,
  departments: readonly number[],
): Promise<boolean> {
  const platform = await rulesOf(null);
  const cache: Record<string, Partial<ScoreRules>> = { '': platform };
  for (const department of departments) {
    const own = await rulesOf(department);
    const others = SCORE_RULES.filter((rule) => own[rule] !== platform[rule]);
    if (others.length > 0) cache[String(department)] = Object.fromEntries(others.map((rule) => [rule, own[rule]]));
  }
  const written = await tx.run(sql`
    insert into score_close (month, rules) values (${month}, ${json(cache)}::jsonb) on conflict (month) do nothing`);
  return written > 0;
}
