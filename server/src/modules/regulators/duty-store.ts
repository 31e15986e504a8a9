import { at, type Queryable, type Sql, sql } from '../../platform/db/database.ts';
import { between, pageOf } from '../../platform/db/list.ts';
import type { PageWindow } from '../../platform/http/page.ts';
import type { Scope } from '../identity/index.ts';

export type ShiftRow = {
  readonly id: number;
  readonly account_id: number;
  readonly user_name: string;
  readonly department_id: number;
  readonly started_at: number;
  readonly ended_at: number | null;
  readonly note: string | null;
  readonly handed_to: string | null;
  readonly handed_to_id: number | null;
  readonly shift: string | null;
  readonly confirmed_at: number | null;
};

const SHIFT = sql`s.id, s.account_id, a.user_name, a.department_id, s.started_at, s.ended_at, s.note, h.user_name as handed_to,
  s.handed_to as handed_to_id, s.shift, s.confirmed_at`;
const SHIFTS = sql`from duty_shift s join account a on a.id = s.account_id left join account h on h.id = s.handed_to`;

/** Shifts under way of a scope's accounts, the longest first. */
export const onDuty = (db: Queryable, scope: Scope) =>
  db.query<ShiftRow>(sql`
    select ${SHIFT} ${SHIFTS} where s.ended_at is null and a.department_id = any(${[...scope]}) order by s.started_at, s.id`);

/** Accounts on duty whose scope holds a department, the longest first. */
export const watching = async (db: Queryable, departmentId: number): Promise<number[]> => {
  const rows = await db.query<{ account_id: number }>(sql`
    with recursive up as (
      select id, parent_id from department where id = ${departmentId}
      union select d.id, d.parent_id from department d join up on d.id = up.parent_id
    )
    select s.account_id from duty_shift s join account a on a.id = s.account_id
    where s.ended_at is null and a.department_id in (select id from up) order by s.started_at, s.id`);
  return rows.map(({ account_id }) => account_id);
};

const one = (db: Queryable, where: Sql) => db.first<ShiftRow>(sql`select ${SHIFT} ${SHIFTS} where ${where}`);

/** The shift of an account that is under way. */
export const ownShift = (db: Queryable, accountId: number) => one(db, sql`s.account_id = ${accountId} and s.ended_at is null`);

export const shift = (db: Queryable, id: number) => one(db, sql`s.id = ${id}`);

/** The last ended shift of a scope; before it, one that was handed to the account and is not confirmed. */
export const lastEnded = (db: Queryable, scope: Scope, accountId: number) =>
  one(
    db,
    sql`s.ended_at is not null and a.department_id = any(${[...scope]})
      order by (s.handed_to = ${accountId} and s.confirmed_at is null) is true desc, s.ended_at desc limit 1`,
  );

/** Confirms a handover by the next user, once. Returns whether it was open. */
export const confirm = async (db: Queryable, id: number, accountId: number, now: number): Promise<boolean> =>
  (await db.run(sql`
    update duty_shift set confirmed_at = ${at(now)}, handed_to = ${accountId}
    where id = ${id} and confirmed_at is null and note is not null and account_id <> ${accountId}
      and coalesce(handed_to, ${accountId}) = ${accountId}`)) > 0;

/** Starts a shift unless one is open. */
export const begin = (db: Queryable, accountId: number, shiftName: string | null, now: number) =>
  db.run(sql`
    insert into duty_shift (account_id, shift, started_at) values (${accountId}, ${shiftName}::text, ${at(now)})
    on conflict (account_id) where ended_at is null do nothing`);

/** Ends the open shift; its number, undefined if there is none. */
export const end = async (
  db: Queryable,
  accountId: number,
  given: { readonly note: string; readonly toAccount: number | null },
  now: number,
): Promise<number | undefined> =>
  (
    await db.first<{ id: number }>(sql`
      update duty_shift set ended_at = ${at(now)}, note = ${given.note}, handed_to = ${given.toAccount}::integer
      where account_id = ${accountId} and ended_at is null returning id`)
  )?.id;

/** Ends forgotten shifts that started before a time. */
export const endForgottenShifts = (db: Queryable, startedBefore: number, now: number) =>
  db.run(sql`update duty_shift set ended_at = ${at(now)} where ended_at is null and started_at < ${at(startedBefore)}`);

export const shifts = (
  db: Queryable,
  scope: Scope,
  { startTime, endTime }: { readonly startTime?: number | undefined; readonly endTime?: number | undefined },
  page: PageWindow,
) =>
  pageOf<ShiftRow>(
    db,
    {
      columns: SHIFT,
      from: sql`${SHIFTS} where a.department_id = any(${[...scope]}) ${between(sql`s.started_at`, startTime, endTime)}`,
      order: sql`order by s.started_at desc, s.id desc`,
    },
    page,
  );

/** Open post-checks before their deadline, and open supervisions, of a scope's platforms. */
export const openCounts = async (db: Queryable, scope: Scope, now: number) =>
  (await db.first<{ checks: number; supervisions: number }>(sql`
    select
      (select count(*) from post_check c join superior_platform p on p.id = c.superior_id
        where c.replied_at is null and c.deadline_at > ${at(now)} and p.department_id = any(${[...scope]})) as checks,
      (select count(*) from supervision u join superior_platform p on p.id = u.superior_id
        where u.replied_at is null and p.department_id = any(${[...scope]})) as supervisions`))!;
