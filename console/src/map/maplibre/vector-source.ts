import { addProtocol } from 'maplibre-gl';
import { MapUnavailable } from '../map-provider.ts';
import type { MapSource } from './map-source.ts';
import type { TileArchive } from './pmtiles-archive.ts';

/** Tiles with this scheme are loaded by the page: the policy of the map's worker allows no other host. */
const SCHEME = 'remote';
const TIMEOUT_MS = 10_000;
/** Last zoom of usual OpenMapTiles sets. */
const DEFAULT_MAX_ZOOM = 14;
/** Layers of OpenMapTiles that the map draws. */
const OPENMAPTILES = ['water', 'waterway', 'boundary', 'building', 'transportation', 'transportation_name', 'place'];

type TileJson = {
  readonly tiles: readonly string[];
  readonly maxzoom?: number;
  readonly attribution?: string;
  readonly vector_layers?: readonly { readonly id: string }[];
};

let registered = false;

/** Opens a source of MVT tiles: a template of tiles, or a TileJSON. Rejects with `MapUnavailable` if it cannot be read. */
export async function openVectorSource(source: MapSource): Promise<TileArchive> {
  if (!registered) addProtocol(SCHEME, ({ url }, { signal }) => loadTile(url.slice(`${SCHEME}://`.length), signal));
  registered = true;
  const { tiles, maxzoom, attribution, vector_layers } = source.url.includes('{z}')
    ? ({ tiles: [source.url] } satisfies TileJson as TileJson)
    : await readTileJson(source.url);
  return {
    tiles: tiles.map((url) => `${SCHEME}://${url}`),
    vector: true,
    maxZoom: maxzoom ?? source.maxZoom ?? DEFAULT_MAX_ZOOM,
    layers: vector_layers?.map(({ id }) => id) ?? OPENMAPTILES,
    // a remote text, which the map shows as HTML
    attribution: source.attribution || (attribution ?? '').replace(/<[^>]*>/g, '').replace(/[<>]/g, ''),
  };
}

async function readTileJson(url: string): Promise<TileJson> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const json = (await response.json()) as TileJson;
    if (!response.ok || !Array.isArray(json.tiles) || json.tiles.length === 0) throw new Error(`status ${response.status}`);
    return { ...json, tiles: json.tiles.map((tile) => resolveTemplate(tile, url)) };
  } catch (error) {
    throw new MapUnavailable(`vector source ${url}: ${String(error)}`, 'blocked');
  }
}

/** Templates may be relative to their TileJSON; `URL` escapes their braces. */
const resolveTemplate = (tile: string, base: string): string =>
  new URL(tile, base).href.replaceAll('%7B', '{').replaceAll('%7D', '}');

/** A tile that does not exist is empty. */
async function loadTile(url: string, signal: AbortSignal): Promise<{ data: ArrayBuffer }> {
  const response = await fetch(url, { signal });
  if (response.status === 404) return { data: new ArrayBuffer(0) };
  if (!response.ok) throw new Error(`tile ${url}: status ${response.status}`);
  return { data: await response.arrayBuffer() };
}
