/** A tile server of real vector tiles, and a raster tile, for maps in a browser. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32, deflateSync } from 'node:zlib';

const PNG_EDGE = 256;
const MVT_EXTENT = 4096;
/** Wire types of protocol buffers. */
const [VARINT, BYTES] = [0, 2];
/** MVT 2.1: geometry types, and the commands of a path. */
const [LINE, POLYGON] = [2, 3];
const [MOVE_TO, LINE_TO, CLOSE] = [1, 2, 7];

/** A light raster tile with a road through it. */
export const RASTER_TILE = (() => {
  const rows = Buffer.alloc((PNG_EDGE + 1) * PNG_EDGE, 0xee);
  for (let y = 0; y < PNG_EDGE; y++) {
    rows[y * (PNG_EDGE + 1)] = 0;
    rows.fill(0xff, y * (PNG_EDGE + 1) + 120, y * (PNG_EDGE + 1) + 136);
  }
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const header = Buffer.from([0, 0, 1, 0, 0, 0, 1, 0, 8, 0, 0, 0, 0]);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
})();

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))];
}
const number = (field: number, value: number) => [...varint(field * 8 + VARINT), ...varint(value)];
const bytes = (field: number, value: Iterable<number>) => {
  const body = [...value];
  return [...varint(field * 8 + BYTES), ...varint(body.length), ...body];
};
const text = (field: number, value: string) => bytes(field, Buffer.from(value));
const command = (id: number, count: number) => id + count * 8;
const zigzag = (value: number) => (value < 0 ? -2 * value - 1 : 2 * value);

function layer(name: string, type: number, path: readonly number[], tags: Readonly<Record<string, string>>): number[] {
  const pairs = Object.entries(tags);
  const feature = [
    ...bytes(
      2,
      pairs.flatMap((_, i) => [i, i]),
    ),
    ...number(3, type),
    ...bytes(
      4,
      path.flatMap((each) => varint(each)),
    ),
  ];
  return bytes(3, [
    ...number(15, 2),
    ...text(1, name),
    ...bytes(2, feature),
    ...pairs.flatMap(([key]) => text(3, key)),
    ...pairs.flatMap(([, value]) => bytes(4, text(1, value))),
    ...number(5, MVT_EXTENT),
  ]);
}

/** A vector tile by OpenMapTiles names: its left half is water, a motorway crosses it. */
const VECTOR_TILE = (() => {
  const half = MVT_EXTENT / 2;
  const water = [
    ...[command(MOVE_TO, 1), zigzag(0), zigzag(0)],
    ...[command(LINE_TO, 3), zigzag(half), zigzag(0), zigzag(0), zigzag(MVT_EXTENT), zigzag(-half), zigzag(0)],
    command(CLOSE, 1),
  ];
  const road = [command(MOVE_TO, 1), zigzag(0), zigzag(half), command(LINE_TO, 1), zigzag(MVT_EXTENT), zigzag(0)];
  return Buffer.from([
    ...layer('water', POLYGON, water, { class: 'lake' }),
    ...layer('transportation', LINE, road, { class: 'motorway' }),
    ...layer('transportation_name', LINE, road, { class: 'motorway', name: 'G1' }),
  ]);
})();

const VECTOR_LAYERS = ['water', 'transportation', 'transportation_name'];

/** Serves `/planet` (TileJSON) and `/v/{z}/{x}/{y}` (MVT). */
export async function startTileServer() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const json = { tilejson: '3.0.0', tiles: ['v/{z}/{x}/{y}'], maxzoom: 14, vector_layers: VECTOR_LAYERS.map((id) => ({ id })) };
    const replies: readonly (readonly [RegExp, string, Buffer])[] = [
      [/^\/planet$/, 'application/json', Buffer.from(JSON.stringify(json))],
      [/^\/v\/\d+\/\d+\/\d+$/, 'application/x-protobuf', VECTOR_TILE],
    ];
    const [, type, body] = replies.find(([form]) => form.test(path)) ?? [];
    response.writeHead(body ? 200 : 404, { 'access-control-allow-origin': '*', ...(type ? { 'content-type': type } : {}) });
    response.end(body);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Paths of all requests. */
    asked,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        // closed twice: an error, and closed
        server.close(() => resolve());
      }),
  };
}
