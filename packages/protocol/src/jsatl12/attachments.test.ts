import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../hex.ts';
import { type Content, decodeBody, decodeFrame, encodeBody, encodeMessage } from '../jt808/index.ts';
import {
  type AttachmentEvent,
  AttachmentFramer,
  decodeVehicleStates,
  encodeChunk,
  encodeVehicleStates,
  type VehicleStateRecord,
} from './index.ts';

type Vector = {
  readonly hex: string;
  readonly msgId: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly header?: { readonly phone: string; readonly seq: number };
};

// Public vectors outside the repository, not committed.
const file = (name: string) => new URL(`../../../../../shared/vectors/${name}`, import.meta.url);
const [SESSION, STREAM] = ['go-jt808-attachment.json', 'smallchi-jtactivesafety-filestream.json'];
const read = (name: string): Vector[] => (existsSync(file(name)) ? JSON.parse(readFileSync(file(name), 'utf8')).items : []);
const session = read(SESSION!);
const stream = read(STREAM!);

/** Data are copied: they are valid until the next push only. */
function split(...chunks: Uint8Array[]): AttachmentEvent[] {
  const framer = new AttachmentFramer();
  return chunks.flatMap((chunk) =>
    [...framer.push(chunk)].map((event) => (event.type === 'data' ? { ...event, data: event.data.slice() } : event)),
  );
}
const IDENTIFICATION = { terminalId: '1234cd.', serial: 1, attachments: 1, reserved: new Uint8Array(1) };

describe.skipIf(session.length === 0 || stream.length === 0)('recorded attachments', () => {
  const frames = session.filter(({ msgId }) => msgId !== '0x30316364');
  it.each(frames.map((vector, i) => ({ i, ...vector })))('$msgId $i is re-encoded byte for byte', ({ hex, msgId, header }) => {
    const frame = decodeFrame(fromHex(hex));
    const message = decodeBody(frame.header, frame.body);
    expect(message).toMatchObject({ id: Number(msgId), encrypted: false, faults: [] });
    expect('trailing' in message).toBe(false);
    const [encoded] = encodeMessage({
      ...({ id: message.id, body: message.body } as Content),
      version: 2013,
      phone: header!.phone,
      serial: header!.seq,
    });
    expect(toHex(encoded!)).toBe(hex);
  });

  it('contain the values of the session', () => {
    const bodies = frames.map(({ hex }) => decodeFrame(fromHex(hex))).map(({ header, body }) => decodeBody(header, body));
    const alarmNo = '2024-11-22_10_00_00_';
    expect(bodies.map(({ body }) => body)).toEqual([
      {
        sender: { terminalId: '1234cd.', identification: { ...IDENTIFICATION, time: '250219204100' } },
        alarmNo,
        kind: 0,
        files: [{ name: `${alarmNo}data.txt`, sizeBytes: 12 }],
      },
      {
        sender: { terminalId: '1234cd.', identification: { ...IDENTIFICATION, time: '250219212815' } },
        alarmNo,
        kind: 0,
        files: [{ name: `${alarmNo}fail.txt`, sizeBytes: 12 }],
      },
      { name: `${alarmNo}data.txt`, kind: 4, sizeBytes: 12 },
    ]);
  });

  it.each([...session, ...stream].filter(({ msgId }) => msgId === '0x30316364'))(
    'a chunk is re-encoded byte for byte: $hex',
    ({ hex, fields }) => {
      const name = (fields['fileName'] ?? fields['FileName']) as string;
      const offset = (fields['offset'] ?? fields['Offset']) as number;
      const said = fields['dataAscii'] as string | undefined;
      const data = said === undefined ? Uint8Array.from(fields['Bodies'] as number[]) : new TextEncoder().encode(said);
      expect(split(fromHex(hex))).toEqual([{ type: 'data', name, offset, data }]);
      expect(toHex(encodeChunk(name, offset, data))).toBe(hex);
    },
  );

  it('are the same for any chunk boundaries', () => {
    const whole = fromHex(session.map(({ hex }) => hex).join(''));
    const kinds = (events: AttachmentEvent[]) => events.map((each) => (each.type === 'frame' ? each.header.id : each.type));
    expect(kinds(split(whole))).toEqual([0x1210, 0x1210, 0x1212, 'data']);
    const bytes = split(...Array.from(whole, (byte) => Uint8Array.of(byte)));
    expect(kinds(bytes)).toEqual([0x1210, 0x1210, 0x1212, 'data', 'data', 'data', 'data']);
    expect(bytes.flatMap((each) => (each.type === 'data' ? [[each.offset, ...each.data]] : []))).toEqual(
      [...'owor'].map((letter, i) => [4 + i, letter.charCodeAt(0)]),
    );
  });
});

describe('the stream of an attachment connection', () => {
  const chunk = encodeChunk('a.jpg', 0, Uint8Array.of(0x7e, 1, 0x30, 0x31));
  const [heartbeat] = encodeMessage({ id: 0x0002, body: new Uint8Array(0), version: 2013, phone: '13800000000', serial: 7 });

  it('continues after garbage, doubled flags and a damaged frame', () => {
    const damaged = heartbeat!.slice();
    damaged[3]! ^= 1;
    const events = split(
      Uint8Array.of(1, 2, 0x30, 3),
      heartbeat!,
      Uint8Array.of(0x7e),
      heartbeat!,
      damaged,
      Uint8Array.of(9),
      chunk,
      heartbeat!,
    );
    expect(events.map((each) => (each.type === 'bad' ? `${each.reason} ${each.bytes}` : each.type))).toEqual([
      'garbage 4',
      'frame',
      'frame',
      `frame ${damaged.length}`,
      'garbage 1',
      'data',
      'frame',
    ]);
  });

  it('does not buffer a frame without an end', () => {
    const events = split(Uint8Array.of(0x7e), new Uint8Array(5_000), chunk);
    expect(events.map(({ type }) => type)).toEqual(['bad', 'data']);
  });
});

describe('a regional identification', () => {
  const FORMS = [
    ['Jiangsu', { terminalId: 'J123456', reserved: new Uint8Array(1) }],
    ['Hunan', { terminalId: 'H123456', reserved: new Uint8Array(17) }],
    ['Sichuan', { terminalId: 'S12', idBytes: 30, reserved: new Uint8Array(1) }],
    ['Guangdong', { terminalId: 'G12345678901234', idBytes: 30, reserved: new Uint8Array(2) }],
    ['Heilongjiang', { terminalId: 'L12345678', idBytes: 30, reserved: new Uint8Array(0) }],
  ] as const;
  it.each(FORMS)('of %s is detected by its byte length in 0x9208 and 0x1210', (_, form) => {
    const identification = { time: '261127063000', serial: 3, attachments: 2, ...form };
    const alarmNo = 'a'.repeat(32);
    const request = { server: 'h', tcpPort: 6060, udpPort: 0, identification, alarmNo, reserved: new Uint8Array(16) };
    const files = [
      { name: '00_65_6501_0_a.jpg', sizeBytes: 3 },
      { name: '', sizeBytes: 0 },
    ];
    // Heilongjiang has no terminal id before the identification
    const own = form.reserved.length > 0 ? { terminalId: form.terminalId } : {};
    const list = { sender: { ...own, identification }, alarmNo, kind: 1, files };
    for (const [id, body] of [
      [0x9208, request],
      [0x1210, list],
    ] as const) {
      const message = decodeBody({ id, version: 2013, encryption: 0 }, encodeBody({ id, body } as Content, 2013));
      expect(message.body).toEqual(body);
      expect('trailing' in message).toBe(false);
    }
  });
});

describe('the data file of an alarm', () => {
  const state = (speedKmh: number): VehicleStateRecord => ({
    alarmBits: 1,
    statusBits: 3,
    latitude: 39.9,
    longitude: -116.4,
    altitudeM: -20,
    speedKmh,
    heading: 271,
    time: '261127063000',
    accelerationX: -0.45,
    accelerationY: 0.1,
    accelerationZ: 1,
    rotationX: 0,
    rotationY: 0,
    rotationZ: -12.5,
    pulseKmh: speedKmh,
    obdKmh: speedKmh,
    gear: 5,
    acceleratorPercent: 0,
    brakePercent: 80,
    braking: 1,
    engineRpm: 1_800,
    wheelDegrees: -30,
    turnLight: 2,
    reserved: new Uint8Array(2),
  });
  const file = encodeVehicleStates([state(61.5), state(58.2)]);

  it('has blocks of 64 bytes with number, count and checksum', () => {
    expect(file.length).toBe(128);
    expect(toHex(file.subarray(64, 72))).toBe('0000000200000002');
    expect(toHex(file.subarray(24, 36))).toBe('ffec0267010f261127063000');
    expect(decodeVehicleStates(file)).toEqual([state(61.5), state(58.2)]);
  });

  it('is read without damaged and incomplete blocks', () => {
    const damaged = file.slice();
    damaged[5]! ^= 1;
    expect(decodeVehicleStates(damaged)).toEqual([state(58.2)]);
    expect(decodeVehicleStates(file.subarray(0, 127))).toEqual([state(61.5)]);
    expect(decodeVehicleStates(new TextEncoder().encode('speed=61'))).toEqual([]);
  });
});
