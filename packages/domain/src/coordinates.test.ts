import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  baiduMetresToBd09,
  bd09ToBaiduMetres,
  bd09ToGcj02,
  bd09ToWgs84,
  convert,
  gcj02ToBd09,
  gcj02ToWgs84,
  inChinaBounds,
  type LngLat,
  wgs84ToBd09,
  wgs84ToGcj02,
} from './coordinates.ts';
import { greatCircleKm } from './geometry.ts';

const vectors = new URL('../../../../shared/vectors/coords.json', import.meta.url);

function degreesApart(a: LngLat, b: LngLat): number {
  return Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]));
}

type Pair = { name: string | null; source: string; WGS84: LngLat; GCJ02: LngLat; BD09?: LngLat; BD09MC?: LngLat };
type Vectors = {
  pairs: Pair[];
  identity: { input: LngLat }[];
  distance: { a: LngLat; b: LngLat; metres: number; tolerance: number }[];
};

describe.skipIf(!existsSync(vectors))('published coordinate pairs', () => {
  const { pairs, identity, distance } = existsSync(vectors)
    ? (JSON.parse(readFileSync(vectors, 'utf8')) as Vectors)
    : { pairs: [], identity: [], distance: [] };

  it('WGS-84 to GCJ-02 and back within the tolerance of the source', () => {
    for (const pair of pairs) {
      expect(degreesApart(wgs84ToGcj02(pair.WGS84), pair.GCJ02), `${pair.WGS84}`).toBeLessThan(5e-5);
      expect(degreesApart(gcj02ToWgs84(pair.GCJ02), pair.WGS84), `${pair.WGS84}`).toBeLessThan(5e-5);
    }
    expect(pairs.length).toBeGreaterThan(300);
  });

  it('GCJ-02 to BD-09 and back', () => {
    for (const { GCJ02, BD09 } of pairs) {
      if (BD09 === undefined) continue;
      expect(degreesApart(gcj02ToBd09(GCJ02), BD09), `${GCJ02}`).toBeLessThan(1e-6);
      expect(degreesApart(bd09ToGcj02(BD09), GCJ02), `${GCJ02}`).toBeLessThan(1e-6);
    }
  });

  it('BD-09 to the Baidu plane and back', () => {
    let seen = 0;
    for (const { BD09, BD09MC } of pairs) {
      if (BD09 === undefined || BD09MC === undefined) continue;
      seen++;
      // the source rounds the degrees to 1e-7: a centimetre
      expect(degreesApart(bd09ToBaiduMetres(BD09), BD09MC), `${BD09}`).toBeLessThan(0.02);
      expect(degreesApart(baiduMetresToBd09(BD09MC), BD09), `${BD09}`).toBeLessThan(1e-6);
    }
    expect(seen).toBeGreaterThan(300);
  });

  it('places outside China are not changed', () => {
    for (const { input } of identity) {
      expect(wgs84ToGcj02(input)).toEqual(input);
      expect(gcj02ToWgs84(input)).toEqual(input);
    }
  });

  it('distances match, after conversion to the equatorial radius of the source', () => {
    // The vector's note names a radius of 6,371,000 m; its value uses 6,378,137 m. Ours is the mean radius.
    for (const { a, b, metres, tolerance } of distance) {
      const ours = greatCircleKm(...a, ...b) * 1000;
      expect(Math.abs((ours * 6_378_137) / 6_371_000 - metres)).toBeLessThanOrEqual(tolerance);
    }
  });
});

describe('coordinate systems', () => {
  /** Mainland China, well inside the box where the offset applies. */
  const inChina = fc.tuple(fc.double({ min: 74, max: 134, noNaN: true }), fc.double({ min: 18, max: 53, noNaN: true }));

  it('the offset at Tiananmen is about half a kilometre', () => {
    // 116.39136, 39.90730 (WGS-84) is drawn at 116.39760, 39.90870 by Amap
    const shifted = wgs84ToGcj02([116.39136, 39.9073]);
    expect(greatCircleKm(116.39136, 39.9073, ...shifted)).toBeCloseTo(0.55, 1);
  });

  it('inverse conversions are exact to a millionth of a degree', () => {
    fc.assert(
      fc.property(inChina, (point) => {
        expect(degreesApart(gcj02ToWgs84(wgs84ToGcj02(point)), point)).toBeLessThanOrEqual(1e-6);
        expect(degreesApart(bd09ToGcj02(gcj02ToBd09(point)), point)).toBeLessThanOrEqual(1e-6);
        expect(degreesApart(bd09ToWgs84(wgs84ToBd09(point)), point)).toBeLessThanOrEqual(1e-6);
      }),
    );
  });

  it('the Baidu plane has no gap: every place can be inverted, including the equator and the edges', () => {
    const places = fc.tuple(fc.double({ min: -179, max: 179, noNaN: true }), fc.double({ min: -74, max: 74, noNaN: true }));
    fc.assert(
      fc.property(places, (point) => {
        // the plane tears where two of its bands meet
        const edge = Math.abs((Math.abs(point[1]) % 15) - 7.5) > 7.499;
        expect(degreesApart(baiduMetresToBd09(bd09ToBaiduMetres(point)), point)).toBeLessThan(edge ? 1e-4 : 1e-6);
      }),
      { examples: [[[0, 0]], [[116, 60]], [[116, -60]], [[116, 30]], [[179, 74]]] },
    );
    for (const point of [
      [180, 90],
      [-180, -90],
    ] as const)
      expect(bd09ToBaiduMetres(point).every(Number.isFinite)).toBe(true);
  });

  it('the inverse converges everywhere on earth, also along the edge of the offset', () => {
    const anywhere = fc.tuple(fc.double({ min: -180, max: 180, noNaN: true }), fc.double({ min: -90, max: 90, noNaN: true }));
    const edge = fc.tuple(fc.double({ min: 71.99, max: 72.02, noNaN: true }), fc.double({ min: 0.82, max: 55.83, noNaN: true }));
    fc.assert(
      fc.property(fc.oneof(anywhere, edge), (point) => {
        // An offset is 700 m at most: even where no exact inverse exists the answer is near
        expect(degreesApart(gcj02ToWgs84(point), point)).toBeLessThan(0.05);
      }),
    );
  });

  it('conversion works between any two systems', () => {
    const point: LngLat = [113.264385, 23.129112];
    expect(convert(point, 'WGS84', 'WGS84')).toBe(point);
    expect(convert(point, 'WGS84', 'BD09')).toEqual(wgs84ToBd09(point));
    expect(degreesApart(convert(convert(point, 'WGS84', 'BD09'), 'BD09', 'WGS84'), point)).toBeLessThan(1e-6);
    expect(convert(point, 'GCJ02', 'BD09')).toEqual(gcj02ToBd09(point));
  });

  it('the bounds of the locate check include their edges', () => {
    expect(inChinaBounds(116.3964, 39.9093)).toBe(true);
    expect(inChinaBounds(73.33, 3.51)).toBe(true);
    expect(inChinaBounds(135.05, 53.33)).toBe(true);
    expect(inChinaBounds(73.32, 39)).toBe(false);
    expect(inChinaBounds(116, 53.34)).toBe(false);
    expect(inChinaBounds(0, 0)).toBe(false);
    expect(inChinaBounds(Number.NaN, 39)).toBe(false);
  });
});
