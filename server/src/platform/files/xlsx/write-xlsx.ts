import type { Writable } from 'node:stream';
import type { Cell, Table } from '../table.ts';
import { wallClock } from '../wall-clock.ts';
import { rowXml } from './cell-xml.ts';
import { columnsXml, headingsXml, listsSheetXml, notesSheetXml, SHEET_END, SHEET_START, validationsXml } from './sheet-xml.ts';
import { LISTS, packageParts, sheetNames, type WrittenSheet } from './workbook-xml.ts';
import { createZipWriter, type ZipWriter } from './zip-writer.ts';

/** Rows of a sheet beneath its headings. */
const SHEET_ROWS = 1_048_575;
/** A sheet's XML ends well before a zip's 4 GiB. */
const SHEET_CHARACTERS = 1_000_000_000;
/** Rows are packed in pieces of this: larger ones are no faster and wait for the garbage collector as memory of their own. */
const CHUNK_CHARACTERS = 16_384;

/**
 * Writes a table as xlsx (ECMA-376) into the stream, no faster than the stream takes it, holding some chunks only; does not end
 * the stream. Rows beyond `sheetRows` go on in a further sheet under the same headings. Resolves to how many rows there were.
 */
export async function writeXlsx(stream: Writable, table: Table, sheetRows = SHEET_ROWS): Promise<number> {
  const zip = createZipWriter(stream);
  const rows = iteratorOf(table.rows);
  const sheets: WrittenSheet[] = [];
  const names = sheetNames(table);
  const add = async (name: string, hidden: boolean, fill: (put: (text: string) => Promise<void>) => Promise<void>) => {
    sheets.push({ name, hidden });
    await zip.entry(`xl/worksheets/sheet${sheets.length}.xml`, fill);
  };
  let count = 0;
  try {
    let more = true;
    while (more) {
      await add(names.next(), false, async (put) => {
        const written = await putRows(put, table, rows, sheetRows);
        count += written.count;
        more = written.more;
      });
    }
    if (table.notes) await add(names.notes, false, (put) => put(notesSheetXml(table.notes?.lines ?? [])));
    if (table.columns.some(({ allowed }) => allowed)) await add(LISTS, true, (put) => put(listsSheetXml(table.columns)));
    await putPackage(zip, sheets);
    return count;
  } finally {
    await rows.return();
  }
}

async function putRows(put: (text: string) => Promise<void>, table: Table, rows: Rows, most: number) {
  const { columns, timeZone } = table;
  const clock = wallClock(timeZone);
  let xml = SHEET_START + columnsXml(columns) + headingsXml(columns);
  let count = 0;
  let characters = 0;
  let more = false;
  while (true) {
    if (count === most || characters > SHEET_CHARACTERS) {
      more = await rows.hasNext();
      break;
    }
    const row = await rows.next();
    if (!row) break;
    // the headings are row 1
    xml += rowXml(++count + 1, row, columns, clock);
    if (xml.length < CHUNK_CHARACTERS) continue;
    characters += xml.length;
    await put(xml);
    xml = '';
  }
  await put(xml + SHEET_END + validationsXml(columns));
  return { count, more };
}

async function putPackage(zip: ZipWriter, sheets: readonly WrittenSheet[]): Promise<void> {
  for (const [name, xml] of packageParts(sheets)) await zip.entry(name, (put) => put(xml));
  await zip.end();
}

type Rows = { next(): Promise<readonly Cell[] | undefined>; hasNext(): Promise<boolean>; return(): Promise<void> };

/** Rows one by one, with a look at whether there is another. */
function iteratorOf(rows: Table['rows']): Rows {
  const iterator = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  let ahead: readonly Cell[] | undefined;
  let done = false;
  const pull = async () => {
    const result = await iterator.next();
    done = result.done === true;
    return result.done ? undefined : result.value;
  };
  return {
    next: async () => {
      const row = ahead ?? (done ? undefined : await pull());
      ahead = undefined;
      return row;
    },
    hasNext: async () => {
      ahead ??= done ? undefined : await pull();
      return ahead !== undefined;
    },
    return: async () => {
      if (!done) await iterator.return?.();
    },
  };
}
