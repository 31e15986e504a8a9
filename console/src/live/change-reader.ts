import { rowsAfter } from './merge-rows.ts';

/** What one consumer has not seen yet. */
export type ChangeReader = {
  /**
   * Visits the rows changed since the last call and returns 'rows'; or visits none and returns 'all', the first time and
   * whenever rows were renumbered: then everything the consumer holds by row is void.
   */
  read(visit: (row: number) => void): 'rows' | 'all';
  /** The same in bulk: the rows, in an array that the next call writes anew; null for 'all'. */
  collect(): Int32Array | null;
};

type Changing = { readonly version: number; readonly numberingVersion: number; readonly size: number };

/** Reads what changed in a store; `ticks` says by row at which version it did, in an array that may be longer and be replaced. */
export function changeReader(store: Changing, ticks: () => Uint32Array): ChangeReader {
  let seen = -1;
  let numbering = -1;
  let rows = new Int32Array(0);
  const collect = () => {
    const before = seen;
    seen = store.version;
    if (numbering !== store.numberingVersion) {
      numbering = store.numberingVersion;
      return null;
    }
    if (before === seen) return rows.subarray(0, 0);
    if (rows.length < store.size) rows = new Int32Array(ticks().length);
    return rows.subarray(0, rowsAfter(ticks(), before, store.size, rows));
  };
  return {
    collect,
    read: (visit) => {
      const changed = collect();
      if (!changed) return 'all';
      for (let i = 0; i < changed.length; i++) visit(changed[i]!);
      return 'rows';
    },
  };
}
