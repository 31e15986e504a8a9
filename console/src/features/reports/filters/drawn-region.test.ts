import { describe, expect, it } from 'vitest';
import { formatDrawnRegion, formatFigures, locateRegion, readFigures } from './drawn-region.ts';

describe('a map region as a filter value', () => {
  it('is formatted from the drawn shape, and converts to and from its typed figures', () => {
    const text = formatDrawnRegion({ mode: 4, centre: [113.25, 23.1], radiusM: 799.7 });
    expect(text).toBe('4:113.25,23.1,800');
    expect(readFigures(text)).toEqual(['113.25', '23.1', '800']);
    expect(formatFigures(4, readFigures(text))).toBe(text);
    expect(formatFigures(1, ['113', '23', '', ''])).toBe('1:113,23,,');
  });

  it('has no figures for a polygon, and is empty for a line', () => {
    expect(readFigures('2:1,2;3,4;5,0')).toEqual([]);
    expect(
      formatDrawnRegion({
        mode: 3,
        points: [
          [1, 2],
          [3, 4],
        ],
      }),
    ).toBe('');
  });

  it('is shown on the map with its shape and bounds', () => {
    expect(locateRegion({ mode: 1, bounds: [113, 23, 114, 24] })).toMatchObject({
      shapes: [{ kind: 'rectangle', bounds: [113, 23, 114, 24] }],
      bounds: [113, 23, 114, 24],
    });
  });
});
