import type { BusinessDay } from '@fleetwarden/domain/business-day';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fleetwarden/domain/durations';
import { at, type Queryable, sql } from '../platform/db/database.ts';

const WEATHER = ['晴', '多云', '小雨', '阴', '雾转晴'] as const;
/** After the day ends, the operator writes and signs; the head of safety signs in the morning. */
const [WRITTEN_MS, SIGNED_MS] = [DAY_MS + 15 * MINUTE_MS, DAY_MS + 9 * HOUR_MS] as const;

/** The ledger of a day up to now, of the operator's company. */
export async function enterLedger(
  tx: Queryable,
  { key, startAt }: BusinessDay,
  { now, staff, head }: { readonly now: number; readonly staff: number | null; readonly head: number | null },
): Promise<void> {
  const weather = WEATHER[Math.round(startAt / DAY_MS) % WEATHER.length]!;
  const entries = [
    { by: staff, at: startAt + WRITTEN_MS, field: 'weather', text: weather },
    { by: staff, at: startAt + WRITTEN_MS, field: 'staff', text: null },
    { by: head, at: startAt + SIGNED_MS, field: 'head', text: null },
  ].filter((entry) => entry.by !== null && entry.at <= now);
  if (entries.length === 0 || staff === null) return;
  const sheet = await tx.first<{ id: number }>(sql`
    insert into ledger (department_id, kind, first_day, version)
    select department_id, 'day', ${key}::date, ${entries.length}::integer from account where id = ${staff} returning id`);
  for (const entry of entries)
    await tx.run(sql`
      insert into ledger_entry (ledger_id, field, text, account_id, user_name, entered_at, late, reason)
      select ${sheet!.id}::integer, ${entry.field}::text, coalesce(${entry.text}::text, user_name), id, user_name, ${at(entry.at)}::timestamptz, false, ''
      from account where id = ${entry.by}`);
}
