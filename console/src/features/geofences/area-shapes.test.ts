import { type AreaGeometry, readGeometry } from '@fleetwarden/domain/area-geometry';
import { describe, expect, it } from 'vitest';
import { geometryDrawn, toEditableShape, toGeometry, toShapes } from './area-shapes.ts';

const read = (value: object): AreaGeometry => {
  const found = readGeometry(value);
  if ('problem' in found) throw new Error(found.problem.key);
  return found.geometry;
};
const ROUTE = read({
  shape: 3,
  points: [
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 1],
  ],
  segments: [{ width: 10 }, { width: 20 }, { width: 30 }],
});
const AREAS = [
  read({ shape: 1, west: 1, south: 1, east: 2, north: 2 }),
  read({
    shape: 2,
    points: [
      [1, 1],
      [2, 1],
      [2, 2],
    ],
  }),
  ROUTE,
  read({ shape: 4, lng: 1, lat: 1, radius: 300 }),
];
const COLOUR = '#1F5FD6';

describe('geofences on the map', () => {
  it.each(AREAS)('shape $shape has a name label, and its geometry is unchanged after a round trip through the editor', (geo) => {
    const shapes = toShapes(geo, '车场', COLOUR);
    expect(shapes.at(-1)).toMatchObject({ kind: 'label', text: '车场', span: expect.any(Number) });
    expect(toGeometry(toEditableShape(geo, COLOUR), geo)).toEqual({ geometry: geo });
  });

  it('a route draws one polygon for each segment, in addition to its line', () => {
    expect(toShapes(ROUTE, '', COLOUR).map(({ kind }) => kind)).toEqual(['polygon', 'polygon', 'polygon', 'line', 'label']);
  });
});

describe('a manually edited route', () => {
  const widths = (points: readonly (readonly [number, number])[]) => {
    const found = toGeometry({ kind: 'line', points, stroke: { colour: COLOUR, width: 2 } }, ROUTE);
    return 'geometry' in found && found.geometry.shape === 3 ? found.geometry.segments.map(({ width }) => width) : found;
  };
  it('keeps its segments when a corner moves', () => {
    expect(
      widths([
        [1, 1],
        [2.5, 1.5],
        [3, 1],
        [4, 1],
      ]),
    ).toEqual([10, 20, 30]);
  });
  it('copies the segment settings to both halves when a corner is inserted', () => {
    expect(
      widths([
        [1, 1],
        [2, 1],
        [2.5, 1.1],
        [3, 1],
        [4, 1],
      ]),
    ).toEqual([10, 20, 20, 30]);
    expect(
      widths([
        [1, 1],
        [1.5, 1.1],
        [2, 1],
        [3, 1],
        [4, 1],
      ]),
    ).toEqual([10, 10, 20, 30]);
  });
  it('loses the segment of a removed corner', () => {
    expect(
      widths([
        [1, 1],
        [3, 1],
        [4, 1],
      ]),
    ).toEqual([10, 30]);
    expect(
      widths([
        [1, 1],
        [2, 1],
        [3, 1],
      ]),
    ).toEqual([10, 20]);
    expect(
      widths([
        [2, 1],
        [3, 1],
        [4, 1],
      ]),
    ).toEqual([20, 30]);
  });
});

describe('drawn geometry', () => {
  it.each([
    [{ mode: 1, bounds: [1, 1, 2, 2] }, { shape: 1 }],
    [
      {
        mode: 2,
        ring: [
          [1, 1],
          [2, 1],
          [2, 2],
        ],
      },
      { shape: 2 },
    ],
    [
      {
        mode: 3,
        points: [
          [1, 1],
          [2, 1],
        ],
      },
      { shape: 3, segments: [{ width: 50 }] },
    ],
    [
      { mode: 4, centre: [1, 1], radiusM: 100.4 },
      { shape: 4, radius: 100 },
    ],
  ] as const)('%j is valid', (drawn, geometry) => {
    expect(geometryDrawn(drawn)).toMatchObject({ geometry });
  });
  it('is refused if the radius is too small or the polygon crosses itself', () => {
    expect(geometryDrawn({ mode: 4, centre: [1, 1], radiusM: 10 })).toMatchObject({ problem: { key: 'rule.radius' } });
    expect(
      geometryDrawn({
        mode: 2,
        ring: [
          [0, 0],
          [1, 1],
          [1, 0],
          [0, 1],
        ],
      }),
    ).toMatchObject({
      problem: { key: 'rule.polygonCrosses' },
    });
  });
});
