import { afterEach, describe, expect, it, vi } from 'vitest';
import { openArchive } from './pmtiles-archive.ts';

const addProtocol = vi.hoisted(() => vi.fn());
vi.mock('maplibre-gl', () => ({ addProtocol }));

/** Header, root directory of one tile, metadata and the tile, in PMTiles 3. */
function archiveOf(tileType: 1 | 2, metadata: object): Uint8Array {
  const directory = Uint8Array.of(1, 0, 1, 4, 1);
  const words = new TextEncoder().encode(JSON.stringify(metadata));
  const header = new DataView(new ArrayBuffer(127));
  new TextEncoder().encodeInto('PMTiles', new Uint8Array(header.buffer));
  header.setUint8(7, 3);
  const [rootAt, metadataAt] = [127, 127 + directory.length];
  const tileAt = metadataAt + words.length;
  // root, metadata, no leaves, tiles; then the counts
  for (const [i, value] of [rootAt, directory.length, metadataAt, words.length, tileAt, 0, tileAt, 4, 1, 1, 1].entries())
    header.setBigUint64(8 + 8 * i, BigInt(value), true);
  // clustered, uncompressed, type, zooms
  for (const [i, value] of [1, 1, 1, tileType, 0, 13].entries()) header.setUint8(96 + i, value);
  const bytes = new Uint8Array(tileAt + 4);
  bytes.set(new Uint8Array(header.buffer));
  bytes.set(directory, rootAt);
  bytes.set(words, metadataAt);
  return bytes;
}

/** A static file server with range requests. */
const serve = (bytes: Uint8Array | null) =>
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Headers }) => {
    if (!bytes) return new Response('gone', { status: 404 });
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(new Headers(headers).get('range') ?? '') ?? [];
    return new Response(bytes.slice(Number(from), Number(to) + 1) as BodyInit, { status: 206 });
  });

afterEach(() => vi.unstubAllGlobals());

describe('an archive of tiles', () => {
  it('of vector tiles returns its layers', async () => {
    serve(archiveOf(1, { vector_layers: [{ id: 'water' }, { id: 'roads' }] }));
    const opened = await openArchive('https://files.example/vectors.pmtiles');
    // registers the protocol once
    await openArchive('https://files.example/vectors.pmtiles');
    expect(addProtocol.mock.calls.map(([name]) => name)).toEqual(['pmtiles']);
    expect(opened).toEqual({
      url: 'pmtiles://https://files.example/vectors.pmtiles',
      vector: true,
      maxZoom: 13,
      layers: ['water', 'roads'],
    });
  });

  it('of raster tiles is distinguished from one of vector tiles', async () => {
    serve(archiveOf(2, {}));
    expect(await openArchive('https://files.example/pictures.pmtiles')).toMatchObject({ vector: false, layers: [] });
  });

  it.each([
    ['is missing', null],
    ['has an invalid format', new TextEncoder().encode('<html>not found</html>'.padEnd(200))],
  ])('that %s is reported as blocked', async (_, bytes) => {
    serve(bytes);
    await expect(openArchive(`https://files.example/${bytes === null}.pmtiles`)).rejects.toMatchObject({ fault: 'blocked' });
  });
});
