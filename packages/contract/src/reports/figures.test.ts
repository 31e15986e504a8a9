import { describe, expect, it } from 'vitest';
import { cellFigure, figureText, isFigureType, spanText } from './figures.ts';
import { type ColumnType, columnTypes } from './schemas.ts';

describe('a figure', () => {
  it('has the thousands separators of the language, and the decimals of its column', () => {
    const of = (type: ColumnType, value: number) => ['zh', 'en', 'es', 'ja'].map((language) => cellFigure(language, type, value));
    expect(of('decimal1', 12_345.6)).toEqual(['12,345.6', '12,345.6', '12.345,6', '12,345.6']);
    expect(of('integer', 1_234_567)).toEqual(['1,234,567', '1,234,567', '1.234.567', '1,234,567']);
    expect(of('percent', 98.5)).toEqual(['98.50%', '98.50%', '98,50%', '98.50%']);
    expect(of('decimal2', -0.5)).toEqual(['-0.50', '-0.50', '-0,50', '-0.50']);
    expect(cellFigure('en', 'decimal6', 113.5)).toBe('113.500000');
  });

  it('in seconds is shown as a duration that can exceed a day', () => {
    expect([0, 59.6, 93_909, 360_000, -90].map(spanText)).toEqual(['0:00:00', '0:01:00', '26:05:09', '100:00:00', '-0:01:30']);
    expect(cellFigure('es', 'seconds', 93_909)).toBe('26:05:09');
  });

  it('with optional decimals shows no more decimals than the value has', () => {
    expect([figureText('en', 1_234.5, 2, 0), figureText('en', 1_234.567, 2, 0), figureText('en', 7, 2, 0)]).toEqual([
      '1,234.5',
      '1,234.57',
      '7',
    ]);
  });

  it('of another type is unchanged', () => {
    expect(columnTypes.filter(isFigureType)).toEqual(['integer', 'decimal1', 'decimal2', 'decimal6', 'percent', 'seconds']);
    expect(cellFigure('en', 'text', 12_345)).toBe('12345');
  });
});
