import { at, type Db, sql } from '../../platform/db/database.ts';
import type { PrincipalOf } from '../identity/index.ts';
import { watching } from './duty-store.ts';
import { MAX_OPEN_CHECKS } from './limits.ts';
import { findCheck } from './question-store.ts';

/** Alerts users about a post-check: those on duty one after another, longest shift first; finally all who may answer. */
export type Calling = {
  /** Alerts the first user, or all if no user is on duty. */
  first(id: number): Promise<void>;
  /** Alerts the next user when the current one's time is over; returns the post-checks with a change. */
  due(): Promise<readonly number[]>;
  /** A user ends the shift: their post-checks alert the next user at the next `due`. */
  leaves(accountId: number): Promise<void>;
};

export function createCalling(deps: {
  readonly db: Db;
  readonly principalOf: PrincipalOf;
  /** Permission to answer. */
  readonly right: string;
  /** Time until the next user is alerted, ms. */
  readonly waitMs: number;
  readonly now: () => number;
}): Calling {
  const { db, principalOf, right, waitMs, now } = deps;

  /** Users on duty who may answer and were not alerted yet. */
  const waiting = async (departmentId: number, called: readonly number[]): Promise<number[]> => {
    const ids = (await watching(db, departmentId)).filter((id) => !called.includes(id));
    const people = await Promise.all(ids.map(principalOf));
    return ids.filter((_, i) => people[i]?.rights.has(right));
  };

  const callNext = async (id: number, begins: boolean): Promise<boolean> => {
    const row = await findCheck(db, id);
    if (!row || row.replied_at !== null || row.deadline_at <= now()) return false;
    const called = begins ? [] : (row.called ?? []);
    const rest = await waiting(row.department_id, called);
    const next = rest[0] === undefined ? null : [...called, rest[0]];
    // all users get an equal share of the remaining time, with a last share for everyone together
    const share = Math.min(waitMs, (row.deadline_at - now()) / (rest.length + 1));
    const changed = await db.run(sql`
      update post_check set called = ${next}::integer[], call_next_at = ${next ? at(now() + share) : null}::timestamptz
      where id = ${id} and replied_at is null and called is not distinct from ${row.called ? [...row.called] : null}::integer[]`);
    return changed > 0;
  };

  return {
    first: async (id) => void (await callNext(id, true)),
    due: async () => {
      await db.run(sql`update post_check set call_next_at = null where call_next_at is not null and deadline_at <= ${at(now())}`);
      const rows = await db.query<{ id: number }>(sql`
        select id from post_check where call_next_at <= ${at(now())} and replied_at is null order by call_next_at
        limit ${MAX_OPEN_CHECKS}`);
      const changed: number[] = [];
      for (const { id } of rows) if (await callNext(id, false)) changed.push(id);
      return changed;
    },
    leaves: async (accountId) =>
      void (await db.run(sql`
        update post_check set call_next_at = ${at(now())}
        where call_next_at is not null and called[array_upper(called, 1)] = ${accountId}`)),
  };
}
