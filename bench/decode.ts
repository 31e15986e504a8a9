/**
 * Locations (0x0200 with four additional items) that one core decodes per second.
 * Compares the message table, the way of peers, the gateway's fast path, and the whole chain from wire bytes.
 * Run: `node bench/decode.ts [seconds per figure]`.
 */
import type { Location } from '@fleetwarden/domain/location';
import {
  decodeBody,
  encodeMessage,
  Framer,
  readHeader,
  readLocation,
  sliceBody,
  writeLocation,
} from '@fleetwarden/protocol/jt808';
import { naiveLocation } from './decode/naive.ts';

const SECONDS = Number(process.argv[2] ?? 2);
/** Different bodies, so that no branch predictor learns the one. */
const BODIES = 1024;
/** Size of a socket read. */
const CHUNK = 65_536;
const GOAL = 500_000;

const bodies = Array.from({ length: BODIES }, (_, i) =>
  writeLocation({
    deviceAt: Date.UTC(2026, 2, 1 + (i % 28), i % 24, i % 60, (i * 7) % 60),
    lng: 116 + i / 1000,
    lat: 39 + i / 2000,
    altitudeM: i % 500,
    speedKmh: (i % 1200) / 10,
    heading: i % 360,
    alarmBits: i % 17 === 0 ? 2 : 0,
    statusBits: 3,
    odometerKm: 12_345.6 + i,
    fuelL: 40 + (i % 300) / 10,
    signal: i % 32,
    satellites: 6 + (i % 20),
  }),
);
const header = { id: 0x0200, version: 2013, encryption: 0 } as const;
const wire = (() => {
  const frames = bodies.flatMap((body, i) =>
    encodeMessage({ id: 0x0200, body, version: 2013, phone: String(13_900_000_000 + i), serial: i }),
  );
  const all = new Uint8Array(frames.reduce((n, f) => n + f.length, 0));
  let at = 0;
  for (const frame of frames) {
    all.set(frame, at);
    at += frame.length;
  }
  return all;
})();

/** The gateway's decoder: the reading is used as the engine's location unchanged. */
const location: (body: Uint8Array, offset?: number, length?: number) => Location = readLocation;

let sink = 0;
/** Best of three runs of `round` (which decodes `n` locations) after a warm-up, in locations a second. */
const measure = (n: number, round: () => void): number => {
  for (let i = 0; i < 200; i++) round();
  let best = 0;
  for (let run = 0; run < 3; run++) {
    const until = performance.now() + (SECONDS * 1000) / 3;
    const start = performance.now();
    let done = 0;
    while (performance.now() < until) {
      round();
      done += n;
    }
    best = Math.max(best, (done * 1000) / (performance.now() - start));
  }
  return Math.round(best);
};

const table = measure(BODIES, () => {
  for (const body of bodies) {
    const message = decodeBody(header, body);
    if (message.type === 'location') sink += message.body.latitude;
  }
});
const naive = measure(BODIES, () => {
  for (const body of bodies) sink += naiveLocation(body).latitude as number;
});
const fast = measure(BODIES, () => {
  for (const body of bodies) sink += location(body).lat;
});
const framer = new Framer();
const onBad = (reason: string): never => {
  throw new Error(`bad frame: ${reason}`);
};
const chain = measure(BODIES, () => {
  for (let at = 0; at < wire.length; at += CHUNK) {
    framer.push(
      wire.subarray(at, at + CHUNK),
      (frame) => {
        const h = readHeader(frame);
        sink += location(frame, h.bodyAt, frame.length - h.bodyAt).lat + h.serial;
      },
      onBad,
    );
  }
});
const chainByTable = measure(BODIES, () => {
  framer.push(
    wire,
    (frame) => {
      const h = readHeader(frame);
      sink += decodeBody(h, sliceBody(frame, h)).id;
    },
    onBad,
  );
});

const line = (name: string, rate: number): void => {
  console.log(`${name.padEnd(58)} ${rate.toLocaleString('en').padStart(11)}/s`);
};
line('0x0200 with 4 items, message table', table);
line("0x0200 with 4 items, peers' way (walks an array of fields)", naive);
line('0x0200 with 4 items, readLocation (core units)', fast);
line('wire bytes -> Framer -> header -> readLocation', chain);
line('wire bytes -> Framer -> header -> message table', chainByTable);
console.log(
  `table / peers' way: ${(table / naive).toFixed(1)}x; goal ${GOAL.toLocaleString('en')}/s: ${table >= GOAL ? 'reached' : 'missed'}`,
);
if (Number.isNaN(sink)) throw new Error('decoded nothing');
