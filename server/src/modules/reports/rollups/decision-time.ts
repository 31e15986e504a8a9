import { platformSettings } from '@fleetwarden/contract/platform-settings';
import { type Sql, sql } from '../../../platform/db/database.ts';

/** The one setting of how soon alarms of a level are to be decided, minutes; where nobody set it, its default. */
function minutesOf(key: 'handleWithin1' | 'handleWithin2' | 'handleWithin3'): Sql {
  const { default: otherwise } = platformSettings.find((row) => row.key === key)!;
  return sql`coalesce((select (s.value #>> '{}')::float8 from setting_value s
    where s.key = ${key} and s.department_id is null and s.account_id is null), ${Number(otherwise)}::float8)`;
}

/**
 * Whether an alarm was decided in time, as SQL: by the target of its case, which it got by plan or setting when it was raised. One of
 * positions that came late has none, and is held to the setting from its beginning on.
 */
export const handledInTime = (
  alarm: { readonly startAt: Sql; readonly level: Sql },
  of: { readonly dealtAt: Sql; readonly dueAt: Sql },
): Sql =>
  sql`(${of.dealtAt} <= coalesce(${of.dueAt}, ${alarm.startAt} + interval '1 minute' * case ${alarm.level}
    when 3 then ${minutesOf('handleWithin3')} when 2 then ${minutesOf('handleWithin2')} else ${minutesOf('handleWithin1')} end))`;
