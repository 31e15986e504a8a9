import { uncovered } from './csv.ts';
import { CsvRecords, separatorOf } from './csv-records.ts';
import { csvText } from './csv-text.ts';
import { CellFaults, RowGate, type TableRow } from './table-rows.ts';

/** Text read before the separator is told. */
const HEAD_CHARACTERS = 65_536;

/** The rows of a csv file; `head`: its first bytes. Throws TableFileError. */
export async function* csvRows(path: string, head: Buffer): AsyncGenerator<TableRow> {
  const gate = new RowGate(new CellFaults());
  let rows: TableRow[] = [];
  let row = 0;
  const take = (cells: string[]) => {
    const given = gate.pass(++row, cells.map(uncovered));
    if (given) rows.push(given);
  };
  let records: CsvRecords | undefined;
  let first = '';
  const begin = () => {
    records = new CsvRecords(separatorOf(first), take);
    records.write(first);
    return records;
  };
  for await (const text of csvText(path, head)) {
    if (records) records.write(text);
    else {
      first += text;
      if (first.length >= HEAD_CHARACTERS) begin();
    }
    yield* rows;
    rows = [];
  }
  (records ?? begin()).end();
  yield* rows;
  gate.end();
}
