import type { Cell, Cells, Known, Recount } from './recount.ts';
import { DECIMALS } from './reports.ts';

/** What a report answered. */
export type Answered = { readonly list: readonly { readonly cells: Cells }[]; readonly sums: Cells; readonly total: number };

/** Sums are made of numbers in another order. */
const NOISE = 1e-6;

/** The same, to the half of the last decimal that is shown. */
function isSame(column: string, found: Cell | undefined, wanted: Cell): boolean {
  if (typeof wanted !== 'number' || typeof found !== 'number') return (found ?? null) === wanted;
  const decimals = DECIMALS[column];
  if (decimals === undefined) return found === wanted;
  return Math.abs(found - wanted) <= 10 ** -decimals / 2 + NOISE;
}

/** Lines that say what is another; none where all is the same. */
export function differences(recount: Recount, known: Known, answered: Answered): string[] {
  const { key, report } = recount;
  const told: string[] = [];
  const tell = (what: string) => told.push(`${report} ${what}`);
  const wanted = recount.rows(known);
  if (wanted.length === 0) tell('has no rows to compare');
  const nameOf = (cells: Cells) => key.map((column) => String(cells[column] ?? null)).join(' ');
  const found = new Map(answered.list.map(({ cells }) => [nameOf(cells), cells]));
  if (found.size !== answered.list.length) tell(`has rows alike: ${answered.list.length} of ${found.size} kinds`);
  if (answered.total !== wanted.length) tell(`counts ${answered.total} rows, not ${wanted.length}`);
  for (const row of wanted) {
    const cells = found.get(nameOf(row));
    found.delete(nameOf(row));
    if (cells === undefined) tell(`lacks ${nameOf(row)}: ${JSON.stringify(row)}`);
    else
      for (const [column, value] of Object.entries(row))
        if (!isSame(column, cells[column], value)) tell(`${nameOf(row)}: ${column} is ${cells[column]}, not ${value}`);
  }
  for (const [name, cells] of found) tell(`has ${name}: ${JSON.stringify(cells)}`);
  for (const [column, value] of Object.entries(sumsOf(recount, wanted)))
    if (!isSame(column, answered.sums[column], value)) tell(`sums: ${column} is ${answered.sums[column]}, not ${value}`);
  return told;
}

function sumsOf({ sums = {} }: Recount, rows: readonly Cells[]): Cells {
  const numbers = (column: string) => rows.flatMap((row) => (typeof row[column] === 'number' ? [row[column]] : []));
  const plain: Record<string, number> = {};
  for (const [column, how] of Object.entries(sums)) {
    if (how === 'sum') plain[column] = numbers(column).reduce((all, value) => all + value, 0);
    if (how === 'max') plain[column] = Math.max(...numbers(column));
  }
  const made = Object.entries(sums).flatMap(([column, how]) =>
    typeof how === 'function' ? [[column, how(plain)] as const] : [],
  );
  return { ...plain, ...Object.fromEntries(made) };
}
