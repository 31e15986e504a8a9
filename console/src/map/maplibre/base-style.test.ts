import { describe, expect, it } from 'vitest';
import { palettes } from '../../ui/theme/theme.ts';
import { baseStyle, type StyleSource } from './base-style.ts';
import { NO_SOURCE } from './map-source.ts';
import type { TileArchive } from './pmtiles-archive.ts';

const over = (source: Partial<StyleSource['source']>, more: Partial<StyleSource> = {}): StyleSource => ({
  source: { ...NO_SOURCE, ...source },
  archive: null,
  ground: 'normal',
  ...more,
});
const style = (source: StyleSource, mode: 'light' | 'dark' = 'light', language = 'zh') =>
  baseStyle(palettes[mode], language, source);
const ids = (source: StyleSource) => style(source).layers.map(({ id }) => id);
const layer = (source: StyleSource, id: string, mode: 'light' | 'dark' = 'light', language = 'zh') =>
  style(source, mode, language).layers.find((one) => one.id === id);

const PLAIN = ids(over({}));
const GROUND = ['water', 'world', 'far', 'far-border', 'near', 'near-border'];

describe('the base map without a key', () => {
  it('has boundaries, graticule and names by default', () => {
    expect(PLAIN).toEqual([...GROUND, 'graticule', 'graticule-labels', 'cities', 'provinces']);
  });

  it.each([
    ['xyz', 'https://{s}.tiles.example/{z}/{x}/{y}.png', 3],
    ['wmts', 'https://w.example/wmts?LAYER=vec', 1],
  ] as const)('has %s tiles over the boundaries, and uses the names in the tiles', (kind, url, hosts) => {
    const source = over({ kind, url, attribution: '© tiles' });
    expect(ids(source)).toEqual([...GROUND, 'tiles']);
    expect(style(source).sources['tiles']).toMatchObject({ type: 'raster', tileSize: 256, attribution: '© tiles' });
    expect((style(source).sources['tiles'] as { tiles: string[] }).tiles).toHaveLength(hosts);
  });

  it('inverts light tiles in the dark theme', () => {
    const source = over({ kind: 'xyz', url: 'https://tiles.example/{z}/{x}/{y}.png' });
    const brightness = (mode: 'light' | 'dark') => {
      const paint = layer(source, 'tiles', mode)?.paint as Record<string, number>;
      return [paint['raster-brightness-min'], paint['raster-brightness-max']] as [number, number];
    };
    expect(brightness('light')).toEqual([0, 1]);
    const [black, white] = brightness('dark');
    expect(black).toBeGreaterThan(white);
  });

  it('shows a raster archive as tiles, and a vector archive by its few layers', () => {
    const archive: TileArchive = { url: 'pmtiles://https://x/china.pmtiles', vector: false, maxZoom: 14, layers: [] };
    const source = (more: Partial<TileArchive>) => over({ kind: 'pmtiles', url: 'x' }, { archive: { ...archive, ...more } });
    expect(style(source({})).sources['tiles']).toMatchObject({ type: 'raster', url: archive.url });
    const protomaps = source({ vector: true, layers: ['earth', 'water', 'roads', 'places'] });
    expect(ids(protomaps)).toEqual([
      ...GROUND,
      'tiles-water',
      'tiles-roads',
      'tiles-main-roads',
      'tiles-road-names',
      'tiles-places',
      'cities',
      'provinces',
    ]);
    expect(ids(source({ vector: true, layers: ['transportation'] }))).toContain('tiles-roads');
    expect(JSON.stringify(layer(protomaps, 'tiles-places', 'light', 'es'))).toContain('name:en');
  });

  it('draws land, roads and names of a remote vector source, whose towns replace the built-in cities when zoomed in', () => {
    const archive: TileArchive = {
      tiles: ['remote://https://x/{z}/{x}/{y}'],
      vector: true,
      maxZoom: 14,
      layers: ['water', 'transportation', 'transportation_name', 'place'],
      attribution: '© x',
    };
    const source = over({ kind: 'vector', url: 'https://x/tiles.json' }, { archive });
    expect(style(source).sources['tiles']).toEqual({
      type: 'vector',
      tiles: archive.tiles,
      maxzoom: 14,
      attribution: '© x',
    });
    expect(ids(source).slice(GROUND.length, -2)).toEqual([
      'tiles-land',
      'tiles-water',
      'tiles-roads',
      'tiles-main-roads',
      'tiles-road-names',
      'tiles-places',
    ]);
    expect(layer(source, 'cities')?.maxzoom).toBe(layer(source, 'tiles-places')?.minzoom);
    expect(JSON.stringify(layer(source, 'tiles-road-names', 'light', 'ja'))).toContain('name:ja');
  });

  it('requests no tiles beyond the maximum zoom of a raster source', () => {
    const source = over({ kind: 'xyz', url: 'https://tiles.example/{z}/{x}/{y}.png', maxZoom: 17 });
    expect(style(source).sources['tiles']).toMatchObject({ type: 'raster', maxzoom: 17 });
  });

  it('shows satellite images over all layers when selected', () => {
    const source = (ground: 'normal' | 'satellite') => over({ satelliteUrl: 'https://sat.example/{z}/{x}/{y}.jpg' }, { ground });
    expect(ids(source('normal')).at(-1)).toBe('satellite');
    expect((['normal', 'satellite'] as const).map((ground) => layer(source(ground), 'satellite')?.layout)).toEqual([
      { visibility: 'none' },
      { visibility: 'visible' },
    ]);
  });
});
