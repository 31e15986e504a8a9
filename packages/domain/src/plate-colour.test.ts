import { describe, expect, it } from 'vitest';
import { PLATE_COLOURS, plateColourFromWire, plateColourToWire, plateDisplay } from './plate-colour.ts';

describe('plate colours', () => {
  it('are indexed by product code', () => {
    expect(PLATE_COLOURS.map(({ code }) => code)).toEqual(PLATE_COLOURS.map((_, index) => index));
  });

  it('are read from the protocol numbers of JT/T 697.7', () => {
    const wire = [0, 1, 2, 3, 4, 5, 9, 91, 92, 93, 94];
    expect(wire.map((number) => plateColourFromWire(number))).toEqual([0, 1, 2, 6, 4, 5, 9, 10, 11, 7, 8]);
  });

  it('are unchanged after encoding and decoding; small yellow needs the vehicle record', () => {
    for (const { code } of PLATE_COLOURS) expect(plateColourFromWire(plateColourToWire(code), code)).toBe(code);
    expect(plateColourFromWire(plateColourToWire(3))).toBe(2);
    // A vehicle record with small yellow does not turn a blue plate yellow
    expect(plateColourFromWire(1, 3)).toBe(1);
  });

  it('map an unknown number to other', () => {
    expect(plateColourFromWire(77)).toBe(9);
    expect(plateColourToWire(77)).toBe(9);
    expect(plateColourToWire(-1)).toBe(9);
  });

  it('are displayed as specified: code 3 is small yellow, not black', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7, 99].map(plateDisplay)).toEqual([
      'other',
      'blue',
      'yellow',
      'smallYellow',
      'white',
      'green',
      'other',
      'other',
      'other',
    ]);
  });
});
