import { removeFormulaGuard } from './csv.ts';
import { CsvParser, detectSeparator } from './csv-parser.ts';
import { decodeCsvText } from './csv-text.ts';
import { CellFaults, RowValidator, type TableRow } from './table-rows.ts';

/** Text read before the separator is detected. */
const SAMPLE_CHARACTERS = 65_536;

/** Reads the rows of a csv file; `head` is its first bytes. Throws TableFileError. */
export async function* readCsvRows(path: string, head: Buffer): AsyncGenerator<TableRow> {
  const validator = new RowValidator(new CellFaults());
  let rows: TableRow[] = [];
  let row = 0;
  const addRecord = (cells: string[]) => {
    const valid = validator.check(++row, cells.map(removeFormulaGuard));
    if (valid) rows.push(valid);
  };
  let parser: CsvParser | undefined;
  let sample = '';
  const begin = () => {
    parser = new CsvParser(detectSeparator(sample), addRecord);
    parser.write(sample);
    return parser;
  };
  for await (const text of decodeCsvText(path, head)) {
    if (parser) parser.write(text);
    else {
      sample += text;
      if (sample.length >= SAMPLE_CHARACTERS) begin();
    }
    yield* rows;
    rows = [];
  }
  (parser ?? begin()).end();
  yield* rows;
  validator.end();
}
