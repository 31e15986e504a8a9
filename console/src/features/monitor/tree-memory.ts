import { useEffect, useLayoutEffect, useRef } from 'react';
import { tabStore } from '../../api/storage.ts';
import type { VirtualTreeHandle } from '../../ui/VirtualTree.tsx';
import type { FleetTree } from './fleet-tree.ts';

const KEY = 'monitor.tree';
/** Ids kept at most: a tab's storage is small, and nobody opened more by hand. */
const MAX_OPEN = 2_000;

/** What the address does not say of the tree: which departments are open, and how far it is scrolled, px. */
type TreeMemory = { readonly open: readonly string[]; readonly scroll: number };

/** As it was kept in this tab of the browser; null where nothing was, or nothing that can be read. */
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
 * Keeps the tree as it was over a reload and over a visit to another page. Open departments are taken over once there are
 * departments; the place once the list of vehicles is complete, for until then there is nothing to scroll to.
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
    // after the tree has drawn as long as it is
    const frame = requestAnimationFrame(() => {
      const shown = latest.current.view();
      if (scroll > 0 && shown?.offset() === 0) shown.scrollToOffset(scroll);
    });
    return () => cancelAnimationFrame(frame);
  }, [complete, tree]);

  // before the tree is gone and its place with it
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
