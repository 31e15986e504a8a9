import { type Codec, NO_PARENT, type Of, Reader, under, Writer } from '../codec/index.ts';
import { type Carried, findCarrier, isCarrier, readCarrier, writeCarrier } from './carrier.ts';
import type { Vehicle } from './fields.ts';
import { encodeFrame, type Frame, type Wire } from './frame.ts';
import type { HeaderInput } from './header.ts';
import { type BodyOf, type MessageType, messageId, messages } from './messages/table.ts';
import type { Revision } from './revision.ts';

type VehicleName = Of<typeof Vehicle>;

type Around = {
  /** Id of the content if a carrier contained it. */
  readonly id: number;
  readonly vehicle: VehicleName | null;
  /** The printing its body shows. */
  readonly revision: Revision;
  /** Bytes behind what the table knows. */
  readonly trailing?: Uint8Array;
};

/** A message of the table. */
export type KnownMessage = { [T in MessageType]: { readonly type: T; readonly body: BodyOf<T> } & Around }[MessageType];

/** A message without a row, with its raw body. */
type UnknownMessage = { readonly type: 'unknown'; readonly body: Uint8Array } & Around;

export type Message = KnownMessage | UnknownMessage;

/** Decodes a frame. Copies the bytes that it keeps. Throws CodecError with `message.field (byte n)`. */
export const decodeMessage = (
  { header, body }: Pick<Frame, 'body'> & { readonly header: { readonly id: number } },
  revision: Revision,
): Message => {
  const held = isCarrier(header.id) ? readCarrier(header.id, body, revision) : { id: header.id, vehicle: null, data: body };
  return decodeBody(held, revision);
};

/** The message of a body without its carrier. Throws CodecError that names `message.field (byte n)`. */
export const decodeBody = ({ id, vehicle, data }: Carried, revision: Revision): Message => {
  const row = messages.get(id);
  if (row === undefined) return { id, type: 'unknown', vehicle, revision, body: data.slice() };
  const [, type, codec] = row;
  const r = new Reader(data, revision);
  let value: unknown;
  try {
    value = (codec as Codec<unknown>).read(r, NO_PARENT);
  } catch (error) {
    throw under(error, type);
  }
  const message = { id, type, vehicle, revision: r.version as Revision, body: value };
  // The codec of the row made the value, so it matches the union.
  return (r.left > 0 ? { ...message, trailing: data.slice(r.at) } : message) as KnownMessage;
};

/** A message with its body. `vehicle` if the standard names one. */
export type Content = {
  [T in MessageType]: { readonly type: T; readonly body: BodyOf<T>; readonly vehicle?: VehicleName | null };
}[MessageType];

/** The bytes of a message without its carrier. Throws CodecError that names the field whose value does not fit. */
export const encodeBody = ({ type, body }: Content, revision: Revision): Uint8Array => {
  const w = new Writer(revision);
  try {
    (messages.get(messageId(type))![2] as Codec<unknown>).write(body, w, NO_PARENT);
  } catch (error) {
    throw under(error, type);
  }
  return w.done();
};

/** The wire form of a message, in its carrier where it has one. Throws CodecError. */
export const encodeMessage = (content: Content, header: Omit<HeaderInput, 'id'>, wire: Wire): Uint8Array => {
  const id = messageId(content.type);
  const data = encodeBody(content, wire.revision);
  const carrier = findCarrier(id);
  if (carrier === null) return encodeFrame({ ...header, id }, data, wire);
  const w = new Writer(wire.revision, data.length + 32);
  writeCarrier(w, { id, vehicle: content.vehicle ?? null, data });
  return encodeFrame({ ...header, id: carrier }, w.done(), wire);
};
