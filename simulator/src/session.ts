import { CodecError } from '@fleetwarden/protocol/codec';
import {
  type Content,
  decodeBody,
  encodeMessage,
  Framer,
  type Header,
  type Message,
  Reassembler,
  readHeader,
  sliceBody,
} from '@fleetwarden/protocol/jt808';
import type { Member } from './identity.ts';
import type { Mode } from './modes.ts';
import { createSender } from './sender.ts';
import { openWire, type Transport, type Wire } from './wire.ts';

/** Address of the server. */
export type ServerAddress = { readonly host: string; readonly port: number; readonly transport: Transport };

export type SessionEvents = {
  readonly opened: () => void;
  readonly message: (header: Header, message: Message) => void;
  readonly closed: (reason: string) => void;
};

/** One connection of a terminal, in whole messages. */
export type Session = {
  /** Sends a message; returns its serial and its frames, for sending them again. */
  readonly send: (content: Content) => { readonly serial: number; readonly frames: readonly Uint8Array[] };
  readonly resend: (frames: readonly Uint8Array[]) => void;
  readonly close: () => void;
};

/** Opens a connection. `firstSerial` is where the terminal's serials go on. */
export function openSession(
  { host, port, transport }: ServerAddress,
  member: Member,
  mode: Mode,
  events: SessionEvents,
  firstSerial: number,
): Session {
  const framer = new Framer();
  const reassembler = new Reassembler();
  let serial = firstSerial;

  const onFrame = (frame: Uint8Array) => {
    const part = readHeader(frame);
    const whole = reassembler.accept(part, sliceBody(frame, part), Date.now());
    if (whole.state !== 'complete') return;
    const message = read(whole.header, whole.body);
    if (message) events.message(whole.header, message);
  };

  const wire: Wire = openWire(transport, host, port, {
    opened: events.opened,
    received: (bytes) => framer.push(bytes, onFrame, () => undefined),
    closed: (reason) => {
      sender.stop();
      events.closed(reason);
    },
  });
  const sender = createSender(wire, mode, member.seed);

  return {
    send: (content) => {
      const first = serial;
      const frames = encodeMessage({ ...content, version: member.version, phone: member.phone, serial: first });
      serial = (serial + frames.length) & 0xffff;
      sender.send(frames);
      return { serial: (first + frames.length - 1) & 0xffff, frames };
    },
    resend: (frames) => sender.send(frames),
    close: () => {
      sender.stop();
      wire.close();
    },
  };
}

/** The message of a body; null where a server sent what cannot be read: a terminal reads on. */
function read(header: Header, body: Uint8Array): Message | null {
  try {
    return decodeBody(header, body);
  } catch (error) {
    if (error instanceof CodecError) return null;
    throw error;
  }
}
