import { CallError } from '@fleetwarden/contract/errors';
import { type Region, regionCrossesItself, regionTooLarge } from '@fleetwarden/domain/region';
import type { Db } from '../../platform/db/database.ts';
import { SEARCH_LIMIT_MS, SEARCHES_AT_ONCE, VEHICLES_A_STATEMENT } from './limits.ts';
import { type Visits, visitsOf } from './visits.ts';

/** PostgreSQL: canceling statement due to statement timeout. */
const TIMED_OUT = '57014';

/** Throws CallError regionTooLarge: 区域过大; validation where edges cross. */
export function requireSearchable(region: Region): void {
  if (regionTooLarge(region)) throw new CallError('regionTooLarge');
  if (regionCrossesItself(region))
    throw new CallError('validation', 'edges cross', [{ path: 'region.ring', key: 'rule.polygonCrosses' }]);
}

type PastSearch = (
  accountId: number,
  vehicleIds: readonly number[],
  region: Region,
  time: { readonly start: number; readonly end: number },
) => Promise<Visits[]>;

/**
 * Searches of the past, one at a time of an account and few in all. Throws CallError tooMany where others are under way, and
 * searchTooLong where one takes longer than `limitMs`: half a result would look like a whole one.
 */
export function createPastSearch(db: Db, limitMs = SEARCH_LIMIT_MS): PastSearch {
  const searching = new Set<number>();
  return async (accountId, vehicleIds, region, time) => {
    if (searching.has(accountId)) throw new CallError('tooMany', 'a search of the account is under way');
    if (searching.size >= SEARCHES_AT_ONCE) throw new CallError('tooMany', `${searching.size} searches are under way`);
    searching.add(accountId);
    const endsAt = performance.now() + limitMs;
    try {
      const found: Visits[] = [];
      for (let from = 0; from < vehicleIds.length; from += VEHICLES_A_STATEMENT) {
        const some = vehicleIds.slice(from, from + VEHICLES_A_STATEMENT);
        found.push(...(await withinLimit(db, endsAt - performance.now(), some, region, time)));
      }
      return found;
    } finally {
      searching.delete(accountId);
    }
  };
}

function withinLimit(
  db: Db,
  leftMs: number,
  vehicleIds: readonly number[],
  region: Region,
  time: { readonly start: number; readonly end: number },
): Promise<Visits[]> {
  const limit = Math.floor(leftMs);
  if (limit <= 0) throw new CallError('searchTooLong');
  return db
    .transaction(async (tx) => {
      await tx.run(`set local statement_timeout = ${limit}`);
      // its guess of how much there is to do is far too high, and compiling takes longer than doing it
      await tx.run('set local jit = off');
      return visitsOf(tx, vehicleIds, region, time);
    })
    .catch((error: unknown) => {
      if ((error as { code?: unknown }).code === TIMED_OUT) throw new CallError('searchTooLong');
      throw error;
    });
}
