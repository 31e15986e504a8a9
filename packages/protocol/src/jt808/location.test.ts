import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../scripts/property-runs.ts';
import { fromHex, toHex } from '../hex.ts';
import { digitsOfTime, readLocation, readLocationBatch, timeOfBytes, timeOfDigits, writeLocation } from './index.ts';

const BASE = '00000003000c000301dc89d0073d8aa5fff402a30113260314150926';
const withStatus = (status: string): string => BASE.slice(0, 8) + status + BASE.slice(16);

describe('readLocation', () => {
  it('returns the core units', () => {
    expect(readLocation(fromHex(`${BASE}01040001e2400202037503020064${'2a020003'}30011b31010e`))).toEqual({
      deviceAt: Date.UTC(2026, 2, 14, 7, 9, 26),
      lat: 31.230416,
      lng: 121.473701,
      altitudeM: -12,
      speedKmh: 67.5,
      heading: 275,
      alarmBits: 3,
      statusBits: 0xc0003,
      odometerKm: 12345.6,
      fuelL: 88.5,
      recorderKmh: 10,
      ioBits: 3,
      signal: 27,
      satellites: 14,
      extra: fromHex('01040001e24002020375030200642a02000330011b31010e'),
    });
    expect(readLocation(fromHex(BASE))).toMatchObject({ extra: null, odometerKm: null, signal: null });
  });

  it('reads hemispheres from the status, or from two’s complement', () => {
    expect(readLocation(fromHex(withStatus('0000000f')))).toMatchObject({ lat: -31.230416, lng: -121.473701 });
    const negative = `00000001${'00000004'}ff4580f2f81b0ee40028003c0000180715101010`;
    expect(readLocation(fromHex(negative))).toMatchObject({ lat: -12.222222, lng: -132.444444 });
  });

  it('skips additional items that do not fit and stops at a truncated one', () => {
    expect(readLocation(fromHex(`${BASE}0102000130000202877531010e30`))).toMatchObject({
      odometerKm: null,
      signal: null,
      // The top bit marks a percentage.
      fuelL: null,
      satellites: 14,
    });
    expect(readLocation(fromHex(`${BASE}31010e30ff01`))).toMatchObject({ satellites: 14, signal: null });
  });

  it('has a null time for invalid digits', () => {
    for (const time of [
      '000000000000',
      '261314150926',
      '260230150926',
      '26031a150926',
      '260314240000',
      '260314156000',
      'ffffffffffff',
    ]) {
      expect(readLocation(fromHex(BASE.slice(0, 44) + time)).deviceAt, time).toBeNull();
    }
  });

  it('refuses fewer than 28 bytes', () => {
    expect(() => readLocation(fromHex(BASE.slice(0, 54)))).toThrow('location: needs 28 bytes, 27 left (byte 0)');
    expect(() => readLocation(fromHex(BASE), 4)).toThrow('location: needs 28 bytes');
    expect(() => readLocation(fromHex(BASE), 0, 40)).toThrow('location: needs 28 bytes');
  });

  it('reads at an offset and copies the items', () => {
    const body = fromHex(`004d${BASE}31010e`);
    const reading = readLocation(body, 2);
    body.fill(0);
    expect(toHex(reading.extra!)).toBe('31010e');
    expect(reading.satellites).toBe(14);
  });
});

describe('writeLocation', () => {
  const input = fc.record({
    deviceAt: fc.option(fc.integer({ min: 946_656_000, max: 4_102_415_999 }).map((s) => s * 1000)),
    lat: fc.integer({ min: -90_000_000, max: 90_000_000 }).map((v) => v / 1e6),
    lng: fc.integer({ min: -180_000_000, max: 180_000_000 }).map((v) => v / 1e6),
    altitudeM: fc.integer({ min: -1000, max: 9000 }),
    speedKmh: fc.integer({ min: 0, max: 65_535 }).map((v) => v / 10),
    heading: fc.integer({ min: 0, max: 359 }),
    alarmBits: fc.integer({ min: 0, max: 0xffffffff }),
    odometerKm: fc.option(fc.integer({ min: 0, max: 0xffffffff }).map((v) => v / 10)),
    fuelL: fc.option(fc.integer({ min: 0, max: 0x7fff }).map((v) => v / 10)),
    recorderKmh: fc.option(fc.integer({ min: 0, max: 0xffff }).map((v) => v / 10)),
    ioBits: fc.option(fc.integer({ min: 0, max: 0xffff })),
    signal: fc.option(fc.integer({ min: 0, max: 255 })),
    satellites: fc.option(fc.integer({ min: 0, max: 255 })),
  });

  it('inverts readLocation, byte for byte', () => {
    fc.assert(
      fc.property(input, (location) => {
        const body = writeLocation(location);
        const reading = readLocation(body);
        expect(reading).toMatchObject(location);
        expect(toHex(writeLocation(reading))).toBe(toHex(body));
      }),
    );
  });

  it('refuses invalid coordinates', () => {
    expect(() => writeLocation({ deviceAt: null, lat: Number.NaN, lng: 0 })).toThrow('location.lat: NaN is no coordinate');
  });
});

describe('readLocationBatch', () => {
  it('returns every readable item, and the bytes of the others', () => {
    const batch = readLocationBatch(fromHex(`000901001c${BASE}0003aabbcc001f${BASE}31010e0050aa`));
    expect(batch.backfill).toBe(true);
    expect(batch.locations.map((l) => l.satellites)).toEqual([null, 14]);
    expect(batch.bad.map(toHex)).toEqual(['aabbcc', '0050aa']);
    expect(() => readLocationBatch(fromHex('0001'))).toThrow('locationBatch: needs 3 bytes, 2 left');
  });
});

describe('time', () => {
  it('any second of the century is unchanged after a round trip', () => {
    fc.assert(
      fc.property(fc.integer({ min: 946_656_000, max: 4_102_415_999 }), (s) => {
        const digits = digitsOfTime(s * 1000);
        expect(timeOfDigits(digits)).toBe(s * 1000);
        expect(timeOfBytes(fromHex(digits), 0)).toBe(s * 1000);
      }),
      { numRuns: propertyRuns(1_000) },
    );
  });

  it('is GMT+8 by default', () => {
    expect(timeOfDigits('260101080000')).toBe(Date.UTC(2026, 0, 1));
    expect(timeOfDigits('260101080000', 0)).toBe(Date.UTC(2026, 0, 1, 8));
    expect(timeOfDigits('240229000000', 0)).toBe(Date.UTC(2024, 1, 29));
    expect(timeOfDigits('250229000000')).toBeNull();
    expect(timeOfDigits('2501010800')).toBeNull();
    expect(digitsOfTime(null)).toBe('000000000000');
  });
});
