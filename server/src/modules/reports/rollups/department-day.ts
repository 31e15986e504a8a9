import { type BusinessDay, businessDay } from '@fleetwarden/domain/business-day';
import { at, type Queryable, sql } from '../../../platform/db/database.ts';
import { followStops, insertExempts, selectExempts } from './exempt-day.ts';
import { hasJoinedBy } from './joined-vehicles.ts';
import { countLateJoins } from './late-joins.ts';
import { BACKFILL_MS } from './limits.ts';
import { readMark, writeMark } from './marks.ts';
import type { RollupDeps } from './rollup-deps.ts';
import { lockRollup } from './vehicle-days.ts';

/**
 * Counts the vehicles of all departments at the end of a day, or now if it is open. Returns the number of changed rows. `kept`:
 * existing rows stay.
 */
export async function countDepartments(tx: Queryable, day: BusinessDay, keepExisting: boolean): Promise<number> {
  await tx.query(lockRollup('dept_day'));
  const [from, until] = [at(day.startAt), at(day.endAt)];
  if (!keepExisting) await insertExempts(tx, day);
  const gone = keepExisting
    ? 0
    : await tx.run(sql`
        delete from dept_day d where day = ${day.key}::date and not exists (select from department where id = d.department_id)`);
  const written = await tx.run(sql`
    with vehicles as (
      select v.department_id, v.created_at >= ${from} and v.created_at < ${until} as is_new, v.deleted_at < ${until} as has_left,
        p.present, p.present and j.joined as joined
      from vehicle v cross join lateral (select v.deleted_at is null or v.deleted_at >= ${until} as present) p
        cross join lateral (select ${hasJoinedBy(day)} as joined offset 0) j
      -- positions may be older than the registration
      where (v.created_at < ${until} or j.joined) and (v.deleted_at is null or v.deleted_at >= ${from})
    ), exempts as (${selectExempts(day)})
    insert into dept_day as d (department_id, day, vehicle_total, joined, exempt, new_count, left_count)
    select e.id, ${day.key}::date, count(*) filter (where present), count(*) filter (where joined),
      coalesce((select n from exempts x where x.department_id = e.id), 0),
      count(*) filter (where is_new), count(*) filter (where has_left)
    from department e left join vehicles v on v.department_id = e.id
    where e.created_at < ${until} or v.department_id is not null
    group by e.id order by e.id
    on conflict (department_id, day) do update set vehicle_total = excluded.vehicle_total, joined = excluded.joined,
      exempt = excluded.exempt, new_count = excluded.new_count, left_count = excluded.left_count
    where ${!keepExisting} and (d.vehicle_total, d.joined, d.exempt, d.new_count, d.left_count) is distinct from
      (excluded.vehicle_total, excluded.joined, excluded.exempt, excluded.new_count, excluded.left_count)`);
  return gone + written;
}

/** Closes past days, each once, and counts today. Returns the number of changed rows. Throws on `signal`. */
export async function followDepartments({ db, timeZone, now }: RollupDeps, signal: AbortSignal): Promise<number> {
  const today = businessDay(now(), timeZone);
  const closed = await readMark(db, 'dept_day.closed');
  const last = closed === null ? null : businessDay(Math.max(closed, now() - BACKFILL_MS), timeZone);
  let changed = await followStops({ db, timeZone, now }, signal);
  for (let day = businessDay(last?.endAt ?? today.startAt - 1, timeZone); day.startAt < today.startAt; ) {
    signal.throwIfAborted();
    const closing = day;
    changed += await db.transaction(async (tx) => {
      await tx.query(lockRollup('dept_day'));
      // another node may have closed it meanwhile
      if (((await readMark(tx, 'dept_day.closed')) ?? closing.startAt - 1) >= closing.startAt) return 0;
      const rows = (await countLateJoins(tx, { timeZone })) + (await countDepartments(tx, closing, false));
      await writeMark(tx, 'dept_day.closed', closing.startAt);
      return rows;
    });
    day = businessDay(day.endAt, timeZone);
  }
  return db.transaction(
    async (tx) => changed + (await countLateJoins(tx, { timeZone })) + (await countDepartments(tx, today, false)),
  );
}
