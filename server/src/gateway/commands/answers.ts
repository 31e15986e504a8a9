import { decodeBody, type Message, readAreas, readLocation, type Version } from '@fleetwarden/protocol/jt808';

/** The general answer (0x0001). */
export const GENERAL_ANSWER = 0x0001;

/** What an answer says. `serial` null where the message does not carry that of what it answers. */
export type Answer = {
  readonly serial: number | null;
  /** 0 ok, 1 failed, 2 malformed, 3 not supported. */
  readonly result: number;
  /** Of a named answer: what it tells, as JSON. */
  readonly data: unknown;
};

type Reading = (body: Uint8Array, version: Version) => Answer | null;

const message = (id: number, body: Uint8Array, version: Version): Message => decodeBody({ id, version, encryption: 0 }, body);

/** 0x0805's own results: 0 ok, 1 failed, 2 no such channel. */
const photoResult = (result: number): number => (result === 2 ? 3 : result);

/** Answers by the id of their message; each throws CodecError for a body that cannot be read. */
const READINGS: Readonly<Record<number, Reading>> = {
  [GENERAL_ANSWER]: (body, version) => {
    const said = message(GENERAL_ANSWER, body, version);
    return said.type === 'terminalAck' ? { serial: said.body.serial, result: said.body.result, data: null } : null;
  },
  513: (body) => {
    const { extra: _, ...location } = readLocation(body, 2);
    return { serial: (body[0]! << 8) | body[1]!, result: 0, data: location };
  },
  1544: (body, version) => {
    const said = message(0x0608, body, version);
    if (said.type !== 'areasReply') return null;
    const { kind, count, data } = said.body;
    const areas = readAreas(kind, count, data);
    return { serial: null, result: 0, data: areas ? { kind, areas } : { kind, count, hex: Buffer.from(data).toString('hex') } };
  },
  2053: (body, version) => {
    const said = message(0x0805, body, version);
    if (said.type !== 'photoReply') return null;
    const { serial, result, mediaIds = [] } = said.body;
    return { serial, result: photoResult(result), data: { mediaIds } };
  },
};

/** Messages that answer something: they are not answered themselves. */
export const isAnswer = (id: number): boolean => id in READINGS;

/** Reads an answer; null for a message that is none. Throws CodecError. */
export const readAnswer = (id: number, body: Uint8Array, version: Version): Answer | null =>
  READINGS[id]?.(body, version) ?? null;
