import { open } from 'node:fs/promises';
import { PassThrough, Writable } from 'node:stream';
import { buffer, text as getText } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { dosDateTimeToDate, openPromise } from 'yauzl';
import { all, tableFiles } from '../../../test/support/files/workbooks.ts';
import { readTable } from './read-table.ts';
import type { Cell, Column, Table } from './table.ts';
import { type TableFormat, writeCsvZip, writeTable } from './write-table.ts';
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
/** Collects what `write` writes. */
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
    parts.set(entry.fileName, await getText(await zip.openReadStreamPromise(entry)));
  }
  zip.close();
  return parts;
};
/** As read back, without trailing blank cells and blank rows. */
const trimmed = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1)).filter((row) => row.length > 0);

describe.each(['xlsx', 'csv'] as const)('a table written as %s', (format) => {
  it('is read back unchanged, with any text', async () => {
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

  it('shows numbers, dates and times in the time zone of the table', async () => {
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

  it('reports its row count, and has only headings if there are no rows', async () => {
    let count = -1;
    const bytes = await fileOf(async (stream) => {
      count = await writeTable(stream, format, table(TEXTS, []));
    });
    expect([count, await cells(bytes)]).toEqual([0, [['a', 'b', 'c']]]);
  });

  it('reads rows no faster than a slow reader reads the file (backpressure)', async () => {
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
    // accepts only the first chunk
    const stream = new Writable({ highWaterMark: 1024, write: () => undefined });
    const writing = writeTable(stream, format, table(TEXTS, endless()));
    writing.catch(() => undefined);
    await waitUntilStable(() => made);
    expect(made).toBeGreaterThan(0);
    expect(made).toBeLessThan(20_000);
    stream.destroy();
    await expect(writing).rejects.toThrow('closed');
    expect(stopped).toBe(true);
  });

  it('is the same for any batch size of rows', async () => {
    const rows = fc.array(fc.array(fc.array(fc.constantFrom('a', '乙', ' ', '<'), { minLength: 3, maxLength: 3 })));
    await fc.assert(
      fc.asyncProperty(rows, fc.boolean(), async (batches, summed) => {
        const more = { sheetRows: 3, ...(summed ? { foot: ['sum'] } : {}) };
        async function* some() {
          yield* batches;
        }
        const [one, many] = [batches.flat(), { batches: some() }].map((rows) => written(format, table(TEXTS, rows, more)));
        expect((await many!).equals(await one!)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('fails if reading its rows fails', async () => {
    async function* failing() {
      yield ['1', '2', '3'];
      throw new Error('the database went away');
    }
    await expect(written(format, table(TEXTS, failing()))).rejects.toThrow('the database went away');
  });
});

describe('a report written as xlsx', () => {
  const columns: Column[] = [
    { title: '公司', kind: 'text' },
    { title: '上线率', kind: 'percent' },
    { title: '行驶时长', kind: 'span' },
    { title: '里程', kind: 'number', decimals: 1 },
    { title: '时间', kind: 'instant' },
  ];
  const rows: Cell[][] = [
    ['=1+1', 95.1, 90_061, 12, Date.UTC(2026, 0, 1)],
    ['乙', 100, 59, 0.5, null],
  ];
  const whole = table(columns, rows, {
    above: ['里程统计', '条件: =x'],
    filter: true,
    foot: ['合计', 97.55, 90_120, 12.5, null],
    chart: {
      sheet: '图表',
      title: '里程 & <更多>',
      type: 'bar',
      along: '公司',
      labels: ["甲's", '乙'],
      series: [
        { name: '里程', values: [12, null] },
        { name: '时长', values: [3, 4] },
      ],
    },
    notes: { sheet: '说明', lines: ['里程: 各日之和'] },
  });
  const sheet = 'xl/worksheets/sheet1.xml';

  it('has a title and conditions above frozen headings, a filter, and totals below', async () => {
    const bytes = await written('xlsx', whole);
    expect(await cells(bytes)).toEqual([
      ['里程统计'],
      ['条件: =x'],
      ['公司', '上线率', '行驶时长', '里程', '时间'],
      ['=1+1', '0.951', '25:01:01', '12', '2026-01-01 08:00:00'],
      ['乙', '1', '00:00:59', '0.5'],
      ['合计', '0.9755', '25:02:00', '12.5'],
    ]);
    const parts = await partsOf(bytes);
    expect(parts.get(sheet)).toContain('<pane ySplit="3" topLeftCell="A4"');
    // the filter does not cover the totals
    expect(parts.get(sheet)).toContain('<autoFilter ref="A3:E5"/>');
    expect(parts.get(sheet)).not.toContain('<f>');
  });

  it('shows percentages, durations in hours, and figures with their decimals', async () => {
    const parts = await partsOf(await written('xlsx', whole));
    const looks = [
      ...parts
        .get('xl/styles.xml')!
        .split('<cellXfs')[1]!
        .matchAll(/<xf numFmtId="(\d+)" fontId="(\d)"/g),
    ];
    const lookOf = (cell: string) => {
      const style = new RegExp(`<c r="${cell}" s="(\\d+)"`).exec(parts.get(sheet)!)![1];
      return looks[Number(style)]!.slice(1);
    };
    const defined = new Map(
      [...parts.get('xl/styles.xml')!.matchAll(/numFmtId="(\d+)" formatCode="([^"]+)"/g)].map((one) => [one[1], one[2]]),
    );
    // 10 is 0.00%, 46 is [h]:mm:ss (18.8.30)
    expect([lookOf('B4')[0], lookOf('C4')[0]]).toEqual(['10', '46']);
    expect(defined.get(lookOf('D4')[0])).toBe('0.0');
    expect(defined.get(lookOf('E4')[0])).toBe('yyyy\\-mm\\-dd\\ hh:mm:ss');
    // totals are bold and have the format of their column
    expect([lookOf('B6'), lookOf('C6')]).toEqual([
      ['10', '1'],
      ['46', '1'],
    ]);
  });

  it('has a chart of its figures on a second worksheet, and notes on the last worksheet', async () => {
    const parts = await partsOf(await written('xlsx', whole));
    expect([...parts.get('xl/workbook.xml')!.matchAll(/<sheet name="([^"]+)"/g)].map(([, name]) => name)).toEqual([
      '车辆',
      '图表',
      '说明',
    ]);
    expect(parts.get('xl/worksheets/sheet2.xml')).toContain('<drawing r:id="rId1"/>');
    expect(parts.get('xl/worksheets/_rels/sheet2.xml.rels')).toContain('Target="../drawings/drawing1.xml"');
    expect(parts.get('xl/drawings/_rels/drawing1.xml.rels')).toContain('Target="../charts/chart1.xml"');
    const types = parts.get('[Content_Types].xml')!;
    for (const name of parts.keys())
      if (!name.endsWith('.rels') && name !== '[Content_Types].xml') expect(types).toContain(`PartName="/${name}"`);
    const chart = parts.get('xl/charts/chart1.xml')!;
    expect(chart).toContain('<c:barChart>');
    expect(chart).toContain('里程 &amp; &lt;更多&gt;');
    expect([...chart.matchAll(/<c:f>([^<]+)<\/c:f>/g)].map(([, range]) => range)).toEqual([
      "'图表'!$B$1",
      "'图表'!$A$2:$A$3",
      "'图表'!$B$2:$B$3",
      "'图表'!$C$1",
      "'图表'!$A$2:$A$3",
      "'图表'!$C$2:$C$3",
    ]);
    // a missing value is a gap, not zero
    expect(chart).toContain('<c:ptCount val="2"/><c:pt idx="0"><c:v>12</c:v></c:pt></c:numCache>');
  });

  it.each(['line', 'pie'] as const)('draws a %s chart if configured', async (type) => {
    const parts = await partsOf(await written('xlsx', { ...whole, chart: { ...whole.chart!, type } }));
    const chart = parts.get('xl/charts/chart1.xml')!;
    expect(chart).toContain(`<c:${type}Chart>`);
    expect(chart.match(/<c:ser>/g)).toHaveLength(type === 'pie' ? 1 : 2);
    expect(chart.includes('<c:catAx>')).toBe(type === 'line');
  });

  it('continues on further worksheets with the same title and headings, and has its totals on the last one', async () => {
    const parts = await partsOf(await written('xlsx', { ...whole, sheetRows: 1 }));
    const [first, second] = [parts.get('xl/worksheets/sheet1.xml')!, parts.get('xl/worksheets/sheet2.xml')!];
    for (const one of [first, second]) expect(one).toContain('里程统计');
    expect([first.includes('合计'), second.includes('合计')]).toEqual([false, true]);
    expect(parts.get('xl/worksheets/_rels/sheet3.xml.rels')).toBeDefined();
  });

  it('as csv has raw figures below its headings, with the totals at the end', async () => {
    expect((await written('csv', whole)).toString()).toBe(
      "\ufeff公司,上线率,行驶时长,里程,时间\r\n'=1+1,95.1,90061,12,2026-01-01 08:00:00\r\n乙,100,59,0.5,\r\n合计,97.55,90120,12.5,\r\n",
    );
  });
});

describe('the strings of a workbook', () => {
  it('are stored once as shared strings; long ones, and those beyond the limit, are stored in their cells', async () => {
    const long = '长'.repeat(65);
    const several = Array.from({ length: 16_384 }, (_, at) => [`t${at}`, '甲 & 乙', long]);
    const rows = [...several, ['late', 't7', ' 甲 & 乙']];
    const bytes = await written('xlsx', table(TEXTS, rows));
    const read = await cells(bytes);
    expect(read[0]).toEqual(['a', 'b', 'c']);
    expect(read.slice(1)).toEqual(rows);
    const parts = await partsOf(bytes);
    const shared = parts.get('xl/sharedStrings.xml')!;
    expect(shared.match(/<si>/g)).toHaveLength(16_384);
    expect(shared.match(/甲 &amp; 乙/g)).toHaveLength(1);
    expect(shared).not.toContain(long);
    const sheet = parts.get('xl/worksheets/sheet1.xml')!;
    expect(sheet).toContain('<c r="A2" s="1" t="s"><v>0</v></c><c r="B2" s="1" t="s"><v>1</v></c>');
    expect(sheet).toContain('>late</t>');
    for (const part of ['[Content_Types].xml', 'xl/_rels/workbook.xml.rels']) expect(parts.get(part)).toContain('sharedStrings');
  });
});

const WRITTEN_AT = Date.UTC(2026, 10, 21, 18, 5, 8);

describe('a table that is too long for a workbook', () => {
  it('is a zip of csv files, each with headings, and the totals in the last one', async () => {
    const rows = Array.from({ length: 5 }, (_, at) => [`r${at}`]);
    const how = table([{ title: 'a', kind: 'text' }], rows, { foot: ['Σ'] });
    let count = 0;
    const bytes = await fileOf(async (stream) => {
      count = await writeCsvZip(stream, '报表', how, 2, WRITTEN_AT);
    });
    expect(count).toBe(5);
    expect([...(await partsOf(bytes))]).toEqual([
      ['报表_1.csv', 'a\r\nr0\r\nr1\r\n'],
      ['报表_2.csv', 'a\r\nr2\r\nr3\r\n'],
      ['报表_3.csv', 'a\r\nr4\r\nΣ\r\n'],
    ]);
    const none = await fileOf((stream) => writeCsvZip(stream, 'x', { ...how, rows: [] }, 2, WRITTEN_AT));
    expect([...(await partsOf(none))]).toEqual([['x_1.csv', 'a\r\nΣ\r\n']]);
  });

  it('contains files with the time of writing, in the time zone of the platform', async () => {
    const how = table([{ title: 'a', kind: 'text' }], [['r']], { timeZone: 'Asia/Shanghai' });
    const bytes = await fileOf((stream) => writeCsvZip(stream, 'x', how, 2, WRITTEN_AT));
    const zip = await openPromise(await put(bytes), { autoClose: false });
    const [entry] = await all(zip.eachEntry());
    zip.close();
    expect(dosDateTimeToDate(entry!.lastModFileDate, entry!.lastModFileTime)).toEqual(new Date(2026, 10, 22, 2, 5, 8));
  });
});

// biome-ignore lint/suspicious/noControlCharactersInRegex: characters that XML cannot hold
const FORBIDDEN = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufeff\ufffe\uffff]/g;

/** Waits until a figure stops changing. */
async function waitUntilStable(figure: () => number): Promise<void> {
  for (let same = 0, last = figure(); same < 20; same = figure() === last ? same + 1 : 0) {
    last = figure();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('an xlsx file', () => {
  it('drops characters that XML cannot contain, and truncates texts that are too long for a cell', async () => {
    const [, row] = await cells(await written('xlsx', table(TEXTS, [['a\u0000b\u001fc\ufffe', 'x'.repeat(40_000), '\ud800']])));
    expect(row?.[0]).toBe('abc');
    expect([row?.[1]?.length, row?.[1]?.at(-1)]).toEqual([32_767, '…']);
    expect(row?.[2]).toBe('\ufffd');
  });

  it('continues on a further worksheet when one is full, with the same headings', async () => {
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

  it('offers allowed values, explains columns, freezes the headings and contains no formulas', async () => {
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

  it('fails with ENOSPC if the disk is full', async () => {
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
