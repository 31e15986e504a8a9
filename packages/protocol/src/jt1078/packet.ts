import { bcd, CodecError, decode, Writer } from '../codec/index.ts';

/** Table 19 of JT/T 1078-2016, by the high half of the type byte. */
const DATA_TYPES = ['keyFrame', 'predictedFrame', 'bidirectionalFrame', 'audio', 'transparent'] as const;
/** By the low half of the type byte. */
const PARTS = ['whole', 'first', 'last', 'middle'] as const;

export type DataType = (typeof DATA_TYPES)[number];
export type Part = (typeof PARTS)[number];

/** A stream packet, JT/T 1078-2016 5.5.3. */
export type StreamPacket = {
  /** Digits without leading zeros. */
  readonly sim: string;
  readonly channel: number;
  readonly sequence: number;
  readonly payloadType: number;
  /** Last packet of a frame; terminals set it wrongly, `part` is reliable. */
  readonly marker: boolean;
  readonly dataType: DataType;
  readonly part: Part;
  /** Null for transparent data. */
  readonly timestampMs: number | null;
  /** Since the last key frame; video only. */
  readonly keyFrameIntervalMs: number | null;
  /** Since the last frame; video only. */
  readonly frameIntervalMs: number | null;
  readonly body: Uint8Array;
};

/** Width of the SIM: 6 by the standard, 10 for many terminals of JT/T 808-2019. */
export type SimBytes = 6 | 10;

/** `01cd` before each packet. */
export const MAGIC: readonly number[] = [0x30, 0x31, 0x63, 0x64];
const SIM_AT = 8;
/** Version 2, no padding, no extension, one source. */
const FLAGS = 0x81;
const MARKER = 0x80;
const MAX_BODY_BYTES = 0xffff;
const TIMESTAMP_BYTES = 8;
const INTERVALS_BYTES = 4;
const MAX_TIMESTAMP_MS = Number.MAX_SAFE_INTEGER;
const TWO_32 = 2 ** 32;

const audioAt = DATA_TYPES.indexOf('audio');
const transparentAt = DATA_TYPES.indexOf('transparent');

/** Bytes before the body length, by data type and width of the SIM. */
const lengthAt = (dataType: number, simBytes: SimBytes): number =>
  SIM_AT + simBytes + 2 + (dataType === transparentAt ? 0 : TIMESTAMP_BYTES) + (dataType < audioAt ? INTERVALS_BYTES : 0);

export const MAX_PACKET_BYTES: number = lengthAt(0, 10) + 2 + MAX_BODY_BYTES;

/** The end of the packet that starts at `at`; 'open' if its length is not there yet, 'bad' for a type that does not exist. */
export function findPacketEnd(b: Uint8Array, at: number, end: number, simBytes: SimBytes): number | 'open' | 'bad' {
  const typeAt = at + SIM_AT + simBytes + 1;
  if (typeAt >= end) return 'open';
  const type = b[typeAt]!;
  if (type >> 4 >= DATA_TYPES.length || (type & 15) >= PARTS.length) return 'bad';
  const from = at + lengthAt(type >> 4, simBytes);
  if (from + 2 > end) return 'open';
  return from + 2 + ((b[from]! << 8) | b[from + 1]!);
}

const u16At = (b: Uint8Array, at: number): number => (b[at]! << 8) | b[at + 1]!;
const u32At = (b: Uint8Array, at: number): number => ((u16At(b, at) << 16) >>> 0) + u16At(b, at + 2);

/** Strips leading zeros, so that both widths of a SIM are one. */
const shortSim = (digits: string): string => digits.replace(/^0+(?=.)/, '');

/** Reads a packet whose end is known. The body is a copy. */
export function readAt(b: Uint8Array, at: number, end: number, simBytes: SimBytes): StreamPacket {
  const simEnd = at + SIM_AT + simBytes;
  const type = b[simEnd + 1]!;
  const dataType = type >> 4;
  const bodyAt = at + lengthAt(dataType, simBytes) + 2;
  const timeAt = simEnd + 2;
  const isVideo = dataType < audioAt;
  const timestampMs =
    dataType === transparentAt ? null : Math.min(u32At(b, timeAt) * TWO_32 + u32At(b, timeAt + 4), MAX_TIMESTAMP_MS);
  return {
    sim: shortSim(decode(bcd(simBytes), b.subarray(at + SIM_AT, simEnd))),
    channel: b[simEnd]!,
    sequence: u16At(b, at + 6),
    payloadType: b[at + 5]! & 0x7f,
    marker: (b[at + 5]! & MARKER) !== 0,
    dataType: DATA_TYPES[dataType]!,
    part: PARTS[type & 15]!,
    timestampMs,
    keyFrameIntervalMs: isVideo ? u16At(b, timeAt + TIMESTAMP_BYTES) : null,
    frameIntervalMs: isVideo ? u16At(b, timeAt + TIMESTAMP_BYTES + 2) : null,
    body: b.slice(bodyAt, end),
  };
}

export const isMagic = (b: Uint8Array, at: number): boolean => {
  for (let i = 0; i < MAGIC.length; i++) if (b[at + i] !== MAGIC[i]) return false;
  return true;
};

/** Widths to try: a SIM of 10 bytes begins with zeros, one of 6 bytes rarely. */
export const simWidths = (b: Uint8Array, at: number): readonly SimBytes[] =>
  b[at + SIM_AT] === 0 && b[at + SIM_AT + 1] === 0 ? [10, 6] : [6, 10];

/** Reads a UDP datagram: one packet, whose length tells the width of the SIM. Throws CodecError. */
export function readPacket(bytes: Uint8Array): StreamPacket {
  if (!isMagic(bytes, 0)) throw new CodecError('does not begin with 30 31 63 64', 0);
  for (const simBytes of simWidths(bytes, 0)) {
    if (findPacketEnd(bytes, 0, bytes.length, simBytes) === bytes.length) return readAt(bytes, 0, bytes.length, simBytes);
  }
  throw new CodecError(`body length does not match a datagram of ${bytes.length} bytes`, SIM_AT);
}

const whole = (value: number, most: number, name: string): number => {
  if (Number.isInteger(value) && value >= 0 && value <= most) return value;
  throw new CodecError(`${value} is not a whole number from 0 to ${most}`).under(name);
};

/** The bytes of a packet. Throws CodecError for a value that does not fit. */
export function writePacket(packet: StreamPacket, simBytes: SimBytes = 6): Uint8Array {
  const dataType = DATA_TYPES.indexOf(packet.dataType);
  const bodyBytes = whole(packet.body.length, MAX_BODY_BYTES, 'body');
  const w = new Writer(0, lengthAt(dataType, simBytes) + 2 + bodyBytes);
  const put16 = (value: number): void => w.append(Uint8Array.of(value >>> 8, value));
  w.append(Uint8Array.from(MAGIC));
  w.append(Uint8Array.of(FLAGS, whole(packet.payloadType, 0x7f, 'payloadType') | (packet.marker ? MARKER : 0)));
  put16(whole(packet.sequence, 0xffff, 'sequence'));
  bcd(simBytes).write(packet.sim, w, {});
  w.append(Uint8Array.of(whole(packet.channel, 0xff, 'channel'), (dataType << 4) | PARTS.indexOf(packet.part)));
  if (dataType !== transparentAt) {
    const time = whole(packet.timestampMs ?? 0, MAX_TIMESTAMP_MS, 'timestampMs');
    const high = Math.floor(time / TWO_32);
    put16(high >>> 16);
    put16(high & 0xffff);
    const low = time % TWO_32;
    put16(low >>> 16);
    put16(low & 0xffff);
  }
  if (dataType < audioAt) {
    put16(whole(packet.keyFrameIntervalMs ?? 0, 0xffff, 'keyFrameIntervalMs'));
    put16(whole(packet.frameIntervalMs ?? 0, 0xffff, 'frameIntervalMs'));
  }
  put16(bodyBytes);
  w.append(packet.body);
  return w.done();
}
