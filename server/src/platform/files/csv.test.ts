import { describe, expect, it } from 'vitest';
import { formatCsvLine, removeFormulaGuard } from './csv.ts';

describe('formatCsvLine', () => {
  it('quotes values with a comma, a quote or a line end', () => {
    expect(formatCsvLine(['a', 'b,c', 'say "hi"', 'x\ny', ''])).toBe('a,"b,c","say ""hi""","x\ny",\r\n');
  });

  it.each(['=1+1', '+86', '-5', '@x', '\tx', '\rx', '＝1+1', '＋86', '－5', '＠x', '\u200b=1+1', '\ufeff\u2060@x'])(
    'prevents a spreadsheet from executing %j',
    (text) => {
      expect(formatCsvLine([text])).toMatch(/^"?'/);
    },
  );

  it('also guards a formula after a semicolon or tab inside a cell', () => {
    expect(formatCsvLine(['a;=1+1', 'b;\u200b＝1', "c;'=1"])).toBe("a;'=1+1,b;'\u200b＝1,c;''=1\r\n");
    expect(formatCsvLine(['a\t=1'])).toBe("a\t'=1\r\n");
  });

  it('does not change other values', () => {
    expect(formatCsvLine(['粤A12345', 'a=b', '1-2', ' =x', 'a;b'])).toBe('粤A12345,a=b,1-2, =x,a;b\r\n');
  });
});

describe('removeFormulaGuard', () => {
  it('is the reverse of the formula guard of formatCsvLine', () => {
    for (const text of ['=1', "'=1", "''-1", "'x", "'", '-', 'x', 'a;=1;-2', "a;'=1", '＝1;\u200b＋2', "\u200b'=1", ';\t=x']) {
      expect(removeFormulaGuard(formatCsvLine([text]).slice(0, -2))).toBe(text);
    }
  });
});
