import { at, type Queryable, type Sql, sql } from '../../../platform/db/database.ts';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import type { DocumentFormat } from '../documents/layout-file.ts';
import type { Days } from '../model/dates.ts';
import type { DocumentKind } from './kinds.ts';

/** DOC_STATE, and a state for deleted files. */
export const STATE = { waiting: 0, running: 1, done: 2, failed: 3, deleted: 9 } as const;

/** A file of a document. */
export type DocumentRow = {
  readonly id: number;
  readonly departmentId: number;
  readonly kind: DocumentKind;
  readonly from: string;
  readonly to: string;
  readonly format: DocumentFormat;
  readonly name: string;
  readonly language: ReplyLanguage;
  readonly state: number;
  readonly turn: number;
  readonly askedBy: number | null;
  readonly askedIp: string | null;
  readonly fileId: string | null;
  readonly fileName: string | null;
  readonly bytes: number | null;
};
const COLUMNS: Sql = sql`f.id, f.department_id as "departmentId", f.kind, to_char(f.first_day, 'YYYY-MM-DD') as "from",
  to_char(f.last_day, 'YYYY-MM-DD') as "to", f.format, f.name, f.language, f.state, f.turn, f.asked_by as "askedBy",
  f.asked_ip as "askedIp", f.file_id as "fileId", f.file_name as "fileName", f.bytes::float8 as bytes`;

/**
 * Companies with vehicles in a period, in their subtree, but without its document. `waitsForLate` leaves out companies with
 * pending late positions. Days that wait for the live stream count as complete.
 */
export const companiesWithout = (db: Queryable, kind: DocumentKind, { from, to }: Days, waitsForLate: boolean) =>
  db.query<{ id: number; name: string }>(sql`
    with recursive up as (
      select distinct f.department_id as id from dept_day f
      where f.day between ${from}::date and ${to}::date and f.vehicle_total > 0
      union
      select d.parent_id from up join department d on d.id = up.id where d.parent_id is not null
    ), late as (
      select distinct v.department_id as id from late_day l join vehicle v on v.id = l.vehicle_id
      where ${waitsForLate} and l.day between ${from}::date and ${to}::date and l.waits_at is null
      union
      select d.parent_id from late join department d on d.id = late.id where d.parent_id is not null)
    select d.id, d.name from up join department d on d.id = up.id
    where d.id not in (select id from late) and not exists (select from company_document f where f.department_id = d.id and f.kind = ${kind} and f.first_day = ${from}::date)
    order by d.id`);

/** Adds the files of a document; false if they exist. */
export async function addDocument(
  tx: Queryable,
  of: {
    readonly departmentId: number;
    readonly kind: DocumentKind;
    readonly days: Days;
    readonly name: string;
    readonly language: ReplyLanguage;
  },
): Promise<boolean> {
  const { departmentId, kind, days, name, language } = of;
  const added = await tx.run(sql`
    insert into company_document (department_id, kind, first_day, last_day, format, name, language)
    select ${departmentId}, ${kind}, ${days.from}::date, ${days.to}::date, format, ${name}, ${language}
    from unnest(array['xlsx', 'pdf']) format on conflict do nothing`);
  return added > 0;
}

/** Takes the waiting files of a document, and those of an interrupted run. */
export const takeWaiting = (db: Queryable, departmentId: number, kind: DocumentKind, from: string) =>
  db.query<DocumentRow>(sql`
    update company_document f set state = ${STATE.running}
    where f.department_id = ${departmentId} and f.kind = ${kind} and f.first_day = ${from}::date
      and f.state in (${STATE.waiting}, ${STATE.running})
    returning ${COLUMNS}`);

/** A file within departments; undefined if missing or deleted. */
export const documentById = (db: Queryable, id: string, departments: readonly number[], lock = false) =>
  db.first<DocumentRow>(sql`
    select ${COLUMNS} from company_document f where f.id::text = ${id} and f.department_id = any(${[...departments]})
      and f.state <> ${STATE.deleted} ${lock ? sql`for update` : sql``}`);

/** Stores a finished file; false if it was requested again or deleted meanwhile. */
export async function endDocument(
  tx: Queryable,
  row: DocumentRow,
  made: {
    readonly state: number;
    readonly at: number;
    readonly file?: { readonly id: string; readonly name: string; readonly bytes: number };
  },
): Promise<boolean> {
  const { file } = made;
  const written = await tx.run(sql`
    update company_document set state = ${made.state}, made_at = ${at(made.at)},
      file_id = ${file?.id ?? null}, file_name = ${file?.name ?? null}, bytes = ${file?.bytes ?? null}
    where id = ${row.id} and turn = ${row.turn} and state = ${STATE.running}`);
  return written > 0;
}

/** Requests a file again. */
export const requestAgain = (
  tx: Queryable,
  id: number,
  by: { readonly accountId: number | null; readonly ip: string | null; readonly language: ReplyLanguage; readonly name: string },
) =>
  tx.run(sql`
    update company_document set state = ${STATE.waiting}, turn = turn + 1, asked_by = ${by.accountId}, asked_ip = ${by.ip},
      language = ${by.language}, name = ${by.name} where id = ${id}`);

/** Adds to the history of a file. `action`: a key of `auditAction`. */
export const addStep = (
  tx: Queryable,
  row: Pick<DocumentRow, 'departmentId' | 'name' | 'format' | 'bytes'>,
  step: {
    readonly action: string;
    readonly period: string;
    readonly accountId: number | null;
    readonly ip: string | null;
    readonly state: number;
    readonly at: number;
  },
) =>
  tx.run(sql`
    insert into company_document_step (department_id, name, period, format, action, account_id, peer_ip, state, bytes, at)
    values (${row.departmentId}, ${row.name}, ${step.period}, ${row.format}, ${step.action}, ${step.accountId}, ${step.ip},
      ${step.state}, ${row.bytes}, ${at(step.at)})`);

export const countDownload = (tx: Queryable, id: number) =>
  tx.run(sql`update company_document set downloads = downloads + 1 where id = ${id}`);

export const markDeleted = (tx: Queryable, id: number) =>
  tx.run(sql`update company_document set state = ${STATE.deleted}, file_id = null, bytes = null where id = ${id}`);

/** Monthly files that are older than the data of their days. */
export const outdatedMonths = (db: Queryable, { from, to }: Days) =>
  db.query<DocumentRow>(sql`
    select ${COLUMNS} from company_document f where f.kind = 'month' and f.first_day = ${from}::date and f.state = ${STATE.done}
      and exists (
        with recursive below as (
          select f.department_id as id union all select d.id from department d join below b on d.parent_id = b.id)
        select from vehicle_day v join below b on b.id = v.department_id
        where v.day between ${from}::date and ${to}::date and v.updated_at > f.made_at)`);

export const loadReceivers = async (db: Queryable, departmentId: number): Promise<readonly string[]> =>
  (
    await db.first<{ receivers: string[] }>(sql`
    select receivers from company_document_mail where department_id = ${departmentId}`)
  )?.receivers ?? [];

export const saveReceivers = (tx: Queryable, departmentId: number, receivers: readonly string[]) =>
  tx.run(sql`
    insert into company_document_mail (department_id, receivers) values (${departmentId}, ${[...receivers]})
    on conflict (department_id) do update set receivers = excluded.receivers`);

/** Deletes documents and history before an instant, epoch ms, and returns the number of rows. Files expire separately. */
export async function deleteBefore(db: Queryable, before: number): Promise<number> {
  const gone = await db.run(sql`
    delete from company_document where last_day < (${at(before)}::timestamptz)::date and coalesce(made_at, '-infinity') < ${at(before)}`);
  return gone + (await db.run(sql`delete from company_document_step where at < ${at(before)}`));
}
