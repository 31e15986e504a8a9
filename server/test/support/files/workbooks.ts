import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type ReadTableOptions, readTable } from '../../../src/platform/files/read-table.ts';
import { TableFileError } from '../../../src/platform/files/table-file-error.ts';
import type { TableRow } from '../../../src/platform/files/table-rows.ts';
import { createZipWriter } from '../../../src/platform/files/xlsx/zip-writer.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** Parts of a workbook by name; undefined omits one. */
export type Parts = Readonly<Record<string, string | undefined>>;

const relations = (rows: readonly (readonly [id: string, type: string, target: string])[]) =>
  `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${RELATION}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** A workbook of one sheet whose sheetData is `rows`; `parts` replaces or adds parts. */
export function workbookParts(rows: string, parts: Parts = {}): Parts {
  return {
    '_rels/.rels': relations([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/_rels/workbook.xml.rels': relations([
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'styles', 'styles.xml'],
      ['rId3', 'sharedStrings', 'sharedStrings.xml'],
    ]),
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATION}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/worksheets/sheet1.xml': sheetXml(rows),
    ...parts,
  };
}

export function sheetXml(rows: string, after = ''): string {
  return `${XML}<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData>${after}</worksheet>`;
}

export async function zipParts(parts: Parts): Promise<Buffer> {
  const stream = new PassThrough();
  const whole = buffer(stream);
  const zip = createZipWriter(stream);
  for (const [name, text] of Object.entries(parts)) if (text !== undefined) await zip.writeEntry(name, (put) => put(text));
  await zip.end();
  stream.end();
  return whole;
}

/** A temporary folder for tests; `put` writes a file and returns its path. */
export function tableFiles() {
  const folder = mkdtemp(join(tmpdir(), 'table-files-'));
  let count = 0;
  const put = async (bytes: Buffer | string) => {
    const path = join(await folder, `upload-${count++}`);
    await writeFile(path, bytes);
    return path;
  };
  return {
    put,
    remove: async () => rm(await folder, { recursive: true }),
    rows: async (bytes: Buffer | string, options?: ReadTableOptions): Promise<TableRow[]> =>
      all(readTable(await put(bytes), options)),
    /** The rows without their numbers. */
    cells: async (bytes: Buffer | string, options?: ReadTableOptions) =>
      (await all(readTable(await put(bytes), options))).map(({ cells }) => cells),
    /** Kind and place of the TableFileError; undefined on success. */
    fault: async (bytes: Buffer | string, options?: ReadTableOptions) => {
      const path = await put(bytes);
      try {
        await all(readTable(path, options));
      } catch (error) {
        if (error instanceof TableFileError) return { kind: error.kind, ...error.place };
        throw error;
      }
      return undefined;
    },
  };
}

/** Collects an async iterable. */
export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
