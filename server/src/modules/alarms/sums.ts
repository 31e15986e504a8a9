import type { Tally } from './store.ts';

const sumOf = (rows: readonly Tally[], key: 'count' | 'handled' | 'falseAlarms' | 'inTime' | 'handleS'): number =>
  rows.reduce((sum, row) => sum + row[key], 0);

/** Total, and counts by state. */
export const totals = (rows: readonly Tally[]) => ({
  total: sumOf(rows, 'count'),
  handled: sumOf(rows, 'handled'),
  inTime: sumOf(rows, 'inTime'),
  due: sumOf(rows, 'handled'),
});

export const falseAlarms = (rows: readonly Tally[]): number => sumOf(rows, 'falseAlarms');

/** Counts by what a row is counted under, in the order of the keys. */
export function countsBy<K extends number | string>(rows: readonly Tally[], keyOf: (row: Tally) => K): [K, number][] {
  const counts = new Map<K, number>();
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + row.count);
  return [...counts].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

/** Kinds by how often, the most frequent first, each with the highest level it had. */
export function kinds(rows: readonly Tally[]): { warnId: number; level: 1 | 2 | 3; count: number }[] {
  return [...Map.groupBy(rows, ({ typeId }) => typeId)]
    .map(([warnId, of]) => ({
      warnId,
      level: ([3, 2, 1] as const).find((level) => of.some((row) => row.level === level))!,
      count: sumOf(of, 'count'),
    }))
    .sort((a, b) => b.count - a.count || a.warnId - b.warnId);
}
