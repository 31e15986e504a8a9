import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LngLat } from '@fleetwarden/domain/coordinates';
import { greatCircleKm } from '@fleetwarden/domain/geometry';
import { mercatorX, mercatorY } from '@fleetwarden/domain/mercator';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BAIDU_HALF_WORLD, baiduMercator, createPlacer, gcjMercator, type Projection, webMercator } from './projection.ts';

// vectors lie beside the repository; where they are absent these tests are skipped visibly
const vectors = join(import.meta.dirname, '../../../../shared/vectors/coords.json');
const projections: [string, Projection][] = [
  ['WGS-84', webMercator],
  ['GCJ-02', gcjMercator],
  ['BD-09', baiduMercator],
];
/** Length of a world unit at the equator, m; a metre farther north covers more of it. */
const EQUATOR_M = 40_075_000;
const inChina = fc.tuple(fc.double({ min: 74, max: 134, noNaN: true }), fc.double({ min: 18, max: 53, noNaN: true }));

const apart = (a: readonly number[], b: readonly number[]) => Math.max(Math.abs(a[0]! - b[0]!), Math.abs(a[1]! - b[1]!));

type Pair = { WGS84: LngLat; GCJ02: LngLat; BD09?: LngLat; BD09MC?: LngLat };

describe.skipIf(!existsSync(vectors))('published coordinate pairs', () => {
  const pairs = existsSync(vectors) ? (JSON.parse(readFileSync(vectors, 'utf8')) as { pairs: Pair[] }).pairs : [];

  it('are projected for Amap and Tencent according to their GCJ-02 degrees', () => {
    for (const { WGS84, GCJ02 } of pairs) {
      const world = gcjMercator.toWorld(...WGS84);
      expect(apart(world, [mercatorX(GCJ02[0]), mercatorY(GCJ02[1])]), `${WGS84}`).toBeLessThan(5e-5 / 180);
      expect(apart(gcjMercator.worldToNative(...world), GCJ02), `${WGS84}`).toBeLessThan(5e-5);
      expect(apart(gcjMercator.fromWorld(...world), WGS84), `${WGS84}`).toBeLessThan(1e-6);
    }
    expect(pairs.length).toBeGreaterThan(300);
  });

  it('are projected for Baidu according to its metres', () => {
    for (const { WGS84, BD09, BD09MC } of pairs) {
      if (!BD09 || !BD09MC) continue;
      const [x, y] = baiduMercator.toWorld(...WGS84);
      const metres = [(2 * x - 1) * BAIDU_HALF_WORLD, (1 - 2 * y) * BAIDU_HALF_WORLD];
      // 5e-5 degrees of the source's tolerance are 5.6 m, and more on a plane that grows northwards
      expect(apart(metres, BD09MC), `${WGS84}`).toBeLessThan(11);
      expect(apart(baiduMercator.worldToNative(x, y), BD09), `${WGS84}`).toBeLessThan(1e-4);
    }
  });
});

describe.each(projections)('the projection of %s', (_, projection) => {
  it('converts every place to world coordinates and back', () => {
    fc.assert(
      fc.property(inChina, ([lng, lat]) => {
        const world = projection.toWorld(lng, lat);
        expect(apart(projection.fromWorld(...world), [lng, lat])).toBeLessThan(2e-6);
        const native = projection.worldToNative(...world);
        expect(apart(projection.nativeToWorld(...native), world)).toBeLessThan(1e-8);
      }),
    );
  });

  it('has north above south and east right of west', () => {
    const [x, y] = projection.toWorld(116.4, 39.9);
    expect(projection.toWorld(116.5, 39.9)[0]).toBeGreaterThan(x);
    expect(projection.toWorld(116.4, 40)[1]).toBeLessThan(y);
    expect([x > 0 && x < 1, y > 0 && y < 1]).toEqual([true, true]);
  });

  it('has a fast conversion that is accurate to half a metre', () => {
    const place = createPlacer(projection);
    const into = new Float64Array(2);
    fc.assert(
      fc.property(inChina, ([lng, lat]) => {
        place(lng, lat, into);
        expect(apart([...into], projection.toWorld(lng, lat)) * EQUATOR_M).toBeLessThan(0.5);
      }),
    );
  });
});

describe('the projections compared', () => {
  it('Amap draws Tiananmen about half a kilometre away, and Baidu more than a kilometre away', () => {
    const at: LngLat = [116.39136, 39.9073];
    const [gcj, bd] = [gcjMercator, baiduMercator].map((projection) => projection.worldToNative(...projection.toWorld(...at)));
    expect(greatCircleKm(...at, ...gcj!)).toBeCloseTo(0.55, 1);
    expect(greatCircleKm(...at, ...bd!)).toBeCloseTo(1.4, 0);
    expect(gcj![0]).toBeCloseTo(116.3976, 3);
  });

  it('GCJ-02 equals WGS-84 outside China', () => {
    expect(gcjMercator.toWorld(-70.6, -33.4)).toEqual(webMercator.toWorld(-70.6, -33.4));
  });
});
