import type { TreeOption } from '@fleetwarden/contract/monitor/map-settings';
import { useEffect, useState } from 'react';
import type { VehicleStore } from '../../live/vehicle-store.ts';
import type { FleetTree } from './fleet-tree.ts';
import { SearchIndex } from './search-index.ts';
import { STATUS_GROUPS } from './status.ts';
import type { MonitorUrl } from './use-monitor-url.ts';

/** Debounce of indexing: vehicles arrive in batches, ms. */
const INDEX_SETTLE_MS = 500;

/** Applies the URL's filter and the account's display options to the tree. */
export function useTreeFilter(
  tree: FleetTree | null,
  store: VehicleStore,
  structure: number,
  url: MonitorUrl,
  options: ReadonlySet<TreeOption>,
): void {
  const [index, setIndex] = useState<SearchIndex | null>(null);
  const [readings, setReadings] = useState(0);
  const { status, tab, q } = url;

  useEffect(() => {
    const fresh = new SearchIndex(store);
    setIndex(fresh);
    return () => fresh.stop();
  }, [store]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new structure is why the texts are read again
  useEffect(() => {
    const timer = setTimeout(() => index?.rebuild(() => setReadings((n) => n + 1)), INDEX_SETTLE_MS);
    return () => clearTimeout(timer);
  }, [index, structure]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is found changes with the vehicles and with what has been read of them
  useEffect(() => {
    tree?.setFilter({
      statuses: STATUS_GROUPS.find(({ key }) => key === status)?.bits ?? 0,
      followed: tab === 'followed' ? true : tab === 'unfollowed' ? false : null,
      found: index?.find(q) ?? null,
    });
  }, [tree, index, structure, readings, status, tab, q]);

  useEffect(() => {
    tree?.setLook({
      offline: options.has('offline'),
      suspended: options.has('suspended'),
      onlineFirst: options.has('onlineFirst'),
      grouped: tab === 'groups',
    });
  }, [tree, options, tab]);
}
