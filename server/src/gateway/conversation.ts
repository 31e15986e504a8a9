import { CodecError } from '@fleetwarden/protocol/codec';
import {
  bodyOf,
  type Dialect,
  decodeBody,
  dialectOf,
  digitsOfTime,
  Framer,
  type Header,
  type OnBad,
  type OnFrame,
  phoneKey,
  Reassembler,
  readHeader,
} from '@fleetwarden/protocol/jt808';
import type { Admission } from './admission.ts';
import type { Authentication } from './authentication.ts';
import type { Cards } from './cards.ts';
import { isAnswer } from './commands/answers.ts';
import { type CloseReason, HOLD, type Link } from './link.ts';
import type { Locations } from './locations.ts';
import type { Media } from './media.ts';
import type { Parts } from './parts.ts';
import type { QuarantineReason } from './quarantine.ts';
import type { Registration } from './registration.ts';
import { RESULT, type Result, Session } from './session.ts';
import type { Waybills } from './waybills.ts';

/** The parts with the functions that know one message each. */
export type Handlers = {
  readonly parts: Parts;
  readonly admission: Admission;
  readonly registration: Registration;
  readonly authentication: Authentication;
  readonly locations: Locations;
  readonly media: Media;
  readonly cards: Cards;
  readonly waybills: Waybills;
};

/**
 * What is said on one link: bytes -> frames -> messages -> answers. Never throws, whatever the bytes are. Messages are taken in
 * order: while one waits for the database those behind it wait too, and reading pauses.
 */
export class Conversation {
  readonly #handlers: Handlers;
  readonly #link: Link;
  readonly #sessions = new Map<string, Session>();
  /** Made with the first byte, which tells the dialect. */
  #framer: Framer | undefined;
  #dialect: Dialect | undefined;
  readonly #onFrame: OnFrame;
  readonly #onBad: OnBad;
  #reassembler: Reassembler | undefined;
  /** Who spoke last; nearly always who speaks next. */
  #last: Session | undefined;
  #lastRaw = '';
  #waiting: Uint8Array[] = [];
  #busy = false;
  #now = 0;
  #frames = 0;

  constructor(handlers: Handlers, link: Link) {
    this.#handlers = handlers;
    this.#link = link;
    this.#onFrame = (frame) => this.#take(frame);
    this.#onBad = (reason, bytes) => this.#bad(reason, bytes, null);
  }

  /** Whether some terminal on it is live. */
  get live(): boolean {
    for (const session of this.#sessions.values()) if (session.live) return true;
    return false;
  }

  /** Takes bytes as they come; returns how many frames they completed. */
  hear(bytes: Uint8Array, now: number): number {
    this.#now = now;
    this.#frames = 0;
    this.#framer ??= this.#listenTo(bytes[0]);
    this.#framer.push(bytes, this.#onFrame, this.#onBad);
    return this.#frames;
  }

  /** How replies are framed here. */
  get dialect(): Dialect | undefined {
    return this.#dialect;
  }

  #listenTo(firstByte: number | undefined): Framer {
    this.#dialect = dialectOf(firstByte);
    const { frameBytes } = this.#handlers.parts.limits;
    return new Framer({ maxFrameBytes: frameBytes, ...(this.#dialect ? { dialect: this.#dialect } : {}) });
  }

  /** The link is closed, whoever closed it. */
  over(reason: string): void {
    for (const session of this.#sessions.values()) this.#handlers.parts.sessions.leave(session, reason);
    this.#sessions.clear();
    this.#last = undefined;
    this.#waiting = [];
    this.#reassembler = undefined;
  }

  /** For sessions: this one is over. */
  drop(session: Session, reason: CloseReason): void {
    if (this.#sessions.get(session.phone) === session) this.#sessions.delete(session.phone);
    if (this.#last === session) this.#last = undefined;
    if (this.#sessions.size === 0) this.#link.close(reason);
  }

  /** Asks again for sub-packages that did not come, and gives up what is too old. Call it now and then. */
  sweep(now: number): void {
    for (const stalled of this.#reassembler?.sweep(now) ?? []) {
      const session = this.#sessions.get(phoneKey(stalled.header.phone));
      if (stalled.expired || session === undefined) continue;
      session.send({ type: 'platformResend', body: { serial: stalled.firstSerial, indexes: [...stalled.missing] } });
    }
    if (this.#reassembler?.groups === 0) this.#reassembler = undefined;
  }

  #take(frame: Uint8Array): void {
    this.#frames++;
    this.#handlers.parts.metrics.frames.inc();
    if (!this.#busy) {
      this.#handle(frame);
      return;
    }
    const { limits, metrics } = this.#handlers.parts;
    const most = this.#link.transport === 'udp' ? limits.waitingDatagramFrames : limits.waitingFrames;
    if (this.#waiting.length >= most) metrics.refused.inc({ reason: 'full' });
    else this.#waiting.push(frame.slice());
  }

  #handle(frame: Uint8Array): void {
    const { metrics, log } = this.#handlers.parts;
    let header: Header | undefined;
    let pending: void | Promise<void>;
    try {
      header = readHeader(frame, this.#dialect);
      pending = this.#message(header, bodyOf(frame, header));
    } catch (error) {
      this.#unreadable(frame, header, error);
      return;
    }
    if (pending === undefined) return;
    this.#busy = true;
    this.#link.hold(HOLD.busy);
    const { id } = header;
    pending
      .catch((error: unknown) => {
        // read only after its terminal was looked up
        if (error instanceof CodecError) return this.#unreadable(frame, header, error);
        // not answered: the terminal will ask again
        metrics.failures.inc();
        log.warn({ err: error, peer: this.#link.peer, id }, 'message left unanswered');
      })
      .then(() => this.#goOn());
  }

  #goOn(): void {
    this.#busy = false;
    while (!this.#busy) {
      const frame = this.#waiting.shift();
      if (frame === undefined) {
        this.#link.release(HOLD.busy);
        return;
      }
      this.#handle(frame);
    }
  }

  #message(header: Header, body: Uint8Array): void | Promise<void> {
    const session = this.#sessionOf(header);
    if (session === undefined) return;
    session.hear(header, this.#now);
    if (header.encryption !== 0) return session.answer(header.serial, header.id, RESULT.unsupported);
    if (header.total > 0) return this.#subPackage(session, header, body);
    return this.#whole(session, header, header.serial, body);
  }

  /** `serial` is what the answer names; for a message put together that of its last part. */
  #whole(session: Session, header: Header, serial: number, body: Uint8Array): void | Promise<void> {
    const { registration, authentication } = this.#handlers;
    switch (header.id) {
      case 0x0100: {
        const message = decodeBody(header, body);
        if (message.type !== 'register') return;
        if (message.version <= 2013) session.version = message.version;
        return registration.register(session, serial, message.body);
      }
      case 0x0102: {
        const message = decodeBody(header, body);
        if (message.type !== 'authenticate') return;
        return authentication
          .authenticate(session, message.body.code)
          .then((result) => this.#answerLogin(session, serial, result));
      }
      case 0x0004:
        // asked before authentication too, as clocks are set first
        session.send({ type: 'timeReply', body: { time: digitsOfTime(this.#now, 0) } });
        return;
      default:
        return this.#admitted(session, (admitted) => this.#report(session, header, serial, body, admitted));
    }
  }

  /** Messages that only live sessions may send. */
  #report(session: Session, header: Header, serial: number, body: Uint8Array, admitted: boolean): void | Promise<void> {
    const { locations, media, cards, waybills, registration, parts } = this.#handlers;
    const { id } = header;
    if (!admitted) {
      if (!isAnswer(id)) session.answer(serial, id, RESULT.failed);
      return;
    }
    switch (id) {
      case 0x0200:
        return locations.one(session, serial, id, body, this.#now);
      case 0x0704:
        return locations.batch(session, serial, id, body, this.#now, (item) =>
          this.#bad('item', item, 'locationBatch: too short'),
        );
      case 0x0201:
        parts.delivery.hear(session, id, body);
        return locations.reply(session, body, this.#now);
      case 0x0005:
        return this.#repeat(session, serial, header, body);
      case 0x0003:
        return registration.unregister(session).then(() => session.answer(serial, id, RESULT.ok));
      case 0x0701:
        return waybills.told(session, serial, header, body, this.#now);
      case 0x0702:
        return cards.told(session, serial, header, body, this.#now);
      case 0x0801:
        return media.upload(session, serial, header, body, this.#now);
      case 0x0002:
      // what was taken follows by itself
      case 0x0800:
      case 0x0900:
        return session.answer(serial, id, RESULT.ok);
      default:
        if (isAnswer(id)) parts.delivery.hear(session, id, body);
        else session.answer(serial, id, RESULT.unsupported);
    }
  }

  /** The terminal lacks parts of a long message of ours. */
  #repeat(session: Session, serial: number, header: Header, body: Uint8Array): void {
    const asked = decodeBody(header, body);
    if (asked.type !== 'terminalResend') return;
    const { serial: first, indexes } = asked.body;
    if (!this.#handlers.parts.delivery.repeat(session, first, indexes)) session.answer(serial, header.id, RESULT.failed);
  }

  #admitted(session: Session, then: (admitted: boolean) => void | Promise<void>): void | Promise<void> {
    const admitted = this.#handlers.admission.admit(session);
    return typeof admitted === 'boolean' ? then(admitted) : admitted.then(then);
  }

  #answerLogin(session: Session, serial: number, result: Result): void {
    session.answer(serial, 0x0102, result);
    const { failures } = this.#handlers.parts;
    if (result !== RESULT.ok && (failures.barred(session) || failures.exhausted(this.#link.address)))
      this.#link.close('too many failures');
  }

  #subPackage(session: Session, header: Header, body: Uint8Array): void | Promise<void> {
    return this.#admitted(session, (admitted) => {
      if (!admitted) return session.answer(header.serial, header.id, RESULT.failed);
      const { limits } = this.#handlers.parts;
      this.#reassembler ??= new Reassembler({
        timeoutMs: limits.subPackageMs,
        askAfterMs: limits.subPackageAskMs,
        maxAsks: limits.subPackageAsks,
        maxBytes: limits.subPackageBytes,
        maxGroups: limits.subPackageGroups,
      });
      const accepted = this.#reassembler.accept(header, body, this.#now);
      if (accepted.state === 'refused') {
        this.#bad('header', body, `sub-package ${header.index} of ${header.total}: ${accepted.reason}`);
        return session.answer(header.serial, header.id, RESULT.malformed);
      }
      // Each part is answered; only the answer to the one that makes the message whole waits for what the message asks.
      if (accepted.state !== 'complete') return session.answer(header.serial, header.id, RESULT.ok);
      try {
        return this.#whole(session, accepted.header, header.serial, accepted.body);
      } catch (error) {
        this.#unreadable(accepted.body, header, error);
      }
    });
  }

  #sessionOf(header: Header): Session | undefined {
    if (this.#last !== undefined && this.#lastRaw === header.phone) return this.#last;
    const phone = phoneKey(header.phone);
    let session = this.#sessions.get(phone);
    if (session === undefined) {
      const { limits, metrics } = this.#handlers.parts;
      if (this.#sessions.size >= limits.terminalsPerConnection) {
        metrics.refused.inc({ reason: 'full' });
        return undefined;
      }
      session = new Session(this.#link, this, phone);
      this.#sessions.set(phone, session);
    }
    this.#last = session;
    this.#lastRaw = header.phone;
    return session;
  }

  #unreadable(bytes: Uint8Array, header: Header | undefined, error: unknown): void {
    this.#bad('body', bytes, error instanceof Error ? error.message : String(error));
    // answers are not answered
    if (header === undefined || isAnswer(header.id)) return;
    this.#sessionOf(header)?.answer(header.serial, header.id, RESULT.malformed);
  }

  #bad(reason: QuarantineReason, bytes: Uint8Array, detail: string | null): void {
    const { metrics, quarantine } = this.#handlers.parts;
    metrics.bad.inc({ reason });
    const { peer, transport } = this.#link;
    quarantine.add({ at: this.#now, peer, transport, reason, detail }, bytes);
  }
}
