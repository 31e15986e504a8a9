import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitText, LABEL_BOX, type LabelBox, layOut } from './label-layout.ts';

const box = (x: number, y: number, rank = 0): LabelBox => ({ x, y, width: 60, height: 18, rank });
const covers = (a: LabelBox, b: LabelBox) =>
  Math.abs(a.x - b.x) < (a.width + b.width) / 2 && a.y < b.y + b.height && b.y < a.y + a.height;

describe('layOut', () => {
  it('places the higher rank if two overlap, and the earlier one of equal ranks', () => {
    expect(layOut([box(0, 0), box(10, 5, 1)], 10)).toEqual([1]);
    expect(layOut([box(0, 0), box(10, 5)], 10)).toEqual([0]);
    expect(layOut([box(0, 0), box(100, 0)], 10)).toEqual([0, 1]);
  });

  it('places no more than the limit', () => {
    expect(layOut([box(0, 0), box(100, 0), box(200, 0, 1)], 2)).toEqual([2, 0]);
  });

  it('does not cover markers, except with a label that may cover them', () => {
    const marker = { x: 30, y: 20, half: 8 };
    expect(layOut([box(0, 0), box(80, 0)], 10, [marker])).toEqual([1]);
    expect(layOut([box(0, 0), box(0, 31)], 10, [marker])).toEqual([1]);
    expect(layOut([{ ...box(0, 0), overMarkers: true }], 10, [marker])).toEqual([0]);
  });

  it('never lets two labels overlap, and leaves out no label that has space', () => {
    const boxes = fc.array(
      fc.record({
        x: fc.integer({ min: -100, max: 900 }),
        y: fc.integer({ min: -100, max: 700 }),
        width: fc.integer({ min: 20, max: 160 }),
        height: fc.constant(18),
        rank: fc.integer({ min: 0, max: 5 }),
      }),
      { maxLength: 80 },
    );
    fc.assert(
      fc.property(boxes, (list) => {
        const placed = layOut(list, 1_000);
        for (const a of placed) for (const b of placed) expect(a !== b && covers(list[a]!, list[b]!)).toBe(false);
        for (let i = 0; i < list.length; i++) {
          if (placed.includes(i)) continue;
          const grown = { ...list[i]!, x: list[i]!.x, y: list[i]!.y - 2, width: list[i]!.width + 4, height: 22 };
          expect(placed.some((p) => list[p]!.rank >= list[i]!.rank && covers(grown, list[p]!))).toBe(true);
        }
      }),
    );
  });
});

describe('fitText', () => {
  const widthOf = (text: string) => text.length * 12;

  it('limits a label to its box of 100 px', () => {
    expect(LABEL_BOX).toBe(100);
    expect(fitText('京A12345', 88, widthOf)).toBe('京A12345');
    expect(fitText('京A12345学', 88, widthOf)).toBe('京A1234…');
    expect(fitText('京A12345', 5, widthOf)).toBe('京…');
  });
});
