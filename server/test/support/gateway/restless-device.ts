import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS } from '@fleetwarden/domain/durations';
import { encode, encodeGbk } from '@fleetwarden/protocol/codec';
import { DriverState } from '@fleetwarden/protocol/jsatl12';
import {
  decodeBody,
  digitsOfTime,
  encodeBody,
  encodeMessage,
  Framer,
  readHeader,
  sliceBody,
  writeLocation,
} from '@fleetwarden/protocol/jt808';
import type { Random } from '../../report-oracle/fixture/random.ts';

/** What identifies a terminal on the wire. */
export type Sim = { readonly phone: string; readonly vehicleId: number };

/** A location as it is stored: its true time in epoch ms, and a longitude in millionths of a degree that no other one has. */
type Point = { readonly at: number; readonly microLng: number };

/** Something that was acknowledged, and must be stored for the vehicle. */
export type Acknowledged = { readonly vehicleId: number } & (
  | { readonly kind: 'locations'; readonly points: readonly Point[] }
  | { readonly kind: 'card'; readonly at: number }
  | { readonly kind: 'waybill'; readonly text: string }
  | { readonly kind: 'alarm'; readonly at: number; readonly source: number }
  | { readonly kind: 'photo'; readonly mediaId: number; readonly digest: string }
  | { readonly kind: 'message'; readonly id: number; readonly body: string }
);

type Content = { readonly id: number; readonly body: Uint8Array; readonly maxBody: number; readonly facts: readonly Fact[] };
type Fact = Acknowledged extends infer A ? (A extends unknown ? Omit<A, 'vehicleId'> : never) : never;
type Frame = { readonly message: Message; readonly serial: number; readonly bytes: Uint8Array; acked: boolean; sent: boolean };
type Message = {
  readonly content: Content;
  frames: Frame[];
  vehicleId: number;
  /** A photo waits for 0x8800 too. */
  confirmed: boolean;
  done: boolean;
};

const [PHOTO, BATCH, TRANSPARENT, UNKNOWN, LOCATION, HEARTBEAT] = [0x0801, 0x0704, 0x0900, 0x0301, 0x0200, 0x0002];
const [MEDIA_EVENT, CARD, WAYBILL] = [0x0800, 0x0702, 0x0701] as const;
const AUTHENTICATE = 0x0102;
const [GENERAL_ANSWER, MEDIA_ANSWER, RESEND] = [0x8001, 0x8800, 0x8003];
const UNSUPPORTED = 3;
/** JT/T 808: times are GMT+8. */
const WIRE_UTC_OFFSET_H = 8;
const WINDOW = 16;
const STEP_MS = 10_000;
/** Frames that may still be repeated, and messages whose parts may still be requested. */
const REMEMBERED = 60;
const MAX_INTERRUPTED = 400;
const STALLED_MS = 400;
const GIVE_UP_MS = 30_000;

export type DeviceOptions = {
  readonly port: number;
  readonly code: string;
  readonly random: Random;
  /** Unlike that of any other device. Below 1,000. */
  readonly number: number;
  /** Device time of the first location, epoch ms. */
  readonly startAt: number;
  /** The device's clock, hours east of UTC. */
  readonly utcOffset: number;
  /** Serials of parts are consecutive, or other messages may come between. */
  readonly consecutive: boolean;
};

/**
 * A terminal that behaves like real ones. It repeats frames before their answer and long after. It sends parts in any order and
 * between other messages. It loses its connection in the middle of messages, continues or starts again, and may get another SIM.
 */
export class RestlessDevice {
  readonly acknowledged: Acknowledged[] = [];
  /** All that was ever sent: stored data must be part of it. */
  readonly sent: Acknowledged[] = [];
  frames = 0;
  readonly #options: DeviceOptions;
  #sim: Sim;
  #socket: Socket | undefined;
  #serial: number;
  #seconds = 0;
  #pointAt = 0;
  #points = 0;
  #contents = 0;
  #queue: Frame[] = [];
  #open = new Map<number, Frame>();
  #recent: Frame[] = [];
  #messages: Message[] = [];
  /** Messages that lost their connection in the middle: the rest of them may be requested later. */
  #interrupted: Message[] = [];
  #lastProgress = 0;
  #wake = () => {};

  constructor(sim: Sim, options: DeviceOptions) {
    this.#sim = sim;
    this.#options = options;
    this.#serial = options.random.whole(0, 0xffff);
  }

  get sim(): Sim {
    return this.#sim;
  }

  /** Sends about this many frames, and waits until everything is acknowledged. */
  async run(frames: number): Promise<void> {
    const { random } = this.#options;
    const until = this.frames + frames;
    if (!this.#socket) await this.#connect();
    this.#lastProgress = Date.now();
    while (this.frames < until || this.#messages.some(({ done }) => !done)) {
      if (this.#queue.length === 0 && this.frames < until && this.#messages.filter(({ done }) => !done).length < WINDOW)
        this.#plan();
      while (this.#queue.length > 0 && this.#open.size < WINDOW) {
        this.#send(this.#queue.shift()!);
        if (random.oneIn(12)) this.#send(random.pick(this.#recent));
      }
      if (this.frames < until && random.oneIn(40)) await this.#reconnect(random.oneIn(2));
      await this.#pause();
    }
  }

  /** Puts in another SIM: what is not acknowledged is sent again under its number. */
  async swap(sim: Sim): Promise<void> {
    this.#sim = sim;
    this.#recent = [];
    await this.#reconnect(true);
  }

  end(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }

  /** Sends what is in the queue; after a silence it repeats all that is not answered. */
  async #pause(): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    await Promise.race([woken, sleep(20)]);
    const silence = Date.now() - this.#lastProgress;
    if (silence > GIVE_UP_MS) throw new Error(`device ${this.#options.number} gets no answer`);
    if (silence < STALLED_MS) return;
    for (const message of this.#messages)
      if (!message.done) for (const frame of message.frames) if (frame.sent && !frame.acked) this.#send(frame);
    // the answer 0x8800 was lost: the last part again
    for (const { done, frames } of this.#messages) if (!done && frames.every(({ acked }) => acked)) this.#send(frames.at(-1)!);
    await sleep(STALLED_MS / 2);
  }

  #send(frame: Frame): void {
    frame.sent = true;
    this.frames++;
    if (!frame.acked) this.#open.set(frame.serial, frame);
    this.#recent.push(frame);
    if (this.#recent.length > REMEMBERED) this.#recent.shift();
    this.#socket?.write(frame.bytes);
  }

  #connect(): Promise<void> {
    const { port, code } = this.#options;
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      this.#socket = socket;
      const framer = new Framer();
      socket.on('data', (chunk) => {
        if (socket !== this.#socket) return;
        const receive = (bytes: Uint8Array) => this.#receive(bytes, resolve);
        framer.push(chunk, receive, (reason) => reject(new Error(`the gateway sent a bad frame: ${reason}`)));
        this.#wake();
      });
      socket.on('error', (error) => socket === this.#socket && reject(error));
      socket.once('connect', () => {
        const content = { type: 'authenticate', body: { code } } as const;
        socket.write(encodeMessage({ ...content, version: 2013, phone: this.#sim.phone, serial: this.#next() })[0]!);
      });
    });
  }

  async #reconnect(restart: boolean): Promise<void> {
    this.end();
    await this.#connect();
    const unfinished = this.#messages.filter(({ done }) => !done);
    if (restart) for (const message of unfinished) this.#encode([message]);
    this.#interrupted = [...this.#interrupted, ...unfinished.filter(({ frames }) => frames.length > 1)].slice(-MAX_INTERRUPTED);
    const again = this.#messages.filter(({ done }) => !done).flatMap(({ frames }) => frames.filter(({ acked }) => !acked));
    this.#open.clear();
    this.#queue = again;
    for (const { done, frames } of this.#messages)
      if (!done && frames.every(({ acked }) => acked)) this.#queue.push(frames.at(-1)!);
    this.#lastProgress = Date.now();
  }

  #receive(bytes: Uint8Array, onLogin: () => void): void {
    const header = readHeader(bytes);
    const { id, body } = decodeBody(header, sliceBody(bytes, header)) as { id: number; body: Record<string, unknown> };
    if (id === GENERAL_ANSWER) {
      if (body['id'] === AUTHENTICATE) {
        onLogin();
        return;
      }
      const frame = this.#open.get(body['serial'] as number);
      if (frame === undefined || frame.message.content.id !== body['id']) return;
      const isRight = body['result'] === (frame.message.content.id === UNKNOWN ? UNSUPPORTED : 0);
      // a part may be refused for a while
      if (!isRight) return;
      this.#open.delete(frame.serial);
      frame.acked = true;
      this.#finish(frame.message);
    } else if (id === MEDIA_ANSWER) {
      for (const message of this.#messages)
        if (message.content.facts.some((fact) => fact.kind === 'photo' && fact.mediaId === body['mediaId'])) {
          message.confirmed = true;
          this.#finish(message);
        }
    } else if (id === RESEND) {
      const isAsked = ({ frames }: Message) => frames[0]!.serial === body['serial'];
      const message = this.#messages.find(isAsked) ?? this.#interrupted.find(isAsked);
      for (const index of body['indexes'] as number[]) if (message?.frames[index - 1]) this.#send(message.frames[index - 1]!);
    }
  }

  #finish(message: Message): void {
    if (message.done || !message.confirmed || message.frames.some(({ acked }) => !acked)) return;
    message.done = true;
    this.#lastProgress = Date.now();
    const { vehicleId, content } = message;
    for (const fact of content.facts) this.acknowledged.push({ ...fact, vehicleId } as Acknowledged);
    while (this.#messages.length > REMEMBERED && this.#messages[0]!.done) this.#messages.shift();
  }

  #next(): number {
    const serial = this.#serial;
    this.#serial = (serial + 1) & 0xffff;
    return serial;
  }

  /** Gives a group of messages its serials. Other messages come between the parts of the first, fewer than it has. */
  #encode(messages: readonly Message[]): void {
    const { random, consecutive } = this.#options;
    const [first, ...others] = messages.map((message) => {
      const { id, body, maxBody } = message.content;
      return { message, count: Math.max(1, Math.ceil(body.length / maxBody)), id, body, maxBody };
    });
    const serials = new Map<Message, number[]>();
    const give = ({ message, count }: { message: Message; count: number }) =>
      serials.set(message, [...(serials.get(message) ?? []), ...Array.from({ length: count }, () => this.#next())]);
    let between = 0;
    for (let part = 0; part < first!.count; part++) {
      give({ message: first!.message, count: 1 });
      const next = others[0];
      if (consecutive || part === first!.count - 1 || !next || random.oneIn(2) || between + next.count >= first!.count) continue;
      between += next.count;
      give(others.shift()!);
    }
    for (const other of others) give(other);
    for (const message of messages) {
      const { id, body, maxBody } = message.content;
      message.vehicleId = this.#sim.vehicleId;
      for (const fact of message.content.facts) this.sent.push({ ...fact, vehicleId: message.vehicleId } as Acknowledged);
      const { phone } = this.#sim;
      const own = serials.get(message)!;
      message.frames = own.map((serial, i) => {
        // encoded once per part, because each may have a serial of its own
        const bytes = encodeMessage({ id, body, maxBody, version: 2013, phone, serial: (serial - i) & 0xffff })[i]!;
        return { message, serial, bytes, acked: false, sent: false };
      });
    }
  }

  /** Queues the next messages, some of them in pieces and in another order. */
  #plan(): void {
    const { random, consecutive } = this.#options;
    const messages = Array.from({ length: random.whole(1, 4) }, (): Message => {
      const content = this.#createContent();
      const confirmed = content.id !== PHOTO;
      return { content, frames: [], vehicleId: 0, confirmed, done: false };
    });
    this.#encode(messages);
    this.#messages.push(...messages);
    const order = messages.flatMap(({ frames }) => frames);
    if (!consecutive) order.sort((a, b) => ((a.serial - b.serial) << 16) >> 16);
    else if (random.oneIn(2))
      for (let i = order.length - 1; i > 0; i--) {
        const other = random.whole(Math.max(0, i - WINDOW), i);
        [order[i], order[other]] = [order[other]!, order[i]!];
      }
    this.#queue.push(...order);
  }

  #createContent(): Content {
    const { random, number } = this.#options;
    const n = ++this.#contents;
    const unique = Uint8Array.of(number >> 8, number, n >> 24, n >> 16, n >> 8, n);
    const kind = random.whole(1, 22);
    if (kind === 22) return random.oneIn(2) ? this.#createWaybill() : this.#createCard();
    if (kind <= 11) return this.#createLocation(kind <= 2);
    if (kind === 12) return { id: HEARTBEAT, body: new Uint8Array(), maxBody: 1000, facts: [] };
    if (kind <= 14) {
      const id = kind === 13 ? TRANSPARENT : MEDIA_EVENT;
      const body = Uint8Array.of(0xf0, ...unique, 0);
      return { id, body, maxBody: 1000, facts: [message(id, body)] };
    }
    if (kind === 15) return { id: UNKNOWN, body: unique, maxBody: 1000, facts: [message(UNKNOWN, unique)] };
    if (kind <= 17) {
      const points = Array.from({ length: random.whole(3, 12) }, () => this.#createPoint());
      const items = points.flatMap(({ bytes }) => [bytes.length >> 8, bytes.length & 0xff, ...bytes]);
      const body = Uint8Array.from([0, points.length, 1, ...items]);
      // few totals, so that neighbours share them
      const maxBody = Math.ceil(body.length / random.pick([2, 4, 5]));
      return { id: BATCH, body, maxBody, facts: [{ kind: 'locations', points }] };
    }
    const mediaId = number * 1_000_000 + n;
    const data = new Uint8Array(random.whole(300, 1_500));
    // the middle is often the same, as of dark photos
    data.set([0xff, 0xd8, 0xff, ...unique]);
    if (random.oneIn(2)) for (let i = 20; i < data.length; i += 7) data[i] = random.whole(0, 255);
    const digest = createHash('sha256').update(data).digest('hex');
    const body = Uint8Array.of(
      mediaId >>> 24,
      mediaId >> 16,
      mediaId >> 8,
      mediaId,
      0,
      0,
      1,
      1,
      ...this.#createPoint().bytes,
      ...data,
    );
    return {
      id: PHOTO,
      body,
      maxBody: Math.ceil(body.length / random.pick([4, 5, 8])),
      facts: [{ kind: 'photo', mediaId, digest }],
    };
  }

  #createLocation(hasAlarm: boolean): Content {
    const source = this.#options.number * 1_000_000 + this.#contents;
    const point = this.#createPoint(hasAlarm ? source : undefined);
    const alarm = hasAlarm ? [{ kind: 'alarm' as const, at: point.at, source }] : [];
    return { id: LOCATION, body: point.bytes, maxBody: 1000, facts: [{ kind: 'locations', points: [point] }, ...alarm] };
  }

  #createCard(): Content {
    const at = this.#nextTime();
    const card = { action: 1, time: digitsOfTime(this.#onClock(at)), result: 1 };
    return { id: CARD, body: encodeBody({ id: CARD, body: card }, 2013), maxBody: 1000, facts: [{ kind: 'card', at }] };
  }

  #createWaybill(): Content {
    const text = `运单 ${this.#options.number}-${this.#contents}`;
    const body = encodeBody({ id: WAYBILL, body: { data: encodeGbk(text) } }, 2013);
    return { id: WAYBILL, body, maxBody: 1000, facts: [{ kind: 'waybill', text }] };
  }

  /** A second that no other device uses, epoch ms. */
  #nextTime(): number {
    const { startAt, number } = this.#options;
    return startAt + this.#seconds++ * STEP_MS + (number % 10) * 1_000;
  }

  /** What the codec writes as GMT+8 so that the device's own time is on the wire. */
  readonly #onClock = (at: number): number => at + (this.#options.utcOffset - WIRE_UTC_OFFSET_H) * HOUR_MS;

  /** A location; sometimes another one of the same second. */
  #createPoint(alarmNo?: number): Point & { readonly bytes: Uint8Array } {
    const { random } = this.#options;
    if (this.#pointAt === 0 || !random.oneIn(8)) this.#pointAt = this.#nextTime();
    const at = this.#pointAt;
    const microLng = 116_000_000 + ++this.#points;
    const extra = alarmNo === undefined ? null : alarmItem(alarmNo);
    const place = { lng: microLng / 1_000_000, lat: 39.909, statusBits: 3, speedKmh: 40 };
    return { at, microLng, bytes: writeLocation({ deviceAt: this.#onClock(at), ...place, extra }) };
  }
}

const message = (id: number, body: Uint8Array): Fact => ({ kind: 'message', id, body: Buffer.from(body).toString('hex') });

const DRIVER_STATE = 0x65;
function alarmItem(alarmId: number): Uint8Array {
  const place = { speedKmh: 62, altitudeM: 30, latitude: 23.1, longitude: 113.2, time: '260601080000', vehicleBits: 0 };
  const identification = { terminalId: 'T123456', time: '260601080000', serial: 3, attachments: 0, reserved: new Uint8Array(1) };
  const value = encode(DriverState, {
    alarmId,
    flag: 0,
    ...place,
    identification,
    type: 1 + (alarmId % 4),
    level: 2,
    fatigue: 8,
    reserved: new Uint8Array(4),
  });
  return Uint8Array.of(DRIVER_STATE, value.length, ...value);
}
