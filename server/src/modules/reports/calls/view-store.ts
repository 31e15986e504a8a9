import { json, type Queryable, sql } from '../../../platform/db/database.ts';
import { MAX_SAVED_FILTERS } from '../model/limits.ts';

export type CustomColumn = { readonly colEName: string; readonly isPageShow: 0 | 1 };
export type Conditions = Readonly<Record<string, string>>;
export type View = {
  readonly columns: readonly CustomColumn[] | null;
  readonly saved: Readonly<Record<string, Conditions>>;
  readonly label: string;
  readonly favourite: boolean;
};

/** A user's view of a report; undefined: the default. */
export const loadView = (db: Queryable, accountId: number, reportId: number) =>
  db.first<View>(sql`
    select columns, saved, label, favourite from report_view where account_id = ${accountId} and report_id = ${reportId}`);

export async function loadViews(db: Queryable, accountId: number): Promise<ReadonlyMap<number, View>> {
  const rows = await db.query<View & { report_id: number }>(sql`
    select report_id, columns, saved, label, favourite from report_view where account_id = ${accountId}`);
  return new Map(rows.map((row) => [row.report_id, row]));
}

/** An empty list restores the default. */
export const saveColumns = (db: Queryable, accountId: number, reportId: number, columns: readonly CustomColumn[]) =>
  db.run(sql`
    insert into report_view (account_id, report_id, columns) values (${accountId}, ${reportId}, ${columns.length > 0 ? json(columns) : null})
    on conflict (account_id, report_id) do update set columns = excluded.columns`);

/** Saves filters under a name; undefined deletes them. Returns false if there are too many. */
export async function saveFilters(
  db: Queryable,
  accountId: number,
  reportId: number,
  name: string,
  filters: Conditions | undefined,
): Promise<boolean> {
  await db.run(sql`
    insert into report_view (account_id, report_id) values (${accountId}, ${reportId}) on conflict do nothing`);
  if (filters === undefined) {
    await db.run(
      sql`update report_view set saved = saved - ${name}::text where account_id = ${accountId} and report_id = ${reportId}`,
    );
    return true;
  }
  const written = await db.run(sql`
    update report_view set saved = saved || jsonb_build_object(${name}::text, ${json(filters)}::jsonb)
    where account_id = ${accountId} and report_id = ${reportId}
      and (saved ? ${name}::text or (select count(*) from jsonb_object_keys(saved)) < ${MAX_SAVED_FILTERS})`);
  return written > 0;
}

export const saveLabel = (
  db: Queryable,
  accountId: number,
  reportId: number,
  { label, favourite }: { readonly label?: string | undefined; readonly favourite?: boolean | undefined },
) =>
  db.run(sql`
    insert into report_view (account_id, report_id, label, favourite)
    values (${accountId}, ${reportId}, ${label ?? ''}, ${favourite ?? false})
    on conflict (account_id, report_id) do update set label = coalesce(${label ?? null}, report_view.label),
      favourite = coalesce(${favourite ?? null}::boolean, report_view.favourite)`);
