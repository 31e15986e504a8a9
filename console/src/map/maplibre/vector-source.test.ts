import { afterEach, expect, it, vi } from 'vitest';
import { NO_SOURCE } from './map-source.ts';
import { openVectorSource } from './vector-source.ts';

type Load = (request: { url: string }, abort: AbortController) => Promise<{ data: ArrayBuffer }>;

/** Loaders of schemes; the module registers its own once. */
const protocols = vi.hoisted(() => new Map<string, Load>());
vi.mock('maplibre-gl', () => ({ addProtocol: (scheme: string, load: Load) => protocols.set(scheme, load) }));

const sourceAt = (url: string, more = {}) => ({ ...NO_SOURCE, kind: 'vector' as const, url, ...more });
const serve = (body: unknown, status = 200) =>
  vi.stubGlobal('fetch', async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }));

afterEach(() => vi.unstubAllGlobals());

it('a TileJSON contains tile URLs, maximum zoom and layers', async () => {
  serve({
    tiles: ['../v1/{z}/{x}/{y}.pbf'],
    maxzoom: 13,
    vector_layers: [{ id: 'water' }],
    attribution: '<a href="x">&copy; us</a><img',
  });
  expect(await openVectorSource(sourceAt('https://tiles.example/data/planet'))).toEqual({
    tiles: ['remote://https://tiles.example/v1/{z}/{x}/{y}.pbf'],
    vector: true,
    maxZoom: 13,
    layers: ['water'],
    attribution: '&copy; usimg',
  });
});

it('a template uses the layers of OpenMapTiles without a request', async () => {
  serve('', 500);
  const opened = await openVectorSource(sourceAt('https://tiles.example/{z}/{x}/{y}.mvt', { attribution: '© set' }));
  expect(opened).toMatchObject({ tiles: ['remote://https://tiles.example/{z}/{x}/{y}.mvt'], maxZoom: 14, attribution: '© set' });
  expect(opened.layers).toContain('transportation');
});

it.each([
  ['an HTML page', '<html>', 200],
  ['without tiles', { tiles: [] }, 200],
  ['an error response', { tiles: ['x'] }, 503],
])('a TileJSON that is %s is not available', async (_, body, status) => {
  serve(body, status);
  await expect(openVectorSource(sourceAt('https://tiles.example/planet'))).rejects.toMatchObject({ fault: 'blocked' });
});

it('tiles are loaded by the page; a missing tile is empty', async () => {
  await openVectorSource(sourceAt('https://tiles.example/{z}/{x}/{y}.mvt'));
  const tile = (url: string) => protocols.get('remote')!({ url }, new AbortController());
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return url.endsWith('/1') ? new Response('tile') : new Response('', { status: url.endsWith('/2') ? 404 : 500 });
  });
  expect((await tile('remote://https://tiles.example/0/0/1')).data.byteLength).toBe(4);
  expect((await tile('remote://https://tiles.example/0/0/2')).data.byteLength).toBe(0);
  await expect(tile('remote://https://tiles.example/0/0/3')).rejects.toThrow('status 500');
  expect(asked[0]).toBe('https://tiles.example/0/0/1');
});
