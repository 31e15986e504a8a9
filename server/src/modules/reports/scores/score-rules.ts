import { SCORE_RULES, type ScoreRules } from '@fleetwarden/domain/month-score';
import { json, type Queryable, sql } from '../../../platform/db/database.ts';
import type { SettingsArea } from '../../settings/index.ts';
import type { LoadScoreRules } from '../model/query-context.ts';

/** The current settings. */
export const readScoreRules =
  (settings: Pick<SettingsArea, 'of'>): LoadScoreRules =>
  async (departmentId) => {
    const all = await settings.of(departmentId);
    return Object.fromEntries(SCORE_RULES.map((rule) => [rule, all[rule]])) as ScoreRules;
  };

/** Rules of a closed month: the platform's under '', and the deviations of departments by id. */
type Kept = Readonly<Record<string, Partial<ScoreRules>>>;

/** Closed months with the rules they were scored by. Later settings do not change them. */
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

/** Closes a month; false if it is closed. It runs before its scores are written, in the same transaction. */
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
