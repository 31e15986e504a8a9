import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../hex.ts';
import { decodeBody, type MessageId, messages } from '../jt808/index.ts';
import { encodeBody } from '../jt808/message.ts';
import { PAYLOAD_TYPES, readPacket, type StreamPacket, writePacket } from './index.ts';
import { packetize, STANDARD_BODY_BYTES } from './packetize.ts';

/** JT/T 1078 as the field reference has it, section 4: each message, field, value and limit. */
type FieldRow = readonly [name: string, hex: string, value: unknown];

const SERVER: readonly FieldRow[] = [
  ['server', '0831302e302e302e31', '10.0.0.1'],
  ['tcpPort', '1a0b', 0x1a0b],
  ['udpPort', '1a0c', 0x1a0c],
];
const SPAN: readonly FieldRow[] = [
  ['startTime', '260314000102', '260314000102'],
  ['endTime', '260314235958', '260314235958'],
];
/** Bits 0 to 31 are those of 808, 32 to 63 the video alarms: the high word comes first. */
const ALARMS: readonly FieldRow[] = [
  ['videoAlarmBits', '0000007f', 0x7f],
  ['alarmBits', '80000001', 0x8000_0001],
];
const KIND: readonly FieldRow[] = [
  ['mediaType', '03', 3],
  ['streamType', '02', 2],
  ['storage', '01', 1],
];
const channel: FieldRow = ['channel', '25', 37];
const SEARCH = [channel, ...SPAN, ...ALARMS, ...KIND];
const camera: readonly FieldRow[] = [channel, ['action', '01', 1]];

const MESSAGES: readonly (readonly [id: MessageId, fields: readonly FieldRow[]])[] = [
  [0x9101, [...SERVER, channel, ['dataType', '05', 5], ['streamType', '01', 1]]],
  [0x9102, [channel, ['control', '04', 4], ['closeKind', '02', 2], ['streamType', '01', 1]]],
  [0x9105, [channel, ['lossPercent', '64', 100]]],
  [0x9201, [...SERVER, channel, ...KIND, ['mode', '04', 4], ['speed', '05', 5], ...SPAN]],
  [0x9202, [channel, ['control', '06', 6], ['speed', '05', 5], ['position', '260314120000', '260314120000']]],
  [0x9205, SEARCH],
  [
    0x9206,
    [
      ['server', '0831302e302e302e31', '10.0.0.1'],
      ['port', '0015', 21],
      ['user', '0475736572', 'user'],
      ['password', '027077', 'pw'],
      ['path', '032f7631', '/v1'],
      ...SEARCH,
      ['conditionBits', '07', 7],
    ],
  ],
  [
    0x9207,
    [
      ['serial', '0102', 0x0102],
      ['control', '02', 2],
    ],
  ],
  [0x9003, []],
  [
    0x1003,
    [
      ['audioCodec', '06', 6],
      ['audioChannels', '02', 2],
      ['sampleRate', '03', 3],
      ['sampleBits', '01', 1],
      ['audioFrameBytes', '0140', 320],
      ['hasAudioOutput', '01', 1],
      ['videoCodec', '62', 98],
      ['maxAudioChannels', '04', 4],
      ['maxVideoChannels', '08', 8],
    ],
  ],
  [0x1005, [...SPAN, ['boarded', '0102', 0x0102], ['alighted', '0304', 0x0304]]],
  [
    0x1206,
    [
      ['serial', '0102', 0x0102],
      ['result', '01', 1],
    ],
  ],
  [0x9301, [channel, ['direction', '04', 4], ['speed', 'ff', 255]]],
  [0x9302, camera],
  [0x9303, camera],
  [0x9304, camera],
  [0x9305, camera],
  [0x9306, camera],
];

/** 28 bytes. */
const RECORDING: readonly FieldRow[] = [...SEARCH, ['sizeBytes', '0fe8eb00', 0x0fe8_eb00]];
const hexOf = (fields: readonly FieldRow[]) => fields.map(([, hex]) => hex).join('');
const valuesOf = (fields: readonly FieldRow[]) => Object.fromEntries(fields.map(([name, , value]) => [name, value]));

describe('a message', () => {
  it.each(MESSAGES.map(([id, fields]) => [id.toString(16).padStart(4, '0'), id, fields] as const))(
    '0x%s has its fields in their order and widths',
    (_, id, fields) => {
      const body = hexOf(fields);
      const message = decodeBody({ id, version: 2013, encryption: 0 }, fromHex(body));
      expect(message).toMatchObject({ type: messages[id][0], body: valuesOf(fields) });
      if (message.encrypted || message.type === 'unknown') throw new Error('not decoded');
      expect(toHex(encodeBody(message, 2013))).toBe(body);
    },
  );
});

it('0x1205 has the serial, the total number of recordings, and items of 28 bytes', () => {
  expect(hexOf(RECORDING)).toHaveLength(2 * 28);
  // the list comes in several messages: fewer items than the number says
  const body = `010200000007${hexOf(RECORDING).repeat(2)}`;
  const message = decodeBody({ id: 0x1205, version: 2019, encryption: 0 }, fromHex(body));
  const item = valuesOf(RECORDING);
  expect(message).toMatchObject({ type: messages[0x1205][0], body: { serial: 0x0102, count: 7, items: [item, item] } });
});

/** The timestamp, and the times since the last key frame and the last frame. */
const VIDEO_TIMES = ['000000000000138801400028', { timestampMs: 5_000, keyFrameIntervalMs: 320, frameIntervalMs: 40 }] as const;
/** The fields of a packet behind the SIM, by the high half of its type byte. */
const BEHIND: readonly (readonly [type: StreamPacket['dataType'], hex: string, part: Partial<StreamPacket>])[] = [
  ['keyFrame', ...VIDEO_TIMES],
  ['predictedFrame', ...VIDEO_TIMES],
  ['bidirectionalFrame', ...VIDEO_TIMES],
  ['audio', '0000000000001388', { timestampMs: 5_000, keyFrameIntervalMs: null, frameIntervalMs: null }],
  ['transparent', '', { timestampMs: null, keyFrameIntervalMs: null, frameIntervalMs: null }],
];
const PARTS: readonly StreamPacket['part'][] = ['whole', 'first', 'last', 'middle'];

describe('a packet', () => {
  const packets = BEHIND.flatMap(([dataType, behind, times], high) =>
    PARTS.flatMap((part, low) => ([6, 10] as const).map((simBytes) => ({ dataType, behind, times, part, high, low, simBytes }))),
  );
  it.each(packets)('$dataType, $part, has its fields with a SIM of $simBytes bytes', (row) => {
    const { dataType, behind, times, part, high, low, simBytes } = row;
    const sim = simBytes === 6 ? '013912345678' : '00000000013912345678';
    const hex = `3031636481e2fffe${sim}25${high}${low}${behind}00030a0b0c`;
    const packet = readPacket(fromHex(hex));
    expect(packet).toEqual({
      sim: '13912345678',
      channel: 37,
      sequence: 0xfffe,
      marker: true,
      payloadType: 98,
      dataType,
      part,
      ...times,
      body: fromHex('0a0b0c'),
    });
    expect(toHex(writePacket(packet, simBytes))).toBe(hex);
  });

  it('has a body of at most 950 bytes when sent, and its sequence restarts after 65535', () => {
    expect(STANDARD_BODY_BYTES).toBe(950);
    const frame = {
      sim: '1',
      channel: 1,
      payloadType: 98,
      dataType: 'keyFrame',
      timestampMs: 0,
      data: new Uint8Array(1_901),
    } as const;
    const sent = packetize(frame, 0xffff);
    expect(sent.map(({ sequence, part, body }) => [sequence, part, body.length])).toEqual([
      [0xffff, 'first', 950],
      [0, 'middle', 950],
      [1, 'last', 1],
    ]);
  });
});

it('each payload type has its codec', () => {
  const names = (first: number, ...codecs: readonly string[]) => codecs.map((codec, at) => [first + at, codec] as const);
  expect([...PAYLOAD_TYPES].map(([type, { codec }]) => [type, codec])).toEqual([
    ...names(1, 'g721', 'g722', 'g723', 'g728', 'g729', 'g711a', 'g711u', 'g726', 'g729'),
    ...names(10, 'dvi4', 'dvi4', 'dvi4', 'dvi4', 'lpc', 'pcm', 'pcm', 'mp3', 'pcm', 'aac', 'wma', 'aac', 'pcm', 'pcm', 'aac'),
    ...names(25, 'mp3', 'adpcm', 'aac', 'amr'),
    [91, 'transparent'],
    ...names(98, 'h264', 'h265', 'avs', 'svac'),
  ]);
});
