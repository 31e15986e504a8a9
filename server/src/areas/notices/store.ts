import { at, type Queryable, sql } from '../../platform/db/database.ts';

export type NewNotice = {
  /** It reaches the people of this department and of all below it. */
  readonly departmentId: number;
  readonly title: string;
  /** Plain text; line ends are kept. */
  readonly content: string;
  /** Epoch ms; nobody sees it earlier. */
  readonly publishedAt: number;
  /** null: never. */
  readonly expiresAt: number | null;
  /** null: the product itself. */
  readonly createdBy: number | null;
};

/** Enters a notice; resolves to its id. */
export async function insertNotice(db: Queryable, n: NewNotice): Promise<number> {
  const row = await db.first<{ id: number }>(sql`
    insert into notice (department_id, title, content, published_at, expires_at, created_by)
    values (${n.departmentId}, ${n.title}, ${n.content}, ${at(n.publishedAt)}, ${at(n.expiresAt)}, ${n.createdBy}) returning id`);
  return row!.id;
}

/** Whose notices are read: the account, in its department. */
export type Reader = { readonly accountId: number; readonly departmentId: number };

/** Notices that reach a reader now: of the reader's department or one above it, published, neither expired nor revoked. */
const reaching = ({ departmentId }: Reader, now: number) => sql`
  with recursive up as (
    select id, parent_id from department where id = ${departmentId}
    union
    select d.id, d.parent_id from department d join up on d.id = up.parent_id
  ), reaching as (
    select n.* from notice n join up on up.id = n.department_id
    where n.published_at <= ${at(now)} and (n.expires_at is null or n.expires_at > ${at(now)}) and n.revoked_at is null
  )`;

export type NoticeRow = {
  readonly id: number;
  readonly title: string;
  readonly content: string;
  readonly published_at: number;
  readonly read: boolean;
};

/** The newest notices that reach the reader, newest first. */
export const noticesOf = (db: Queryable, reader: Reader, now: number, most: number) =>
  db.query<NoticeRow>(sql`
    ${reaching(reader, now)}
    select n.id, n.title, n.content, n.published_at, r.account_id is not null as read
    from reaching n left join notice_read r on r.notice_id = n.id and r.account_id = ${reader.accountId}
    order by n.published_at desc, n.id desc limit ${most}`);

/** Marks a notice as read; a second time nothing changes. False where it does not reach the reader. */
export async function markRead(db: Queryable, noticeId: number, reader: Reader, now: number): Promise<boolean> {
  const row = await db.first<{ reaches: boolean }>(sql`
    ${reaching(reader, now)}, marked as (
      insert into notice_read (notice_id, account_id, read_at)
      select id, ${reader.accountId}, ${at(now)} from reaching where id = ${noticeId}
      on conflict do nothing
    )
    select exists (select from reaching where id = ${noticeId}) as reaches`);
  return row!.reaches;
}
