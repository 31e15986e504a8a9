import { decodeBody, type Message, readAreas, readLocation, readRecorder, type Version } from '@fleetwarden/protocol/jt808';

/** The general answer (0x0001). */
export const GENERAL_ANSWER = 0x0001;

/** What an answer says. `serial` null where the message does not carry that of what it answers. */
type Answer = {
  readonly serial: number | null;
  /** 0 ok, 1 failed, 2 malformed, 3 not supported. */
  readonly result: number;
  /** Of a named answer: what it tells, as JSON. */
  readonly data: unknown;
};

type Reading = (body: Uint8Array, version: Version) => Answer | null;

const message = (id: number, body: Uint8Array, version: Version): Message => decodeBody({ id, version, encryption: 0 }, body);

/** A value as JSON has it: bytes as hex. */
const plain = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
};

/** An answer whose fields are what it tells. */
const told =
  (id: number): Reading =>
  (body, version) => {
    const said = message(id, body, version);
    if (said.encrypted || said.type === 'unknown') return null;
    const { serial, ...data } = said.body as { readonly serial?: number };
    return { serial: serial ?? null, result: 0, data: plain(data) };
  };

const general: Reading = (body, version) => {
  const said = message(GENERAL_ANSWER, body, version);
  return said.type === 'terminalAck' ? { serial: said.body.serial, result: said.body.result, data: null } : null;
};

const position: Reading = (body) => {
  const { extra: _, ...location } = readLocation(body, 2);
  return { serial: (body[0]! << 8) | body[1]!, result: 0, data: location };
};

const areas: Reading = (body, version) => {
  const said = message(0x0608, body, version);
  if (said.type !== 'areasReply') return null;
  const { kind, count, data } = said.body;
  const known = readAreas(kind, count, data);
  return { serial: null, result: 0, data: known ? { kind, areas: known } : { kind, count, hex: plain(data) } };
};

const NO_CHANNEL = 2;
const UNSUPPORTED = 3;

/** Its own results: 0 ok, 1 failed, 2 no such channel. */
const photos: Reading = (body, version) => {
  const said = message(0x0805, body, version);
  if (said.type !== 'photoReply') return null;
  const { serial, result, mediaIds = [] } = said.body;
  return { serial, result: result === NO_CHANNEL ? UNSUPPORTED : result, data: { mediaIds } };
};

/** The recorder's own frame as it came, and what it says where that is known. */
const recorder: Reading = (body, version) => {
  const said = message(0x0700, body, version);
  if (said.type !== 'recorderData') return null;
  const { serial, command, block } = said.body;
  const known = readRecorder(block);
  return { serial, result: 0, data: { command, block: plain(block), ...(known ? { said: known } : {}) } };
};

/** Answers by the id of their message; each throws CodecError for a body that cannot be read. */
const READINGS: ReadonlyMap<number, Reading> = new Map([
  [GENERAL_ANSWER, general],
  [0x0104, told(0x0104)],
  [0x0107, told(0x0107)],
  [0x0201, position],
  [0x0608, areas],
  [0x0700, recorder],
  [0x0805, photos],
]);

/** Messages that answer something: they are not answered themselves. */
export const isAnswer = (id: number): boolean => READINGS.has(id);

/** Reads an answer; null for a message that is none. Throws CodecError. */
export const readAnswer = (id: number, body: Uint8Array, version: Version): Answer | null =>
  READINGS.get(id)?.(body, version) ?? null;
