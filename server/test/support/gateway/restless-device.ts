import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeBody, encodeMessage, Framer, readHeader, sliceBody } from '@fleetwarden/protocol/jt808';
import type { Random } from '../../report-oracle/fixture/random.ts';
import { type Acknowledged, type Content, type DeviceClock, DeviceContents, PHOTO, UNKNOWN } from './device-contents.ts';

/** What identifies a terminal on the wire. */
export type Sim = { readonly phone: string; readonly vehicleId: number };

type Frame = { readonly message: Message; readonly serial: number; readonly bytes: Uint8Array; acked: boolean; sent: boolean };
type Message = {
  readonly content: Content;
  frames: Frame[];
  vehicleId: number;
  /** A photo waits for 0x8800 too. */
  confirmed: boolean;
  done: boolean;
};

const AUTHENTICATE = 0x0102;
const [GENERAL_ANSWER, MEDIA_ANSWER, RESEND] = [0x8001, 0x8800, 0x8003];
const UNSUPPORTED = 3;
const WINDOW = 16;
/** Frames before the first SOS alarm: the server knows a newest position by then. */
const FRAMES_BEFORE_SOS = 60;
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
  readonly clock: DeviceClock;
  /** Serials of parts are consecutive, or other messages may come between. */
  readonly consecutive: boolean;
};

/**
 * A terminal that behaves like real ones. It repeats frames before their answer and long after. It sends parts in any order and
 * between other messages. It loses its connection in the middle of messages, continues or starts again, and may get another SIM.
 * `device-contents.ts` creates what it sends.
 */
export class RestlessDevice {
  readonly acknowledged: Acknowledged[] = [];
  /** All that was ever sent: stored data must be part of it. */
  readonly sent: Acknowledged[] = [];
  frames = 0;
  /** Frames that were sent again because their answer did not come. */
  repeats = 0;
  readonly #options: DeviceOptions;
  readonly #contents: DeviceContents;
  #sim: Sim;
  #socket: Socket | undefined;
  #serial: number;
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
    this.#contents = new DeviceContents(options);
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
    for (const { done, frames } of this.#messages)
      for (const frame of done ? [] : frames)
        if (frame.sent && !frame.acked) {
          this.repeats++;
          this.#send(frame);
        }
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
    // only what was answered is repeated from the connection before: the rest is sent again in its order
    this.#recent = this.#recent.filter(({ acked }) => acked);
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

  /** Queues the next messages, some of them in pieces and in another order; or those of an SOS alarm, in their order. */
  #plan(): void {
    const { random, consecutive } = this.#options;
    if (this.frames > FRAMES_BEFORE_SOS && random.oneIn(25)) {
      for (const content of this.#contents.createSos()) this.#queue.push(...this.#add([content]));
      return;
    }
    const order = this.#add(Array.from({ length: random.whole(1, 4) }, () => this.#contents.create()));
    if (!consecutive) order.sort((a, b) => ((a.serial - b.serial) << 16) >> 16);
    else if (random.oneIn(2))
      for (let i = order.length - 1; i > 0; i--) {
        const other = random.whole(Math.max(0, i - WINDOW), i);
        [order[i], order[other]] = [order[other]!, order[i]!];
      }
    this.#queue.push(...order);
  }

  /** The frames of new messages. */
  #add(contents: readonly Content[]): Frame[] {
    const messages = contents.map((content): Message => {
      const confirmed = content.id !== PHOTO;
      return { content, frames: [], vehicleId: 0, confirmed, done: false };
    });
    this.#encode(messages);
    this.#messages.push(...messages);
    return messages.flatMap(({ frames }) => frames);
  }
}
