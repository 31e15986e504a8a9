import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LYING, layOutForPaper, type PaperColumn, STANDING } from './paper-layout.ts';

const figure = (title: string, ...texts: string[]): PaperColumn => ({ title, whole: true, fixed: false, texts });
const plate: PaperColumn = { title: '车牌号', whole: true, fixed: true, texts: ['粤B10001'] };
const days = (count: number) => Array.from({ length: count }, (_, at) => figure(`${at + 1}日`, '12,345.6'));
const placesIn = (columns: readonly PaperColumn[]) => layOutForPaper(columns).bands.map((band) => band.map(({ at }) => at));

describe('a printed table', () => {
  it('is in portrait format at the normal font size, and in landscape format if wider', () => {
    const few = layOutForPaper([plate, ...days(4)]);
    expect([few.lying, few.size, few.bands.length]).toEqual([false, 9, 1]);
    const more = layOutForPaper([plate, ...days(12)]);
    expect([more.lying, more.size, more.bands.length]).toEqual([true, 9, 1]);
  });

  it('reduces the font size before it is split, but not below a readable size', () => {
    const sizes = [14, 16, 17, 18].map((count) => layOutForPaper([plate, ...days(count)]));
    expect(sizes.map(({ bands }) => bands.length)).toEqual([1, 1, 1, 1]);
    expect(sizes.map(({ size }) => size)).toEqual(sizes.map(({ size }) => size).toSorted((a, b) => b - a));
    expect(sizes.at(-1)!.size).toBeLessThan(9);
    expect(layOutForPaper([plate, ...days(60)]).size).toBeGreaterThanOrEqual(6.5);
  });

  it('is split into parts of similar width, each with the columns that identify its rows', () => {
    const bands = placesIn([plate, { ...plate, title: '所属企业' }, ...days(60)]);
    expect(bands.length).toBeGreaterThan(1);
    for (const band of bands) expect(band.slice(0, 2)).toEqual([0, 1]);
    expect(bands.flatMap((band) => band.slice(2))).toEqual(Array.from({ length: 60 }, (_, at) => at + 2));
    const counts = bands.map(({ length }) => length);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(bands.length);
    // too many of them would leave no room for the others
    const names = Array.from({ length: 12 }, () => ({ ...plate, texts: ['演示集团第一分公司'] }));
    const crowded = placesIn([...names, ...days(30)]);
    expect(new Set(crowded.flat()).size).toBe(42);
    expect(crowded[1]!.filter((at) => at < 12).length).toBeLessThan(12);
  });

  it('wraps headings between words and long texts, but never numbers', () => {
    const wordy = 'Kilometres driven at night by all vehicles of the company';
    const [narrow, wide] = [
      layOutForPaper([plate, figure(wordy, '1')]),
      layOutForPaper([plate, figure('km', '1,234,567,890,123.45')]),
    ];
    expect([narrow.bands.length, wide.bands.length]).toEqual([1, 1]);
    const long = { ...plate, whole: false, fixed: false, texts: ['广东省深圳市南山区科技园南区高新南一道'.repeat(5)] };
    const places = layOutForPaper([plate, ...Array.from({ length: 6 }, () => long)]);
    expect(places.bands.length).toBe(1);
    for (const { share } of places.bands[0]!.slice(1)) expect(share).toBeGreaterThan(places.bands[0]![0]!.share);
  });

  it('contains every column within the page width, with the first in each part, for any input', () => {
    const column = fc.record({
      title: fc.string({ minLength: 1, maxLength: 60 }),
      whole: fc.boolean(),
      fixed: fc.boolean(),
      texts: fc.array(fc.string({ maxLength: 40 }), { maxLength: 4 }),
    });
    fc.assert(
      fc.property(fc.array(column, { minLength: 1, maxLength: 80 }), (columns) => {
        const { bands, size, lying } = layOutForPaper(columns);
        expect(new Set(bands.flatMap((band) => band.map(({ at }) => at))).size).toBe(columns.length);
        for (const band of bands) {
          expect(band[0]!.at).toBe(0);
          expect(band.reduce((all, { share }) => all + share, 0)).toBeCloseTo(100);
          for (const { share } of band) expect(share).toBeGreaterThan(0);
        }
        expect(size).toBeGreaterThanOrEqual(6.5);
        if (!lying) expect(bands).toHaveLength(1);
      }),
    );
    expect(STANDING).toBeLessThan(LYING);
  });
});
