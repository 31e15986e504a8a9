import { expect, it } from 'vitest';
import type { MapBounds } from '../map-provider.ts';
import { buildGraticule } from './graticule.ts';

const view = (lng: number, lat: number, span: number): MapBounds => [lng, lat, lng + span, lat + span];
const names = (bounds: MapBounds, zoom: number) =>
  buildGraticule(bounds, zoom, null).lines.features.map(({ properties }) => properties.name);

it.each([
  [6, 2, ['114°E', '116°E', '118°E']],
  [8, 0.5, ['115.5°E', '116.0°E', '116.5°E']],
  [11, 0.05, ['115.95°E', '116.00°E', '116.05°E']],
  [14, 0.01, ['115.99°E', '116.00°E', '116.01°E']],
  [18, 0.001, ['116.001°E', '116.002°E', '116.003°E']],
])('at zoom %i a line is drawn every %f degrees, with labels of the same precision', (zoom, step, labels) => {
  const meridians = names(view(116, 39, step * 3), zoom).filter((name) => name.endsWith('E'));
  const at = meridians.indexOf(labels[0]!);
  expect(meridians.slice(at, at + 3)).toEqual(labels);
});

it('labels west and south, and ends at the edge of the map', () => {
  expect(names(view(-71, -34, 2), 8)).toEqual(expect.arrayContaining(['70.0°W', '33.5°S']));
  const { bounds } = buildGraticule([-179, -84, 179, 84], 6, null);
  expect(bounds).toEqual([-180, -85, 180, 85]);
});

it('is rebuilt only for a view beyond its margin or for another step', () => {
  const drawn = buildGraticule(view(116, 39, 1), 9, null);
  expect(buildGraticule(view(116.5, 39.5, 1), 9, drawn)).toBe(drawn);
  expect(buildGraticule(view(117.5, 39, 1), 9, drawn)).not.toBe(drawn);
  expect(buildGraticule(view(116.5, 39.5, 0.1), 12, drawn)).not.toBe(drawn);
});
