import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { windSector } from './wind-sector.ts';

describe('windSector', () => {
  it('has eight sectors of 45 degrees, the first centred on north', () => {
    expect([0, 45, 90, 135, 180, 225, 270, 315].map(windSector)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });
  it('assigns a boundary to the clockwise sector', () => {
    expect([22.4, 22.5, 67.4, 67.5, 337.4, 337.5].map(windSector)).toEqual([0, 1, 1, 2, 7, 0]);
  });
  it('wraps around: 360 is north, -45 north-west', () => {
    expect([360, 405, -22.5, -22.6, -45, -360].map(windSector)).toEqual([0, 1, 0, 7, 7, 0]);
  });
  it('treats non-numbers as north', () => {
    expect([Number.NaN, Number.POSITIVE_INFINITY].map(windSector)).toEqual([0, 0]);
  });
  it('is the same after every full turn', () => {
    fc.assert(
      fc.property(fc.integer({ min: -360, max: 720 }), fc.integer({ min: -5, max: 5 }), (degrees, turns) => {
        expect(windSector(degrees + 360 * turns)).toBe(windSector(degrees));
      }),
    );
  });
});
