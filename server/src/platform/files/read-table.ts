import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { csvRows } from './csv-table.ts';
import { TableFileError } from './table-file-error.ts';
import type { TableRow } from './table-rows.ts';
import { xlsxRows } from './xlsx/workbook-rows.ts';

export type ReadTableOptions = {
  /** The sheet to read, by name; without it the first that is visible. A csv file has no sheets. */
  readonly sheet?: string;
};

/**
 * The rows of a table file at `path`, xlsx or csv as its content tells (its name never counts): those that hold something, with
 * the number the sheet shows, every cell as text a person reads. Dates are YYYY-MM-DD, times YYYY-MM-DD HH:mm:ss as written, in
 * no zone. Throws TableFileError, possibly after rows were given: no row is good before the last was read.
 */
export async function* readTable(path: string, { sheet }: ReadTableOptions = {}): AsyncGenerator<TableRow> {
  const head = await headOf(path);
  if (head.length === 0) throw new TableFileError('empty');
  if (startsWith(head, ZIP)) yield* xlsxRows(path, sheet);
  else if (startsWith(head, OLE)) throw await oleFault(path);
  else yield* csvRows(path, head);
}

const HEAD_BYTES = 512;
/** A zip's first entry; or its end, of an empty one. */
const ZIP = ['504b0304', '504b0506'];
/** Compound file (MS-CFB 2.2): Excel 97-2003, and OOXML behind a password. */
const OLE = ['d0cf11e0a1b11ae1'];
/** The stream that holds the encrypted workbook (MS-OFFCRYPTO 2.3.4). */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function startsWith(head: Buffer, magics: readonly string[]): boolean {
  return magics.some((magic) => head.toString('hex', 0, magic.length / 2) === magic);
}

async function oleFault(path: string): Promise<TableFileError> {
  let tail: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const text = Buffer.concat([tail, chunk]);
    if (text.includes(ENCRYPTED)) return new TableFileError('password');
    tail = text.subarray(-ENCRYPTED.length);
  }
  return new TableFileError('oldXls');
}
