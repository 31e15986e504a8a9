import { platformSettings } from '@fleetwarden/contract/settings/platform-settings';
import { type Sql, sql } from '../../../platform/db/database.ts';

/** The platform's setting of the handling time of a level in minutes, or its default. */
function settingMinutes(key: 'handleWithin1' | 'handleWithin2' | 'handleWithin3'): Sql {
  const { default: otherwise } = platformSettings.find((row) => row.key === key)!;
  return sql`coalesce((select (s.value #>> '{}')::float8 from setting_value s
    where s.key = ${key} and s.department_id is null and s.account_id is null), ${Number(otherwise)}::float8)`;
}

/**
 * Whether a case was handled in time, as SQL: by its due time, or by the setting if it has none. Alarms of late positions have
 * none.
 */
export const handledInTime = (
  alarm: { readonly startAt: Sql; readonly level: Sql },
  of: { readonly dealtAt: Sql; readonly dueAt: Sql },
): Sql =>
  sql`(${of.dealtAt} <= coalesce(${of.dueAt}, ${alarm.startAt} + interval '1 minute' * case ${alarm.level}
    when 3 then ${settingMinutes('handleWithin3')} when 2 then ${settingMinutes('handleWithin2')} else ${settingMinutes('handleWithin1')} end))`;
