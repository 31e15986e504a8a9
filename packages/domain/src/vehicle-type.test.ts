import { describe, expect, it } from 'vitest';
import { iconSet, VEHICLE_TYPES } from './vehicle-type.ts';

describe('vehicle types', () => {
  it('have icon set 1 for coaches, 2 for trucks, 3 for the rest', () => {
    expect([10, 16, 20, 23, 29].map(iconSet)).toEqual([1, 1, 2, 2, 2]);
    expect([17, 30, 40, 90, 0, 255].map(iconSet)).toEqual([3, 3, 3, 3, 3, 3]);
  });

  it('have unique numbers and keys, in order', () => {
    const codes = VEHICLE_TYPES.map(({ code }) => code);
    expect(codes).toEqual([...new Set(codes)].sort((a, b) => a - b));
    expect(new Set(VEHICLE_TYPES.map(({ key }) => key)).size).toBe(codes.length);
  });
});
