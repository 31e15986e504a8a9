import type { TextEncoding } from '@fleetwarden/protocol/codec';
import { AnswerEncoder, type Content, type Dialect, encodeFrame, encodeMessage, type Header } from '@fleetwarden/protocol/jt808';
import type { Entry } from './directory.ts';
import type { CloseReason, Link } from './link.ts';

/** Results of 0x8001. */
export const RESULT = { ok: 0, failed: 1, malformed: 2, unsupported: 3 } as const;
export type Result = (typeof RESULT)[keyof typeof RESULT];

/** Two flags and the checksum. */
const FRAME_BYTES = 3;
/** Bytes from Node's pool: sockets write them without another copy. */
const allocate = (bytes: number): Uint8Array => Buffer.allocUnsafe(bytes);
/** A version whose header has 12 bytes. */
const SHORT_HEADER_VERSION = 2013;

/** The terminal connection of a session. */
export type SessionOwner = {
  /** The framing of replies; undefined: standard. */
  readonly dialect: Dialect | undefined;
  /** Removes the session, and closes the link after the last one. */
  removeSession(session: Session, reason: CloseReason): void;
};

/**
 * One terminal on one link. It is `live` if it authenticated, or if it need not authenticate yet (`open`).
 * After a wrong code it is `refused`: its messages are rejected until it authenticates.
 */
export class Session {
  readonly link: Link;
  readonly owner: SessionOwner;
  /** The identity (phoneKey). */
  readonly phone: string;
  state: 'new' | 'open' | 'authenticated' | 'refused' = 'new';
  entry: Entry | undefined;
  /** Time of the last message, epoch ms. */
  lastAt = 0;
  /** Bytes of frames from and to the terminal that no stay has yet. */
  upBytes = 0;
  downBytes = 0;
  /** 808 version: 2013 until a body shows 2011. */
  version: 2011 | 2013 | 2019 = 2013;
  #rawPhone = '';
  #protocolVersion: number | null = null;
  #serial = 0;
  /** Created by the first answer, and after a change of the header. */
  #answers: AnswerEncoder | undefined;
  #answerDialect: Dialect | undefined;

  constructor(link: Link, owner: SessionOwner, phone: string) {
    this.link = link;
    this.owner = owner;
    this.phone = phone;
  }

  get live(): boolean {
    return this.state === 'open' || this.state === 'authenticated';
  }

  get textEncoding(): TextEncoding {
    return this.entry?.textEncoding ?? 'gbk';
  }

  /** Stores the header format of the terminal. Replies use the same. `frameLength`: of its header and body, bytes. */
  onHeader(header: Header, now: number, frameLength: number): void {
    this.lastAt = now;
    this.upBytes += frameLength + FRAME_BYTES;
    if (this.#rawPhone !== header.phone || this.#protocolVersion !== header.protocolVersion) {
      this.#rawPhone = header.phone;
      this.#protocolVersion = header.protocolVersion;
      this.#answers = undefined;
    }
    if (header.version === 2019) this.version = 2019;
    else if (this.version === 2019) this.version = 2013;
  }

  /** Sets the terminal's entry. Only 0x0100 shows version 2011, so the stored version is used here. */
  setEntry(entry: Entry | undefined): void {
    this.entry = entry;
    if (entry?.version === 2011 && this.version === 2013) this.version = 2011;
  }

  /** Sends a message; returns the serial of its first frame. Throws CodecError. */
  send(content: Content): number {
    return this.transmit(content).serial;
  }

  /** Sends a message; returns also its frames, for `resend`. Throws CodecError. */
  transmit(content: Content): { readonly serial: number; readonly frames: readonly Uint8Array[] } {
    const serial = this.#serial;
    const frames = encodeMessage({
      ...content,
      version: this.#headerVersion,
      bodyVersion: this.version,
      protocolVersion: this.#protocolVersion,
      phone: this.#rawPhone,
      serial,
      textEncoding: this.textEncoding,
      ...(this.owner.dialect ? { dialect: this.owner.dialect } : {}),
    });
    this.#serial = (serial + frames.length) & 0xffff;
    this.resend(frames);
    return { serial, frames };
  }

  /** Reserves consecutive serials for the sub-packages of a message; returns the first. */
  reserveSerials(count: number): number {
    const first = this.#serial;
    this.#serial = (first + count) & 0xffff;
    return first;
  }

  /** Sends one sub-package of a message that is too long to be sent at once. */
  sendPart(
    id: number,
    part: { readonly serial: number; readonly total: number; readonly index: number },
    body: Uint8Array,
  ): void {
    const header = { id, ...part, version: this.#headerVersion, phone: this.#rawPhone, protocolVersion: this.#protocolVersion };
    this.resend([encodeFrame(header, body, this.owner.dialect)]);
  }

  /** Sends the same frames again. */
  resend(frames: readonly Uint8Array[]): void {
    for (const frame of frames) {
      this.downBytes += frame.length;
      this.link.send(frame);
    }
  }

  /** Answers message `id` with serial `serial` by 0x8001. */
  answer(serial: number, id: number, result: Result): void {
    const { dialect } = this.owner;
    if (this.#answers === undefined || this.#answerDialect !== dialect) {
      this.#answerDialect = dialect;
      this.#answers = new AnswerEncoder({
        version: this.#headerVersion,
        protocolVersion: this.#protocolVersion,
        phone: this.#rawPhone,
        dialect,
      });
    }
    const frame = this.#answers.encode(this.#serial, serial, id, result, allocate);
    this.#serial = (this.#serial + 1) & 0xffff;
    this.resend([frame]);
  }

  /** Some terminals set the 2019 flag on a 12-byte header; the answer has 12 bytes too. */
  get #headerVersion(): 2013 | 2019 {
    return this.#protocolVersion === null ? SHORT_HEADER_VERSION : 2019;
  }
}
