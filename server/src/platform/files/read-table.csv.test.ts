import { afterAll, describe, expect, it } from 'vitest';
import { tableFiles } from '../../../test/support/files/workbooks.ts';
import { TABLE_LIMITS } from './table-limits.ts';

const { rows, cells, fault, remove } = tableFiles();
afterAll(remove);

describe('a csv file', () => {
  it.each([
    ['UTF-8', Buffer.from('车牌,颜色\n粤A12345,黄')],
    ['UTF-8 with a byte order mark (BOM)', Buffer.from('\ufeff车牌,颜色\n粤A12345,黄')],
    ['GBK', Buffer.from('b3b5c5c62cd1d5c9ab0ad4c14131323334352cbbc6', 'hex')],
    ['UTF-16 little-endian', Buffer.from('\ufeff车牌,颜色\n粤A12345,黄', 'utf16le')],
    ['UTF-16 big-endian', Buffer.from('\ufeff车牌,颜色\n粤A12345,黄', 'utf16le').swap16()],
  ])('is read in %s', async (_, bytes) => {
    expect(await cells(bytes)).toEqual([
      ['车牌', '颜色'],
      ['粤A12345', '黄'],
    ]);
  });

  it('is read in GB18030 beyond GBK, also when characters cross chunk boundaries', async () => {
    // '𠮷㐂,x' and '吉林𠮷' many times over, ',y'
    const bytes = Buffer.from(`9534b2358139ef312c780d0a${'bcaac1d69534b235'.repeat(8000)}2c79`, 'hex');
    for (const shift of ['', 'a', 'ab', 'abc']) {
      expect(await cells(Buffer.concat([Buffer.from(shift), bytes]))).toEqual([
        [`${shift}𠮷㐂`, 'x'],
        ['吉林𠮷'.repeat(8000), 'y'],
      ]);
    }
  });

  it.each([
    [
      'commas',
      'a,b;c\n1,2',
      [
        ['a', 'b;c'],
        ['1', '2'],
      ],
    ],
    [
      'semicolons',
      'a;b;"c,d,e,f"\n1,5;2;3',
      [
        ['a', 'b', 'c,d,e,f'],
        ['1,5', '2', '3'],
      ],
    ],
    [
      'tabs',
      'a\tb\n1,5\t2',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    ['one column', 'a\nb', [['a'], ['b']]],
  ])('is read with %s', async (_, text, expected) => {
    expect(await cells(text)).toEqual(expected);
  });

  it('counts rows as a spreadsheet shows them, with CR, LF or CRLF, and skips blank rows', async () => {
    expect(await rows('a,b\r\n\r\n"x\ny",1\r,,\rz,\n')).toEqual([
      { row: 1, cells: ['a', 'b'] },
      { row: 3, cells: ['x\ny', '1'] },
      { row: 5, cells: ['z'] },
    ]);
  });

  it('may have quotes around any cell', async () => {
    expect(await cells('"a ""b""","",c"d,"e,f"\r\n"",1,"x"y')).toEqual([
      ['a "b"', '', 'c"d', 'e,f'],
      ['', '1', 'xy'],
    ]);
  });

  it('loses the apostrophe that an export adds before formula-like text', async () => {
    expect(await cells("'=1+1,'-5,''=x,'x,-5,'")).toEqual([['=1+1', '-5', "'=x", "'x", '-5', "'"]]);
  });
});

describe('a file is refused', () => {
  const ole = (text: string) =>
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(70_000), Buffer.from(text, 'utf16le')]);

  it.each([
    ['empty', 'empty', Buffer.alloc(0)],
    ['blank', 'empty', Buffer.from('\ufeff\r\n,,\r\n')],
    ['an old Excel file', 'oldXls', ole('Workbook')],
    ['a password-protected workbook', 'password', ole('EncryptedPackage')],
    ['an image', 'notTable', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['an HTML page with a table', 'notTable', Buffer.from('\n<html><table><tr><td>1</td></tr></table></html>')],
    ['a PDF', 'notTable', Buffer.from('%PDF-1.7\n')],
    ['in an unknown encoding', 'encoding', Buffer.from([0x61, 0x2c, 0xff, 0x0a])],
    ['that ends inside a quoted cell', 'damaged', Buffer.from('a,b\n"c,d\n')],
  ] as const)('%s', async (_, kind, bytes) => {
    expect((await fault(bytes))?.kind).toBe(kind);
  });

  it('with a value in a column beyond the limit', async () => {
    expect(await fault(`a\n${','.repeat(1000)}\n`)).toBeUndefined();
    expect(await fault(`a\n${','.repeat(1000)}x`)).toMatchObject({ kind: 'tooManyColumns', max: 200 });
    expect(await fault(`a\n${'x,'.repeat(200)}x`)).toMatchObject({ kind: 'tooManyColumns', cells: ['GS2'] });
  });

  it('with a cell that is too long', async () => {
    const long = 'x'.repeat(TABLE_LIMITS.characters);
    expect(await fault(`a,${long}`)).toBeUndefined();
    expect(await fault(`a,b\n1,"${long}x"`)).toEqual({ kind: 'cellTooLong', cells: ['B2'], max: 32_767 });
  });

  it('with too many rows', async () => {
    expect(await fault('a\n'.repeat(200_001))).toBeUndefined();
    expect(await fault('a\n'.repeat(200_002))).toEqual({ kind: 'tooManyRows', max: 200_000 });
  });
});
