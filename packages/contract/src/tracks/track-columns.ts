import type { TrackPoints } from './schemas.ts';

/** A track's points as they are computed with: UTC epoch ms, WGS-84 degrees, km/h, metres, km; NaN: not known. */
export type TrackData = {
  readonly at: Float64Array;
  readonly lng: Float64Array;
  readonly lat: Float64Array;
  readonly speedKmh: Float64Array;
  readonly recorderKmh: Float64Array;
  readonly heading: Float64Array;
  readonly altitudeM: Float64Array;
  readonly odometerKm: Float64Array;
  readonly statusBits: Float64Array;
  readonly alarmBits: Float64Array;
};

const DEGREE = 1_000_000;
const TENTHS = 10;

/** The points at these places, as they travel. Coordinates are rounded to the millionth degree devices send, speeds and km to tenths. */
export function packTrack(data: TrackData, places: ArrayLike<number>): TrackPoints {
  const { at, lng, lat, speedKmh, recorderKmh, heading, altitudeM, odometerKm, statusBits, alarmBits } = data;
  return {
    t: differences(at, places, 1),
    x: differences(lng, places, DEGREE),
    y: differences(lat, places, DEGREE),
    sp: pick(speedKmh, places, tenth),
    rs: pick(recorderKmh, places, tenthOrNull),
    d: pick(heading, places, Math.round),
    h: pick(altitudeM, places, Math.round),
    km: pick(odometerKm, places, tenthOrNull),
    s: changes(statusBits, places),
    a: changes(alarmBits, places),
  };
}

/** The inverse of `packTrack`. */
export function unpackTrack(points: TrackPoints): TrackData {
  const rows = points.t.length;
  return {
    at: sums(points.t, 1),
    lng: sums(points.x, DEGREE),
    lat: sums(points.y, DEGREE),
    speedKmh: Float64Array.from(points.sp),
    recorderKmh: known(points.rs),
    heading: Float64Array.from(points.d),
    altitudeM: Float64Array.from(points.h),
    odometerKm: known(points.km),
    statusBits: held(points.s, rows),
    alarmBits: held(points.a, rows),
  };
}

function differences(column: Float64Array, places: ArrayLike<number>, unit: number): number[] {
  let before = 0;
  return pick(column, places, (value) => {
    const now = Math.round(value * unit);
    const difference = now - before;
    before = now;
    return difference;
  });
}

function sums(differences: readonly number[], unit: number): Float64Array {
  let now = 0;
  return Float64Array.from(differences, (difference) => {
    now += difference;
    return now / unit;
  });
}

function pick<T>(column: Float64Array, places: ArrayLike<number>, as: (value: number) => T): T[] {
  const picked = new Array<T>(places.length);
  for (let i = 0; i < places.length; i++) picked[i] = as(column[places[i]!]!);
  return picked;
}

const tenth = (value: number): number => Math.round(value * TENTHS) / TENTHS;
const tenthOrNull = (value: number): number | null => (Number.isNaN(value) ? null : tenth(value));
const known = (column: readonly (number | null)[]): Float64Array => Float64Array.from(column, (value) => value ?? Number.NaN);

function changes(column: Float64Array, places: ArrayLike<number>): [number, number][] {
  const words: [number, number][] = [];
  for (let i = 0; i < places.length; i++) {
    const word = column[places[i]!]!;
    if (word !== words.at(-1)?.[1]) words.push([i, word]);
  }
  return words;
}

function held(words: readonly (readonly [number, number])[], rows: number): Float64Array {
  const column = new Float64Array(rows);
  words.forEach(([from, word], i) => {
    column.fill(word, from, words[i + 1]?.[0] ?? rows);
  });
  return column;
}
