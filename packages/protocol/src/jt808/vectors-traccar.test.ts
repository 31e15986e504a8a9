import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../hex.ts';
import { decodeBody, decodeFrame, encodeMessage, escapeFrame, readHeader, readLocation, sliceBody } from './index.ts';
import {
  bag,
  type Fields,
  framed,
  GMT8,
  idOf,
  isOurs,
  itemBytes,
  reencoded,
  statedHeader,
  type Value,
  type Vector,
} from './vector-kit.ts';

// Public vectors outside the repository; they contain real plates and SIM numbers and are not committed.
const FILE = new URL('../../../../../shared/vectors/traccar-huabao.json', import.meta.url);
const present = existsSync(FILE);
const vectors: Vector[] = present ? JSON.parse(readFileSync(FILE, 'utf8')) : [];

/** A location against the second reading a vector carries: table and fast path must both agree with it. */
const locationAgrees = (body: Uint8Array, location: Fields, said: Fields): void => {
  const reading = readLocation(body);
  expect(reading).toMatchObject({
    alarmBits: Number(said['alarm']),
    statusBits: Number(said['status']),
    lat: said['lat'],
    lng: said['lon'],
    altitudeM: said['altitude'],
    speedKmh: said['speedKmh'],
    heading: said['direction'],
  });
  expect(location).toMatchObject({
    alarmBits: Number(said['alarm']),
    statusBits: Number(said['status']),
    altitudeM: said['altitude'],
    speedKmh: said['speedKmh'],
    heading: said['direction'],
    time: said['timeBcdGmt8'],
  });
  expect(Math.round((location['latitude'] as number) * 1e6)).toBe(said['latRaw']);
  expect(Math.round((location['longitude'] as number) * 1e6)).toBe(said['lonRaw']);
  const time = String(said['timeBcdGmt8']);
  expect(reading.deviceAt).toBe(Date.parse(`${GMT8(time).replace(' ', 'T')}+08:00`));
  expect(itemBytes(body)).toEqual((said['additional'] as Fields[]).map(({ id, len, hex }) => ({ id, len, hex })));
};

describe.skipIf(!present)('traccar-huabao.json: frames of real devices', () => {
  const u16 = (b: Uint8Array, at = 0): number => (b[at]! << 8) | b[at + 1]!;
  const ascii = (b: Uint8Array): string => String.fromCharCode(...b).replace(/\0+$/, '');
  /** Vendor block 0xEB: {length W with the id, id W, value}. */
  const eb = (extra: Fields, id: number): Uint8Array => {
    const b = extra['0xeb'] as Uint8Array;
    for (let at = 0; at + 4 <= b.length; at += 2 + u16(b, at)) {
      if (u16(b, at + 2) === id) return b.subarray(at + 4, at + 2 + u16(b, at));
    }
    throw new Error(`no ${id} in 0xEB`);
  };
  const raw = (extra: Fields, id: string): Uint8Array => extra[id] as Uint8Array;

  /** Decoded values of the attributes that the source asserts. */
  const ATTRIBUTES: Record<number, (body: Fields, extra: Fields) => Value> = {
    0: (_, x) => x['satellites'],
    1: (_, x) => u16(raw(x, '0xe1')) / 10,
    3: (_, x) => x['satellites'],
    4: (_, x) => raw(x, '0xd4')[0],
    5: (b) => b['certNo'],
    6: (_, x) => u16(eb(x, 0x2d)) / 1000,
    8: (_, x) => Number(ascii(raw(x, '0xe6')).split(',')[2]),
    9: (_, x) => x['videoAlarmBits'],
    10: (b) => ascii(b['data'] as Uint8Array),
    11: (_, x) => raw(x, '0x77')[5]! / 40,
    12: (_, x) => x['batteryPercent'],
    16: (_, x) => u16(raw(x, '0x51')) / 10,
    17: (_, x) => -(u16(raw(x, '0x51')) & 0x7fff) / 10,
    18: (_, x) => toHex(eb(x, 0xb2)).slice(0, 19),
    19: (_, x) => eb(x, 0xa8)[0],
    21: (_, x) => ascii(raw(x, '0x60').subarray(8, 16)),
    24: (_, x) => raw(x, '0x56')[0]! * 10,
    25: (_, x) => raw(x, '0xe1')[0],
    26: (_, x) => ascii(raw(x, '0xbc')),
    30: (_, x) => eb(x, 0xe1)[0],
    32: (_, x) => ascii(raw(x, '0xa0')).replace(',', ' '),
    36: (_, x) => u16(eb(x, 0xce)) / 100,
    53: (_, x) => toHex(raw(x, '0xf6')).slice(1),
    55: (b) => b['iccid'],
    59: (_, x) => toHex(raw(x, '0xf8').subarray(9, 19)),
  };
  /** Attributes inside a vendor's block with its own format: the codec only has to preserve the block. */
  const KEPT: Record<number, string> = {
    7: '0xeb',
    22: '0x63',
    29: '0xe6',
    34: '0xfe',
    39: '0x33',
    56: '0x57',
    57: '0xf9',
    58: '0xe8',
  };
  /** Errors of the vectors. */
  const VECTOR_WRONG: Record<number, string> = {
    20: 'its checksum does not fit its bytes',
    47: 'neither checksum nor length fits its bytes; the source checks neither',
  };

  for (const [i, v] of vectors.entries()) {
    const kind = v.expectation!.kind;
    if (kind.startsWith('verifyFrame')) continue;
    it(`[${i}] ${v.msgId}`, () => {
      const { frames, bad } = framed(v);
      if (VECTOR_WRONG[i] !== undefined) {
        expect({ frames: frames.length, bad }).toEqual({ frames: 0, bad: ['checksum'] });
        return;
      }
      expect(bad).toEqual([]);
      expect(frames).toHaveLength(1);
      const header = readHeader(frames[0]!);
      expect(header.id).toBe(idOf(v));
      // 38: a note in the source says its header reading is off by one; 33: its length was taken before unescaping.
      if (v.header && i !== 38 && i !== 33) expect(header).toMatchObject(statedHeader(v.header));
      if (!isOurs(v)) return;
      const body = sliceBody(frames[0]!, header);
      const message = decodeBody(header, body);
      if (message.encrypted || message.type === 'unknown') throw new Error('not decoded');
      // 2 pads its texts with 0x00 on the left, 55 on both sides; we write the padding on the right.
      if (i !== 2 && i !== 55) expect(reencoded(message)).toBe(toHex(body));
      const fields = bag(message);
      const items = message.type === 'locationBatch' ? message.body.items : [];
      if (kind === 'verifyPositions') expect(items.length).toBeGreaterThan(0);
      if (v.derived && message.type === 'location') {
        // 33: the second reading was made without unescaping, so its items shift from 0x87 on.
        if (i !== 33) locationAgrees(body, fields, v.derived);
      }
      if (v.derived && message.type === 'locationBatch') {
        const said = v.derived['items'] as Fields[];
        expect(items).toHaveLength(said.length);
        let at = 3;
        for (const [n, item] of items.entries()) {
          const length = u16(body, at);
          locationAgrees(body.subarray(at + 2, at + 2 + length), item as unknown as Fields, said[n]!);
          at += 2 + length;
        }
      }
      const attributes = Object.values(v.expectation!.attributes ?? {});
      if (attributes.length === 0 || message.type === 'transparentUp') return;
      const extra = (items[0]?.extra ?? fields['extra'] ?? {}) as Fields;
      if (KEPT[i] !== undefined) expect(extra[KEPT[i]]).toBeInstanceOf(Uint8Array);
      else expect(ATTRIBUTES[i]!(fields, extra)).toBe(attributes[0]);
    });
  }

  it('frame vectors: unescape, skip garbage, escape', () => {
    const rows = vectors.filter((v) => v.expectation!.kind.startsWith('verifyFrame'));
    expect(rows).toHaveLength(5);
    for (const v of rows.filter((r) => r.expectation!.kind.includes('encode)'))) {
      const { header, body } = decodeFrame(fromHex(v.hex));
      const again = encodeMessage({
        id: header.id,
        body: body.slice(),
        version: header.version,
        phone: header.phone,
        serial: header.serial,
      });
      expect(toHex(again[0]!)).toBe(v.hex);
    }
    // 30 7e 08 7d 55 is too short for a header of 808; only its escapes are valid.
    expect(toHex(escapeFrame(fromHex('307e087d')))).toContain('307d02087d01');
  });
});
