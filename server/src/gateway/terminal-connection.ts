import { CodecError } from '@fleetwarden/protocol/codec';
import {
  checkMinBody,
  correctLength,
  DIALECTS,
  type Dialect,
  Framer,
  findDialect,
  type Header,
  headerFault,
  type OnBad,
  type OnFrame,
  phoneKey,
  readHeader,
  shortHeaderPhone,
  sliceBody,
  wideHeaderPhone,
} from '@fleetwarden/protocol/jt808';
import type { Admission } from './admission.ts';
import type { GatewayDeps } from './deps.ts';
import { type CloseReason, HOLD, type Link } from './link.ts';
import type { MessageRegistry } from './messages/message-handler.ts';
import type { QuarantineReason } from './quarantine.ts';
import { describeEncryption, describeError } from './refusal-details.ts';
import { RESULT, Session } from './session.ts';
import { isBelievableBody } from './wrong-length.ts';

export type ConnectionDeps = Pick<
  GatewayDeps,
  | 'limits'
  | 'metrics'
  | 'log'
  | 'sessions'
  | 'quarantine'
  | 'subPackages'
  | 'terminalMessages'
  | 'directory'
  | 'loginRefusals'
  | 'observations'
> & {
  readonly admission: Pick<Admission, 'admit'>;
  readonly messages: MessageRegistry;
};

/** Messages of attachment connections (T/JSATL 12-2017 4.6). */
const ATTACHMENT_IDS: ReadonlySet<number> = new Set([0x1210, 0x1211, 0x1212]);

/**
 * One TCP or UDP peer: bytes -> frames -> messages -> handlers of the registry. It never throws.
 * Messages are handled in order: while a handler waits for the database, later frames wait and reading pauses.
 */
export class TerminalConnection {
  readonly #deps: ConnectionDeps;
  readonly #link: Link;
  readonly #sessions = new Map<string, Session>();
  /** Created by the first byte, which shows the dialect. */
  #framer: Framer | undefined;
  #dialect: Dialect | undefined;
  readonly #onFrame: OnFrame = (frame) => this.#acceptFrame(frame);
  readonly #onBad: OnBad;
  /** Cache of the last sender. */
  #lastSession: Session | undefined;
  #lastPhone = '';
  #waitingFrames: Uint8Array[] = [];
  #busy = false;
  #now = 0;
  #frameCount = 0;

  constructor(deps: ConnectionDeps, link: Link) {
    this.#deps = deps;
    this.#link = link;
    this.#onBad = (reason, bytes) => {
      this.#reportBad(reason, bytes, null);
      for (const session of this.#sessions.values()) if (!session.live) deps.loginRefusals.add(session, 'unreadable');
    };
  }

  /** Whether a live session uses the connection. */
  get live(): boolean {
    for (const session of this.#sessions.values()) if (session.live) return true;
    return false;
  }

  /** Handles received bytes; returns the number of frames that they completed. */
  receive(bytes: Uint8Array, now: number): number {
    this.#now = now;
    this.#frameCount = 0;
    this.#framer ??= this.#createFramer(bytes[0]);
    this.#framer.push(bytes, this.#onFrame, this.#onBad);
    return this.#frameCount;
  }

  /** The framing of replies. */
  get dialect(): Dialect | undefined {
    return this.#dialect;
  }

  /** The link is closed, by either side. */
  onLinkClosed(reason: string): void {
    for (const session of this.#sessions.values()) this.#deps.sessions.leave(session, reason);
    this.#sessions.clear();
    this.#lastSession = undefined;
    this.#waitingFrames = [];
  }

  /** Removes a session that the gateway ended, and closes the link after the last one. */
  removeSession(session: Session, reason: CloseReason): void {
    if (this.#sessions.get(session.phone) === session) this.#sessions.delete(session.phone);
    if (this.#lastSession === session) this.#lastSession = undefined;
    if (this.#sessions.size === 0) this.#link.close(reason);
  }

  #createFramer(firstByte: number | undefined): Framer {
    this.#dialect = findDialect(firstByte);
    const { frameBytes } = this.#deps.limits;
    const onWrongLength = (frame: Uint8Array) => this.#handleWrongLength(frame);
    return new Framer({ maxFrameBytes: frameBytes, onWrongLength, ...(this.#dialect ? { dialect: this.#dialect } : {}) });
  }

  /** A frame whose declared length is wrong, already in quarantine: read if it is believable, otherwise stored and refused. */
  #handleWrongLength(frame: Uint8Array): void {
    this.#detectWideHeader(frame);
    const isRight = this.#dialect?.wideHeader && headerFault(frame, this.#dialect) === null;
    const corrected = isRight ? frame : correctLength(frame, this.#dialect);
    if (corrected === null) return;
    const header = readHeader(corrected, this.#dialect);
    const body = sliceBody(corrected, header);
    if (isRight || isBelievableBody(header, body)) this.#acceptFrame(corrected);
    else this.#refuseUnreadable(header, body);
  }

  /**
   * Some terminals have the 17-byte header without its version bit, and count its five bytes into the body. Then the frame has a
   * 12-byte header too. Only the records tell: by a setting, or because they know the number of one header and not the other.
   */
  #detectWideHeader(frame: Uint8Array): void {
    if (this.#dialect !== undefined || this.#lastSession?.live) return;
    const wide = wideHeaderPhone(frame);
    if (wide === null) return;
    const { directory, observations } = this.#deps;
    const entry = directory.get(phoneKey(wide));
    if (entry === undefined || entry.wideHeader === false) return;
    if (entry.wideHeader === null && directory.get(phoneKey(shortHeaderPhone(frame))) !== undefined) return;
    this.#dialect = DIALECTS.wideHeader;
    observations.note(entry, 'wideHeader');
  }

  #acceptFrame(frame: Uint8Array): void {
    this.#frameCount++;
    this.#deps.metrics.frames.inc();
    const { limits } = this.#deps;
    const maxWaiting = this.#link.transport === 'udp' ? limits.waitingDatagramFrames : limits.waitingFrames;
    if (!this.#busy) this.#handleFrame(frame);
    else if (this.#waitingFrames.length >= maxWaiting) this.#deps.metrics.refused.inc({ reason: 'full' });
    else this.#waitingFrames.push(frame.slice());
  }

  /** `view` is valid only during the call: what may be read later gets a copy. */
  #handleFrame(view: Uint8Array): void {
    const { metrics, log } = this.#deps;
    let frame = view;
    let header: Header | undefined;
    let pending: void | Promise<void>;
    this.#detectWideHeader(view);
    try {
      header = readHeader(view, this.#dialect);
      if (!this.#readsAtOnce(header)) frame = view.slice();
      pending = this.#handleMessage(header, sliceBody(frame, header), frame.length);
    } catch (error) {
      this.#rejectMalformed(view.slice(), header, error);
      return;
    }
    if (pending === undefined) return;
    this.#busy = true;
    this.#link.hold(HOLD.busy);
    pending
      .catch((error: unknown) => {
        // some handlers read the body after a lookup
        if (error instanceof CodecError) return this.#rejectMalformed(frame, header, error);
        metrics.failures.inc();
        log.warn({ err: error, peer: this.#link.peer, id: header?.id }, 'message left unanswered');
      })
      .then(() => this.#handleWaiting());
  }

  /** Whether the message is handled before its frame is overwritten: admission of a live session waits for nothing. */
  #readsAtOnce({ id, phone, total }: Header): boolean {
    if (total > 0 || this.#lastPhone !== phone || this.#lastSession?.live !== true) return false;
    return this.#deps.messages.get(id)?.readsAtOnce === true;
  }

  #handleWaiting(): void {
    this.#busy = false;
    for (let frame = this.#waitingFrames.shift(); frame !== undefined; frame = this.#waitingFrames.shift()) {
      this.#handleFrame(frame);
      if (this.#busy) return;
    }
    this.#link.release(HOLD.busy);
  }

  #handleMessage(header: Header, body: Uint8Array, frameLength: number): void | Promise<void> {
    const session = this.#findSession(header);
    if (session === undefined) return;
    session.onHeader(header, this.#now, frameLength);
    if (header.encryption !== 0) {
      this.#reportBad('encrypted', body, describeEncryption(header));
      return session.answer(header.serial, header.id, RESULT.unsupported);
    }
    if (header.total > 0) return this.#joinSubPackage(session, header, body);
    return this.#dispatch(session, header, header.serial, body);
  }

  /** Calls the handler of a complete message. `serial`: see UplinkMessage. */
  #dispatch(session: Session, header: Header, serial: number, body: Uint8Array): void | Promise<void> {
    const row = this.#deps.messages.get(header.id);
    // an attachment connection that came to this port: it is no sign of a new terminal
    if (!session.live && ATTACHMENT_IDS.has(header.id)) return session.answer(serial, header.id, RESULT.unsupported);
    checkMinBody(header.id, body);
    const message = { session, header, body, serial, receivedAt: this.#now };
    if (row?.beforeLogin) return row.handle(message);
    return this.#admit(session, (admitted) => {
      if (admitted) return row ? row.handle(message) : this.#keepUnknown(session, header, serial, body);
      if (!row?.isReply) session.answer(serial, header.id, RESULT.failed);
    });
  }

  /** Stores a message that has no handler, then answers that it is not supported. */
  async #keepUnknown(session: Session, header: Header, serial: number, body: Uint8Array): Promise<void> {
    await this.#keep(session, header, 'unknown', body);
    session.answer(serial, header.id, RESULT.unsupported);
  }

  #keep(session: Session, { id, serial }: Header, reason: 'unknown' | 'unreadable', body: Uint8Array): Promise<void> {
    // live sessions have a vehicle
    const vehicleId = session.entry!.vehicleId!;
    const message = { vehicleId, receivedAt: this.#now, messageId: id, serial, reason, subType: null, body };
    return this.#deps.terminalMessages.keep(message);
  }

  #admit(session: Session, then: (admitted: boolean) => void | Promise<void>): void | Promise<void> {
    const admitted = this.#deps.admission.admit(session);
    return typeof admitted === 'boolean' ? then(admitted) : admitted.then(then);
  }

  #joinSubPackage(session: Session, header: Header, body: Uint8Array): void | Promise<void> {
    return this.#admit(session, (admitted) => {
      if (!admitted) return session.answer(header.serial, header.id, RESULT.failed);
      const accepted = this.#deps.subPackages.accept(session, header, body, this.#now);
      if (accepted.state === 'refused') {
        if (accepted.reason === 'full') return session.answer(header.serial, header.id, RESULT.failed);
        this.#reportBad('header', body, `sub-package ${header.index} of ${header.total}: ${accepted.reason}`);
        return session.answer(header.serial, header.id, RESULT.malformed);
      }
      // Each sub-package is answered. The handler answers the one that completes the message, and its repetitions.
      const isAgain = accepted.state === 'complete again';
      if (accepted.state !== 'complete' && !(isAgain && !this.#deps.messages.get(header.id)?.isReply))
        return session.answer(header.serial, header.id, RESULT.ok);
      try {
        return this.#dispatch(session, accepted.header, header.serial, accepted.body);
      } catch (error) {
        this.#reportBad('body', accepted.body, describeError(error));
        this.#refuseUnreadable(header, accepted.body);
      }
    });
  }

  /** The session of the sender, created at its first message; undefined if the connection has too many. */
  #findSession(header: Header): Session | undefined {
    if (this.#lastSession !== undefined && this.#lastPhone === header.phone) return this.#lastSession;
    const phone = phoneKey(header.phone);
    let session = this.#sessions.get(phone);
    if (session === undefined) {
      const { limits, metrics } = this.#deps;
      if (this.#sessions.size >= limits.terminalsPerConnection) {
        metrics.refused.inc({ reason: 'full' });
        return undefined;
      }
      session = new Session(this.#link, this, phone);
      this.#sessions.set(phone, session);
    }
    this.#lastSession = session;
    this.#lastPhone = header.phone;
    return session;
  }

  #rejectMalformed(frame: Uint8Array, header: Header | undefined, error: unknown): void {
    this.#reportBad('body', frame, describeError(error));
    if (header !== undefined) this.#refuseUnreadable(header, sliceBody(frame, header));
  }

  /** Stores an unreadable message of a live session, and answers it as malformed. */
  #refuseUnreadable(header: Header, body: Uint8Array): void {
    const { messages, log } = this.#deps;
    const session = this.#findSession(header);
    if (session?.live === false) this.#deps.loginRefusals.add(session, 'unreadable');
    if (session?.live === true && session.entry?.vehicleId != null)
      this.#keep(session, header, 'unreadable', body).catch((error: unknown) =>
        log.warn({ err: error, peer: this.#link.peer, id: header.id }, 'unreadable message not stored'),
      );
    if (!messages.get(header.id)?.isReply) session?.answer(header.serial, header.id, RESULT.malformed);
  }

  #reportBad(reason: QuarantineReason, bytes: Uint8Array, detail: string | null): void {
    this.#deps.quarantine.add(this.#link, this.#now, reason, bytes, detail);
  }
}
