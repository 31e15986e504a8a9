import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { readCsvRows } from './csv-table.ts';
import { TableFileError } from './table-file-error.ts';
import type { TableRow } from './table-rows.ts';
import { readXlsxRows } from './xlsx/workbook-rows.ts';

export type ReadTableOptions = {
  /** The sheet to read; the first visible one if absent. Ignored for csv. */
  readonly sheet?: string;
};

/**
 * Streams the rows with content of an xlsx or csv file, detected by content. Cells are text; dates are YYYY-MM-DD and times
 * YYYY-MM-DD HH:mm:ss without zone. May throw TableFileError after some rows: use none before the last was read.
 */
export async function* readTable(path: string, { sheet }: ReadTableOptions = {}): AsyncGenerator<TableRow> {
  const head = await readHead(path);
  if (head.length === 0) throw new TableFileError('empty');
  if (startsWith(head, ZIP)) yield* readXlsxRows(path, sheet);
  else if (startsWith(head, OLE)) throw await diagnoseOle(path);
  else yield* readCsvRows(path, head);
}

const HEAD_BYTES = 512;
/** The first entry of a zip, or the end record of an empty one. */
const ZIP = ['504b0304', '504b0506'];
/** Compound file (MS-CFB 2.2): Excel 97-2003, and OOXML behind a password. */
const OLE = ['d0cf11e0a1b11ae1'];
/** The stream that holds the encrypted workbook (MS-OFFCRYPTO 2.3.4). */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

async function readHead(path: string): Promise<Buffer> {
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

async function diagnoseOle(path: string): Promise<TableFileError> {
  let tail: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const text = Buffer.concat([tail, chunk]);
    if (text.includes(ENCRYPTED)) return new TableFileError('password');
    tail = text.subarray(-ENCRYPTED.length);
  }
  return new TableFileError('oldXls');
}
