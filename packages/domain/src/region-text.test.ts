import { describe, expect, it } from 'vitest';
import { readRegionText, regionText, type WrittenRegion } from './region-text.ts';

const REGIONS: readonly [text: string, region: WrittenRegion][] = [
  ['1:113.1,23.05,113.4,23.2', { mode: 1, bounds: [113.1, 23.05, 113.4, 23.2] }],
  [
    '2:113.1,23;113.2,23;113.15,-0.5',
    {
      mode: 2,
      ring: [
        [113.1, 23],
        [113.2, 23],
        [113.15, -0.5],
      ],
    },
  ],
  ['4:113.264412,23.129112,1500', { mode: 4, centre: [113.264412, 23.129112], radiusM: 1500 }],
];

describe('a region as a text', () => {
  it.each(REGIONS)('%s', (text, region) => {
    expect(regionText(region)).toBe(text);
    expect(readRegionText(text)).toEqual(region);
  });

  it('has degrees with six decimals, and integer metres', () => {
    expect(regionText({ mode: 4, centre: [1 / 3, 2 / 3], radiusM: 99.6 })).toBe('4:0.333333,0.666667,100');
  });

  it.each([
    '',
    '1',
    '3:1,2;3,4',
    '1:1,2,3',
    '1:3,2,1,4',
    '1:1,4,3,2',
    '1:1,2,3,4,5',
    '1:1,2,3,4;5,6',
    '1:1,2,3,x',
    '2:1,2;3,4',
    '2:1,2;3,4;5',
    '4:1,2',
    '4:1,2,0',
    '4:1,2,-5',
    '4:1,95,10',
    '4:190,9,10',
    '4:1,2,9999999',
    '4:1,2,1e3',
    `2:${Array(101).fill('1,2').join(';')}`,
  ])('is not %s', (text) => {
    expect(readRegionText(text)).toBeNull();
  });
});
