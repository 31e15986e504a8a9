import { useCallback, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { StatusGroup } from './status.ts';
import { STATUS_GROUPS } from './status.ts';

/** The tabs of the tree (screen catalogue 3.1). */
export const TREE_TABS = ['all', 'followed', 'groups'] as const;
export type TreeTab = (typeof TREE_TABS)[number];

export type MonitorUrl = {
  readonly status: StatusGroup;
  readonly tab: TreeTab;
  /** What is searched for. */
  readonly q: string;
  /** The chosen vehicle's tid. */
  readonly sel: string | null;
};

/** The page stays: nobody is asked anew whether it may be shown. */
const HERE = { replace: true, defaultShouldRevalidate: false };

/**
 * Filter, tab, search and selection live in the address: a link shows what its sender saw. What narrows the tree is drawn before the
 * change returns; a selection, which opens a dialog, as soon as there is time.
 */
export function useMonitorUrl(): [MonitorUrl, (change: Partial<MonitorUrl>) => void] {
  const [query, setQuery] = useSearchParams();
  const wanted = query.get('status');
  const url: MonitorUrl = {
    status: STATUS_GROUPS.find(({ key }) => key === wanted)?.key ?? 'all',
    tab: TREE_TABS.find((tab) => tab === query.get('tab')) ?? 'all',
    q: query.get('q') ?? '',
    sel: query.get('sel'),
  };

  // Whoever asks late (a search waits until the typing pauses) changes what stands in the address then, not what stood there before.
  const latest = useRef({ query, setQuery });
  latest.current = { query, setQuery };
  const change = useCallback((wish: Partial<MonitorUrl>) => {
    const next = new URLSearchParams(latest.current.query);
    for (const [key, value] of Object.entries(wish)) {
      if (value === null || value === '' || value === 'all') next.delete(key);
      else next.set(key, value);
    }
    latest.current.query = next;
    latest.current.setQuery(next, { ...HERE, flushSync: wish.sel === undefined });
  }, []);
  return [url, change];
}
