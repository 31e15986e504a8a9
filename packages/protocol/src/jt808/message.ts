import { type Codec, NO_PARENT, Reader, type TextEncoding, under, Writer } from '../codec/index.ts';
import type { Dialect } from './dialects.ts';
import { encodeFrame } from './frame.ts';
import type { Header } from './header.ts';
import { type BodyOf, type MessageId, messages, type Table } from './messages/table.ts';
import type { Version } from './version.ts';

/** Fields besides the decoded body. */
type Around = {
  /** The revision of the body; unlike the header it can show 2011. */
  readonly version: Version;
  readonly encrypted: false;
  /** Errors of items that stay as bytes, as texts: `location.extra[0x30]: needs 1 byte, 0 left (byte 30)`. */
  readonly faults: readonly string[];
  /** Bytes behind what the table knows. */
  readonly trailing?: Uint8Array;
  /** A text that was read as GBK is UTF-8 by its bytes. */
  readonly utf8?: true;
};

/** A message of the table. */
export type KnownMessage = {
  [K in MessageId]: { readonly id: K; readonly type: Table[K][0]; readonly body: BodyOf<K> } & Around;
}[MessageId];

/** A message without a row, with its raw body. */
export type UnknownMessage = { readonly id: number; readonly type: 'unknown'; readonly body: Uint8Array } & Around;

/** A message whose body is encrypted; the body is not looked into. */
export type EncryptedMessage = {
  readonly id: number;
  readonly type: 'encrypted';
  readonly version: Version;
  readonly encrypted: true;
  readonly body: Uint8Array;
};

export type Message = KnownMessage | UnknownMessage | EncryptedMessage;

type Row = readonly [type: string, body: Codec<unknown>];
const findRow = (id: number): Row | undefined => (messages as Readonly<Record<number, Row>>)[id];
const NO_FAULTS: readonly string[] = [];

/** What a body is read by. */
type BodyHeader = Pick<Header, 'id' | 'version' | 'encryption'> & { readonly textEncoding?: TextEncoding };

/**
 * Decodes a complete body (not one sub-package of several). Copies the bytes that it keeps. Throws CodecError with
 * `message.field (byte n)` for an unreadable field; bad list items stay as bytes and are reported in `faults`.
 */
export const decodeBody = (header: BodyHeader, body: Uint8Array): Message => {
  const { id, version } = header;
  if (header.encryption !== 0) return { id, type: 'encrypted', version, encrypted: true, body: body.slice() };
  const row = findRow(id);
  if (row === undefined) return { id, type: 'unknown', version, encrypted: false, faults: NO_FAULTS, body: body.slice() };
  const [type, codec] = row;
  const r = new Reader(body, version);
  if (header.textEncoding !== undefined) r.textEncoding = header.textEncoding;
  let value: unknown;
  try {
    value = codec.read(r, NO_PARENT);
  } catch (error) {
    throw under(error, type);
  }
  const faults = r.faults === null ? NO_FAULTS : r.faults.map((fault) => fault.under(type).message);
  const message = { id, type, version: r.version, encrypted: false, faults, body: value, ...(r.sawUtf8 ? { utf8: true } : {}) };
  // The codec of the row made the value, so it matches the union.
  return (r.left > 0 ? { ...message, trailing: body.slice(r.at) } : message) as KnownMessage;
};

/** A message by name or by id, with its body; a body of bytes is sent unchanged. */
export type Content =
  | {
      [K in MessageId]: ({ readonly id: K } | { readonly type: Table[K][0] }) & { readonly body: BodyOf<K> | Uint8Array };
    }[MessageId]
  | { readonly id: number; readonly body: Uint8Array };

/** A message to be sent. */
export type Outgoing = Content & {
  readonly version: Version;
  readonly phone: string;
  /** Serial of the first frame; sub-packages count on from it. */
  readonly serial: number;
  /** The body's revision where it differs from the header's. */
  readonly bodyVersion?: Version;
  readonly protocolVersion?: number | null;
  /** Bytes of body in one frame, 1,023 at most. */
  readonly maxBody?: number;
  readonly trailing?: Uint8Array;
  readonly dialect?: Dialect;
  readonly textEncoding?: TextEncoding;
};

const MAX_BODY = 1023;
const ids = new Map<string, MessageId>(
  (Object.keys(messages).map(Number) as MessageId[]).map((id) => [messages[id][0], id] as const),
);

/** The id of a message. */
export const messageId = (type: Table[MessageId][0]): MessageId => ids.get(type)!;

/** The body's bytes. Throws CodecError that names the field whose value does not fit. */
export const encodeBody = (message: Content, version: Version, textEncoding: TextEncoding = 'gbk'): Uint8Array => {
  if (message.body instanceof Uint8Array) return message.body;
  const id = 'id' in message ? message.id : messageId(message.type);
  const [type, codec] = findRow(id)!;
  const w = new Writer(version);
  w.textEncoding = textEncoding;
  try {
    codec.write(message.body, w, NO_PARENT);
  } catch (error) {
    throw under(error, type);
  }
  return w.done();
};

/**
 * The wire frames of a message: one, or as many sub-packages as its body needs, with consecutive serials.
 * Throws CodecError for a value that does not fit its field.
 */
export const encodeMessage = (message: Outgoing): Uint8Array[] => {
  const id = 'id' in message ? message.id : messageId(message.type);
  let body = encodeBody(message, message.bodyVersion ?? message.version, message.textEncoding);
  if (message.trailing !== undefined) {
    const whole = new Uint8Array(body.length + message.trailing.length);
    whole.set(body);
    whole.set(message.trailing, body.length);
    body = whole;
  }
  const { version, phone, serial, dialect } = message;
  const header = { id, version, phone, protocolVersion: message.protocolVersion ?? null };
  const most = message.maxBody ?? MAX_BODY;
  if (body.length <= most) return [encodeFrame({ ...header, serial }, body, dialect)];
  const total = Math.ceil(body.length / most);
  return Array.from({ length: total }, (_, i) =>
    encodeFrame(
      { ...header, serial: (serial + i) & 0xffff, total, index: i + 1 },
      body.subarray(i * most, (i + 1) * most),
      dialect,
    ),
  );
};
