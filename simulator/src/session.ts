import { type Content, createMessageLink, type Header, type Message, type Reassembler } from '@fleetwarden/protocol/jt808';
import type { Member } from './identity.ts';
import type { Mode } from './modes.ts';
import { createSender } from './sender.ts';
import { openWire, type Transport, type Wire } from './wire.ts';

/** Address of the server. */
export type ServerAddress = { readonly host: string; readonly port: number; readonly transport: Transport };

export type SessionEvents = {
  readonly opened: () => void;
  readonly message: (header: Header, message: Message) => void;
  /** A sub-package that does not complete its message. */
  readonly part: (header: Header) => void;
  readonly closed: (reason: string) => void;
};

/** One connection of a terminal, in whole messages. */
export type Session = {
  /** Sends a message; returns its serial and its frames, for sending them again. */
  readonly send: (content: Content) => { readonly serial: number; readonly frames: readonly Uint8Array[] };
  readonly resend: (frames: readonly Uint8Array[]) => void;
  readonly close: () => void;
};

/** Opens a connection. `firstSerial` is where the terminal's serials go on; the reassembler survives connections. */
export function openSession(
  { host, port, transport }: ServerAddress,
  member: Member,
  mode: Mode,
  events: SessionEvents,
  { firstSerial, reassembler }: { readonly firstSerial: number; readonly reassembler: Reassembler },
): Session {
  const link = createMessageLink({
    onMessage: events.message,
    // a terminal reads on
    onUnreadable: () => undefined,
    onPart: events.part,
    reassembler,
    firstSerial,
  });

  const wire: Wire = openWire(transport, host, port, {
    opened: events.opened,
    received: link.receive,
    closed: (reason) => {
      sender.stop();
      events.closed(reason);
    },
  });
  const sender = createSender(wire, mode, member.seed);

  return {
    send: (content) => {
      const { serial, frames } = link.encode(content, member);
      sender.send(frames);
      return { serial, frames };
    },
    resend: (frames) => sender.send(frames),
    close: () => {
      sender.stop();
      wire.close();
    },
  };
}
