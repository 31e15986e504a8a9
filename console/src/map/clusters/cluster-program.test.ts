import { describe, expect, it } from 'vitest';
import { digitsOf, segmentEnds } from './cluster-program.ts';

describe('digitsOf', () => {
  it('packs the digits with four bits each, and their count in the top bits', () => {
    expect(digitsOf(0)).toBe(0x1000_0000);
    expect(digitsOf(7)).toBe(0x1000_0007);
    expect(digitsOf(1_024)).toBe(0x4000_1024);
    expect(digitsOf(9_876_543)).toBe(0x7987_6543);
    expect(digitsOf(12_345_678)).toBe(0x7999_9999);
  });
});

describe('segmentEnds', () => {
  it('divides the ring by share: emergency, alarm, moving, idling, parked, no fix, offline', () => {
    expect(segmentEnds([1, 1, 1, 1, 1, 1, 1])).toEqual([36, 73, 109, 146, 182, 219, 255]);
    expect(segmentEnds([0, 0, 5, 0, 0, 0, 0])).toEqual([0, 0, 255, 255, 255, 255, 255]);
  });

  it('makes one alarm among ten thousand vehicles visible', () => {
    const [emergency, alarm, moving] = segmentEnds([0, 0, 9_999, 0, 1, 0, 0]);
    expect(emergency).toBe(0);
    expect(alarm).toBeGreaterThan(15);
    expect(moving).toBe(255);
  });
});
