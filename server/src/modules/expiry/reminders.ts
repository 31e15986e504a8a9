import { dayKey } from '@fleetwarden/domain/business-day';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { type Db, type Queryable, sql } from '../../platform/db/database.ts';
import type { Scopes } from '../identity/index.ts';
import { insertReminders, type Notices } from '../notices/index.ts';
import { chosen, type DueRow, receivers, setReminded, toRemind } from './store.ts';

/** Lines of one reminder; the number of further ones follows. */
const MAX_LINES = 100;
/** A reminder leaves the bell after so long. */
const KEPT_MS = 30 * DAY_MS;
/** Key of the advisory lock that lets one node remind at a time: 'flwx' in ASCII. */
const LOCK = 0x66_6c_77_78;

export type Reminders = {
  /** Sends the reminders due on this day, once. Resolves to the number of notified accounts. */
  daily(): Promise<number>;
  /** Sends reminders of these, regardless of earlier ones. */
  send(ids: readonly number[]): Promise<number>;
};

/** Reminds users of due items: one reminder per user with the items in their scope. */
export function createReminders(deps: {
  readonly db: Db;
  readonly scopes: Scopes;
  readonly notices: Notices;
  readonly timeZone: string;
  readonly now: () => number;
}): Reminders {
  const { db, scopes, notices, timeZone, now } = deps;
  const remind = async (find: (tx: Queryable, today: string) => Promise<DueRow[]>): Promise<number> => {
    const today = dayKey(now(), timeZone);
    const told = await db.transaction(async (tx) => {
      await tx.query(sql`select pg_advisory_xact_lock(${LOCK})`);
      const rows = await find(tx, today);
      if (rows.length === 0) return 0;
      const lots = await byAccount(tx, rows);
      const reminders = [...lots].map(([accountId, items]) => ({ accountId, reminder: inOne(items) }));
      if (reminders.length > 0) await insertReminders(tx, reminders, now(), now() + KEPT_MS);
      await setReminded(tx, rows, today, now());
      return reminders.length;
    });
    if (told > 0) await notices.tellDue();
    return told;
  };
  /** Reminders per account: by the rules that name it, within its scope. */
  const byAccount = async (tx: Queryable, rows: readonly DueRow[]): Promise<ReadonlyMap<number, DueRow[]>> => {
    const byRule = Map.groupBy(rows, ({ rule_id }) => rule_id);
    const lots = new Map<number, DueRow[]>();
    for (const { account_id, department_id, rule_id } of await receivers(tx, [...byRule.keys()])) {
      const scope = await scopes.of(department_id);
      const seen = (byRule.get(rule_id) ?? []).filter((row) => scope.has(row.department_id));
      if (seen.length > 0) lots.set(account_id, [...(lots.get(account_id) ?? []), ...seen]);
    }
    return lots;
  };

  return {
    daily: () => remind(toRemind),
    send: (ids) => remind((tx, today) => chosen(tx, ids, today)),
  };
}

/** The items in the order of their dates, each once though two rules ask for it. */
function inOne(rows: readonly DueRow[]) {
  const once = new Map(rows.map((row) => [`${row.kind} ${row.object_id}`, row]));
  const items = [...once.values()]
    .sort((a, b) => a.days_left - b.days_left)
    .map(({ kind, object, due_date, days_left }) => ({ kind, object, dueDate: due_date, daysLeft: days_left }));
  return { items: items.slice(0, MAX_LINES), more: Math.max(0, items.length - MAX_LINES) };
}
