import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { DEPARTMENTS_QUERY, departmentsQuery } from '../../shared/departments.ts';
import { useLive } from '../../shared/live-context.ts';
import { indexDepartments } from './department-index.ts';
import { FleetTree } from './fleet-tree.ts';

/** Minimum interval of tree updates, ms: calm, and cheap beside the map. */
const SYNC_MS = 250;
/** Debounce of reloading departments after vehicles moved, ms. */
const STRUCTURE_SETTLE_MS = 2_000;

/** Re-renders when the result of `read` changes; 0 without a tree. */
export function useOfTree(tree: FleetTree | null, read: (tree: FleetTree) => number): number {
  const subscribe = useCallback((notify: () => void) => tree?.subscribe(notify) ?? (() => {}), [tree]);
  return useSyncExternalStore(subscribe, () => (tree ? read(tree) : 0));
}

const structureOf = ({ structureVersion }: FleetTree) => structureVersion;

/**
 * The tree over the live store, which it follows while the page is shown, and its vehicle list. `null` until departments are
 * loaded. `failed` and `retry` concern the departments' call.
 */
export function useFleetTree(): {
  tree: FleetTree | null;
  structure: number;
  failed: boolean;
  retry: () => void;
} {
  const { t } = useTranslation();
  const { store } = useLive();
  const queries = useQueryClient();
  const departments = useQuery({
    ...departmentsQuery(true),
    // Drops counts, which the store has: an unchanged reply then keeps its identity, and the tree stays.
    select: ({ list }) => list.map(({ deptId, deptName, parentId }) => ({ deptId, deptName, parentId })),
  });
  const [tree, setTree] = useState<FleetTree | null>(null);
  const elsewhere = t('monitor.elsewhere');
  const { data } = departments;

  useEffect(() => {
    if (data) setTree((before) => new FleetTree(store, indexDepartments(data, elsewhere), before ?? undefined));
  }, [data, store, elsewhere]);

  useEffect(() => {
    if (!tree) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const sync = () => {
      timer = undefined;
      tree.sync(performance.now());
      if (tree.waiting) timer = setTimeout(sync, SYNC_MS);
    };
    const stop = store.subscribe(() => {
      timer ??= setTimeout(sync, SYNC_MS);
    });
    sync();
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [tree, store]);

  const structure = useOfTree(tree, structureOf);
  const first = useRef(true);
  useEffect(() => {
    if (structure === 0) return;
    const timer = setTimeout(() => {
      // The first list belongs to the departments just loaded.
      if (first.current) first.current = false;
      else void queries.invalidateQueries({ queryKey: DEPARTMENTS_QUERY });
    }, STRUCTURE_SETTLE_MS);
    return () => clearTimeout(timer);
  }, [structure, queries]);

  return { tree, structure, failed: departments.isError, retry: () => void departments.refetch() };
}
