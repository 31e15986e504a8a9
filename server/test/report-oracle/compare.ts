import { COLUMN_DECIMALS } from './reports/all.ts';
import type { Cell, Cells, OracleData, OracleReport } from './reports/oracle-report.ts';

/** The product's result of a report. */
export type ReportAnswer = { readonly list: readonly { readonly cells: Cells }[]; readonly sums: Cells; readonly total: number };

/** Floating point sums depend on the order of their terms. */
const NOISE = 1e-6;

/** Numbers may differ by half of the last decimal that is shown. */
function isEqualCell(column: string, actual: Cell | undefined, expected: Cell): boolean {
  if (typeof expected !== 'number' || typeof actual !== 'number') return (actual ?? null) === expected;
  const decimals = COLUMN_DECIMALS[column];
  if (decimals === undefined) return actual === expected;
  return Math.abs(actual - expected) <= 10 ** -decimals / 2 + NOISE;
}

/** One line per difference between the answer and the oracle. */
export function compareReport(oracleReport: OracleReport, oracle: OracleData, answer: ReportAnswer): string[] {
  const { key, report } = oracleReport;
  const lines: string[] = [];
  const add = (what: string) => lines.push(`${report} ${what}`);
  const expected = oracleReport.rows(oracle);
  if (expected.length === 0) add('has no rows to compare');
  const rowName = (cells: Cells) => key.map((column) => String(cells[column] ?? null)).join(' ');
  const actual = new Map(answer.list.map(({ cells }) => [rowName(cells), cells]));
  if (actual.size !== answer.list.length) add(`has rows with the same key: ${answer.list.length} of ${actual.size} keys`);
  if (answer.total !== expected.length) add(`counts ${answer.total} rows, not ${expected.length}`);
  for (const row of expected) {
    const cells = actual.get(rowName(row));
    actual.delete(rowName(row));
    if (cells === undefined) add(`lacks ${rowName(row)}: ${JSON.stringify(row)}`);
    else
      for (const [column, value] of Object.entries(row))
        if (!isEqualCell(column, cells[column], value)) add(`${rowName(row)}: ${column} is ${cells[column]}, not ${value}`);
  }
  for (const [name, cells] of actual) add(`has ${name}: ${JSON.stringify(cells)}`);
  for (const [column, value] of Object.entries(computeSums(oracleReport, expected)))
    if (!isEqualCell(column, answer.sums[column], value)) add(`sums: ${column} is ${answer.sums[column]}, not ${value}`);
  return lines;
}

function computeSums({ sums = {} }: OracleReport, rows: readonly Cells[]): Cells {
  const numbers = (column: string) => rows.flatMap((row) => (typeof row[column] === 'number' ? [row[column]] : []));
  const plain: Record<string, number> = {};
  for (const [column, how] of Object.entries(sums)) {
    if (how === 'sum') plain[column] = numbers(column).reduce((all, value) => all + value, 0);
    if (how === 'max') plain[column] = Math.max(...numbers(column));
  }
  const derived = Object.entries(sums).flatMap(([column, how]) =>
    typeof how === 'function' ? [[column, how(plain)] as const] : [],
  );
  return { ...plain, ...Object.fromEntries(derived) };
}
