import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl';
import { type MapPalette, mix } from '../palette.ts';
import type { TileArchive } from './pmtiles-archive.ts';

/** Text uses the browser's fonts, so the map needs no glyph server. */
export const FONT = ['Noto Sans SC', 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', 'sans-serif'];

/** From this zoom on a remote source draws towns, land and sea instead of the boundaries. It covers the world. */
export const TOWNS_ZOOM = 8;
const MAIN_ROADS: readonly string[] = ['motorway', 'trunk', 'primary', 'highway', 'major_road'];
/** Names of whole countries and provinces are those of the boundaries. */
const TOWNS: readonly string[] = ['city', 'town', 'village', 'suburb', 'quarter', 'neighbourhood', 'hamlet', 'locality'];

/** What a fleet map needs of vector tiles: water, borders, houses, roads and names, by Protomaps and OpenMapTiles names. */
export function vectorLayers(palette: MapPalette, language: string, archive: TileArchive): LayerSpecification[] {
  const has = new Set(archive.layers);
  const first = (...names: string[]) => names.find((name) => has.has(name));
  const roads = first('roads', 'transportation');
  const kind = roads === 'roads' ? 'kind' : 'class';
  const isMain: ExpressionSpecification = ['in', ['get', kind], ['literal', [...MAIN_ROADS]]];
  const minor = mix(palette.border, palette.land, 0.3);
  const house = mix(palette.land, palette.border, 0.25);
  const text = { 'text-color': palette.mapLabel, 'text-halo-color': palette.land, 'text-halo-width': 1.2 };
  const name: ExpressionSpecification = [
    'coalesce',
    ['get', `name:${/^zh/.test(language) ? 'zh' : /^ja/.test(language) ? 'ja' : 'en'}`],
    ['get', 'name'],
  ];
  const lines = (id: string, layer: string, filter: FilterSpecification, width: readonly number[], color = minor) =>
    ({
      id,
      type: 'line',
      source: 'tiles',
      'source-layer': layer,
      filter,
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': color,
        'line-width': ['interpolate', ['exponential', 1.6], ['zoom'], 6, width[0]!, 18, width[1]!],
      },
    }) satisfies LayerSpecification;
  const layers: LayerSpecification[] = [];
  if (archive.tiles)
    layers.push({
      id: 'tiles-land',
      type: 'background',
      minzoom: TOWNS_ZOOM,
      paint: { 'background-color': palette.land },
    });
  if (has.has('water'))
    layers.push({
      id: 'tiles-water',
      type: 'fill',
      source: 'tiles',
      'source-layer': 'water',
      paint: { 'fill-color': palette.water },
    });
  if (has.has('waterway'))
    layers.push(lines('tiles-waterways', 'waterway', ['!=', ['get', 'class'], ''], [0.5, 4], palette.water));
  if (has.has('boundary'))
    layers.push({
      ...lines('tiles-borders', 'boundary', ['<=', ['get', 'admin_level'], 6], [0.8, 2], palette.border),
      minzoom: TOWNS_ZOOM,
    });
  const houses = first('buildings', 'building');
  if (houses)
    layers.push({
      id: 'tiles-houses',
      type: 'fill',
      source: 'tiles',
      'source-layer': houses,
      minzoom: 14,
      paint: { 'fill-color': house },
    });
  if (roads) {
    layers.push(lines('tiles-roads', roads, ['!', isMain], [0.3, 10]));
    layers.push(lines('tiles-main-roads', roads, isMain, [0.8, 16], mix(palette.border, palette.mapLabel, 0.25)));
  }
  // Protomaps has the names of roads with the roads
  const roadNames = first('transportation_name', 'roads');
  if (roadNames)
    layers.push({
      id: 'tiles-road-names',
      type: 'symbol',
      source: 'tiles',
      'source-layer': roadNames,
      minzoom: 12,
      layout: { 'symbol-placement': 'line', 'text-field': name, 'text-font': FONT, 'text-size': 11, 'text-padding': 12 },
      paint: text,
    });
  const places = first('places', 'place');
  if (places)
    layers.push({
      id: 'tiles-places',
      type: 'symbol',
      source: 'tiles',
      'source-layer': places,
      minzoom: TOWNS_ZOOM,
      ...(places === 'place' ? { filter: ['in', ['get', 'class'], ['literal', [...TOWNS]]] } : {}),
      layout: {
        'text-field': name,
        'text-font': FONT,
        'text-size': 12,
        'text-padding': 8,
        ...(places === 'place' ? { 'symbol-sort-key': ['coalesce', ['get', 'rank'], 99] } : {}),
      },
      paint: text,
    });
  return layers;
}
