import { decodeGbk, hexDigits } from '../codec/index.ts';
import { readRecorderAnswer } from './recorder-block.ts';
import { timeOfBytes } from './time.ts';

/** Data of a block of a driving recorder (GB/T 19056-2012, annex A). Plain JSON; times UTC epoch ms, null if invalid. */
export type RecorderReading = {
  /** Year of the standard, and the number of its revision. */
  readonly standard?: number;
  readonly revision?: number;
  readonly licenceNo?: string;
  readonly clockAt?: number | null;
  readonly installedAt?: number | null;
  readonly odometerKm?: number;
  readonly pulsesPerKm?: number;
  readonly vin?: string;
  readonly plate?: string;
  readonly plateClass?: string;
  /** Names of the status bits, from bit 0. */
  readonly signals?: readonly string[];
  readonly model?: string;
  readonly serialNo?: number;
  /** For data with a time range: number of memory blocks, and the earliest and latest time. */
  readonly blocks?: number;
  readonly from?: number | null;
  readonly to?: number | null;
  readonly maxKmh?: number;
};

type Read = (data: Uint8Array) => RecorderReading;

/** Padded with zeros or spaces; no text of ours may hold a zero. */
const text = (data: Uint8Array, from: number, bytes: number): string =>
  decodeGbk(data, from, from + bytes)
    .replaceAll('\0', '')
    .trim();
/** Digits, two a byte; NaN where they are none. */
const digits = (data: Uint8Array, from: number, bytes: number): number => Number(hexDigits(data, from, from + bytes));
const u32 = (data: Uint8Array, at: number): number =>
  ((data[at]! << 24) | (data[at + 1]! << 16) | (data[at + 2]! << 8) | data[at + 3]!) >>> 0;

/** Size of a memory block, and the offset of its time. */
type Memory = { readonly bytes: number; readonly timeAt: number };
const MEMORIES: Readonly<Record<number, Memory>> = {
  8: { bytes: 126, timeAt: 0 },
  9: { bytes: 666, timeAt: 0 },
  16: { bytes: 234, timeAt: 0 },
  17: { bytes: 50, timeAt: 18 },
  18: { bytes: 25, timeAt: 0 },
  19: { bytes: 7, timeAt: 0 },
  20: { bytes: 7, timeAt: 0 },
  21: { bytes: 133, timeAt: 1 },
};
const SPEEDS = 8;
const SPEEDS_AT = 6;
/** km/h: not measured. */
const NO_SPEED = 0xff;

function memory(command: number, { bytes, timeAt }: Memory): Read {
  return (data) => {
    const blocks = Math.floor(data.length / bytes);
    const starts = Array.from({ length: blocks }, (_, i) => i * bytes);
    const times = starts.map((at) => timeOfBytes(data, at + timeAt)).filter((time) => time !== null);
    let maxKmh = -1;
    if (command === SPEEDS)
      for (const start of starts)
        for (let at = start + SPEEDS_AT; at < start + bytes; at += 2)
          if (data[at] !== NO_SPEED) maxKmh = Math.max(maxKmh, data[at]!);
    return {
      blocks,
      from: times.length > 0 ? Math.min(...times) : null,
      to: times.length > 0 ? Math.max(...times) : null,
      ...(maxKmh >= 0 ? { maxKmh } : {}),
    };
  };
}

const KM_TENTHS = 10;
const SIGNALS = 8;
const SIGNAL_BYTES = 10;

/** Parser per command, with its least number of bytes. */
const READINGS: Readonly<Record<number, readonly [least: number, read: Read]>> = {
  0: [2, (data) => ({ standard: 2_000 + digits(data, 0, 1), revision: data[1]! })],
  1: [18, (data) => ({ licenceNo: text(data, 0, 18) })],
  2: [6, (data) => ({ clockAt: timeOfBytes(data, 0) })],
  3: [
    20,
    (data) => ({
      clockAt: timeOfBytes(data, 0),
      installedAt: timeOfBytes(data, 6),
      odometerKm: digits(data, 16, 4) / KM_TENTHS,
    }),
  ],
  4: [8, (data) => ({ clockAt: timeOfBytes(data, 0), pulsesPerKm: (data[6]! << 8) | data[7]! })],
  5: [41, (data) => ({ vin: text(data, 0, 17), plate: text(data, 17, 12), plateClass: text(data, 29, 12) })],
  6: [
    6 + SIGNALS * SIGNAL_BYTES + 1,
    (data) => ({
      clockAt: timeOfBytes(data, 0),
      signals: Array.from({ length: SIGNALS }, (_, i) => text(data, 7 + i * SIGNAL_BYTES, SIGNAL_BYTES)),
    }),
  ],
  7: [30, (data) => ({ model: text(data, 7, 16), serialNo: u32(data, 26) })],
  ...Object.fromEntries(
    Object.entries(MEMORIES).map(([command, each]) => [command, [each.bytes, memory(Number(command), each)] as const]),
  ),
};

/** Parses the recorder's own frame in a 0x0700; null if it is incomplete, no answer, or not in the standard. */
export function readRecorder(block: Uint8Array): RecorderReading | null {
  const answer = readRecorderAnswer(block);
  const reading = answer && READINGS[answer.command];
  if (!reading || answer.data.length < reading[0]) return null;
  const said = reading[1](answer.data);
  // figures that are no digits
  return Object.values(said).some((value) => Number.isNaN(value)) ? null : said;
}
