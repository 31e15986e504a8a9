import { connect, type Socket } from 'node:net';
import { HOUR_MS, SECOND_MS } from '@fleetwarden/domain/durations';
import { encodeMessage, Framer, writeLocation } from '@fleetwarden/protocol/jt808';
import { CODE, phoneOf } from './fleet.ts';

export type LoadOptions = {
  readonly port: number;
  readonly terminals: number;
  /** Locations a terminal sends before it waits for answers. */
  readonly window: number;
  /** Device time of every terminal's first location, epoch ms; each next one is a second later. */
  readonly firstAt: number;
  /** Number of the first terminal; default 0. */
  readonly first?: number;
  /** Locations a second of all terminals together, one at a time in turn; default: as many as the windows let through. */
  readonly rate?: number;
};

/** Once a second: locations acknowledged in it, how long some of them took, and the processor time of the process. */
export type LoadSecond = {
  readonly kind: 'second';
  readonly acked: number;
  readonly latenciesMs: readonly number[];
  readonly cpuMicros: number;
};
/** At the end: for each terminal a bit for each location it sent, set where that was acknowledged. */
export type LoadEnd = { readonly kind: 'end'; readonly sent: number[]; readonly acked: string[] };

const SERIALS = 0x10000;
const FLAG = 0x7e;
const ESCAPE = 0x7d;
const CONNECTING_AT_ONCE = 200;
const FIRST_BITS_BYTES = 64;
/** All sockets read into it: a generator that costs more than the server measures itself. */
const READ_BUFFER = new Uint8Array(64 * 1024);

/** A terminal that sends as fast as its window allows, or on demand. */
class LoadTerminal {
  sent = 0;
  /** A bit for each location, set once it is acknowledged. */
  acked = Buffer.alloc(FIRST_BITS_BYTES);
  readonly #socket: Socket;
  readonly #framer = new Framer();
  readonly #frame: Uint8Array;
  readonly #options: LoadOptions;
  readonly #sentAt: Float64Array;
  readonly #onAck: (latencyMs: number) => void;
  #open = 0;
  #going = false;

  constructor(options: LoadOptions, number: number, onReady: () => void, onAck: (latencyMs: number) => void) {
    this.#options = options;
    this.#onAck = onAck;
    this.#sentAt = new Float64Array(options.window);
    const body = writeLocation({
      deviceAt: options.firstAt,
      lng: 113 + (number % 700) / 100,
      lat: 30 + (number % 900) / 100,
      altitudeM: 40,
      speedKmh: 57,
      heading: 90,
      statusBits: 3,
      odometerKm: 1234.5,
      fuelL: 60,
      signal: 22,
      satellites: 11,
    });
    // unescaped, without flags: header and body, one more byte for the checksum
    const plain = encodeMessage({ id: 0x0200, body, version: 2013, phone: phoneOf(number), serial: 0 })[0]!;
    this.#frame = unescaped(plain);
    const onread = { buffer: READ_BUFFER, callback: (length: number) => this.#read(READ_BUFFER.subarray(0, length), onReady) };
    this.#socket = connect({ port: options.port, host: '127.0.0.1', noDelay: true, onread });
    this.#socket.once('connect', () => {
      const code = { type: 'authenticate', body: { code: CODE } } as const;
      this.#socket.write(encodeMessage({ ...code, version: 2013, phone: phoneOf(number), serial: 0 })[0]!);
    });
    // a killed server is part of the run
    this.#socket.on('error', () => {});
  }

  #read(chunk: Uint8Array, onReady: () => void): true {
    this.#framer.push(
      chunk,
      (frame) => {
        if (this.#going) this.#answered((frame[12]! << 8) | frame[13]!);
        else onReady();
      },
      (reason) => {
        throw new Error(`bad frame from the gateway: ${reason}`);
      },
    );
    if (this.#going && this.#options.rate === undefined) this.#fill();
    return true;
  }

  go(): void {
    this.#going = true;
    if (this.#options.rate === undefined) this.#fill();
  }

  /** Sends one location, unless as many as the window are unanswered. */
  sendOne(): void {
    if (this.#going && this.#open < this.#options.window) this.#send(1);
  }

  stop(): void {
    this.#going = false;
  }

  #answered(serial: number): void {
    // the newest location with this serial that is not older than the window
    const index = this.sent - 1 - ((this.sent - 1 - serial) & (SERIALS - 1));
    const byte = index >> 3;
    if (byte >= this.acked.length) this.acked = Buffer.concat([this.acked, Buffer.alloc(byte + 1)]);
    const bit = 1 << (index & 7);
    if ((this.acked[byte]! & bit) !== 0) return;
    this.acked[byte]! |= bit;
    this.#open--;
    this.#onAck(performance.now() - this.#sentAt[index % this.#options.window]!);
  }

  #fill(): void {
    // half a window at a time: terminals send in packets, too
    if (this.#open <= this.#options.window / 2) this.#send(this.#options.window - this.#open);
  }

  #send(count: number): void {
    const out = Buffer.allocUnsafe(count * (this.#frame.length * 2 + 2));
    let at = 0;
    const now = performance.now();
    for (let i = 0; i < count; i++) {
      this.#sentAt[this.sent % this.#options.window] = now;
      at = this.#write(out, at, this.sent);
      this.sent++;
    }
    this.#open += count;
    this.#socket.write(out.subarray(0, at));
  }

  #write(out: Uint8Array, start: number, index: number): number {
    const frame = this.#frame;
    const serial = index % SERIALS;
    frame[10] = serial >>> 8;
    frame[11] = serial & 0xff;
    frame.set(timeOf(this.#options.firstAt + index * SECOND_MS), 12 + 22);
    let sum = 0;
    const last = frame.length - 1;
    for (let i = 0; i < last; i++) sum ^= frame[i]!;
    frame[last] = sum;
    let at = start;
    out[at++] = FLAG;
    for (let i = 0; i <= last; i++) {
      const b = frame[i]!;
      if (b === FLAG || b === ESCAPE) {
        out[at++] = ESCAPE;
        out[at++] = b === FLAG ? 2 : 1;
      } else out[at++] = b;
    }
    out[at++] = FLAG;
    return at;
  }
}

/** Drives `terminals` connections; the parent sends 'go' and 'end'. */
export async function runLoad(options: LoadOptions): Promise<void> {
  const fleet: LoadTerminal[] = [];
  let latencies: number[] = [];
  let acked = 0;
  const onAck = (latencyMs: number) => {
    acked++;
    if (acked % 20 === 0) latencies.push(latencyMs);
  };
  while (fleet.length < options.terminals) {
    const count = Math.min(CONNECTING_AT_ONCE, options.terminals - fleet.length);
    await Promise.all(
      Array.from(
        { length: count },
        () =>
          new Promise<void>((ready) => fleet.push(new LoadTerminal(options, (options.first ?? 0) + fleet.length, ready, onAck))),
      ),
    );
  }
  process.on('message', (message) => {
    if (message === 'go') {
      for (const terminal of fleet) terminal.go();
      if (options.rate !== undefined) pace(fleet, options.rate);
    }
    if (message === 'pause') for (const terminal of fleet) terminal.stop();
    if (message === 'end') {
      process.send!({ kind: 'end', sent: fleet.map(({ sent }) => sent), acked: fleet.map(bitsOf) } satisfies LoadEnd, () =>
        process.exit(0),
      );
    }
  });
  process.on('disconnect', () => process.exit(1));
  let before = process.cpuUsage();
  setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    process.send!({ kind: 'second', acked, latenciesMs: latencies, cpuMicros: user + system } satisfies LoadSecond);
    acked = 0;
    latencies = [];
  }, SECOND_MS);
  process.send!({ kind: 'ready' });
}

/** Terminals send in turn. A process that was held up makes up for it, like terminals that do not know of each other. */
function pace(fleet: readonly LoadTerminal[], rate: number): void {
  const began = performance.now();
  let next = 0;
  setInterval(() => {
    for (const due = ((performance.now() - began) / SECOND_MS) * rate; next < due; next++) fleet[next % fleet.length]!.sendOne();
  }, PACE_TICK_MS);
}
const PACE_TICK_MS = 5;

function bitsOf({ sent, acked }: LoadTerminal): string {
  return acked.subarray(0, Math.ceil(sent / 8)).toString('base64');
}

/** Encoded times: all terminals send the same ones. */
const times = new Map<number, Uint8Array>();

/** YYMMDDhhmmss in GMT+8 as BCD. */
function timeOf(ms: number): Uint8Array {
  const known = times.get(ms);
  if (known !== undefined) return known;
  const time = new Date(ms + 8 * HOUR_MS);
  const parts = [
    time.getUTCFullYear() % 100,
    time.getUTCMonth() + 1,
    time.getUTCDate(),
    time.getUTCHours(),
    time.getUTCMinutes(),
    time.getUTCSeconds(),
  ];
  const encoded = Uint8Array.from(parts, (part) => (Math.floor(part / 10) << 4) | (part % 10));
  times.set(ms, encoded);
  return encoded;
}

function unescaped(wire: Uint8Array): Uint8Array {
  const out: number[] = [];
  for (let i = 1; i < wire.length - 1; i++) {
    if (wire[i] === ESCAPE) out.push(wire[++i] === 1 ? ESCAPE : FLAG);
    else out.push(wire[i]!);
  }
  return Uint8Array.from(out);
}
