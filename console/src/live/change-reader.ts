import { rowsAfter } from './merge-rows.ts';

/** A cursor over the changed rows of a store. */
export type ChangeReader = {
  /**
   * Visits the rows changed since the last call and returns 'rows'. Returns 'all' without visiting on the first call and after
   * rows were renumbered: the consumer must then reload everything.
   */
  read(visit: (row: number) => void): 'rows' | 'all';
  /** Like `read`, but returns the rows in a buffer that the next call overwrites; null means 'all'. */
  collect(): Int32Array | null;
};

type Changing = { readonly version: number; readonly numberingVersion: number; readonly size: number };

/**
 * Creates a cursor. `ticks` holds the version of each row's last change; the array may be longer than the store and may be
 * replaced.
 */
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
