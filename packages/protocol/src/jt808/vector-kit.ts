// Shared by the tests of the public vectors. No file access here: the tests read the files.
import { fromHex, toHex } from '../hex.ts';
import { escapeFrame } from './frame.ts';
import { Framer } from './framer.ts';
import type { Header } from './header.ts';
import { encodeBody, type KnownMessage, type Message } from './message.ts';
import { messages } from './messages/table.ts';

export type Value = unknown;
export type Fields = Record<string, Value>;
export type Vector = {
  readonly hex: string;
  readonly msgId: string | null;
  readonly version?: string;
  readonly kind?: string;
  readonly scope?: string;
  readonly name?: string;
  readonly fields?: Fields;
  readonly derived?: Fields;
  readonly expectation?: Fields & { attributes?: Fields; kind: string };
  readonly header?: Fields | null;
  readonly bodyHex?: string;
  readonly input?: string;
  readonly validation?: { ok?: boolean | null; checksumOk?: boolean; lengthOk?: boolean; form?: string; reason?: string };
};
export const idOf = (v: Vector): number => (v.msgId === null ? -1 : Number(v.msgId));
export const isOurs = (v: Vector): boolean => idOf(v) in messages;

/** Extracts the unescaped frame of a vector with the stream reader, and the reasons of dropped bytes. */
export const framed = (v: Vector): { frames: Uint8Array[]; bad: string[] } => {
  let bytes = fromHex(v.hex);
  // Such vectors lost their escapes; a stream cannot carry them like that.
  if (v.validation?.form === 'already unescaped') bytes = escapeFrame(bytes.subarray(1, -2));
  const frames: Uint8Array[] = [];
  const bad: string[] = [];
  new Framer().push(
    bytes,
    (frame) => frames.push(frame.slice()),
    (reason) => bad.push(reason),
  );
  return { frames, bad };
};

/** The header a vector states, as ours. */
export const statedHeader = (said: Fields): Fields => ({
  serial: said['seq'],
  encryption: said['encryption'],
  bodyLength: said['bodyLenDeclared'],
  protocolVersion: said['protocolVersion'],
  phone: said['phone'],
  total: said['total'] ?? 0,
  index: said['index'] ?? 0,
});

/** Any message, as a bag of fields: a vector's names lead to places in it. */
export const bag = (message: Message): Fields => message.body as unknown as Fields;

export const reencoded = (message: KnownMessage): string =>
  toHex(encodeBody(message, message.version)) + (message.trailing === undefined ? '' : toHex(message.trailing));

export const GMT8 = (digits: string): string =>
  `20${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4, 6)} ${digits.slice(6, 8)}:${digits.slice(8, 10)}:${digits.slice(10)}`;

export const itemBytes = (body: Uint8Array): { id: string; len: number; hex: string }[] => {
  const items = [];
  for (let at = 28; at + 2 <= body.length; at += 2 + body[at + 1]!) {
    const id = `0x${body[at]!.toString(16).padStart(2, '0').toUpperCase()}`;
    items.push({ id, len: body[at + 1]!, hex: toHex(body.subarray(at + 2, at + 2 + body[at + 1]!)) });
  }
  return items;
};

/** Maps a name of the source to the decoded value; undefined for an unmapped name. */
export type Mapping = Record<string, (body: Fields, header: Header | null, message: KnownMessage) => Value>;

export const flatten = (value: Value, path: string, out: Fields): Fields => {
  if (Array.isArray(value) && typeof value[0] === 'object') {
    for (const [i, v] of value.entries()) flatten(v, `${path}[${i}]`, out);
  } else if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
    for (const [k, v] of Object.entries(value)) {
      if (k.startsWith('$type')) continue;
      const name = /^0x[0-9A-F]+$/.test(k) ? `[${Number(k)}]` : k;
      flatten(v, path === '' || name.startsWith('[') ? path + name : `${path}.${name}`, out);
    }
  } else out[path] = value;
  return out;
};

export const micro = (degrees: Value): number => Math.round((degrees as number) * 1e6);
export const signed = (x: Fields, which: 'latitude' | 'longitude'): number => {
  const raw = micro(x[which]);
  const bit = which === 'latitude' ? 4 : 8;
  return raw > 0 && (x['statusBits'] as number) & bit ? -raw : raw;
};
export const extraOf = (x: Fields): Fields => x['extra'] as Fields;
export const tenth = (v: Value): number => Math.round((v as number) * 10);

export const toBits = (value: Fields, names: readonly string[]): number =>
  names.reduce((bits, name, i) => bits + (value[name] === true ? 2 ** i : 0), (value['rest'] as number | undefined) ?? 0);
