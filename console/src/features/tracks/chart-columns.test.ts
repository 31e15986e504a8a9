import { describe, expect, it } from 'vitest';
import { axisTicks, chartColumns } from './chart-columns.ts';

describe('the columns of a chart', () => {
  it('store the minimum and the maximum of each column, and NaN if it has no value', () => {
    const { low, high } = chartColumns([0, 1, 2, 30, 39, 40], [5, 1, 9, 7, Number.NaN, 3], { start: 0, end: 40 }, 4);
    expect([...low]).toEqual([1, Number.NaN, Number.NaN, 3]);
    expect([...high]).toEqual([9, Number.NaN, Number.NaN, 7]);
  });

  it('preserve every peak of 50,000 points', () => {
    const at = Float64Array.from({ length: 50_000 }, (_, i) => i);
    const values = at.map((i) => (i === 31_415 ? 200 : 50));
    const { high } = chartColumns(at, values, { start: 0, end: 49_999 }, 800);
    expect(Math.max(...high)).toBe(200);
    expect(high.filter((value) => value === 200)).toHaveLength(1);
  });

  it('are empty for an empty range, and for a width of 0', () => {
    expect(chartColumns([1], [1], { start: 1, end: 1 }, 2).low.every(Number.isNaN)).toBe(true);
    expect(chartColumns([1], [1], { start: 0, end: 1 }, 0).low).toHaveLength(0);
  });
});

describe('the lines of an axis', () => {
  it('have round values, from 0 to the maximum', () => {
    expect(axisTicks(97, 4)).toEqual([0, 50, 100]);
    expect(axisTicks(80, 4)).toEqual([0, 20, 40, 60, 80]);
    expect(axisTicks(0.7, 4)).toEqual([0, 0.2, 0.4, 0.6, 0.8]);
    expect(axisTicks(0, 4)).toEqual([0, 1]);
  });
});
