import { permission } from '@fleetwarden/contract/permissions';
import { at, json, type Queryable, type Sql, sql } from '../../platform/db/database.ts';
import { pageOf } from '../../platform/db/list.ts';

export type NewNotice = {
  /** It reaches the people of this department and of all below it. */
  readonly departmentId: number;
  /** Its text; an `event` is formatted when it is read. */
  readonly title?: string;
  /** Plain text; line breaks are preserved. */
  readonly content?: string;
  readonly event?: NoticeEvent;
  /** Epoch ms; invisible before. */
  readonly publishedAt: number;
  /** null: never. */
  readonly expiresAt: number | null;
  /** null: the product itself. */
  readonly createdBy: number | null;
  /** NOTICE_KIND; an announcement without it. */
  readonly kind?: number;
  /** NOTICE_LEVEL; normal without it. */
  readonly level?: number;
  /** For this account alone. */
  readonly accountId?: number;
};

/**
 * Events that the product itself reports: a link to a superior platform is down (ALARM_TYPES) or up, or a supervision is overdue.
 * A scheduled report is done, or failed with `error`, the key of a text.
 */
export type NoticeEvent =
  | { readonly kind: 'linkDown' | 'linkUp'; readonly type: number; readonly platform: string }
  | { readonly kind: 'overdue'; readonly plate: string; readonly platform: string }
  | { readonly kind: 'scheduleDone'; readonly name: string; readonly rows: number }
  | {
      readonly kind: 'scheduleFailed';
      readonly name: string;
      readonly error: string;
      readonly params: Readonly<Record<string, string | number>>;
    };

/** A reminder to one account, formatted when it is read, in the reader's language. */
export type Reminder = {
  /** EXPIRY_KIND, the day ('YYYY-MM-DD') and the days left when it was sent. */
  readonly items: readonly {
    readonly kind: number;
    readonly object: string;
    readonly dueDate: string;
    readonly daysLeft: number;
  }[];
  /** Number of further items. */
  readonly more: number;
};

/** Enters a notice; resolves to its id. */
export async function insertNotice(db: Queryable, n: NewNotice): Promise<number> {
  const row = await db.first<{ id: number }>(sql`
    insert into notice (department_id, title, content, published_at, expires_at, created_by, kind, level, event, account_id, personal)
    values (${n.departmentId}, ${n.title ?? ''}, ${n.content ?? ''}, ${at(n.publishedAt)}, ${at(n.expiresAt)}, ${n.createdBy},
            ${n.kind ?? 1}, ${n.level ?? 1}, ${n.event ? json(n.event) : null}::jsonb, ${n.accountId ?? null},
            ${n.accountId !== undefined}) returning id`);
  return row!.id;
}

/** Enters reminders, one an account, published at once. */
export async function insertReminders(
  db: Queryable,
  reminders: readonly { readonly accountId: number; readonly reminder: Reminder }[],
  now: number,
  expiresAt: number,
): Promise<void> {
  await db.run(sql`
    insert into notice (department_id, account_id, personal, title, content, reminder, published_at, expires_at)
    select a.department_id, a.id, true, '', '', r.reminder, ${at(now)}, ${at(expiresAt)}
    from jsonb_to_recordset(${json(reminders)}::jsonb) r ("accountId" integer, reminder jsonb) join account a on a.id = r."accountId"`);
}

/** Published notices that were not announced yet; each is returned once. */
export const takeUntold = (db: Queryable, now: number) =>
  db.query<Reached>(sql`
    update notice set told_at = ${at(now)}
    where told_at is null and revoked_at is null and published_at <= ${at(now)}
    returning id, department_id, account_id`);
export type Reached = { readonly id: number; readonly department_id: number; readonly account_id: number | null };

export type ReadStateRow = {
  readonly id: number;
  readonly user_name: string;
  readonly login_name: string;
  readonly dept_name: string;
  readonly read_at: number | null;
};

/** Whether a notice `n` of the account's department or an ancestor is addressed to it; `up` are the ids of those departments. */
const isMeant = (accountId: Sql, up: Sql): Sql => sql`(n.scope = 1
  or (n.scope = 2 and exists (select from notice_to_department g where g.notice_id = n.id and g.department_id in (${up})))
  or (n.scope = 3 and exists (
    select from notice_to_role g join account_role r on r.role_id = g.role_id where g.notice_id = n.id and r.account_id = ${accountId}))
  or (n.scope = 4 and exists (select from notice_to_account g where g.notice_id = n.id and g.account_id = ${accountId})))`;
/** The departments of an account `a`. */
const ABOVE = sql`
  with recursive up as (
    select u.id, u.parent_id from department u where u.id = a.department_id
    union
    select u.id, u.parent_id from department u join up on u.id = up.parent_id
  ) select id from up`;

/** Enabled accounts of the departments that may read notices, unread ones first, and their number. */
export async function readStateOf(
  db: Queryable,
  noticeId: number,
  departments: ReadonlySet<number>,
  read: boolean | undefined,
  page: { readonly limit: number; readonly offset: number },
) {
  const reached = sql`
    from account a join department d on d.id = a.department_id join notice n on n.id = ${noticeId}
    left join notice_read r on r.notice_id = ${noticeId} and r.account_id = a.id
    where a.enabled and a.department_id = any(${[...departments]}) and ${isMeant(sql`a.id`, ABOVE)} and exists (
      select from account_role ar join role o on o.id = ar.role_id where ar.account_id = a.id and o.enabled and ${permission.readNotices} = any(o.codes))`;
  const narrowed = read === undefined ? sql`` : read ? sql`and r.read_at is not null` : sql`and r.read_at is null`;
  const [rows, counts] = await Promise.all([
    pageOf<ReadStateRow>(
      db,
      {
        columns: sql`a.id, a.user_name, a.login_name, d.name as dept_name, r.read_at`,
        from: sql`${reached} ${narrowed}`,
        order: sql`order by r.read_at nulls first, a.id`,
      },
      page,
    ),
    db.first<{ readers: number; reached: number }>(sql`select count(r.read_at) as readers, count(*) as reached ${reached}`),
  ]);
  return { ...rows, ...counts! };
}

/** Whose notices are read: the account, in its department. */
export type Reader = { readonly accountId: number; readonly departmentId: number };

/** Visible notices of a reader: of the department, an ancestor or the account itself; published, not expired or revoked. */
const reaching = ({ accountId, departmentId }: Reader, now: number) => sql`
  with recursive up as (
    select id, parent_id from department where id = ${departmentId}
    union
    select d.id, d.parent_id from department d join up on d.id = up.parent_id
  ), reaching as (
    select n.* from notice n
    where (n.account_id = ${accountId} or (n.account_id is null and n.department_id in (select id from up)
        and ${isMeant(sql`${accountId}::integer`, sql`select id from up`)}))
      and n.published_at <= ${at(now)} and (n.expires_at is null or n.expires_at > ${at(now)}) and n.revoked_at is null
  )`;

export type NoticeRow = {
  readonly id: number;
  readonly title: string;
  readonly content: string;
  readonly reminder: Reminder | null;
  readonly event: NoticeEvent | null;
  readonly published_at: number;
  readonly read: boolean;
};

/** The newest notices that reach the reader, newest first. */
export const noticesOf = (db: Queryable, reader: Reader, now: number, most: number) =>
  db.query<NoticeRow>(sql`
    ${reaching(reader, now)}
    select n.id, n.title, n.content, n.reminder, n.event, n.published_at, r.account_id is not null as read
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
