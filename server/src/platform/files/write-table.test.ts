import { open } from 'node:fs/promises';
import { PassThrough, Writable } from 'node:stream';
import { buffer, text as textOf } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { openPromise } from 'yauzl';
import { readTable } from './read-table.ts';
import type { Cell, Column, Table } from './table.ts';
import { all, tableFiles } from './testing-workbooks.ts';
import { type TableFormat, writeTable } from './write-table.ts';
import { writeXlsx } from './xlsx/write-xlsx.ts';

const { put, cells, remove } = tableFiles();
afterAll(remove);

const ZONE = 'Asia/Shanghai';
const TEXTS: readonly Column[] = ['a', 'b', 'c'].map((title) => ({ title, kind: 'text' }));
const table = (columns: readonly Column[], rows: Table['rows'], more: Partial<Table> = {}): Table => ({
  sheet: '车辆',
  columns,
  rows,
  timeZone: ZONE,
  ...more,
});
/** The file `write` makes. */
const fileOf = async (write: (stream: Writable) => Promise<unknown>) => {
  const stream = new PassThrough();
  const whole = buffer(stream);
  await write(stream);
  stream.end();
  return whole;
};
const written = (format: TableFormat, what: Table) => fileOf((stream) => writeTable(stream, format, what));
const partsOf = async (bytes: Buffer) => {
  const zip = await openPromise(await put(bytes), { autoClose: false });
  const parts = new Map<string, string>();
  for (const entry of await all(zip.eachEntry())) {
    parts.set(entry.fileName, await textOf(await zip.openReadStreamPromise(entry)));
  }
  zip.close();
  return parts;
};
/** As read back: blank ends of rows and blank rows are not told. */
const trimmed = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1)).filter((row) => row.length > 0);

describe.each(['xlsx', 'csv'] as const)('a table written as %s', (format) => {
  it('is read back as it was, whatever its texts are', async () => {
    const piece = fc.constantFrom(
      '=1+1',
      "'",
      "'=x",
      '-',
      '"',
      ',',
      ';',
      '\r',
      '\n',
      '\t',
      '_x0041_',
      '<&>',
      ' ',
      '粤A',
      '𠮷',
      '0012',
    );
    const cell = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.array(piece).map((pieces) => pieces.join('')),
    );
    const row = fc.tuple(cell, cell, cell).map((row) => row.map((text) => text.toWellFormed().replace(FORBIDDEN, '')));
    await fc.assert(
      fc.asyncProperty(fc.array(row), async (rows) => {
        expect(await cells(await written(format, table(TEXTS, rows)))).toEqual([['a', 'b', 'c'], ...trimmed(rows)]);
      }),
      { numRuns: 60 },
    );
  });

  it('shows numbers, days and instants by the clocks of the zone', async () => {
    const columns: Column[] = [
      { title: 'number', kind: 'number' },
      { title: 'day', kind: 'date' },
      { title: 'at', kind: 'instant' },
      { title: 'text', kind: 'text' },
    ];
    const rows: Cell[][] = [
      [-12.5, '2026-03-01', Date.UTC(2026, 1, 28, 16, 30, 5, 999), '13800000000'],
      [null, '1880-01-01', Date.UTC(1990, 6, 1, 0, 0, 0), '2026-03-01'],
      [Number.NaN, '', null, '007'],
      [0, 'unknown', Date.UTC(2026, 11, 31, 16), '=SUM(A1)'],
    ];
    expect(await cells(await written(format, table(columns, rows)))).toEqual([
      ['number', 'day', 'at', 'text'],
      ['-12.5', '2026-03-01', '2026-03-01 00:30:05', '13800000000'],
      // China had summer time then
      ['', '1880-01-01', '1990-07-01 09:00:00', '2026-03-01'],
      ['', '', '', '007'],
      ['0', 'unknown', '2027-01-01 00:00:00', '=SUM(A1)'],
    ]);
  });

  it('says how many rows there were, and ends after its headings where there are none', async () => {
    let count = -1;
    const bytes = await fileOf(async (stream) => {
      count = await writeTable(stream, format, table(TEXTS, []));
    });
    expect([count, await cells(bytes)]).toEqual([0, [['a', 'b', 'c']]]);
  });

  it('takes rows no faster than a slow reader takes the file', async () => {
    let made = 0;
    let stopped = false;
    const noise = Array.from({ length: 50 }, (_, at) => Math.sin(at)).join('');
    async function* endless() {
      try {
        for (;;) yield [`${made++}`, `${Math.random()}${noise}`, 'c'];
      } finally {
        stopped = true;
      }
    }
    // takes nothing after the first piece
    const stream = new Writable({ highWaterMark: 1024, write: () => undefined });
    const writing = writeTable(stream, format, table(TEXTS, endless()));
    writing.catch(() => undefined);
    await settled(() => made);
    expect(made).toBeGreaterThan(0);
    expect(made).toBeLessThan(20_000);
    stream.destroy();
    await expect(writing).rejects.toThrow('closed');
    expect(stopped).toBe(true);
  });

  it('fails as its rows fail', async () => {
    async function* failing() {
      yield ['1', '2', '3'];
      throw new Error('the database went away');
    }
    await expect(written(format, table(TEXTS, failing()))).rejects.toThrow('the database went away');
  });
});

// biome-ignore lint/suspicious/noControlCharactersInRegex: what XML cannot hold
const FORBIDDEN = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufeff\ufffe\uffff]/g;

/** Resolves when a figure has stopped changing. */
async function settled(figure: () => number): Promise<void> {
  for (let same = 0, last = figure(); same < 20; same = figure() === last ? same + 1 : 0) {
    last = figure();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('an xlsx file', () => {
  it('drops characters XML cannot hold and cuts texts a cell cannot hold', async () => {
    const [, row] = await cells(await written('xlsx', table(TEXTS, [['a\u0000b\u001fc\ufffe', 'x'.repeat(40_000), '\ud800']])));
    expect(row?.[0]).toBe('abc');
    expect([row?.[1]?.length, row?.[1]?.at(-1)]).toEqual([32_767, '…']);
    expect(row?.[2]).toBe('\ufffd');
  });

  it('goes on in a further sheet where one is full, under the same headings', async () => {
    const rows = Array.from({ length: 5 }, (_, at) => [String(at)]);
    const bytes = await fileOf((stream) => writeXlsx(stream, table(TEXTS.slice(0, 1), rows), 2));
    const path = await put(bytes);
    const sheet = async (name: string) => (await all(readTable(path, { sheet: name }))).map(({ cells }) => cells[0]);
    expect([await sheet('车辆'), await sheet('车辆 (2)'), await sheet('车辆 (3)')]).toEqual([
      ['a', '0', '1'],
      ['a', '2', '3'],
      ['a', '4'],
    ]);
    const full = await partsOf(await fileOf((stream) => writeXlsx(stream, table(TEXTS.slice(0, 1), rows.slice(0, 4)), 4)));
    expect([...full.keys()].filter((name) => name.includes('worksheets/'))).toEqual(['xl/worksheets/sheet1.xml']);
  });

  it('offers values, explains columns, keeps the headings in view and has no formulas', async () => {
    const columns: Column[] = [
      { title: '车牌', kind: 'text', width: 20, note: '必填 "<>&"\n每行一辆' },
      { title: '颜色', kind: 'text', allowed: ['蓝', '黄, 大', '=1'] },
    ];
    const notes = { sheet: '填写/说明', lines: ['第一行', '=A1'] };
    const bytes = await written('xlsx', table(columns, [['粤A1', '蓝']], { sheet: "a[b]:*?/\\'", notes }));
    const parts = await partsOf(bytes);
    const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    expect(sheet).toContain('width="20"');
    expect(sheet).toContain('prompt="必填 &quot;&lt;&gt;&amp;&quot;&#10;每行一辆"');
    expect(sheet).toMatch(/<dataValidation type="list"[^>]* sqref="B2:B1048576"><formula1>_lists!\$B\$1:\$B\$3<\/formula1>/);
    for (const xml of parts.values()) expect(xml).not.toMatch(/<f[ >]/);
    expect(parts.get('xl/workbook.xml')).toMatch(/name="a b".*name="填写 说明".*name="_lists" sheetId="3" state="hidden"/);
    expect(await cells(bytes, { sheet: '_lists' })).toEqual([
      ['', '蓝'],
      ['', '黄, 大'],
      ['', '=1'],
    ]);
    expect(await cells(bytes, { sheet: '填写 说明' })).toEqual([['第一行'], ['=A1']]);
    expect(await cells(bytes)).toEqual([
      ['车牌', '颜色'],
      ['粤A1', '蓝'],
    ]);
  });

  it('may be written to a file that is full with the error the disk gives', async () => {
    const full = await open('/dev/full', 'w').catch(() => undefined);
    if (!full) return;
    const stream = full.createWriteStream();
    stream.on('error', () => undefined);
    async function* many() {
      for (let at = 0; at < 200_000; at++) yield [String(Math.random()), String(Math.random()), ''];
    }
    await expect(writeTable(stream, 'xlsx', table(TEXTS, many()))).rejects.toThrow('ENOSPC');
  });
});
