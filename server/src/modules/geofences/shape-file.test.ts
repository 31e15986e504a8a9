import { describe, expect, it } from 'vitest';
import { NoGeoJson, readGeoJson, writeGeoJson } from './geojson.ts';
import { NoKml, readKml, writeKml } from './kml.ts';

const RING = [
  [121, 31],
  [121.1, 31],
  [121.05, 31.1],
  [121, 31],
];
const triangle = { shape: 2, points: RING.slice(0, 3) };
const feature = (geometry: object, properties: object = {}) => JSON.stringify({ type: 'Feature', properties, geometry });
const places = (points: readonly (readonly number[])[]) => points.map(([lng, lat]) => `${lng},${lat},0`).join('\n ');
const kml = (inner: string) =>
  `\ufeff<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Folder>${inner}</Folder></Document></kml>`;
const polygon = (points: readonly (readonly number[])[], holes = '') =>
  `<Polygon><outerBoundaryIs><LinearRing><coordinates> ${places(points)} </coordinates></LinearRing></outerBoundaryIs>${holes}</Polygon>`;

describe('GeoJSON from other programs', () => {
  it.each([
    ['a polygon', { type: 'Polygon', coordinates: [RING] }, [triangle]],
    ['a polygon with heights', { type: 'Polygon', coordinates: [RING.map((place) => [...place, 12])] }, [triangle]],
    ['several polygons', { type: 'MultiPolygon', coordinates: [[RING], [RING]] }, [triangle, triangle]],
    [
      'a line',
      { type: 'LineString', coordinates: RING.slice(0, 2) },
      [{ shape: 3, points: RING.slice(0, 2), segments: [{ width: 50 }] }],
    ],
    ['a geometry collection', { type: 'GeometryCollection', geometries: [{ type: 'Polygon', coordinates: [RING] }] }, [triangle]],
  ])('is imported: %s', (_what, geometry, areas) => {
    expect(readGeoJson(feature(geometry)).map(({ read }) => 'geometry' in read && read.geometry)).toEqual(areas);
    expect(readGeoJson(JSON.stringify(geometry))).toHaveLength(areas.length);
  });

  it('is a circle if a point has a radius', () => {
    const point = { type: 'Point', coordinates: [121, 31] };
    expect(readGeoJson(feature(point, { radius: 300 }))).toMatchObject([{ read: { geometry: { shape: 4, radius: 300 } } }]);
    expect(readGeoJson(feature(point))).toMatchObject([{ read: { problem: { key: 'rule.pointWithoutRadius' } } }]);
  });

  it('retains colours and the characters allowed in names', () => {
    const shape = { type: 'Polygon', coordinates: [RING] };
    expect(readGeoJson(feature(shape, { name: ' Depot — 车场 #1 ', color: '#1f5fd6' }))).toMatchObject([
      { name: 'Depot车场1', color: '1F5FD6' },
    ]);
    expect(readGeoJson(feature(shape, { name: '—', stroke: 'red' }))).toMatchObject([{ name: '', color: '' }]);
    expect(readGeoJson(feature(shape, { name: 'x'.repeat(60) }))[0]!.name).toHaveLength(50);
  });

  it.each([
    ['holes', { type: 'Polygon', coordinates: [RING, RING] }, 'rule.areaHoles'],
    ['no coordinates', { type: 'Polygon', coordinates: [] }, 'rule.polygonPoints'],
    ['invalid coordinates', { type: 'Polygon', coordinates: [['a', 'b', 'c']] }, 'rule.areaPlace'],
    [
      'crossing edges',
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 1],
            [1, 0],
            [0, 1],
            [0, 0],
          ],
        ],
      },
      'rule.polygonCrosses',
    ],
  ])('is refused with a reason: %s', (_what, geometry, key) => {
    expect(readGeoJson(feature(geometry))).toMatchObject([{ read: { problem: { key } } }]);
  });

  it.each(['', '{', 'null', '1', '[]', '{"type":"Other"}'])('%j is refused', (text) => {
    expect(() => readGeoJson(text)).toThrow(NoGeoJson);
  });

  it('skips features without a geometry', () => {
    expect(readGeoJson('{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null}, 1]}')).toEqual([]);
  });
});

describe('KML from other programs', () => {
  it('is imported with names, colours and several geometries', () => {
    const placemark = `<Placemark><name>车场 &amp; 1</name><Style><LineStyle><color>ff0000ff</color></LineStyle></Style>
      <MultiGeometry>${polygon(RING)}<LineString><coordinates>${places(RING.slice(0, 2))}</coordinates></LineString></MultiGeometry></Placemark>`;
    expect(readKml(kml(placemark))).toEqual([
      { name: '车场1', color: 'FF0000', read: { geometry: triangle } },
      { name: '车场1', color: 'FF0000', read: { geometry: { shape: 3, points: RING.slice(0, 2), segments: [{ width: 50 }] } } },
    ]);
  });

  it('refuses areas with holes, and imports points with a radius as circles', () => {
    const hole = `<innerBoundaryIs><LinearRing><coordinates>${places(RING)}</coordinates></LinearRing></innerBoundaryIs>`;
    expect(readKml(kml(`<Placemark>${polygon(RING, hole)}</Placemark>`))).toMatchObject([
      { read: { problem: { key: 'rule.areaHoles' } } },
    ]);
    const point = '<Point><coordinates>121,31</coordinates></Point>';
    const radius = '<ExtendedData><Data name="radius"><value>80</value></Data></ExtendedData>';
    expect(readKml(kml(`<Placemark>${radius}${point}</Placemark><Placemark>${point}</Placemark>`))).toMatchObject([
      { read: { geometry: { shape: 4, lng: 121, lat: 31, radius: 80 } } },
      { read: { problem: { key: 'rule.pointWithoutRadius' } } },
    ]);
  });

  it.each(['<gpx/>', '<kml>', '<kml></kml><kml></kml>', '<!DOCTYPE kml><kml/>'])('%s is refused', (text) => {
    expect(() => readKml(text)).toThrow(NoKml);
  });
});

describe('exported files', () => {
  const areas = [
    {
      areaNo: 1,
      areaName: '路线',
      color: 'FF8800',
      geo: {
        shape: 3,
        points: [
          [121, 31],
          [122, 32],
        ],
        segments: [{ width: 20 }],
      },
    },
    { areaNo: 2, areaName: '圆', color: null, geo: { shape: 4, lng: 121, lat: 31, radius: 500 } },
  ] as const;

  it('contain standard geometries, and all product data in properties', () => {
    const { features } = JSON.parse([...writeGeoJson(areas)].join(''));
    expect(features).toMatchObject([
      { geometry: { type: 'LineString' }, properties: { name: '路线', areaNo: 1, color: '#FF8800', segments: [{ width: 20 }] } },
      { geometry: { type: 'Polygon' }, properties: { shape: 4, radius: 500 } },
    ]);
    const [ring] = features[1].geometry.coordinates;
    expect(ring.at(-1)).toEqual(ring[0]);
    const text = [...writeKml([{ ...areas[0], areaName: '<&>' }])].join('');
    expect(text).toContain('<name>&lt;&amp;&gt;</name>');
    expect(text).toContain('<color>ff0088FF</color>');
  });
});
