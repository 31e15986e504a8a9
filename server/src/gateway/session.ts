import { type Content, type Dialect, encodeMessage, type Header } from '@fleetwarden/protocol/jt808';
import type { Entry } from './directory.ts';
import type { CloseReason, Link } from './link.ts';

/** 0x8001's results. */
export const RESULT = { ok: 0, failed: 1, malformed: 2, unsupported: 3 } as const;
export type Result = (typeof RESULT)[keyof typeof RESULT];

const PLATFORM_ACK = 0x8001;
/** Any version whose header has 12 bytes. */
const NARROW = 2013;

/** The conversation a session belongs to. */
export type SessionOwner = {
  /** How frames are framed there; undefined: as the standard says. */
  readonly dialect: Dialect | undefined;
  /** Forgets the session, and closes the link when nobody else speaks there. */
  drop(session: Session, reason: CloseReason): void;
};

/**
 * One terminal on one link. `live` once its reports are taken: it authenticated, or is open until it does.
 * `refused` after a wrong code: then nothing is taken from it on this link until a right one.
 */
export class Session {
  readonly link: Link;
  readonly owner: SessionOwner;
  /** phoneKey: the identity. */
  readonly phone: string;
  state: 'new' | 'open' | 'authenticated' | 'refused' = 'new';
  entry: Entry | undefined;
  /** When its last message came, epoch ms. */
  lastAt = 0;
  /** 808 version as far as it shows: 2013 until a body tells 2011. */
  version: 2011 | 2013 | 2019 = 2013;
  #rawPhone = '';
  #protocolVersion: number | null = null;
  #serial = 0;

  constructor(link: Link, owner: SessionOwner, phone: string) {
    this.link = link;
    this.owner = owner;
    this.phone = phone;
  }

  get live(): boolean {
    return this.state === 'open' || this.state === 'authenticated';
  }

  /** Notes how the terminal writes its headers: replies are written alike. */
  hear(header: Header, now: number): void {
    this.lastAt = now;
    if (this.#rawPhone !== header.phone) this.#rawPhone = header.phone;
    this.#protocolVersion = header.protocolVersion;
    if (header.version === 2019) this.version = 2019;
    else if (this.version === 2019) this.version = 2013;
  }

  /** Notes who it is. A 2011 terminal shows itself only in 0x0100, so what the archive knows is kept. */
  know(entry: Entry | undefined): void {
    this.entry = entry;
    if (entry?.version === 2011 && this.version === 2013) this.version = 2011;
  }

  /** Sends a message; returns the serial of its (first) frame. Throws CodecError. */
  send(content: Content): number {
    return this.transmit(content).serial;
  }

  /** The same, with its frames for sending them again. */
  transmit(content: Content): { readonly serial: number; readonly frames: readonly Uint8Array[] } {
    const serial = this.#serial;
    const frames = encodeMessage({
      ...content,
      // a 12-byte header under the 2019 flag is answered with a 12-byte one
      version: this.#protocolVersion === null ? NARROW : 2019,
      bodyVersion: this.version,
      protocolVersion: this.#protocolVersion,
      phone: this.#rawPhone,
      serial,
      ...(this.owner.dialect ? { dialect: this.owner.dialect } : {}),
    });
    this.#serial = (serial + frames.length) & 0xffff;
    this.repeat(frames);
    return { serial, frames };
  }

  /** Sends frames once more, as they were. */
  repeat(frames: readonly Uint8Array[]): void {
    for (const frame of frames) this.link.send(frame);
  }

  /** Answers message `id` with serial `serial` by the general answer. */
  answer(serial: number, id: number, result: Result): void {
    const body = new Uint8Array(5);
    body[0] = serial >>> 8;
    body[1] = serial;
    body[2] = id >>> 8;
    body[3] = id;
    body[4] = result;
    this.send({ id: PLATFORM_ACK, body });
  }
}
