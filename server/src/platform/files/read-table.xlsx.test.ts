import { afterAll, describe, expect, it } from 'vitest';
import { type Parts, sheetXml, tableFiles, workbookParts, zipParts } from '../../../test/support/files/workbooks.ts';
import { TABLE_LIMITS } from './table-limits.ts';

const { rows, cells, fault, remove } = tableFiles();
afterAll(remove);
const book = (sheet: string, parts?: Parts) => zipParts(workbookParts(sheet, parts));
const styles = (formats: readonly (number | string)[]) => ({
  'xl/styles.xml': `<styleSheet><numFmts>${formats
    .map((format, at) => (typeof format === 'string' ? `<numFmt numFmtId="${164 + at}" formatCode="${format}"/>` : ''))
    .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${formats
    .map((format, at) => `<xf numFmtId="${typeof format === 'string' ? 164 + at : format}"/>`)
    .join('')}</cellXfs></styleSheet>`,
});
/** The text of a number in a format. */
const shown = async (value: string, format: number | string = 0, parts: Parts = {}) =>
  (await cells(await book(`<row r="1"><c r="A1" s="0"><v>${value}</v></c></row>`, { ...styles([format]), ...parts })))[0]?.[0];
const DATE_1904 = {
  'xl/workbook.xml':
    '<workbook xmlns:r="x"><workbookPr date1904="1"/><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
};

describe('an xlsx file', () => {
  it('is read as Excel writes it: shared strings, rich text, phonetics, escapes, blank cells', async () => {
    const shared = `<sst><si><t>车牌</t></si><si><r><rPr><b/></rPr><t xml:space="preserve">粤A </t></r><r><t>12345</t></r></si><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si><si><t>a&amp;b &lt;c&gt; &#20013;_x000D_
d_x005F_x0041_</t></si><si><t/></si></sst>`;
    const sheet = `<row r="1" spans="1:5"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c><c r="D1" s="1"/></row><row r="4"><c r="B4" t="s"><v>2</v></c><c r="C4" t="s"><v>3</v></c><c r="D4" t="s"><v>4</v></c></row>`;
    expect(await rows(await book(sheet, { 'xl/sharedStrings.xml': shared }))).toEqual([
      { row: 1, cells: ['车牌', '', '粤A 12345'] },
      { row: 4, cells: ['', '東京', 'a&b <c> 中\r\nd_x0041_'] },
    ]);
  });

  it('is read as other programs write it: inline strings, missing row and cell references, absolute part names, prefixes', async () => {
    const parts = workbookParts('', {
      '_rels/.rels':
        '<Relationships><Relationship Id="a" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument" Target="/xl/workbook.xml"/></Relationships>',
      'xl/_rels/workbook.xml.rels':
        "<Relationships><Relationship Id='b' Type='http://purl.oclc.org/ooxml/officeDocument/relationships/worksheet' Target='/xl/worksheets/Sheet1.xml'/></Relationships>",
      'xl/workbook.xml':
        '<x:workbook xmlns:x="m" xmlns:q="r"><x:sheets><x:sheet name="a" sheetId="1" q:id="b"/></x:sheets></x:workbook>',
      'xl/worksheets/sheet1.xml': `\ufeff<?xml version="1.0"?>
<!-- made by hand --><x:worksheet xmlns:x="m"><x:sheetData>
  <x:row><x:c t="inlineStr"><x:is><x:t>甲</x:t></x:is></x:c><x:c/><x:c t="str"><x:v><![CDATA[<乙>]]></x:v></x:c></x:row>
  <x:row><x:c t = 'b' ><x:v>1</x:v></x:c><x:c t="b"><x:v>0</x:v></x:c><x:c t="d"><x:v>2026-03-01T08:30:00Z</x:v></x:c></x:row>
</x:sheetData><x:extLst><x:ext uri="&gt;"><x:f>A1</x:f></x:ext></x:extLst></x:worksheet>`,
    });
    expect(await rows(await zipParts(parts))).toEqual([
      { row: 1, cells: ['甲', '', '<乙>'] },
      { row: 2, cells: ['TRUE', 'FALSE', '2026-03-01 08:30:00'] },
    ]);
  });

  it.each([
    ['13800000000', '13800000000'],
    ['1.38E10', '13800000000'],
    ['1.1000000000000001', '1.1'],
    ['1.10', '1.1'],
    ['0.30000000000000004', '0.3'],
    ['-0', '0'],
    ['-12.5', '-12.5'],
    ['1.5E-7', '0.00000015'],
    ['999999999999999', '999999999999999'],
  ])('reads the number %s as %s', async (value, text) => {
    expect(await shown(value)).toBe(text);
  });

  it.each([
    [14, '46082', '2026-03-01'],
    [22, '46082.354166666664', '2026-03-01 08:30:00'],
    [22, '46082', '2026-03-01 00:00:00'],
    [14, '46082.9999', '2026-03-01'],
    [57, '46082', '2026-03-01'],
    [20, '0.354166666666667', '08:30:00'],
    [46, '1.5', '36:00:00'],
    ['yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;', '46082', '2026-03-01'],
    ['[$-804]yyyy\\-mm\\-dd\\ hh:mm:ss;@', '46082.5', '2026-03-01 12:00:00'],
    ['[Red]0.00', '46082', '46082'],
    ['&quot;day&quot; 0', '46082', '46082'],
    ['0.00E+00', '46082', '46082'],
    ['mm:ss', '0.5', '12:00:00'],
    ['000000', '1234', '001234'],
    [14, '1', '1900-01-01'],
    [14, '59', '1900-02-28'],
    [14, '61', '1900-03-01'],
    [14, '-5', '-5'],
  ])('with the number format %s, reads %s as %s', async (format, value, text) => {
    expect(await shown(value, format)).toBe(text);
  });

  it('uses the 1904 date system if the workbook says so', async () => {
    expect(await shown('44620', 14, DATE_1904)).toBe('2026-03-01');
  });

  it('is read from the first visible worksheet, or from the named one', async () => {
    const parts = workbookParts('', {
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="1" Type="x/worksheet" Target="a.xml"/><Relationship Id="2" Type="x/worksheet" Target="../xl/b.xml"/></Relationships>',
      'xl/workbook.xml':
        '<workbook xmlns:r="r"><sheets><sheet name="_lists" state="hidden" r:id="1"/><sheet name="车辆 &amp; SIM" r:id="2"/></sheets></workbook>',
      'xl/a.xml': sheetXml('<row><c><v>1</v></c></row>'),
      'xl/b.xml': sheetXml('<row><c><v>2</v></c></row>'),
    });
    expect(await cells(await zipParts(parts))).toEqual([['2']]);
    expect(await cells(await zipParts(parts), { sheet: '_LISTS' })).toEqual([['1']]);
    expect(await fault(await zipParts(parts), { sheet: '司机' })).toEqual({
      kind: 'noSheet',
      sheet: '司机',
      sheets: ['车辆 & SIM'],
    });
  });
});

const cell = (name: string, inside: string, type = 'n') => `<c r="${name}" t="${type}">${inside}</c>`;

describe('an xlsx file is refused', () => {
  it('for formulas, and names their cells', async () => {
    const sheet = `<row r="2">${cell('A2', '<v>1</v>')}${cell('C2', '<f>A2+1</f><v>2</v>')}</row><row r="5">${cell('C5', '<f t="shared" si="0"/><v>2</v>')}${cell('D5', '<v>#N/A</v>', 'e')}</row>`;
    expect(await fault(await book(sheet))).toEqual({ kind: 'formula', cells: ['C2', 'C5'], sheet: 'Sheet1' });
  });

  it('and names at most twenty cells', async () => {
    const sheet = Array.from({ length: 30 }, (_, at) => `<row r="${at + 1}">${cell(`A${at + 1}`, '<f>1</f>')}</row>`).join('');
    const found = await fault(await book(sheet));
    expect(found?.cells).toHaveLength(20);
    expect(found?.cells?.at(-1)).toBe('A20');
  });

  it('for cells with an error value', async () => {
    expect(await fault(await book(`<row r="3">${cell('B3', '<v>#N/A</v>', 'e')}</row>`))).toMatchObject({
      kind: 'errorCell',
      cells: ['B3'],
    });
  });

  it('for numbers that lost digits', async () => {
    expect(await fault(await book(`<row r="2">${cell('B2', '<v>1.2345678901234568E+17</v>')}</row>`))).toMatchObject({
      kind: 'numberTooLong',
      cells: ['B2'],
    });
  });

  it('for merged cells in the data, but not below it', async () => {
    const sheet = `<row r="1">${cell('A1', '<v>1</v>')}</row><row r="3">${cell('A3', '<v>1</v>')}</row>`;
    const merged = (refs: string[]) => ({
      'xl/worksheets/sheet1.xml': sheetXml(
        sheet,
        `<mergeCells>${refs.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`,
      ),
    });
    expect(await fault(await book('', merged(['A3:B4', 'A9:B9'])))).toMatchObject({ kind: 'merged', cells: ['A3:B4'] });
    expect(await fault(await book('', merged(['A9:B9'])))).toBeUndefined();
  });

  it('for a value in a column beyond the limit', async () => {
    expect(await fault(await book(`<row r="1">${cell('GS1', '<v>1</v>')}</row>`))).toMatchObject({
      kind: 'tooManyColumns',
      cells: ['GS1'],
      max: 200,
    });
    expect(await fault(await book(`<row r="1">${cell('GR1', '<v>1</v>')}${cell('XFD1', '')}</row>`))).toBeUndefined();
  });

  it('for a cell that is too long, as inline or shared string', async () => {
    const long = 'x'.repeat(TABLE_LIMITS.characters + 1);
    const inline = `<row r="1">${cell('A1', `<is><t>${long.slice(1)}</t></is>`, 'inlineStr')}${cell('B1', `<is><t>${long}</t></is>`, 'inlineStr')}</row>`;
    expect(await fault(await book(inline))).toMatchObject({ kind: 'cellTooLong', cells: ['B1'], max: 32_767 });
    const shared = { 'xl/sharedStrings.xml': `<sst><si><t>${long}</t></si></sst>` };
    expect(await fault(await book(`<row r="1">${cell('A1', '<v>0</v>', 's')}</row>`, shared))).toMatchObject({
      kind: 'cellTooLong',
    });
  });

  it('if it is empty', async () => {
    expect(await fault(await book('<row r="1"><c r="A1" s="1"/></row>'))).toMatchObject({ kind: 'empty' });
  });

  it('if it is another type of zip file', async () => {
    expect(await fault(await zipParts({ 'a.txt': 'a' }))).toEqual({ kind: 'notTable' });
    const document = '<Relationships><Relationship Id="1" Type="x/officeDocument" Target="word/document.xml"/></Relationships>';
    expect(await fault(await zipParts({ '_rels/.rels': document, 'word/document.xml': '<a/>' }))).toEqual({ kind: 'notTable' });
    expect(await fault(await zipParts({}))).toEqual({ kind: 'notTable' });
  });

  it.each([
    ['truncated XML', { 'xl/worksheets/sheet1.xml': '<worksheet><sheetData>' }],
    ['tags that do not match', { 'xl/worksheets/sheet1.xml': '<worksheet><sheetData></worksheet></sheetData>' }],
    [
      'a document type declaration (DOCTYPE)',
      { 'xl/worksheets/sheet1.xml': `<!DOCTYPE worksheet [<!ENTITY a SYSTEM "file:///etc/passwd">]>${sheetXml('')}` },
    ],
    ['an undefined entity', { 'xl/worksheets/sheet1.xml': sheetXml('<row><c t="str"><v>&a;</v></c></row>') }],
    ['a missing sheet', { 'xl/worksheets/sheet1.xml': undefined }],
    ['a missing shared string', { 'xl/worksheets/sheet1.xml': sheetXml('<row><c t="s"><v>7</v></c></row>') }],
    ['rows out of order', { 'xl/worksheets/sheet1.xml': sheetXml('<row r="2"/><row r="1"/>') }],
    ['a row number above the maximum', { 'xl/worksheets/sheet1.xml': sheetXml('<row r="1048577"/>') }],
    ['an invalid number', { 'xl/worksheets/sheet1.xml': sheetXml('<row><c><v>abc</v></c></row>') }],
  ] as const)('as damaged for %s', async (_, parts) => {
    expect(await fault(await book('', parts))).toEqual({ kind: 'damaged' });
  });

  it('as damaged if it is truncated or changed', async () => {
    const whole = await book(`<row r="1">${cell('A1', '<is><t>abcdefgh</t></is>', 'inlineStr')}</row>`);
    for (const part of [0.2, 0.5, 0.9]) {
      expect(await fault(whole.subarray(0, Math.floor(whole.length * part)))).toEqual({ kind: 'damaged' });
    }
    // the CRC of the sheet in the central directory
    const changed = Buffer.from(whole);
    const entry = changed.lastIndexOf('xl/worksheets/sheet1.xml') - 46;
    changed.writeUInt32LE(1, entry + 16);
    expect(await fault(changed)).toEqual({ kind: 'damaged' });
  });
});

describe('a zip bomb', () => {
  const blanks = `<row r="1">${' '.repeat(8 * 1_048_576)}</row>`;

  it('is refused if a part unpacks to many times its size', async () => {
    expect(await fault(await book(blanks))).toMatchObject({ kind: 'tooLarge' });
  });

  it('is refused by the total size that its parts declare', async () => {
    const bytes = await book('');
    const entry = bytes.lastIndexOf('xl/worksheets/sheet1.xml') - 46;
    bytes.writeUInt32LE(0x1000_0000, entry + 20);
    bytes.writeUInt32LE(0x4000_0001, entry + 24);
    expect(await fault(bytes)).toMatchObject({ kind: 'tooLarge', max: 1024 });
  });

  it('is refused if it declares a wrong size', async () => {
    const bytes = await book(blanks);
    const entry = bytes.lastIndexOf('xl/worksheets/sheet1.xml') - 46;
    bytes.writeUInt32LE(1000, entry + 24);
    expect(await fault(bytes)).toEqual({ kind: 'damaged' });
  });

  it('is refused if it has too many parts', async () => {
    // the directory names one part many times
    const bytes = await zipParts({ p: '' });
    const end = bytes.length - 22;
    const start = bytes.readUInt32LE(end + 16);
    const entry = bytes.subarray(start, end);
    const count = TABLE_LIMITS.parts + 1;
    bytes.writeUInt16LE(count, end + 8);
    bytes.writeUInt16LE(count, end + 10);
    bytes.writeUInt32LE(entry.length * count, end + 12);
    const many = Buffer.concat([bytes.subarray(0, start), ...Array.from({ length: count }, () => entry), bytes.subarray(end)]);
    expect(await fault(many)).toMatchObject({ kind: 'tooLarge' });
    many.writeUInt16LE(1, many.length - 14);
    many.writeUInt16LE(1, many.length - 12);
    expect(await fault(many)).not.toMatchObject({ kind: 'tooLarge' });
  });

  it('is refused if its styles part is too large', async () => {
    const noise = Array.from({ length: 17 * 1024 }, (_, at) => String(Math.sin(at)).repeat(60).slice(0, 1024)).join('');
    expect(await fault(await book('', { 'xl/styles.xml': `<styleSheet>${noise}</styleSheet>` }))).toMatchObject({
      kind: 'tooLarge',
      max: 16,
    });
  });
});

it('a worksheet may have at most 200,000 rows below the headings', async () => {
  const sheet = (count: number) =>
    Array.from({ length: count }, (_, at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>${at * 7919}</v></c></row>`).join('');
  const read = await rows(await book(sheet(200_001)));
  expect([read.length, read.at(-1)]).toEqual([200_001, { row: 200_001, cells: [String(200_000 * 7919)] }]);
  expect(await fault(await book(sheet(200_002)))).toEqual({ kind: 'tooManyRows', max: 200_000 });
}, 120_000);
