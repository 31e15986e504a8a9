import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bearing, greatCircleKm, interpolate, mercatorLat } from './geometry.ts';

const lng = fc.double({ min: -180, max: 180, noNaN: true });
const lat = fc.double({ min: -90, max: 90, noNaN: true });

describe('greatCircleKm', () => {
  it('a degree of latitude is 111.19 km everywhere, a degree of longitude half of that at 60° north', () => {
    expect(greatCircleKm(116, 39, 116, 40)).toBeCloseTo(111.19, 2);
    expect(greatCircleKm(116, 60, 117, 60)).toBeCloseTo(55.6, 1);
  });

  it('crosses the 180th meridian by the shorter way', () => {
    expect(greatCircleKm(179.5, 0, -179.5, 0)).toBeCloseTo(111.19, 2);
  });

  it('is symmetric, zero for the same place, and at most half the circumference of the earth', () => {
    fc.assert(
      fc.property(lng, lat, lng, lat, (x1, y1, x2, y2) => {
        const km = greatCircleKm(x1, y1, x2, y2);
        expect(km).toBeGreaterThanOrEqual(0);
        expect(km).toBeLessThanOrEqual(Math.PI * 6371 + 1e-6);
        expect(greatCircleKm(x2, y2, x1, y1)).toBeCloseTo(km, 6);
        expect(greatCircleKm(x1, y1, x1, y1)).toBe(0);
      }),
    );
  });
});

describe('bearing', () => {
  it('is the compass direction', () => {
    expect(bearing(116, 0, 116, 1)).toBeCloseTo(0);
    expect(bearing(116, 0, 117, 0)).toBeCloseTo(90);
    expect(bearing(116, 1, 116, 0)).toBeCloseTo(180);
    expect(bearing(117, 0, 116, 0)).toBeCloseTo(270);
  });

  it('is at least 0 and less than 360', () => {
    fc.assert(
      fc.property(lng, lat, lng, lat, (x1, y1, x2, y2) => {
        const degrees = bearing(x1, y1, x2, y2);
        expect(degrees).toBeGreaterThanOrEqual(0);
        expect(degrees).toBeLessThan(360);
      }),
    );
  });
});

describe('interpolate', () => {
  it('returns the start, the end and the middle', () => {
    expect(interpolate(116, 39, 117, 41, 0)).toEqual([116, 39]);
    expect(interpolate(116, 39, 117, 41, 1)).toEqual([117, 41]);
    expect(interpolate(116, 39, 117, 41, 0.5)).toEqual([116.5, 40]);
  });

  it('uses the shorter way across the 180th meridian, in both directions', () => {
    expect(interpolate(179, 0, -179, 0, 0.75)[0]).toBeCloseTo(-179.5);
    expect(interpolate(-179, 0, 179, 0, 0.75)[0]).toBeCloseTo(179.5);
  });
});

it('the Mercator projection preserves the equator and stretches northern latitudes', () => {
  expect(mercatorLat(0)).toBeCloseTo(0, 10);
  expect(mercatorLat(60)).toBeGreaterThan(60);
  expect(mercatorLat(90)).toBe(mercatorLat(85));
});
