import { useState } from 'react';
import type { Filters } from './use-table-url.ts';

export type Selection<Row> = {
  readonly rows: ReadonlyMap<string, Row>;
  /** `rows` holds the known rows of `keys`; others were selected on other pages. */
  readonly set: (keys: readonly string[], rows: readonly (Row | undefined)[]) => void;
  readonly clear: () => void;
};

const NONE: ReadonlyMap<string, never> = new Map<string, never>();

/** Row selection by key across pages. New filters clear it. */
export function useSelection<Row>(filters: Filters): Selection<Row> {
  const of = JSON.stringify(filters);
  const [selected, setSelected] = useState<{ of: string; rows: ReadonlyMap<string, Row> }>({ of, rows: NONE });
  const rows = selected.of === of ? selected.rows : NONE;
  return {
    rows,
    set(keys, known) {
      const next = new Map<string, Row>();
      keys.forEach((key, at) => {
        const row = known[at] ?? rows.get(key);
        if (row) next.set(key, row);
      });
      setSelected({ of, rows: next });
    },
    clear: () => setSelected({ of, rows: NONE }),
  };
}
