/** A source of tiles that is drawn over the built-in boundaries of the keyless map. */
export type MapSource = {
  /** `boundaries`: no further source. `vector`: MVT tiles by a TileJSON or a template, with OpenMapTiles layers. */
  readonly kind: 'boundaries' | 'xyz' | 'wmts' | 'vector' | 'pmtiles';
  /** URL template of the tiles, or the URL of the TileJSON or of the archive. */
  readonly url: string;
  /** URL template of satellite images (XYZ or WMTS); '' if none. */
  readonly satelliteUrl: string;
  /** HTML. */
  readonly attribution: string;
  /** The last zoom that has tiles; undefined: what the source says, or as far as the map zooms. */
  readonly maxZoom?: number | undefined;
};

type Preset = Required<Omit<MapSource, 'satelliteUrl'>>;

const link = (href: string, text: string) => `<a href="${href}" target="_blank" rel="noreferrer">${text}</a>`;
const OSM = link('https://www.openstreetmap.org/copyright', '© OpenStreetMap');

/** Street maps that need no key. */
export const mapPresets = {
  openFreeMap: {
    kind: 'vector',
    url: 'https://tiles.openfreemap.org/planet',
    attribution: `${link('https://openfreemap.org', 'OpenFreeMap')} ${link('https://www.openmaptiles.org', '© OpenMapTiles')} ${OSM}`,
    maxZoom: 14,
  },
  openStreetMap: { kind: 'xyz', url: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png', attribution: OSM, maxZoom: 19 },
} as const satisfies Readonly<Record<string, Preset>>;

type MapPreset = keyof typeof mapPresets;
const MAP_PRESETS = Object.keys(mapPresets) as readonly MapPreset[];

/** Base maps of the keyless map: the platform's source, the built-in boundaries, or a preset. */
export const BASE_MAPS = ['platform', 'boundaries', ...MAP_PRESETS] as const;
export type BaseMapName = (typeof BASE_MAPS)[number];

export const isMapPreset = (name: string): name is MapPreset => Object.hasOwn(mapPresets, name);
export const isBaseMap = (name: unknown): name is BaseMapName => (BASE_MAPS as readonly unknown[]).includes(name);

/** The source of a base map. Satellite images are the platform's with each. */
export function resolveBaseMap(name: BaseMapName, platform: MapSource): MapSource {
  if (name === 'platform') return platform;
  const none = { kind: 'boundaries', url: '', attribution: '' } as const;
  return { ...(isMapPreset(name) ? mapPresets[name] : none), satelliteUrl: platform.satelliteUrl };
}
