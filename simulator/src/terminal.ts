import { SECOND_MS } from '@fleetwarden/domain/durations';
import type { Content, Header, LocationInput, Message } from '@fleetwarden/protocol/jt808';
import { writeLocation } from '@fleetwarden/protocol/jt808';
import { type Alarms, createAlarms } from './alarms.ts';
import { moodyAnswer } from './answers.ts';
import { createAreas } from './areas.ts';
import { type Backlog, batchBody, createMemory } from './backlog.ts';
import { createCards } from './cards.ts';
import type { Diary } from './diary.ts';
import type { Member } from './identity.ts';
import { stepOf, withIncident } from './incidents.ts';
import { locationOf } from './location.ts';
import { MODES, type Mode } from './modes.ts';
import type { Vehicle } from './motion/vehicle.ts';
import { createOutbox } from './outbox.ts';
import { factoryParameters } from './parameters.ts';
import { draw } from './random.ts';
import { openSession, type ServerAddress, type Session } from './session.ts';
import { createUploads } from './uploads.ts';
import { createWaybills } from './waybills.ts';

/** The authentication codes servers issued, by phone; a terminal keeps its own beyond a restart. */
export type CodeStore = {
  readonly get: (phone: string) => string | undefined;
  readonly set: (phone: string, code: string) => void;
  readonly drop: (phone: string) => void;
};

export type TerminalOptions = {
  readonly server: ServerAddress;
  readonly member: Member;
  readonly vehicle: Vehicle;
  readonly codes: CodeStore;
  readonly mode?: Mode;
  /** Seconds between reports on the road and standing, unless 0x8103 says otherwise. */
  readonly movingS?: number;
  readonly parkedS?: number;
  readonly replyTimeoutMs?: number;
  /** Least and most time before a connection is tried again, ms. */
  readonly backoffMs?: readonly [number, number];
  /** History to upload once the terminal's own memory is empty. */
  readonly history?: Backlog;
  /** From when on its drivers' cards are told, epoch ms; now. */
  readonly cardsSince?: number;
  /** Its cameras and sensors tell what they see on the road. */
  readonly incidents?: boolean;
  /** Told of what happens, for counting and for tests. */
  readonly onEvent?: (event: TerminalEvent) => void;
};

export type TerminalEvent =
  | { readonly type: 'online' | 'reported' | 'registered' | 'refused' }
  | { readonly type: 'offline'; readonly reason: string }
  | { readonly type: 'asked'; readonly message: Message }
  | { readonly type: 'acknowledged' | 'uploaded'; readonly positions: number };

export type TerminalState = 'idle' | 'connecting' | 'registering' | 'authenticating' | 'online';

/** A simulated terminal. `start` and `stop` may be called once each. */
export type Terminal = {
  readonly start: () => void;
  readonly stop: () => void;
  readonly state: () => TerminalState;
  /** Positions in its memory, not yet with the server. */
  readonly kept: () => number;
  /** Raises alarms, as its sensors and its driver would, and lowers them. */
  readonly alarms: Pick<Alarms, 'raise' | 'lower'>;
};

/** What a sent message was for. */
type Sent =
  | { readonly kind: 'heartbeat' }
  | { readonly kind: 'live'; readonly location: LocationInput }
  | { readonly kind: 'batch'; readonly from: Backlog; readonly positions: number }
  | { readonly kind: 'diary'; readonly of: Diary }
  | { readonly kind: 'handshake' };

/** Unacknowledged reports beyond which further ones go to memory. */
const WINDOW = 8;
/** Positions of one 0x0704: its body fits into one frame. */
const BATCH = 18;
const RETRIES = 2;
const PHOTOGRAPHERS = 0.5;
const CAMERAS = 4;
/** How often a terminal without a connection looks whether it should have one. */
const LOOK_AGAIN_MS = 5 * SECOND_MS;

export function createTerminal(options: TerminalOptions): Terminal {
  const { member, vehicle, codes, history } = options;
  const mode: Mode = options.mode ?? MODES.good;
  const tell = options.onEvent ?? (() => undefined);
  const [leastBackoff, mostBackoff] = options.backoffMs ?? [2 * SECOND_MS, 120 * SECOND_MS];
  const memory = createMemory();
  const backlogs: readonly Backlog[] = history ? [memory, history] : [memory];
  const outbox = createOutbox<Sent>(options.replyTimeoutMs ?? 10 * SECOND_MS, RETRIES);

  let parameters = factoryParameters(member);
  let [movingS, parkedS] = [options.movingS ?? 10, options.parkedS ?? 45];
  const areas = createAreas();
  const alarms = createAlarms(member);
  let commands = 0;
  let tracking: { everyS: number; until: number } | undefined;
  let state: TerminalState = 'idle';
  let session: Session | undefined;
  let serial = 0;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let startedAt = 0;
  let retryAt = 0;
  let reportAt = 0;
  let beatAt = 0;
  let hangUpAt = Number.POSITIVE_INFINITY;
  let uploading = false;
  let seenStep = 0;
  let hasPhotographed = false;

  const currentLocation = (now: number): LocationInput =>
    alarms.mark(locationOf(vehicle.stateAt(now), member.version, mode.clock ? mode.clock(now, startedAt) : now));

  /** A report with what its cameras saw since the one before. */
  const seen = (report: LocationInput, now: number): LocationInput => {
    const step = stepOf(now);
    if (!options.incidents || step === seenStep) return report;
    seenStep = step;
    return withIncident(report, member, vehicle.stateAt(now));
  };

  const uploads = createUploads(member, currentLocation);
  const diaries: readonly Diary[] = [
    createCards(member, vehicle, options.cardsSince ?? Date.now()),
    createWaybills(member, vehicle, Date.now()),
  ];

  const transmit = (content: Content, sent: Sent) => {
    if (!session) return;
    const out = session.send(content);
    serial = out.serial + 1;
    outbox.add(out.serial, out.frames, sent, Date.now());
  };

  // --- the handshake

  const open = (now: number) => {
    state = 'connecting';
    if (mode.hangsUpAfterMs) {
      const [low, high] = mode.hangsUpAfterMs;
      hangUpAt = now + low + (high - low) * draw('hang up', member.seed, now);
    }
    session = openSession(options.server, member, mode, { opened, message, closed }, serial & 0xffff);
  };

  const opened = () => {
    const code = codes.get(member.phone);
    if (code === undefined) register();
    else authenticate(code);
    schedule();
  };

  const register = () => {
    state = 'registering';
    const { maker, model, terminalNo, plate, plateColour } = member;
    const body = { province: 0, city: 0, maker: maker.slice(0, 5), model, terminalId: terminalNo, plateColour, plate };
    transmit({ id: 0x0100, body }, { kind: 'handshake' });
  };

  const authenticate = (code: string) => {
    state = 'authenticating';
    const sent = mode.code ? mode.code(code) : code;
    const imei = `86${member.phone.padStart(13, '0').slice(-13)}`;
    transmit({ id: 0x0102, body: { code: sent, imei, softwareVersion: '3.4.18' } }, { kind: 'handshake' });
  };

  const online = () => {
    const now = Date.now();
    state = 'online';
    failures = 0;
    // spread a fleet that connects at once
    reportAt = now + draw('first report', member.seed, now) * 2 * SECOND_MS;
    beatAt = now + (parameters.heartbeatS ?? 30) * SECOND_MS;
    tell({ type: 'online' });
    // some take a picture of whoever is there when they are switched on
    if (options.incidents && !hasPhotographed && draw('photographs', member.seed) < PHOTOGRAPHERS)
      uploads.take(1, { channel: 1 + (member.seed % CAMERAS), intervalS: 0, upload: true }, now);
    hasPhotographed = true;
  };

  const refused = () => {
    tell({ type: 'refused' });
    session?.close();
  };

  const closed = (reason: string) => {
    session = undefined;
    const wasOnline = state === 'online';
    state = 'idle';
    uploading = false;
    uploads.cut();
    hangUpAt = Number.POSITIVE_INFINITY;
    for (const sent of outbox.takeAll()) {
      if (sent.kind === 'live') memory.keep(sent.location);
      else if (sent.kind === 'diary') sent.of.failed();
    }
    if (wasOnline) tell({ type: 'offline', reason });
    const backoff = mode.hangsUpAfterMs ? 0 : Math.min(mostBackoff, leastBackoff * 2 ** Math.min(failures, 10));
    failures++;
    retryAt = Date.now() + 1 + backoff * (0.75 + draw('backoff', member.seed, failures, serial) / 2);
    schedule();
  };

  // --- what the server says

  const message = (header: Header, received: Message) => {
    if (received.type === 'registerReply') return registerReply(received.body.result, received.body.code);
    if (received.type === 'mediaReply') {
      uploads.arrived(received.body.mediaId);
      return schedule();
    }
    if (received.type === 'platformAck') return acknowledged(received.body.serial, received.body.result);
    tell({ type: 'asked', message: received });
    const reply = moodyAnswer(mode.mood?.(commands++) ?? 'answer', header, received, {
      member,
      parameters: () => ({ ...parameters, defaultIntervalS: Math.ceil(movingS) }),
      setParameters: (changed) => {
        parameters = { ...parameters, ...changed };
        if (changed.defaultIntervalS)
          [movingS, parkedS] = [changed.defaultIntervalS, Math.max(parkedS, changed.defaultIntervalS)];
        schedule();
      },
      location: () => currentLocation(Date.now()),
      track: (everyS, validityS) => {
        tracking = everyS > 0 ? { everyS, until: Date.now() + validityS * SECOND_MS } : undefined;
        reportAt = Date.now() + everyS * SECOND_MS;
        schedule();
      },
      areas,
      confirmAlarms: alarms.confirm,
      photos: (count, wish) => {
        const ids = uploads.take(count, wish, Date.now());
        // after the answer is out
        setImmediate(schedule);
        return ids;
      },
      // after the answer is out
      restart: () => setImmediate(() => session?.close()),
    });
    if (reply) {
      const out = session?.send(reply);
      if (out) serial = out.serial + 1;
    }
  };

  const registerReply = (result: number, code: string | undefined) => {
    if (state !== 'registering') return;
    outbox.takeAll();
    if (result !== 0 || code === undefined) return refused();
    codes.set(member.phone, code);
    tell({ type: 'registered' });
    authenticate(code);
    schedule();
  };

  const acknowledged = (answered: number, result: number) => {
    const sent = outbox.acknowledged(answered);
    if (!sent) return;
    if (sent.kind === 'handshake') {
      if (result === 0) online();
      else {
        // the code is worth nothing any more: register anew next time, unless sending a wrong one is the point
        if (!mode.code) codes.drop(member.phone);
        refused();
        return;
      }
    } else if (sent.kind === 'live') {
      tell({ type: 'acknowledged', positions: 1 });
    } else if (sent.kind === 'diary') sent.of.arrived();
    else if (sent.kind === 'batch') {
      sent.from.delivered();
      uploading = false;
      tell({ type: 'uploaded', positions: sent.positions });
    }
    schedule();
  };

  // --- the clockwork

  const report = (now: number) => {
    const moving = vehicle.movingAt(now);
    if (tracking && now > tracking.until) tracking = undefined;
    const everyS = tracking?.everyS ?? (moving ? movingS : parkedS);
    reportAt = now + everyS * SECOND_MS;
    const link = vehicle.linkAt(now);
    if (link === 'off') return;
    const location = alarms.tell(seen(currentLocation(now), now));
    if (link === 'up' && state === 'online' && outbox.size() < WINDOW) {
      transmit({ id: 0x0200, body: writeLocation(location) }, { kind: 'live', location });
      tell({ type: 'reported' });
    } else {
      memory.keep(location);
    }
  };

  const upload = (now: number) => {
    if (uploading || state !== 'online' || outbox.size() >= WINDOW) return;
    for (const from of backlogs) {
      if (from.readyAt(now) > now) continue;
      const batch = from.next(BATCH);
      if (batch.length === 0) continue;
      uploading = true;
      transmit({ id: 0x0704, body: batchBody(batch) }, { kind: 'batch', from, positions: batch.length });
      return;
    }
  };

  const tick = () => {
    timer = undefined;
    if (stopped) return;
    const now = Date.now();
    const wanted = vehicle.linkAt(now) === 'up' || (history !== undefined && history.readyAt(now) < Number.POSITIVE_INFINITY);
    if (session && (now >= hangUpAt || !wanted)) session.close();
    else if (session) {
      const { again, failed } = outbox.due(now);
      session.resend(again);
      for (const sent of failed) giveUp(sent);
    } else if (wanted && now >= retryAt) open(now);
    if (now >= reportAt) report(now);
    if (state === 'online' && now >= beatAt) {
      beatAt = now + (parameters.heartbeatS ?? 30) * SECOND_MS;
      transmit({ id: 0x0002, body: {} }, { kind: 'heartbeat' });
    }
    upload(now);
    for (const of of diaries) {
      const told = state === 'online' && outbox.size() < WINDOW ? of.due(now) : undefined;
      if (told) transmit(told, { kind: 'diary', of });
    }
    const photo = state === 'online' ? uploads.due(now) : undefined;
    if (photo) {
      const out = session?.send(photo);
      if (out) serial = out.serial + 1;
    }
    schedule();
  };

  /** The last try went unanswered: positions wait in memory; without any sign of life the connection is no good. */
  const giveUp = (sent: Sent) => {
    if (sent.kind === 'live') memory.keep(sent.location);
    else if (sent.kind === 'batch') uploading = false;
    else if (sent.kind === 'diary') sent.of.failed();
    else session?.close();
  };

  const schedule = () => {
    if (stopped) return;
    clearTimeout(timer);
    const now = Date.now();
    let next = Math.min(reportAt, now + LOOK_AGAIN_MS);
    if (session) next = Math.min(next, outbox.nextAt(), hangUpAt);
    if (state === 'online') next = Math.min(next, beatAt, uploads.nextAt(), ...diaries.map((diary) => diary.nextAt()));
    if (!session && retryAt > now) next = Math.min(next, retryAt);
    if (state === 'online' && !uploading) for (const from of backlogs) next = Math.min(next, from.readyAt(now));
    timer = setTimeout(tick, Math.max(1, next - now));
  };

  return {
    start: () => {
      startedAt = Date.now();
      // until then it should be connected
      reportAt = startedAt + 5 * SECOND_MS;
      tick();
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      session?.close();
    },
    state: () => state,
    kept: memory.size,
    alarms: { raise: alarms.raise, lower: alarms.lower },
  };
}
