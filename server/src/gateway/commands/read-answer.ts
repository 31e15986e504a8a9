import type { TextEncoding } from '@fleetwarden/protocol/codec';
import { PERIPHERAL_DATA, readPeripheralReports } from '@fleetwarden/protocol/jsatl12';
import {
  decodeBody,
  type Message,
  readAreas,
  readLocation,
  readRecorder,
  timeOfDigits,
  type Version,
} from '@fleetwarden/protocol/jt808';

/** The general acknowledgement of terminals. */
export const TERMINAL_ACK = 0x0001;

/** Items of a list of `count`, with those that cannot be read counted in `listed`. */
export type ListPart = { readonly count: number; readonly listed: number; readonly items: readonly unknown[] };

/** Recorder data as received, and the blocks of a memory in it. `summary`: the data of the answer without both. */
type RecorderUpload = { readonly block: Uint8Array; readonly records: readonly unknown[]; readonly summary: object };

/** A decoded answer. `serial`: null if the message has no serial of the command. */
export type Answer = {
  readonly serial: number | null;
  /** The kind of transparent data: it answers a command of the same kind. */
  readonly dataKind?: number;
  /** 0 ok, 1 failed, 2 malformed, 3 not supported. */
  readonly result: number;
  /** The fields of a specific answer, as JSON. */
  readonly data: unknown;
  /** A part of a list that the terminal may send in several messages. */
  readonly part?: ListPart;
  /** Recorder data, which may be too long for the result of a command. */
  readonly recorder?: RecorderUpload;
};

type Reader = (body: Uint8Array, version: Version, textEncoding: TextEncoding) => Answer | null;

const decode = (id: number, body: Uint8Array, version: Version, textEncoding: TextEncoding = 'gbk'): Message =>
  decodeBody({ id, version, encryption: 0, textEncoding }, body);

/** Converts a value to JSON: bytes become hex. */
const toJson = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toJson(inner)]));
};

/** Reads an answer whose fields are its data. */
const readFields =
  (id: number): Reader =>
  (body, version, textEncoding) => {
    const message = decode(id, body, version, textEncoding);
    if (message.encrypted || message.type === 'unknown') return null;
    const { serial, ...data } = message.body as { readonly serial?: number };
    return { serial: serial ?? null, result: 0, data: toJson(data) };
  };

const readAck: Reader = (body, version) => {
  const message = decode(TERMINAL_ACK, body, version);
  return message.type === 'terminalAck' ? { serial: message.body.serial, result: message.body.result, data: null } : null;
};

const readPosition: Reader = (body) => {
  const { extra: _, ...location } = readLocation(body, 2);
  return { serial: (body[0]! << 8) | body[1]!, result: 0, data: location };
};

const readAreaList: Reader = (body, version) => {
  const message = decode(0x0608, body, version);
  if (message.type !== 'areasReply') return null;
  const { kind, count, data } = message.body;
  const areas = readAreas(kind, count, data);
  return { serial: null, result: 0, data: areas ? { kind, areas } : { kind, count, hex: toJson(data) } };
};

const NO_CHANNEL = 2;
const UNSUPPORTED = 3;

/** 0x0805 has its own results: 0 ok, 1 failed, 2 no such channel. */
const readPhotos: Reader = (body, version) => {
  const message = decode(0x0805, body, version);
  if (message.type !== 'photoReply') return null;
  const { serial, result, mediaIds = [] } = message.body;
  return { serial, result: result === NO_CHANNEL ? UNSUPPORTED : result, data: { mediaIds } };
};

/** The raw frame of the recorder, and its decoded data if the command is known. */
const readRecorderData: Reader = (body, version) => {
  const message = decode(0x0700, body, version);
  if (message.type !== 'recorderData') return null;
  const { serial, command, block } = message.body;
  const decoded = readRecorder(block);
  const { records = [], ...said } = decoded ?? {};
  return {
    serial,
    result: 0,
    data: { command, block: toJson(block), ...(decoded ? { said: decoded } : {}) },
    recorder: {
      block,
      records,
      summary: { command, ...(decoded ? { said } : {}), stored: { bytes: block.length, records: records.length } },
    },
  };
};

/** The card of the driver; the number of the identity card is stored only as a hash, with the card's event. */
const readCard: Reader = (body, version, textEncoding) => {
  const message = decode(0x0702, body, version, textEncoding);
  if (message.type !== 'driverCard') return null;
  const { idNo: _, ...card } = message.body;
  return { serial: null, result: 0, data: toJson(card) };
};

const readMedia: Reader = (body, version) => {
  const message = decode(0x0802, body, version);
  if (message.type !== 'searchReply') return null;
  const { serial, count, items } = message.body;
  const found = items.map(({ location, ...item }) => {
    const { extra: _, ...place } = readLocation(location);
    return { ...item, location: place };
  });
  return { serial, result: 0, data: { count, items: found } };
};

/** Recordings without a readable time are left out, and counted. */
const readRecordings: Reader = (body, version) => {
  const message = decode(0x1205, body, version);
  if (message.type !== 'recordings') return null;
  const { serial, count, items } = message.body;
  const found = items.flatMap((item) => {
    const [startTime, endTime] = [timeOfDigits(item.startTime), timeOfDigits(item.endTime)];
    return startTime === null || endTime === null ? [] : [{ ...item, startTime, endTime }];
  });
  return { serial, result: 0, data: null, part: { count, listed: items.length, items: found } };
};

/** 0x0900 about peripherals answers a query; other kinds are no answer. Reports that cannot be read are shown as bytes. */
const readPeripherals: Reader = (body) => {
  const dataKind = body[0];
  if (dataKind !== PERIPHERAL_DATA.status && dataKind !== PERIPHERAL_DATA.system) return null;
  const data = body.subarray(1);
  const peripherals = readPeripheralReports(dataKind, data);
  return { serial: null, dataKind, result: 0, data: peripherals ? { peripherals } : { hex: toJson(data) } };
};

/** Readers by message id. Each throws CodecError for an unreadable body. */
const READERS: ReadonlyMap<number, Reader> = new Map([
  [TERMINAL_ACK, readAck],
  [0x0104, readFields(0x0104)],
  [0x0107, readFields(0x0107)],
  [0x0201, readPosition],
  [0x0302, readFields(0x0302)],
  [0x0500, readPosition],
  [0x0608, readAreaList],
  [0x0700, readRecorderData],
  [0x0702, readCard],
  [0x0802, readMedia],
  [0x0805, readPhotos],
  [0x0900, readPeripherals],
  [0x1003, readFields(0x1003)],
  [0x1205, readRecordings],
]);

/** Message ids of the answers to commands. */
export const ANSWER_IDS: readonly number[] = [...READERS.keys()];

/** Reads an answer; null for other messages. Throws CodecError. */
export const readAnswer = (
  id: number,
  body: Uint8Array,
  { version, textEncoding }: { readonly version: Version; readonly textEncoding: TextEncoding },
): Answer | null => READERS.get(id)?.(body, version, textEncoding) ?? null;
