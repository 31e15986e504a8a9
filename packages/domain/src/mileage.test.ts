import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from './durations.ts';
import { adoptedKm, gnssStepKm, odometerStepKm, shareAfter } from './mileage.ts';

describe('GNSS step', () => {
  it('is the great-circle distance', () => {
    expect(gnssStepKm({ lng: 116, lat: 39, speedKmh: 50 }, { lng: 116, lat: 39.01, speedKmh: 50 })).toBeCloseTo(1.112, 3);
  });

  it('is 0 if a stationary vehicle drifts by ten metres, and counts slow movement', () => {
    const home = { lng: 116, lat: 39, speedKmh: 0 };
    expect(gnssStepKm(home, { lng: 116, lat: 39.0001, speedKmh: 0 })).toBe(0);
    expect(gnssStepKm(home, { lng: 116, lat: 39.0001, speedKmh: 3 })).toBeGreaterThan(0.01);
    expect(gnssStepKm(home, { lng: 116, lat: 39.0002, speedKmh: 0 })).toBeGreaterThan(0.02);
  });
});

describe('odometer step', () => {
  const tenSeconds = 10_000;
  it.each([
    ['a normal step', 1000, 1000.3, tenSeconds, 0.3],
    ['a coarse odometer that counts whole kilometres', 1000, 1001, tenSeconds, 1],
    ['too far for a vehicle: the terminal was replaced', 1000, 1001.5, tenSeconds, 0],
    ['an hour at motorway speed', 1000, 1110, HOUR_MS, 110],
    ['exactly the limit: 160 km/h plus one fifth', 0, 192, HOUR_MS, 192],
    ['slightly above the limit', 0, 192.1, HOUR_MS, 0],
    ['a decrease: reset to zero', 84_213, 0, tenSeconds, 0],
    ['no movement', 1000, 1000, tenSeconds, 0],
  ])('%s', (_, from, to, ms, km) => {
    expect(odometerStepKm(from, to, ms)).toBeCloseTo(km, 9);
  });
});

describe('adopted mileage', () => {
  it('is that of the source in the vehicle record', () => {
    expect(adoptedKm(1, 0, 100)).toBe(0);
    expect(adoptedKm(2, 100, 90)).toBe(90);
  });

  it('is that of the odometer in automatic mode, if it is plausible', () => {
    expect(adoptedKm(0, 104, 100)).toBe(104);
    expect(adoptedKm(0, 100, 80)).toBe(100);
    // no odometer at all, one that counts twice, one that is stuck
    expect(adoptedKm(0, 0, 100)).toBe(100);
    expect(adoptedKm(0, 200, 100)).toBe(100);
    expect(adoptedKm(0, 1, 100)).toBe(100);
    expect(adoptedKm(0, 0, 0)).toBe(0);
  });
});

describe('shareAfter', () => {
  it('splits a step across midnight by time', () => {
    expect(shareAfter(0, 100, 75)).toBe(0.25);
    expect(shareAfter(0, 100, 0)).toBe(1);
    expect(shareAfter(0, 100, 100)).toBe(0);
  });

  it('is between 0 and 1', () => {
    const at = fc.integer({ min: 0, max: 1e13 });
    fc.assert(
      fc.property(at, fc.integer({ min: 1, max: 1e8 }), at, (from, ms, boundary) => {
        const share = shareAfter(from, from + ms, boundary);
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
      }),
    );
  });
});
