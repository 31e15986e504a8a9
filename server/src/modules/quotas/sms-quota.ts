import { at, type Queryable, sql } from '../../platform/db/database.ts';

const FORBID = 1;

/** Messages of a department in a month (from `monthStart`, epoch ms). */
type SmsUse = { readonly departmentId: number; readonly segments: number; readonly monthStart: number };

/**
 * Whether quotas at and above a department allow it `segments` more billed SMS segments since `monthStart` (epoch ms). A quota that has
 * expired allows none; one that only reminds, or without a number of messages, allows all.
 */
export async function hasSmsQuota(
  db: Queryable,
  { departmentId, segments, monthStart, timeZone }: SmsUse & { readonly timeZone: string },
): Promise<boolean> {
  const exceeded = await db.first(sql`
    with recursive above as (
      select id, parent_id from department where id = ${departmentId}
      union select d.id, d.parent_id from department d join above a on d.id = a.parent_id
    ), quotas as (
      select q.department_id as top, q.sms_count, q.valid_to from quota q join above a on a.id = q.department_id
      where q.over_policy = ${FORBID} and q.sms_count is not null
    ), below as (
      select top, top as id from quotas union select b.top, d.id from department d join below b on d.parent_id = b.id
    )
    select from quotas q
    where q.valid_to < (now() at time zone ${timeZone}::text)::date or q.sms_count < ${segments} + (
      select coalesce(sum(m.segments), 0) from sms_message m
      where m.sent_at >= ${at(monthStart)} and m.department_id in (select id from below b where b.top = q.top))`);
  return exceeded === undefined;
}
