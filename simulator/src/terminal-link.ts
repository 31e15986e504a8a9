import { SECOND_MS } from '@fleetwarden/domain/durations';
import { type Content, type Header, type LocationInput, type Message, Reassembler } from '@fleetwarden/protocol/jt808';
import type { Backlog } from './backlog.ts';
import type { Diary } from './diary.ts';
import type { Member } from './identity.ts';
import type { Mode } from './modes.ts';
import { createOutbox } from './outbox.ts';
import { draw } from './random.ts';
import { openSession, type ServerAddress, type Session } from './session.ts';

/** The authentication codes servers issued, by phone; a terminal stores its own across restarts. */
export type CodeStore = {
  readonly get: (phone: string) => string | undefined;
  readonly set: (phone: string, code: string) => void;
  readonly drop: (phone: string) => void;
};

export type LinkState = 'idle' | 'connecting' | 'registering' | 'authenticating' | 'online';

/** Data of a sent message, stored until the server acknowledges it. */
export type Delivery =
  | { readonly kind: 'live'; readonly location: LocationInput }
  | { readonly kind: 'batch'; readonly from: Backlog; readonly positions: number }
  | { readonly kind: 'diary'; readonly of: Diary };

type Sent = Delivery | { readonly kind: 'heartbeat' | 'handshake' };

export type LinkEvents = {
  readonly online: () => void;
  readonly registered: () => void;
  readonly refused: () => void;
  /** A message that is no part of the handshake and no acknowledgement. */
  readonly message: (header: Header, message: Message) => void;
  readonly acknowledged: (delivery: Delivery) => void;
  /** The last retry or the connection ended without an acknowledgement. */
  readonly failed: (delivery: Delivery) => void;
  /** `reason` is undefined if the terminal was not online. */
  readonly closed: (reason: string | undefined) => void;
  /** `nextAt` may have changed. */
  readonly changed: () => void;
};

/** The connection of a terminal to its server: handshake, retries, reconnects with backoff. */
export type TerminalLink = {
  readonly state: () => LinkState;
  /** Whether it is online and has fewer than `WINDOW` unacknowledged messages. */
  readonly isReady: () => boolean;
  /** Sends a message without waiting for an acknowledgement. */
  readonly send: (content: Content) => void;
  readonly deliver: (content: Content, delivery: Delivery) => void;
  readonly heartbeat: () => void;
  /** Connects, disconnects or repeats messages as due. */
  readonly advance: (now: number, isWanted: boolean) => void;
  /** When to call `advance`, epoch ms. */
  readonly nextAt: (now: number) => number;
  readonly close: () => void;
};

/** Messages from the server in sub-packages: a firmware file takes many, and continues after a reconnect. */
const REASSEMBLY = { timeoutMs: 600 * SECOND_MS, askAfterMs: 5 * SECOND_MS, maxAsks: 20, maxBytes: 64 * 1024 * 1024 };
/** Unacknowledged messages beyond which further reports go to memory. */
const WINDOW = 8;
const RETRIES = 2;
const DEFAULT_REPLY_TIMEOUT_MS = 10 * SECOND_MS;
const DEFAULT_BACKOFF_MS = [2 * SECOND_MS, 120 * SECOND_MS] as const;

type LinkOptions = {
  readonly server: ServerAddress;
  readonly member: Member;
  readonly codes: CodeStore;
  readonly mode: Mode;
  readonly replyTimeoutMs?: number;
  /** Minimum and maximum time before a reconnect, ms. */
  readonly backoffMs?: readonly [number, number];
};

export function createTerminalLink(options: LinkOptions, events: LinkEvents): TerminalLink {
  const { server, member, mode } = options;
  const outbox = createOutbox<Sent>(options.replyTimeoutMs ?? DEFAULT_REPLY_TIMEOUT_MS, RETRIES);
  const backoff = createBackoff(member, mode, options.backoffMs ?? DEFAULT_BACKOFF_MS);
  const reassembler = new Reassembler(REASSEMBLY);
  let state: LinkState = 'idle';
  let session: Session | undefined;
  let serial = 0;
  let retryAt = 0;
  let hangUpAt = Number.POSITIVE_INFINITY;

  const send = (content: Content) => {
    const out = session?.send(content);
    if (out) serial = out.serial + 1;
    return out;
  };
  const track = (content: Content, sent: Sent) => {
    const out = send(content);
    if (out) outbox.add(out.serial, out.frames, sent, Date.now());
  };

  const handshake = createHandshake(options, (content) => track(content, { kind: 'handshake' }));

  const open = (now: number) => {
    state = 'connecting';
    if (mode.hangsUpAfterMs) {
      const [low, high] = mode.hangsUpAfterMs;
      hangUpAt = now + low + (high - low) * draw('hang up', member.seed, now);
    }
    reassembler.interrupt();
    session = openSession(server, member, mode, { opened, message, part, closed }, { firstSerial: serial & 0xffff, reassembler });
  };

  const opened = () => {
    state = handshake.begin();
    events.changed();
  };

  const refuse = () => {
    events.refused();
    session?.close();
  };

  const message = (header: Header, received: Message) => {
    if (received.type === 'registerReply') handleRegisterReply(received.body.result, received.body.code);
    else if (received.type === 'platformAck') handleAck(received.body.serial, received.body.result);
    else events.message(header, received);
  };

  const part = (header: Header) => void send({ type: 'terminalAck', body: { serial: header.serial, id: header.id, result: 0 } });

  /** Requests missing sub-packages (0x0005). */
  const requestParts = (now: number) => {
    for (const { firstSerial, missing, dropped } of reassembler.sweep(now, state === 'online'))
      if (dropped === null) send({ type: 'terminalResend', body: { serial: firstSerial, indexes: [...missing] } });
  };

  const handleRegisterReply = (result: number, code: string | undefined) => {
    if (state !== 'registering') return;
    outbox.takeAll();
    if (result !== 0 || code === undefined) return refuse();
    events.registered();
    state = handshake.registered(code);
    events.changed();
  };

  const handleAck = (answered: number, result: number) => {
    const sent = outbox.acknowledged(answered);
    if (!sent) return;
    if (sent.kind === 'handshake') {
      if (result !== 0) {
        handshake.rejected();
        return refuse();
      }
      state = 'online';
      backoff.reset();
      events.online();
    } else if (isDelivery(sent)) events.acknowledged(sent);
    events.changed();
  };

  const closed = (reason: string) => {
    session = undefined;
    const wasOnline = state === 'online';
    state = 'idle';
    hangUpAt = Number.POSITIVE_INFINITY;
    for (const sent of outbox.takeAll()) if (isDelivery(sent)) events.failed(sent);
    events.closed(wasOnline ? reason : undefined);
    retryAt = Date.now() + 1 + backoff.next(serial);
    events.changed();
  };

  /** Repeats what is due. A heartbeat or handshake without any answer ends the connection. */
  const repeat = (now: number, current: Session) => {
    const { again, failed } = outbox.due(now);
    current.resend(again);
    for (const sent of failed) {
      if (isDelivery(sent)) events.failed(sent);
      else session?.close();
    }
  };

  return {
    state: () => state,
    isReady: () => state === 'online' && outbox.size() < WINDOW,
    send,
    deliver: track,
    heartbeat: () => track({ id: 0x0002, body: {} }, { kind: 'heartbeat' }),
    advance: (now, isWanted) => {
      requestParts(now);
      if (session && (now >= hangUpAt || !isWanted)) session.close();
      else if (session) repeat(now, session);
      else if (isWanted && now >= retryAt) open(now);
    },
    nextAt: (now) => {
      if (session) return Math.min(outbox.nextAt(), hangUpAt);
      return retryAt > now ? retryAt : Number.POSITIVE_INFINITY;
    },
    close: () => session?.close(),
  };
}

const isDelivery = (sent: Sent): sent is Delivery => sent.kind !== 'heartbeat' && sent.kind !== 'handshake';

/** Registers (0x0100) and authenticates (0x0102). `request` sends a message and waits for its answer. */
function createHandshake(
  { member, codes, mode }: Pick<LinkOptions, 'member' | 'codes' | 'mode'>,
  request: (content: Content) => void,
) {
  const { phone, maker, model, terminalNo, plate, plateColour } = member;
  const authenticate = (code: string): LinkState => {
    const imei = `86${phone.padStart(13, '0').slice(-13)}`;
    request({ id: 0x0102, body: { code: mode.code ? mode.code(code) : code, imei, softwareVersion: '3.4.18' } });
    return 'authenticating';
  };
  return {
    /** Authenticates by the stored code, or registers without one. */
    begin: (): LinkState => {
      const code = codes.get(phone);
      if (code !== undefined) return authenticate(code);
      const body = { province: 0, city: 0, maker: maker.slice(0, 5), model, terminalId: terminalNo, plateColour, plate };
      request({ id: 0x0100, body });
      return 'registering';
    },
    registered: (code: string): LinkState => {
      codes.set(phone, code);
      return authenticate(code);
    },
    /** The code is no longer valid: the next connection registers again, unless the mode sends a wrong code. */
    rejected: () => {
      if (!mode.code) codes.drop(phone);
    },
  };
}

/** Exponential backoff with jitter; none in a mode that hangs up by itself. */
function createBackoff({ seed }: Member, { hangsUpAfterMs }: Mode, [min, max]: readonly [number, number]) {
  let failures = 0;
  return {
    reset: () => {
      failures = 0;
    },
    next: (serial: number): number => {
      const base = hangsUpAfterMs ? 0 : Math.min(max, min * 2 ** Math.min(failures, 10));
      failures++;
      return base * (0.75 + draw('backoff', seed, failures, serial) / 2);
    },
  };
}
