import { CallError } from '@fleetwarden/contract/errors';
import { findRegionFault, type Region, regionCrossesItself } from '@fleetwarden/domain/region';
import type { Db } from '../../platform/db/database.ts';
import { hasSqlState } from '../../platform/db/sql-state.ts';
import { createConcurrencyLimit } from '../../platform/http/concurrency-limit.ts';
import { SEARCH_LIMIT_MS, SEARCHES_AT_ONCE } from './limits.ts';
import { type Visits, visitsOf } from './visits.ts';

/** Throws CallError regionTooLarge: 区域过大; validation where edges cross. */
export function requireSearchable(region: Region, when: 'now' | 'past'): void {
  if (findRegionFault(region, when) !== null) throw new CallError('regionTooLarge');
  if (regionCrossesItself(region))
    throw new CallError('validation', 'edges cross', [{ path: 'region.ring', key: 'rule.polygonCrosses' }]);
}

export type PastSearch = (
  accountId: number,
  vehicleIds: readonly number[],
  region: Region,
  time: { readonly start: number; readonly end: number },
) => Promise<Visits[]>;

/**
 * Searches of the past, one at a time per account and few in total. Throws CallError tooMany if others are running, and
 * searchTooLong after `limitMs`: a partial result would look complete.
 */
export function createPastSearch(db: Db, limitMs = SEARCH_LIMIT_MS): PastSearch {
  const inTurn = createConcurrencyLimit({ atOnce: SEARCHES_AT_ONCE, waiting: 0, ofAccount: 1 });
  return (accountId, vehicleIds, region, time) =>
    inTurn(accountId, async () => {
      const endsAt = performance.now() + limitMs;
      const leftMs = () => {
        const left = Math.floor(endsAt - performance.now());
        if (left <= 0) throw new CallError('searchTooLong');
        return left;
      };
      return visitsOf(db, vehicleIds, region, time, leftMs).catch((error: unknown) => {
        throw hasSqlState(error, 'queryCanceled') ? new CallError('searchTooLong') : error;
      });
    });
}
