import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '@fleetwarden/domain/durations';
import { type Content, encodeMessage, Framer, readHeader, writeLocation } from '@fleetwarden/protocol/jt808';
import { CODE, phoneOf } from './fleet.ts';

export type AnsweringOptions = { readonly port: number; readonly terminals: number; readonly locationsPerSecond: number };

/** Once a second. `texts`: texts received until now; `lastTextAt`: when the last one came, epoch ms; `answeredMs`: of locations. */
export type AnsweringSecond = {
  readonly kind: 'second';
  readonly texts: number;
  readonly repeated: number;
  readonly lastTextAt: number;
  readonly answeredMs: readonly number[];
};

const TEXT = 0x8300;
const PLATFORM_ACK = 0x8001;
const AT_ONCE = 100;
const TICK_MS = 20;
const VERSION = 2013;

type Terminal = { readonly socket: Socket; readonly phone: string; serial: number; texts: number; waitsSince: number };

/** Terminals that answer each text at once, and report their locations in turn. The parent sends 'end'. */
export async function runAnswering({ port, terminals: count, locationsPerSecond }: AnsweringOptions): Promise<void> {
  let [texts, repeated, lastTextAt] = [0, 0, 0];
  let answeredMs: number[] = [];
  const onText = (terminal: Terminal, serial: number) => {
    texts++;
    if (++terminal.texts > 1) repeated++;
    lastTextAt = Date.now();
    send(terminal, { type: 'terminalAck', body: { serial, id: TEXT, result: 0 } });
  };
  const onAck = (terminal: Terminal) => {
    if (terminal.waitsSince > 0) answeredMs.push(performance.now() - terminal.waitsSince);
    terminal.waitsSince = 0;
  };
  const terminals: Terminal[] = [];
  while (terminals.length < count) {
    const first = terminals.length;
    const lot = Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, i) =>
      authenticated(port, first + i, { onText, onAck }),
    );
    terminals.push(...(await Promise.all(lot)));
  }
  process.on('disconnect', () => process.exit(1));
  process.on('message', () => process.exit(0));
  process.send!({ kind: 'ready' });
  setInterval(() => {
    process.send!({ kind: 'second', texts, repeated, lastTextAt, answeredMs } satisfies AnsweringSecond);
    answeredMs = [];
  }, SECOND_MS);
  const began = performance.now();
  for (let next = 0; ; await sleep(TICK_MS)) {
    const due = ((performance.now() - began) / SECOND_MS) * locationsPerSecond;
    for (; next < due; next++) {
      const terminal = terminals[next % count]!;
      if (terminal.waitsSince === 0) terminal.waitsSince = performance.now();
      send(terminal, { id: 0x0200, body: location() });
    }
  }
}

function send(terminal: Terminal, content: Content): void {
  terminal.serial = (terminal.serial + 1) & 0xffff;
  const message = { ...content, version: VERSION, phone: terminal.phone, serial: terminal.serial } as const;
  for (const frame of encodeMessage(message)) terminal.socket.write(frame);
}

const location = () =>
  writeLocation({
    deviceAt: Math.floor(Date.now() / SECOND_MS) * SECOND_MS,
    lng: 116.4,
    lat: 39.9,
    altitudeM: 40,
    speedKmh: 57,
    heading: 90,
    alarmBits: 0,
    statusBits: 3,
  });

function authenticated(
  port: number,
  index: number,
  { onText, onAck }: { onText: (terminal: Terminal, serial: number) => void; onAck: (terminal: Terminal) => void },
): Promise<Terminal> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const terminal: Terminal = { socket, phone: phoneOf(index), serial: 0, texts: 0, waitsSince: 0 };
    const framer = new Framer();
    socket.once('connect', () => send(terminal, { type: 'authenticate', body: { code: CODE } }));
    socket.on('data', (chunk) =>
      framer.push(
        chunk,
        (frame) => {
          resolve(terminal);
          const header = readHeader(frame);
          if (header.id === TEXT) onText(terminal, header.serial);
          else if (header.id === PLATFORM_ACK) onAck(terminal);
        },
        (reason) => reject(new Error(reason)),
      ),
    );
    socket.once('error', reject);
    socket.once('close', () => reject(new Error(`the gateway closed terminal ${index}`)));
  });
}
