import { decodeGbk, hexDigits } from '../codec/index.ts';
import { readRecorderAnswers } from './recorder-block.ts';
import { timeOfBytes } from './time.ts';

/** Degrees; null where the recorder had none. */
export type RecorderPlace = { readonly lng: number | null; readonly lat: number | null; readonly altitudeM: number | null };

/** One block of a memory. Times UTC epoch ms, null if invalid; speeds null where none was measured. */
export type RecorderRecord = {
  /** The time of the event, or the start of the block. */
  readonly at: number | null;
  readonly until?: number | null;
  readonly licenceNo?: string;
  /** Speeds by second (08, 15), by 0.2 s up to the stop (10), or by minute (09). */
  readonly kmh?: readonly (number | null)[];
  /** Satellite speeds by second (15). */
  readonly referenceKmh?: readonly (number | null)[];
  /** Status bits that belong to the speeds (08, 10). */
  readonly signalBits?: readonly number[];
  /** Positions by minute (09). */
  readonly places?: readonly RecorderPlace[];
  readonly place?: RecorderPlace;
  readonly endPlace?: RecorderPlace;
  /** 12: 1 sign-in, 2 sign-out; 13: 1 power on, 2 off; 14: the command that changed parameters; 15: 1 normal, 2 abnormal. */
  readonly event?: number;
};

/** Data of a block of a driving recorder (GB/T 19056-2012, annex A). Plain JSON; times UTC epoch ms, null if invalid. */
export type RecorderReading = {
  /** Year of the standard, and the number of its revision. */
  readonly standard?: number;
  readonly revision?: number;
  readonly licenceNo?: string;
  readonly clockAt?: number | null;
  readonly installedAt?: number | null;
  readonly initialKm?: number;
  readonly odometerKm?: number;
  readonly pulsesPerKm?: number;
  readonly vin?: string;
  readonly plate?: string;
  readonly plateClass?: string;
  /** Bytes of the status signals, and names of the bits, from bit 0. */
  readonly signalBytes?: number;
  readonly signals?: readonly string[];
  /** China Compulsory Certification. */
  readonly cccCode?: string;
  readonly model?: string;
  /** yyyy-MM-dd; '' if it is no date. */
  readonly madeOn?: string;
  readonly serialNo?: number;
  /** For data with a time range: the blocks, their number, and the earliest and latest time. */
  readonly records?: readonly RecorderRecord[];
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
const u16 = (data: Uint8Array, at: number): number => (data[at]! << 8) | data[at + 1]!;

/** km/h: not measured. */
const NO_SPEED = 0xff;
/** 1/10,000 of a minute. */
const UNITS_PER_DEGREE = 600_000;
const [NO_COORDINATE, NO_COORDINATE_EITHER, NO_ALTITUDE] = [0x7fff_ffff, 0xffff_ffff, 0x7fff];
const PLACE_BYTES = 10;

const speed = (kmh: number): number | null => (kmh === NO_SPEED ? null : kmh);
const coordinate = (data: Uint8Array, at: number): number | null => {
  const units = u32(data, at);
  return units === NO_COORDINATE || units === NO_COORDINATE_EITHER ? null : (units | 0) / UNITS_PER_DEGREE;
};
const place = (data: Uint8Array, at: number): RecorderPlace => {
  const [lng, lat] = [coordinate(data, at), coordinate(data, at + 4)];
  const altitude = u16(data, at + 8);
  const hasAltitude = altitude !== NO_ALTITUDE && (lng !== null || lat !== null);
  return { lng, lat, altitudeM: hasAltitude ? (altitude << 16) >> 16 : null };
};

const LICENCE_BYTES = 18;
const TIME_BYTES = 6;
const SECONDS = 60;
const MINUTES = 60;
/** Speeds of a stop: 20 s in steps of 0.2 s. */
const STOP_SPEEDS = 100;

const range = <T>(count: number, read: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => read(i));
/** Speeds and the byte that follows each. */
const pairs = (data: Uint8Array, at: number, count: number) => ({
  kmh: range(count, (i) => speed(data[at + 2 * i]!)),
  bytes: range(count, (i) => data[at + 2 * i + 1]!),
});

/** Size of a memory block, and its parser. */
type Memory = { readonly bytes: number; readonly read: (block: Uint8Array) => RecorderRecord };

const eventAfterTime = (block: Uint8Array): RecorderRecord => ({ at: timeOfBytes(block, 0), event: block[TIME_BYTES]! });
const MINUTE_BYTES = PLACE_BYTES + 1;

/** Memories by command, tables A.19 to A.33. */
const MEMORIES: Readonly<Record<number, Memory>> = {
  8: {
    bytes: 126,
    read: (block) => {
      const { kmh, bytes } = pairs(block, TIME_BYTES, SECONDS);
      return { at: timeOfBytes(block, 0), kmh, signalBits: bytes };
    },
  },
  9: {
    bytes: 666,
    read: (block) => ({
      at: timeOfBytes(block, 0),
      places: range(MINUTES, (i) => place(block, TIME_BYTES + i * MINUTE_BYTES)),
      kmh: range(MINUTES, (i) => speed(block[TIME_BYTES + i * MINUTE_BYTES + PLACE_BYTES]!)),
    }),
  },
  16: {
    bytes: 234,
    read: (block) => {
      const speedsAt = TIME_BYTES + LICENCE_BYTES;
      const { kmh, bytes } = pairs(block, speedsAt, STOP_SPEEDS);
      const licenceNo = text(block, TIME_BYTES, LICENCE_BYTES);
      return { at: timeOfBytes(block, 0), licenceNo, kmh, signalBits: bytes, place: place(block, speedsAt + 2 * STOP_SPEEDS) };
    },
  },
  17: {
    bytes: 50,
    read: (block) => {
      const placesAt = LICENCE_BYTES + 2 * TIME_BYTES;
      return {
        at: timeOfBytes(block, LICENCE_BYTES),
        until: timeOfBytes(block, LICENCE_BYTES + TIME_BYTES),
        licenceNo: text(block, 0, LICENCE_BYTES),
        place: place(block, placesAt),
        endPlace: place(block, placesAt + PLACE_BYTES),
      };
    },
  },
  18: {
    bytes: 25,
    read: (block) => ({
      at: timeOfBytes(block, 0),
      licenceNo: text(block, TIME_BYTES, LICENCE_BYTES),
      event: block[TIME_BYTES + LICENCE_BYTES]!,
    }),
  },
  19: { bytes: 7, read: eventAfterTime },
  20: { bytes: 7, read: eventAfterTime },
  21: {
    bytes: 133,
    read: (block) => {
      const { kmh, bytes } = pairs(block, 1 + 2 * TIME_BYTES, SECONDS);
      const [at, until] = [timeOfBytes(block, 1), timeOfBytes(block, 1 + TIME_BYTES)];
      return { at, until, event: block[0]!, kmh, referenceKmh: bytes.map(speed) };
    },
  },
};
const SPEEDS = 8;

const memory =
  (command: number, { bytes, read }: Memory): Read =>
  (data) => {
    const blocks = Math.floor(data.length / bytes);
    const records = range(blocks, (i) => read(data.subarray(i * bytes, (i + 1) * bytes)));
    const times = records.flatMap(({ at }) => at ?? []);
    const speeds = command === SPEEDS ? records.flatMap(({ kmh = [] }) => kmh.flatMap((each) => each ?? [])) : [];
    return {
      blocks,
      // thousands of times are no arguments of a call
      from: times.reduce<number | null>((first, time) => (first === null || time < first ? time : first), null),
      to: times.reduce<number | null>((last, time) => (last === null || time > last ? time : last), null),
      ...(speeds.length > 0 ? { maxKmh: speeds.reduce((most, each) => Math.max(most, each), 0) } : {}),
      records,
    };
  };

const KM_TENTHS = 10;
const SIGNALS = 8;
const SIGNAL_BYTES = 10;

/** 'yyyy-MM-dd' of three BCD bytes; '' if they are no date. */
const date = (data: Uint8Array, at: number): string => {
  const said = hexDigits(data, at, at + 3).replace(/^(..)(..)(..)$/, '20$1-$2-$3');
  return /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(said) ? said : '';
};

/** Parser per command, with its least number of bytes. */
const READINGS: Readonly<Record<number, readonly [least: number, read: Read]>> = {
  0: [2, (data) => ({ standard: 2_000 + digits(data, 0, 1), revision: data[1]! })],
  1: [18, (data) => ({ licenceNo: text(data, 0, LICENCE_BYTES) })],
  2: [6, (data) => ({ clockAt: timeOfBytes(data, 0) })],
  3: [
    20,
    (data) => ({
      clockAt: timeOfBytes(data, 0),
      installedAt: timeOfBytes(data, 6),
      initialKm: digits(data, 12, 4) / KM_TENTHS,
      odometerKm: digits(data, 16, 4) / KM_TENTHS,
    }),
  ],
  4: [8, (data) => ({ clockAt: timeOfBytes(data, 0), pulsesPerKm: u16(data, 6) })],
  5: [41, (data) => ({ vin: text(data, 0, 17), plate: text(data, 17, 12), plateClass: text(data, 29, 12) })],
  6: [
    6 + SIGNALS * SIGNAL_BYTES + 1,
    (data) => ({
      clockAt: timeOfBytes(data, 0),
      signalBytes: data[6]!,
      signals: range(SIGNALS, (i) => text(data, 7 + i * SIGNAL_BYTES, SIGNAL_BYTES)),
    }),
  ],
  7: [30, (data) => ({ cccCode: text(data, 0, 7), model: text(data, 7, 16), madeOn: date(data, 23), serialNo: u32(data, 26) })],
  ...Object.fromEntries(
    Object.entries(MEMORIES).map(([command, each]) => [command, [each.bytes, memory(Number(command), each)] as const]),
  ),
};

/** Parses the recorder's own frames in a 0x0700; null if it is incomplete, no answer, or not in the standard. */
export function readRecorder(block: Uint8Array): RecorderReading | null {
  const answer = readRecorderAnswers(block);
  const reading = answer && READINGS[answer.command];
  if (!reading || answer.data.length < reading[0]) return null;
  const said = reading[1](answer.data);
  // figures that are no digits
  return Object.values(said).some((value) => Number.isNaN(value)) ? null : said;
}
