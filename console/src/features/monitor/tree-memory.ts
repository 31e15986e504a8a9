import { useEffect, useLayoutEffect, useRef } from 'react';
import { tabStore } from '../../api/storage.ts';
import type { VirtualTreeHandle } from '../../ui/VirtualTree.tsx';
import type { FleetTree } from './fleet-tree.ts';

const KEY = 'monitor.tree';
/** Limit of stored IDs, because session storage is small. */
const MAX_OPEN = 2_000;

/** Tree state outside the URL: open departments and scroll offset in px. */
type TreeMemory = { readonly open: readonly string[]; readonly scroll: number };

/** Reads the stored state; null if absent or invalid. */
export function readTreeMemory(): TreeMemory | null {
  try {
    const { open, scroll } = JSON.parse(tabStore.get(KEY) ?? 'null') as Partial<TreeMemory>;
    if (!Array.isArray(open) || !open.every((id) => typeof id === 'string')) return null;
    return { open, scroll: Number.isFinite(scroll) ? Number(scroll) : 0 };
  } catch {
    return null;
  }
}

export function writeTreeMemory({ open, scroll }: TreeMemory): void {
  tabStore.set(KEY, JSON.stringify({ open: open.slice(0, MAX_OPEN), scroll }));
}

/**
 * Restores the tree after a reload or another page: open departments once departments are loaded, the scroll offset once the
 * vehicle list is complete.
 */
export function useTreeMemory(tree: FleetTree | null, view: () => VirtualTreeHandle | null, complete: boolean): void {
  const memory = useRef(readTreeMemory());
  const opened = useRef(false);
  const placed = useRef(false);
  const latest = useRef({ tree, view });
  latest.current = { tree, view };

  useEffect(() => {
    if (!tree || opened.current) return;
    opened.current = true;
    if (memory.current) tree.openOnly(memory.current.open);
  }, [tree]);

  useEffect(() => {
    if (!complete || !tree || placed.current) return;
    placed.current = true;
    const { scroll } = memory.current ?? { scroll: 0 };
    // after the tree has its full height
    const frame = requestAnimationFrame(() => {
      const shown = latest.current.view();
      if (scroll > 0 && shown?.offset() === 0) shown.scrollToOffset(scroll);
    });
    return () => cancelAnimationFrame(frame);
  }, [complete, tree]);

  // before the tree unmounts with its offset
  useLayoutEffect(() => {
    const keep = () => {
      const { tree: known, view: shown } = latest.current;
      if (known && opened.current) writeTreeMemory({ open: known.openIds(), scroll: shown()?.offset() ?? 0 });
    };
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      keep();
    };
  }, []);
}
