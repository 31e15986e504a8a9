import { describe, expect, it } from 'vitest';
import { additionalItem, cabinTemperature, monitoredTyres, tyreValues } from './additional-items.ts';

const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

describe('additional items of 0x0200', () => {
  it('are read by their id', () => {
    const extra = bytes('0104000000643001140602001a');
    expect(additionalItem(extra, 0x30)).toEqual(Uint8Array.of(20));
    expect(additionalItem(extra, 0x31)).toBeNull();
  });

  it.each(['', '30', '3005aa', '3105aabb'])('%s contains no complete item', (hex) => {
    expect(additionalItem(bytes(hex), 0x30)).toBeNull();
  });

  it.each([
    ['0602001a', 26],
    ['0602800c', -12],
    ['06028000', 0],
    // a battery, in one byte
    ['060155', null],
    ['', null],
  ])('%s is a temperature of %s', (hex, celsius) => {
    expect(cabinTemperature(bytes(hex))).toBe(celsius);
  });

  it('contain one byte per wheel, and are null if no sensor reports', () => {
    expect(tyreValues(bytes('05055052ff51ff'))).toEqual([80, 82, null, 81, null]);
    expect(tyreValues(bytes('0503ffffff'))).toBeNull();
    expect(tyreValues(bytes('300114'))).toBeNull();
  });

  it('contain the values of a tyre monitor', () => {
    const head = '00'.repeat(40);
    const item = `${head}02${'00000003200019005a'}${'0100840258ffff0014'}`;
    const extra = bytes(`66${(item.length / 2).toString(16)}${item}`);
    expect(monitoredTyres(extra)).toEqual([
      { no: 1, bits: [], pressureKpa: 800, temperatureC: 25, batteryPercent: 90 },
      { no: 2, bits: [2, 7], pressureKpa: 600, temperatureC: -1, batteryPercent: 20 },
    ]);
    // Guangdong: a longer identification, and a byte more per tyre
    const long = `${'00'.repeat(64)}01${'0100840258ffff001400'}`;
    expect(monitoredTyres(bytes(`66${(long.length / 2).toString(16)}${long}`))).toMatchObject([{ no: 2, pressureKpa: 600 }]);
    expect(monitoredTyres(bytes(`6629${head}02`))).toBeNull();
    expect(monitoredTyres(bytes('050150'))).toBeNull();
  });
});
