import { permission } from '@fleetwarden/contract/permissions';
import { at, type Queryable, type Sql, sql } from '../../platform/db/database.ts';
import { json } from '../../platform/db/sql.ts';
import { dueOnes } from './kinds.ts';

/** Something that is due, and a rule that covers it (null: none does). */
export type DueRow = {
  readonly kind: number;
  readonly object_id: number;
  readonly object: string;
  readonly department_id: number;
  readonly due_date: string;
  readonly days_left: number;
  readonly rule_id: number | null;
};

/** Sets an item's state for its date; state 1 reopens it. */
export async function setHandled(
  db: Queryable,
  ids: readonly number[],
  today: Sql,
  by: { readonly state: number; readonly note: string; readonly accountId: number; readonly now: number },
): Promise<void> {
  const those = sql`select kind, object_id, due_date from (${dueOnes(today)}) x where x.id = any(${[...ids]})`;
  if (by.state === 1) {
    await db.run(sql`delete from expiry_handling h using (${those}) x
      where (h.kind, h.object_id, h.due_date) = (x.kind, x.object_id, x.due_date)`);
    return;
  }
  await db.run(sql`
    insert into expiry_handling (kind, object_id, due_date, state, note, handled_by, handled_at)
    select kind, object_id, due_date, ${by.state}, ${by.note || null}, ${by.accountId}, ${at(by.now)} from (${those}) x
    on conflict (kind, object_id, due_date) do update
    set state = excluded.state, note = excluded.note, handled_by = excluded.handled_by, handled_at = excluded.handled_at`);
}

/** Departments of the rules in force: each with those below it. */
const COVERED = sql`
  with recursive covered as (
    select r.id as rule_id, r.department_id from expiry_rule r where r.state = 1
    union
    select c.rule_id, d.id from department d join covered c on d.parent_id = c.department_id
  )`;

/**
 * Open items that are due for a reminder on a day: a lead time began since the last reminder (so a missed run loses none),
 * or the rule repeats and its interval is over.
 */
export const toRemind = (db: Queryable, today: string) =>
  db.query<DueRow>(sql`
    ${COVERED}
    select x.kind, x.object_id, x.object, x.department_id, x.due_date, x.days_left, r.id as rule_id
    from expiry_rule r
    join covered c on c.rule_id = r.id
    join (${dueOnes(sql`${today}::date`)}) x on x.kind = r.kind and x.department_id = c.department_id and x.state = 1
    left join expiry_reminder m
      on m.rule_id = r.id and m.kind = x.kind and m.object_id = x.object_id and m.due_date = x.due_date
    where exists (
        select from unnest(string_to_array(r.lead_days, ',')::integer[]) lead
        where x.days_left <= lead and (m.reminded_on is null or m.reminded_on < x.due_date - lead))
      or (r.repeat_days > 0 and m.reminded_on + r.repeat_days <= ${today}::date)
    order by x.due_date, x.kind, x.object_id`);

/** The open items among these, with each active rule that covers them. */
export const chosen = (db: Queryable, ids: readonly number[], today: string) =>
  db.query<DueRow>(sql`
    ${COVERED}
    select x.kind, x.object_id, x.object, x.department_id, x.due_date, x.days_left, r.id as rule_id
    from (${dueOnes(sql`${today}::date`)}) x
    left join (expiry_rule r join covered c on c.rule_id = r.id) on r.kind = x.kind and c.department_id = x.department_id
    where x.state = 1 and x.id = any(${[...ids]})
    order by x.due_date, x.kind, x.object_id`);

/** Records that reminders were sent. */
export const setReminded = (db: Queryable, rows: readonly DueRow[], today: string, now: number) =>
  db.run(sql`
    insert into expiry_reminder (rule_id, kind, object_id, due_date, reminded_on, reminded_at)
    select rule_id, kind, object_id, due_date, ${today}::date, ${at(now)}
    from jsonb_to_recordset(${json(rows)}::jsonb) r (rule_id integer, kind smallint, object_id integer, due_date date)
    where rule_id is not null
    on conflict (kind, object_id, due_date, rule_id) do update
    set reminded_on = excluded.reminded_on, reminded_at = excluded.reminded_at`);

export type ReceiverRow = { readonly account_id: number; readonly department_id: number; readonly rule_id: number | null };

/**
 * Recipients by rule: its accounts and holders of its roles; without any, the users of its department and
 * below. `rule_id` null: all users, for items without a rule. Only accounts that can read notices.
 */
export const receivers = (db: Queryable, ruleIds: readonly (number | null)[]) =>
  db.query<ReceiverRow>(sql`
    ${COVERED}, readers as (
      select a.id, a.department_id from account a
      where a.enabled and exists (
        select from account_role ar join role o on o.id = ar.role_id
        where ar.account_id = a.id and o.enabled and ${permission.readNotices} = any(o.codes))
    ), named as (
      select rule_id, account_id from expiry_rule_account
      union
      select p.rule_id, ar.account_id from expiry_rule_role p join account_role ar on ar.role_id = p.role_id
    )
    select a.id as account_id, a.department_id, c.rule_id from readers a join covered c on c.department_id = a.department_id
    where c.rule_id = any(${ruleIds.filter((id) => id !== null)})
      and not exists (select from expiry_rule_account n where n.rule_id = c.rule_id)
      and not exists (select from expiry_rule_role n where n.rule_id = c.rule_id)
    union
    select a.id, a.department_id, n.rule_id from readers a join named n on n.account_id = a.id
    where n.rule_id = any(${ruleIds.filter((id) => id !== null)})
    union
    select a.id, a.department_id, null from readers a where ${ruleIds.includes(null)}`);
