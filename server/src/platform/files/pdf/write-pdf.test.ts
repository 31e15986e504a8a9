import { PassThrough, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { MAX_PDF_ROWS } from '@fleetwarden/contract/reports/report-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractTexts, readPdf } from '../../../../test/support/files/read-pdf.ts';
import { encodeJpegHeader, encodePng } from '../../../../test/support/files/sample-images.ts';
import type { PdfBlock, PdfDocument, PdfTable } from './document.ts';
import { parseTrueType } from './true-type.ts';
import { writePdf } from './write-pdf.ts';

const document = (blocks: readonly PdfBlock[], more: Partial<PdfDocument> = {}): PdfDocument => ({
  title: '车辆里程统计',
  company: '广州运输公司',
  platformName: '车队卫士',
  language: 'zh',
  landscape: true,
  blocks,
  ...more,
});
const written = async (what: PdfDocument) => {
  const stream = new PassThrough();
  const whole = buffer(stream);
  const count = await writePdf(stream, what);
  stream.end();
  const read = readPdf(await whole);
  expect(read.pages).toHaveLength(count);
  return { ...read, bytes: (await whole).length };
};
const table = (rows: readonly (readonly string[])[], more: Partial<PdfTable> = {}): PdfTable => ({
  kind: 'table',
  columns: [{ title: '车牌号' }, { title: '里程 (km)', align: 'right' }],
  rows,
  ...more,
});
const rows = (count: number) => Array.from({ length: count }, (_, at) => [`粤B${10_000 + at}`, String(at)]);

describe('a document written as PDF', () => {
  it('shows title, platform, company and page number on each page', async () => {
    const { title, pages } = await written(document([table(rows(100))]));
    expect(title).toBe('车辆里程统计');
    expect(pages.length).toBeGreaterThan(1);
    pages.forEach(({ texts, size }, at) => {
      const said = texts.map(({ text }) => text);
      expect(said).toEqual(expect.arrayContaining(['车队卫士', '广州运输公司', '车辆里程统计', `${at + 1} / ${pages.length}`]));
      expect(size).toEqual([841.89, 595.28]);
    });
    expect((await written(document([], { landscape: false }))).pages[0]!.size).toEqual([595.28, 841.89]);
  });

  it('shows the logo next to the platform name in each page header, and omits an unreadable logo', async () => {
    const sampleOf = () => 120;
    const tall = encodePng({ width: 10, height: 20, depth: 8, colourType: 2, sampleOf });
    const wide = encodePng({ width: 400, height: 20, depth: 8, colourType: 6, sampleOf });
    const plain = (await written(document([table(rows(60))]))).pages;
    const nameOf = (page: (typeof plain)[number]) => page.texts.find(({ text }) => text === '车队卫士')!.x;
    for (const logo of [tall, wide]) {
      const { pages } = await written(document([table(rows(60))], { logo }));
      expect(pages.length).toBe(plain.length);
      for (const page of pages) {
        const [, width, height, x, y] = /q ([\d.]+) 0 0 ([\d.]+) ([\d.]+) ([\d.]+) cm \/L1 Do Q/.exec(page.drawn)!.map(Number);
        expect(width! / height!).toBeCloseTo(logo === tall ? 0.5 : 20, 1);
        expect([x! >= 36, y! > 595.28 - 50, y! + height! < 595.28 - 30]).toEqual([true, true, true]);
        expect(nameOf(page)).toBeGreaterThan(x! + width!);
      }
    }
    const { pages } = await written(document([], { logo: Buffer.from('RIFF....WEBP') }));
    expect(pages[0]!.drawn).not.toContain('/L1');
    expect(nameOf(pages[0]!)).toBe(nameOf(plain[0]!));
  });

  it('shows images in rows of three with captions, scaled to fit, and reads each file once', async () => {
    const reads: string[] = [];
    const picture = (caption: string, width: number, height: number, file: Buffer | undefined) => ({
      caption,
      width,
      height,
      read: async () => {
        reads.push(caption);
        return file;
      },
    });
    const wide = picture('01.jpg', 1_920, 1_080, encodeJpegHeader(1_920, 1_080, 3));
    const tall = picture('02.png', 10, 20, encodePng({ width: 10, height: 20, depth: 8, colourType: 2, sampleOf: () => 9 }));
    const all = [wide, tall, picture('03.jpg', 8, 8, undefined), picture('04.jpg', 8, 8, Buffer.from('gone'))];
    const pictures = [...all, ...Array.from({ length: 20 }, (_, at) => ({ ...wide, caption: `${at + 5}` }))];
    const file = await written(document([{ kind: 'pictures', pictures }], { landscape: false }));
    const { pages } = file;
    expect(reads).toEqual([wide, tall, ...all.slice(2), ...Array.from({ length: 20 }, () => wide)].map(({ caption }) => caption));
    const drawn = pages.flatMap((page) => [...page.drawn.matchAll(/q ([\d.]+) 0 0 ([\d.]+) ([\d.]+) ([\d.]+) cm \/P\d+ Do Q/g)]);
    const sizes = drawn.map(([, ...numbers]) => numbers.map(Number));
    expect(sizes).toHaveLength(24);
    for (const [width, height, x, y] of sizes as [number, number, number, number][]) {
      expect([width <= 175, height <= 120, x >= 36, x + width <= 595.28 - 36 + 0.1, y > 36]).toEqual([
        true,
        true,
        true,
        true,
        true,
      ]);
    }
    expect(sizes[0]![0]! / sizes[0]![1]!).toBeCloseTo(16 / 9, 1);
    expect(sizes[1]![0]! / sizes[1]![1]!).toBeCloseTo(0.5, 1);
    expect(extractTexts(file)).toEqual(expect.arrayContaining(pictures.map(({ caption }) => caption)));
    expect(pages.length).toBeGreaterThan(1);
    // what cannot be read has no object
    expect(pages[0]!.images).toEqual(['P1', 'P2', ...Array.from({ length: 20 }, (_, at) => `P${at + 5}`)]);
  });

  it('contains every row once and in order, the headings on each page, and the totals at the end', async () => {
    const all = rows(150);
    const read = await written(document([table(all, { foot: ['合计', '11175'] })]));
    const texts = extractTexts(read);
    expect(texts.filter((text) => text.startsWith('粤B'))).toEqual(all.map(([plate]) => plate));
    for (const page of read.pages) expect(page.texts.filter(({ text }) => text === '车牌号')).toHaveLength(1);
    expect(texts.indexOf('合计')).toBeGreaterThan(texts.indexOf('粤B10149'));
  });

  it('shows counts in adjacent cells, with a darker background for higher counts', async () => {
    const cells = [0, 1, 4].map((value, at) => ({ label: `${at}`, value }));
    const read = await written(
      document([
        { kind: 'strip', cells },
        { kind: 'strip', cells: [] },
      ]),
    );
    expect(extractTexts(read)).toEqual(expect.arrayContaining(['0', '1', '2', '4']));
    // zero has no figure and the plain background
    const grounds = [...read.pages[0]!.drawn.matchAll(/^([\d. ]+) rg \S+ \S+ [\d.]+ 26 re f$/gm)].map(([, colour]) => colour);
    expect(grounds).toEqual(['0.95 0.96 0.98', '0.9 0.77 0.77', '0.76 0.22 0.15']);
    const [, one, most] = ['0', '1', '4'].map((figure) => read.pages[0]!.texts.find(({ text }) => text === figure)!);
    expect(most!.x).toBeGreaterThan(one!.x);
    const none = await written(document([{ kind: 'strip', cells: [{ label: 'a', value: 0 }] }]));
    expect(extractTexts(none)).not.toContain('0');
  });

  it('shows figures and plates completely: wide figures are smaller, and some labels are omitted', async () => {
    const value = '628,714,903.25 km';
    const cells = Array.from({ length: 24 }, (_, at) => ({ label: String(at), value: 12_345 + at }));
    const labels = Array.from({ length: 30 }, (_, at) => `鲁AE7${String(at).padStart(4, '0')}D`);
    const read = await written(
      document(
        [
          { kind: 'figures', figures: Array.from({ length: 6 }, (_, at) => ({ label: `里程 ${at}`, value })) },
          { kind: 'strip', cells },
          { kind: 'chart', type: 'bar', labels, series: [{ name: '里程', values: labels.map((_, at) => at) }] },
        ],
        { landscape: false },
      ),
    );
    const texts = extractTexts(read);
    expect(texts.filter((text) => text === value)).toHaveLength(6);
    expect(texts).toContain('12,345');
    expect(texts.filter((text) => text.startsWith('鲁')).every((text) => labels.includes(text))).toBe(true);
    expect(texts.filter((text) => text.endsWith('…'))).toEqual([]);
  });

  it('places a heading on the same page as its chart', async () => {
    for (const count of [10, 20, 25, 30, 35, 40]) {
      const { pages } = await written(
        document([
          table(rows(count)),
          { kind: 'heading', text: '里程图' },
          { kind: 'chart', type: 'bar', labels: ['一'], series: [{ name: '系列', values: [1] }] },
        ]),
      );
      const pageOf = (text: string) => pages.findIndex((page) => page.texts.some((each) => each.text === text));
      expect(pageOf('里程图')).toBe(pageOf('系列'));
    }
  });

  it('splits a wide table into bands of at most 12 columns, each with names, headings and totals, in a legible size', async () => {
    const columns = Array.from({ length: 48 }, (_, at) => ({ title: `列${at}`, align: 'right' as const }));
    const count = 60;
    const cells = Array.from({ length: count }, (_, row) => columns.map((_, at) => (at < 2 ? `名${at}.${row}` : `${at}:${row}`)));
    const foot = columns.map((_, at) => `和${at}`);
    const { pages } = await written(document([{ kind: 'table', columns, pinned: 2, rows: cells, foot }]));
    const all = pages.flatMap(({ texts }) => texts.map(({ text }) => text));
    const times = (text: string) => all.filter((each) => each === text).length;
    // 46 others in fives of at most ten
    for (const row of [0, count - 1]) expect([times(`名0.${row}`), times(`名1.${row}`)]).toEqual([5, 5]);
    for (let at = 2; at < 48; at++) expect([times(`${at}:0`), times(`${at}:${count - 1}`), times(`和${at}`)]).toEqual([1, 1, 1]);
    for (const { texts } of pages) {
      for (const { y } of texts.filter(({ text }) => text.startsWith('列'))) {
        const heading = texts.filter((each) => each.y === y && each.text.startsWith('列'));
        expect(heading.length).toBeLessThanOrEqual(12);
        expect(heading.slice(0, 2).map(({ text }) => text)).toEqual(['列0', '列1']);
      }
      for (const { text, size } of texts) if (text.includes(':')) expect(size).toBeGreaterThanOrEqual(6.5);
      // each page of rows begins with a heading
      if (texts.some(({ text }) => text.startsWith('名'))) expect(texts.some(({ text }) => text === '列0')).toBe(true);
    }
  });

  it('splits a table whose few columns are too wide for a legible size', async () => {
    const columns = Array.from({ length: 8 }, (_, at) => ({ title: `列${at}`, align: 'right' as const }));
    const cells = [columns.map((_, at) => `${at}${'0'.repeat(40)}`)];
    const { pages } = await written(document([{ kind: 'table', columns, rows: cells }], { landscape: false }));
    for (const { texts } of pages)
      for (const { text, size } of texts) if (text.endsWith('000')) expect(size).toBeGreaterThanOrEqual(6.5);
  });

  it('right-aligns figures in their column, whatever their length', async () => {
    const read = await written(
      document([
        table([
          ['a', '1'],
          ['b', '1000.25'],
        ]),
      ]),
    );
    const { widthOf } = await font();
    const ends = read.pages[0]!.texts.filter(({ text }) => text === '1' || text === '1000.25').map(
      ({ x, size, text }) => x + ([...text].reduce((sum, letter) => sum + widthOf(letter), 0) * size) / 1000,
    );
    expect(ends).toHaveLength(2);
    expect(ends[0]).toBeCloseTo(ends[1]!, 0);
  });

  it('shows user text unchanged: in all languages, and no character is read as PDF syntax', async () => {
    const texts = [
      '京A·12345',
      'ñandú ÁÉÍ ¿qué?',
      '車両の走行距離（ひらがなカタカナ）',
      '(a) \\ <b> [c] % /D',
      '＝SUM(A1)',
      '龘',
      'e\u0301',
    ];
    const said = extractTexts(await written(document([table(texts.map((text) => [text, '']))])));
    for (const text of texts) expect(said).toContain(text.normalize('NFC'));
  });

  it('shows a box for characters that the font lacks, and nothing for invisible characters', async () => {
    const said = extractTexts(
      await written(
        document([
          table([
            ['甲\u{1f69a}乙', '한국'],
            ['a\u200db\ufe0f', 'c\u0007d'],
          ]),
        ]),
      ),
    );
    expect(said).toEqual(expect.arrayContaining(['甲□乙', '□□', 'ab', 'c d']));
  });

  it('wraps long text into lines without losing a character', async () => {
    const letter = fc.constantFrom(...'车辆在，。高速公路 abc-DEF 超速（80km/h）', ' ');
    await fc.assert(
      fc.asyncProperty(fc.array(letter, { minLength: 60, maxLength: 400 }), async (letters) => {
        const text = letters.join('');
        const wide: PdfTable = {
          kind: 'table',
          columns: Array.from({ length: 9 }, () => ({ title: '字' })),
          rows: [[text, ...Array(8).fill('x')]],
        };
        const { pages } = await written(document([wide]));
        const lines = pages
          .flatMap(({ texts }) => texts)
          .filter(({ text: said, size }) => size <= 8 && said !== 'x' && said !== '字');
        const all = lines
          .map(({ text: said }) => said)
          .join('')
          .replaceAll(' ', '');
        expect(all).toContain(text.replaceAll(' ', ''));
      }),
      { numRuns: 15 },
    );
  });

  it('stays within the page margins, with many columns and with very long cells', async () => {
    const columns = Array.from({ length: 45 }, (_, at) => ({ title: `${at + 1}日`, align: 'right' as const }));
    const long = '很长的备注'.repeat(2_000);
    const blocks: PdfBlock[] = [
      { kind: 'table', columns, rows: [columns.map((_, at) => String(at * 1000))] },
      table([
        [long, '1'],
        ['last', '2'],
      ]),
      { kind: 'text', text: long, faint: true },
      { kind: 'heading', text: '说明' },
      { kind: 'figures', figures: Array.from({ length: 8 }, (_, at) => ({ label: `指标${at}`, value: `${at}00` })) },
    ];
    const { pages } = await written(document(blocks));
    for (const { texts } of pages)
      for (const { x, y } of texts) {
        expect(x).toBeGreaterThanOrEqual(35);
        expect(x).toBeLessThan(842 - 35);
        expect(y).toBeGreaterThan(30);
        expect(y).toBeLessThan(595 - 30);
      }
    expect(pages.flatMap(({ texts }) => texts).some(({ text }) => text === 'last')).toBe(true);
  });

  it.each(['bar', 'line', 'pie'] as const)('draws a %s chart as vector graphics, with the names of its data', async (type) => {
    const chart = { kind: 'chart', type, labels: ['1 月', '2 月'], series: [{ name: '里程', values: [120, null] }] } as const;
    const { pages } = await written(document([chart]));
    const said = pages[0]!.texts.map(({ text }) => text);
    expect(said).toContain(type === 'pie' ? '1 月' : '里程');
    expect(pages[0]!.drawn).toMatch(type === 'pie' ? / h f/ : / re f/);
    const empty = { ...chart, series: [{ name: '里程', values: [null, null] }] };
    expect((await written(document([empty]))).pages[0]!.texts.map(({ text }) => text)).not.toContain('里程');
  });

  it('formats thousands separators in the language of the document', async () => {
    const blocks: PdfBlock[] = [
      { kind: 'strip', cells: [{ label: '8', value: 1_234.5 }] },
      { kind: 'chart', type: 'bar', labels: ['1'], series: [{ name: 'km', values: [40_000] }] },
    ];
    expect(extractTexts(await written(document(blocks)))).toEqual(expect.arrayContaining(['1,234.5', '40,000']));
    expect(extractTexts(await written(document(blocks, { language: 'es' })))).toEqual(
      expect.arrayContaining(['1234,5', '40.000']),
    );
  });

  it('embeds a font subset with only the glyphs that it uses', async () => {
    const few = await written(document([{ kind: 'text', text: '车' }]));
    const { program, name } = few.font;
    expect(name).toMatch(/^[A-Z]{6}\+/);
    // the font parses and has the outline of each used character
    const whole = await font();
    const tables = Array.from({ length: program.readUInt16BE(4) }, (_, at) =>
      program.toString('latin1', 12 + at * 16, 16 + at * 16),
    );
    expect(tables).toEqual(expect.arrayContaining(['glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp']));
    expect(outlineOf(program, whole.findGlyph('车'.codePointAt(0)!)).length).toBeGreaterThan(20);
    expect(outlineOf(program, whole.findGlyph('龘'.codePointAt(0)!))).toHaveLength(0);
    expect(few.bytes).toBeLessThan(80_000);
  });

  it('is refused above the row limit; at the limit it is complete, and does not block the event loop', async () => {
    await expect(writePdf(new PassThrough(), document([table(rows(MAX_PDF_ROWS + 1))]))).rejects.toThrow('2001 rows');
    const columns = Array.from({ length: 20 }, (_, at) => ({ title: `列${at}` }));
    const wide = Array.from({ length: MAX_PDF_ROWS }, (_, at) =>
      columns.map((_, column) => `值${(at * 31 + column * 7) % 5000}`),
    );
    let turns = 0;
    const turning = setInterval(() => turns++, 1);
    const { pages } = await written(document([{ kind: 'table', columns, rows: wide }]));
    clearInterval(turning);
    // two bands; the second repeats the first column
    expect(pages.flatMap(({ texts }) => texts).filter(({ text }) => text.startsWith('值'))).toHaveLength(MAX_PDF_ROWS * 21);
    expect(turns).toBeGreaterThan(10);
  });

  it('fails if its output stream fails, and when it is aborted', async () => {
    const broken = new Writable({ highWaterMark: 16, write: (_chunk, _encoding, done) => done(new Error('the disk is full')) });
    broken.on('error', () => undefined);
    await expect(writePdf(broken, document([table(rows(2))]))).rejects.toThrow(/disk|closed/);
    const stop = AbortSignal.abort(new Error('cancelled'));
    await expect(writePdf(new PassThrough(), document([table(rows(2))]), stop)).rejects.toThrow('cancelled');
  });
});

async function font() {
  const { readFile } = await import('node:fs/promises');
  const path = new URL(import.meta.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'));
  const read = parseTrueType(await readFile(path));
  return { ...read, widthOf: (letter: string) => read.measureGlyph(read.findGlyph(letter.codePointAt(0)!)) };
}

/** The outline of a glyph in a font file with long offsets. */
function outlineOf(program: Buffer, glyph: number): Buffer {
  const tables = new Map<string, Buffer>();
  for (let at = 0; at < program.readUInt16BE(4); at++) {
    const entry = 12 + at * 16;
    const offset = program.readUInt32BE(entry + 8);
    tables.set(program.toString('latin1', entry, entry + 4), program.subarray(offset, offset + program.readUInt32BE(entry + 12)));
  }
  const loca = tables.get('loca')!;
  return tables.get('glyf')!.subarray(loca.readUInt32BE(glyph * 4), loca.readUInt32BE(glyph * 4 + 4));
}
