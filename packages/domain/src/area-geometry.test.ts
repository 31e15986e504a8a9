import { describe, expect, it } from 'vitest';
import {
  type AreaGeometry,
  areaKm2,
  areaTest,
  circleRing,
  computeBounds,
  readGeometry,
  rectangleRing,
  routeRings,
  stretchRing,
} from './area-geometry.ts';
import type { LngLat } from './coordinates.ts';
import { distanceTo } from './path.ts';
import { crossesItself, ringM2 } from './ring.ts';

const square: LngLat[] = [
  [121, 31],
  [121.1, 31],
  [121.1, 31.1],
  [121, 31.1],
];
const around = (count: number): LngLat[] =>
  Array.from({ length: count }, (_, i) => [
    121 + Math.cos((2 * Math.PI * i) / count) * 0.1,
    31 + Math.sin((2 * Math.PI * i) / count) * 0.1,
  ]);
const along = (count: number): LngLat[] => Array.from({ length: count }, (_, i) => [120 + i * 0.001, 31]);
const problemOf = (value: unknown) => {
  const read = readGeometry(value);
  return 'problem' in read ? read.problem : null;
};
const geometryOf = (value: unknown): AreaGeometry => {
  const read = readGeometry(value);
  if ('problem' in read) throw new Error(read.problem.key);
  return read.geometry;
};

describe('an area', () => {
  it('is stored with six decimals and without duplicate points', () => {
    const closed = [
      [121.00000049, 31],
      [121.1, 31],
      [121.1, 31],
      [121.1, 31.1],
      [121, 31.1],
      [121, 31],
    ];
    expect(geometryOf({ shape: 2, points: closed, more: 1 })).toEqual({ shape: 2, points: square });
    expect(geometryOf({ shape: 4, lng: 121.12345678, lat: -0.00000001, radius: 299.6 })).toEqual({
      shape: 4,
      lng: 121.123457,
      lat: 0,
      radius: 300,
    });
  });

  it.each([
    ['no value', null, 'rule.areaShape'],
    ['an unknown shape', { shape: 5 }, 'rule.areaShape'],
    ['a polygon without points', { shape: 2 }, 'rule.areaShape'],
    ['a route without points', { shape: 3, points: 'x' }, 'rule.areaShape'],
    ['two corners', { shape: 2, points: square.slice(0, 2) }, 'rule.polygonPoints'],
    ['three corners, two of them equal', { shape: 2, points: [square[0], square[1], square[1]] }, 'rule.polygonPoints'],
    ['101 corners', { shape: 2, points: around(101) }, 'rule.polygonPoints'],
    ['10,000 corners', { shape: 2, points: around(10_000) }, 'rule.polygonPoints'],
    ['crossing edges', { shape: 2, points: [square[0], square[2], square[1], square[3]] }, 'rule.polygonCrosses'],
    ['a corner on another edge', { shape: 2, points: [...square, [121.05, 31]] }, 'rule.polygonCrosses'],
    [
      'corners on one straight line',
      {
        shape: 2,
        points: [
          [1, 1],
          [2, 2],
          [3, 3],
        ],
      },
      'rule.polygonCrosses',
    ],
    [
      'an edge that runs back over another',
      {
        shape: 2,
        points: [
          [1, 1],
          [3, 1],
          [2, 1],
          [2, 2],
        ],
      },
      'rule.polygonCrosses',
    ],
    ['a corner outside the valid coordinates', { shape: 2, points: [...square.slice(1), [181, 31]] }, 'rule.areaPlace'],
    ['a corner that is not a number', { shape: 2, points: [...square.slice(1), [Number.NaN, 31]] }, 'rule.areaPlace'],
    ['a route with one point', { shape: 3, points: along(1) }, 'rule.routePoints'],
    ['a route with 201 points', { shape: 3, points: along(201) }, 'rule.routePoints'],
    ['a segment that is too narrow', { shape: 3, points: along(2), segments: [{ width: 4 }] }, 'rule.segmentWidth'],
    [
      'a speed limit above the maximum',
      { shape: 3, points: along(2), segments: [{ maxSpeed: 161, overDuration: 5 }] },
      'rule.segmentValue',
    ],
    [
      'a speed limit without its overspeed duration',
      { shape: 3, points: along(2), segments: [{ maxSpeed: 60 }] },
      'rule.segmentSpeed',
    ],
    [
      'a minimum time above the maximum',
      { shape: 3, points: along(2), segments: [{ minSec: 60, maxSec: 30 }] },
      'rule.segmentTimes',
    ],
    ['a radius of 19 m', { shape: 4, lng: 121, lat: 31, radius: 19 }, 'rule.radius'],
    ['a radius of 50,001 m', { shape: 4, lng: 121, lat: 31, radius: 50_001 }, 'rule.radius'],
    ['a circle outside the valid coordinates', { shape: 4, lng: 121, lat: 91, radius: 20 }, 'rule.areaPlace'],
    ['a rectangle with west and east swapped', { shape: 1, west: 2, south: 1, east: 1, north: 2 }, 'rule.rectangle'],
    ['a rectangle without height', { shape: 1, west: 1, south: 1, east: 2, north: 1 }, 'rule.rectangle'],
  ])('is refused: %s', (_what, value, key) => {
    expect(problemOf(value)?.key).toBe(key);
  });

  it.each([
    { shape: 2, points: around(3) },
    { shape: 2, points: around(100) },
    { shape: 3, points: along(200) },
    { shape: 4, lng: 121, lat: 31, radius: 20 },
    { shape: 4, lng: 121, lat: 31, radius: 50_000 },
    { shape: 1, west: -180, south: -90, east: 180, north: 90 },
  ])('is valid at the limits: $shape', (value) => {
    expect(problemOf(value)).toBeNull();
  });

  it('of a route has a segment for each pair of points, with a default width of 50 m', () => {
    const route = geometryOf({ shape: 3, points: along(3), segments: [{ width: 20, maxSpeed: 60, overDuration: 5, odd: 1 }] });
    expect(route).toMatchObject({ segments: [{ width: 20, maxSpeed: 60, overDuration: 5 }, { width: 50 }] });
    expect(problemOf({ shape: 3, points: along(3), segments: [{}, { width: 256 }] })?.params).toEqual({
      min: 5,
      max: 255,
      segment: 2,
    });
  });
});

const inArea = ([lng, lat]: LngLat, area: AreaGeometry) => areaTest(area)(lng, lat);

describe('a place is inside', () => {
  it('a rectangle, including its edges', () => {
    const area = geometryOf({ shape: 1, west: 1, south: 1, east: 2, north: 2 });
    expect([inArea([1, 1], area), inArea([1.5, 2], area), inArea([0.99, 1.5], area)]).toEqual([true, true, false]);
  });

  it('a circle, in metres on the ground', () => {
    const area = geometryOf({ shape: 4, lng: 121, lat: 60, radius: 1000 });
    // half as many metres to a degree of longitude as at the equator
    expect([inArea([121.0178, 60], area), inArea([121.0182, 60], area), inArea([121, 60.0089], area)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('a route, up to half the width of the segment', () => {
    const area = geometryOf({ shape: 3, points: along(3), segments: [{ width: 20 }, { width: 60 }] });
    const north = (lng: number, metres: number): LngLat => [lng, 31 + metres / 111_194.9];
    expect(inArea(north(120.0002, 9), area)).toBe(true);
    expect(inArea(north(120.0002, 11), area)).toBe(false);
    expect(inArea(north(120.0015, 29), area)).toBe(true);
    expect(inArea(north(120.0015, 31), area)).toBe(false);
  });
});

describe('size', () => {
  it('of rings and shapes in km²', () => {
    const degree = geometryOf({ shape: 1, west: 0, south: 0, east: 1, north: 1 });
    expect(areaKm2(degree)).toBeCloseTo(12_363.7, 0);
    expect(areaKm2(geometryOf({ shape: 2, points: square }))).toBeCloseTo(105.9, 0);
    expect(areaKm2(geometryOf({ shape: 4, lng: 121, lat: 31, radius: 1000 }))).toBeCloseTo(Math.PI, 4);
    expect(areaKm2(geometryOf({ shape: 3, points: along(11), segments: [{ width: 100 }] }))).toBeCloseTo(0.0524, 3);
  });

  it('as bounds, with width and radius', () => {
    const near = (value: number) => expect.closeTo(value, 5);
    expect(computeBounds(geometryOf({ shape: 2, points: square }))).toEqual([121, 31, 121.1, 31.1]);
    expect(computeBounds(geometryOf({ shape: 4, lng: 0, lat: 0, radius: 11_120 }))).toEqual(
      [-0.1, -0.1, 0.1, 0.1].map((v) => expect.closeTo(v, 4)),
    );
    const route = geometryOf({ shape: 3, points: along(2), segments: [{ width: 222 }] });
    expect(computeBounds(route)).toEqual([near(119.998835), near(30.999002), near(120.002165), near(31.000998)]);
  });
});

describe('outlines', () => {
  it('of a segment are at the given distance on all sides', () => {
    const [from, to] = [
      [120, 31],
      [120.01, 31.01],
    ] as const;
    const ring = stretchRing(from, to, 100);
    expect(crossesItself(ring)).toBe(false);
    const distance = distanceTo([from, to]);
    for (const place of ring) expect(Math.abs(distance(...place) - 100)).toBeLessThan(0.1);
  });

  it('of a route are one ring per segment; of a circle or rectangle a single ring', () => {
    const route = geometryOf({ shape: 3, points: along(3) });
    expect(route.shape === 3 && routeRings(route)).toHaveLength(2);
    const circle = geometryOf({ shape: 4, lng: 121, lat: 31, radius: 500 });
    expect(circle.shape === 4 && ringM2(circleRing(circle)) / 1e6).toBeCloseTo(Math.PI / 4, 1);
    const rectangle = geometryOf({ shape: 1, west: 1, south: 2, east: 3, north: 4 });
    expect(rectangle.shape === 1 && rectangleRing(rectangle)).toEqual([
      [1, 2],
      [3, 2],
      [3, 4],
      [1, 4],
    ]);
  });
});
