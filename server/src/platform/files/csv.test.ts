import { describe, expect, it } from 'vitest';
import { formatCsvLine, removeFormulaGuard } from './csv.ts';

describe('csvLine', () => {
  it('quotes what holds a comma, a quote or a line end', () => {
    expect(formatCsvLine(['a', 'b,c', 'say "hi"', 'x\ny', ''])).toBe('a,"b,c","say ""hi""","x\ny",\r\n');
  });

  it.each(['=1+1', '+86', '-5', '@x', '\tx', '\rx'])('keeps a spreadsheet from running %j', (text) => {
    expect(formatCsvLine([text])).toMatch(/^"?'/);
  });

  it('leaves everything else', () => {
    expect(formatCsvLine(['粤A12345', 'a=b', '1-2', ' =x'])).toBe('粤A12345,a=b,1-2, =x\r\n');
  });
});

describe('uncovered', () => {
  it('is the reverse of what formatCsvLine puts before formulas', () => {
    for (const text of ['=1', "'=1", "''-1", "'x", "'", '-', 'x']) {
      expect(removeFormulaGuard(formatCsvLine([text]).slice(0, -2))).toBe(text);
    }
  });
});
