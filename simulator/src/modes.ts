import { HOUR_MS } from '@fleetwarden/domain/durations';
import type { Mood } from './moods.ts';
import type { Dice } from './random.ts';

/** Misbehaviour of a terminal. A missing hook means correct behaviour. */
export type Mode = {
  readonly about: string;
  /** Time of its clock, epoch ms. */
  readonly clock?: (now: number, startedAt: number) => number;
  /** The authentication code it sends. */
  readonly code?: (issued: string) => string;
  /** The bytes sent for a frame, as pieces in order. `count`: number of frames before. */
  readonly mangle?: (frame: Uint8Array, count: number, d: Dice) => readonly Uint8Array[];
  /** Its reaction to a command; `count`: number of commands before. */
  readonly mood?: (count: number) => Mood;
  /** Delay of late answers, ms. */
  readonly lateMs?: number;
  /** Pause between two pieces, ms. */
  readonly pauseMs?: number;
  /** Cuts its connection this long after it was opened, ms, and is back at once. */
  readonly hangsUpAfterMs?: readonly [number, number];
};

const FLAG = 0x7e;

const noise = (d: Dice, length: number): Uint8Array =>
  Uint8Array.from({ length }, () => {
    const byte = d.whole(0, 255);
    return byte === FLAG ? 0x7d : byte;
  });

const wrongChecksum = (frame: Uint8Array): Uint8Array => {
  const bad = frame.slice();
  // the low byte of the serial or a byte in its place; never a flag or an escape
  const at = Math.min(12, bad.length - 3);
  bad[at] = bad[at] === 0x11 ? 0x22 : 0x11;
  return bad;
};

/** Years a dead clock is behind: it starts at 2000-01-01 with every power-up. */
const DEAD_CLOCK_START = Date.UTC(2000, 0, 1) - 8 * HOUR_MS;

/** The bad behaviours by name, for `--mode`. */
export const MODES = {
  good: { about: 'does everything right' },
  garbage: {
    about: 'sends random bytes between frames',
    mangle: (frame, _count, d) => [noise(d, d.whole(1, 60)), frame, noise(d, d.whole(0, 20))],
  },
  halves: {
    about: 'cuts frames anywhere; every fifth never gets its second half',
    pauseMs: 40,
    mangle: (frame, count, d) => {
      const at = d.whole(1, frame.length - 1);
      return count % 5 === 4 ? [frame.subarray(0, at)] : [frame.subarray(0, at), frame.subarray(at)];
    },
  },
  duplicates: { about: 'sends every frame twice', mangle: (frame) => [frame, frame] },
  drift: { about: 'its clock gains a minute every ten', clock: (now, startedAt) => now + (now - startedAt) / 10 },
  deadClock: { about: 'its clock begins with the year 2000', clock: (now, startedAt) => DEAD_CLOCK_START + (now - startedAt) },
  storm: { about: 'hangs up every second or two and is back at once', hangsUpAfterMs: [400, 2000] },
  checksum: {
    about: 'every fourth frame has a wrong checksum',
    mangle: (frame, count) => [count % 4 === 3 ? wrongChecksum(frame) : frame],
  },
  wrongCode: { about: 'authenticates with a code that was never issued', code: (issued) => `${issued.slice(1)}x` },
  stubborn: {
    about: 'refuses one command in four, and does not answer another at all',
    mood: (count) => (['answer', 'refuse', 'answer', 'silent'] as const)[count % 4]!,
  },
  refusing: { about: 'refuses every command', mood: () => 'refuse' },
  silent: { about: 'answers no command', mood: () => 'silent' },
  late: { about: 'answers commands after half a minute', mood: () => 'late', lateMs: 30_000 },
  twice: { about: 'answers each command twice', mood: () => 'twice' },
  wrong: { about: 'answers commands with bodies that cannot be read', mood: () => 'wrong' },
  stray: { about: 'answers commands under the serial of another', mood: () => 'stray' },
  slow: {
    about: 'sends a few bytes at a time',
    pauseMs: 25,
    mangle: (frame) => Array.from({ length: Math.ceil(frame.length / 4) }, (_, i) => frame.subarray(i * 4, i * 4 + 4)),
  },
} as const satisfies Record<string, Mode>;

export type ModeName = keyof typeof MODES;

/** True for a mode of the table. */
export function isMode(name: string): name is ModeName {
  return Object.hasOwn(MODES, name);
}
