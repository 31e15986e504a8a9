import { monitorCalls } from '@fleetwarden/contract/monitor/routes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useLive } from '../../shared/live-context.ts';
import { indexDepartments } from './department-index.ts';
import { FleetTree } from './fleet-tree.ts';

/** The panel follows the store at most this often: calm to look at, and cheap beside the map. */
const SYNC_MS = 250;
/** After the vehicles changed their places the departments are asked for again, once for a whole list of them. */
const STRUCTURE_SETTLE_MS = 2_000;

const DEPARTMENTS = ['monitor', 'departments'];

/** Draws again with what `read` says of the tree, and not with the rest of its changes; 0 while there is none. */
export function useOfTree(tree: FleetTree | null, read: (tree: FleetTree) => number): number {
  const subscribe = useCallback((notify: () => void) => tree?.subscribe(notify) ?? (() => {}), [tree]);
  return useSyncExternalStore(subscribe, () => (tree ? read(tree) : 0));
}

const structureOf = ({ structureVersion }: FleetTree) => structureVersion;

/**
 * The tree over the live store, which follows that as long as the page is shown, and the list of vehicles it has. `null` until the
 * departments are there. `failed` and `retry` are of the departments' call.
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
    queryKey: DEPARTMENTS,
    queryFn: ({ signal }) => call(monitorCalls.getDeptTree, {}, { signal, quiet: true }),
    // Counts are kept by the store: without them an unchanged answer is the same object, and the tree stays.
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
      // The first list belongs to the departments just read.
      if (first.current) first.current = false;
      else void queries.invalidateQueries({ queryKey: DEPARTMENTS });
    }, STRUCTURE_SETTLE_MS);
    return () => clearTimeout(timer);
  }, [structure, queries]);

  return { tree, structure, failed: departments.isError, retry: () => void departments.refetch() };
}
