import type { LedgerKind } from '@fleetwarden/contract/reports/ledgers/ledger-rules';
import type { LedgerEntry } from '@fleetwarden/contract/reports/ledgers/schemas';
import { at, type Queryable, sql } from '../../../platform/db/database.ts';
import type { Days } from '../model/dates.ts';

/** The key of a sheet; `firstDay` yyyy-MM-dd. */
export type Sheet = { readonly departmentId: number; readonly kind: LedgerKind; readonly firstDay: string };
/** `version` 0: an empty sheet. Entries are in order of creation. */
export type NewEntries = { readonly version: number; readonly entries: readonly LedgerEntry[] };

export const EMPTY_SHEET: NewEntries = { version: 0, entries: [] };

type Row = LedgerEntry & { readonly firstDay: string; readonly version: number };

/** Sheets of a company that begin within these days, by their first day. */
export async function loadSheets(
  db: Queryable,
  { departmentId, kind, from, to }: Pick<Sheet, 'departmentId' | 'kind'> & Days,
): Promise<Map<string, NewEntries>> {
  const rows = await db.query<Row>(sql`
    select l.first_day as "firstDay", l.version, e.field, e.text, e.user_name as "userName", e.entered_at as at, e.late, e.reason
    from ledger l join ledger_entry e on e.ledger_id = l.id
    where l.department_id = ${departmentId} and l.kind = ${kind} and l.first_day between ${from}::date and ${to}::date
    order by e.id`);
  const sheets = new Map<string, NewEntries>();
  for (const { firstDay, version, ...entry } of rows) {
    const entries = [...(sheets.get(firstDay)?.entries ?? []), entry];
    sheets.set(firstDay, { version, entries });
  }
  return sheets;
}

export async function loadSheet(db: Queryable, { departmentId, kind, firstDay }: Sheet): Promise<NewEntries> {
  return (await loadSheets(db, { departmentId, kind, from: firstDay, to: firstDay })).get(firstDay) ?? EMPTY_SHEET;
}

/** Increments the version of a sheet and locks it until the transaction ends. */
export async function nextVersion(
  tx: Queryable,
  { departmentId, kind, firstDay }: Sheet,
): Promise<{ readonly id: number; readonly version: number }> {
  const row = await tx.first<{ id: number; version: number }>(sql`
    insert into ledger (department_id, kind, first_day) values (${departmentId}, ${kind}, ${firstDay})
    on conflict (department_id, kind, first_day) do update set version = ledger.version + 1 returning id, version`);
  return row!;
}

/** `text` null: the name of the user, for a signature. */
export type NewEntry = Omit<LedgerEntry, 'userName' | 'text'> & { readonly text: string | null; readonly accountId: number };

/** Adds an entry with the current name of the account. */
export const addEntry = (tx: Queryable, ledgerId: number, { field, text, accountId, at: enteredAt, late, reason }: NewEntry) =>
  tx.run(sql`
    insert into ledger_entry (ledger_id, field, text, account_id, user_name, entered_at, late, reason)
    select ${ledgerId}::integer, ${field}::text, coalesce(${text}::text, user_name), id, user_name, ${at(enteredAt)}::timestamptz, ${late}::boolean, ${reason}::text
    from account where id = ${accountId}`);
