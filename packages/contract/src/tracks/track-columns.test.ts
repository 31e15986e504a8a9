import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TrackPoints } from './schemas.ts';
import { packTrack, type TrackData, unpackTrack } from './track-columns.ts';

const word = fc.constantFrom(0, 1, 3, 0xffff_ffff);
const maybe = fc.option(fc.integer({ min: 0, max: 9_999_999 }), { nil: Number.NaN }).map((tenths) => tenths / 10);
const degree = (most: number) =>
  fc.integer({ min: -most * 1_000_000, max: most * 1_000_000 }).map((millionths) => millionths / 1e6);
const point = fc.record({
  at: fc.integer({ min: 0, max: 4_000_000_000_000 }),
  lng: degree(180),
  lat: degree(90),
  speedKmh: fc.integer({ min: 0, max: 2_200 }).map((tenths) => tenths / 10),
  recorderKmh: maybe,
  heading: fc.integer({ min: 0, max: 359 }),
  altitudeM: fc.integer({ min: -500, max: 9_000 }),
  odometerKm: maybe,
  statusBits: word,
  alarmBits: word,
});

const columnsOf = (points: readonly Record<keyof TrackData, number>[]): TrackData => {
  const column = (name: keyof TrackData) => Float64Array.from(points, (row) => row[name]);
  return {
    at: column('at'),
    lng: column('lng'),
    lat: column('lat'),
    speedKmh: column('speedKmh'),
    recorderKmh: column('recorderKmh'),
    heading: column('heading'),
    altitudeM: column('altitudeM'),
    odometerKm: column('odometerKm'),
    statusBits: column('statusBits'),
    alarmBits: column('alarmBits'),
  };
};

describe('a track in columns', () => {
  it('is unchanged after a JSON round trip, with any selected points', () => {
    fc.assert(
      fc.property(fc.array(point, { maxLength: 40 }), fc.integer({ min: 1, max: 3 }), (points, every) => {
        const places = [...points.keys()].filter((i) => i % every === 0);
        const packed = packTrack(columnsOf(points), places);
        expect(TrackPoints.parse(packed)).toEqual(packed);
        expect(unpackTrack(JSON.parse(JSON.stringify(packed)))).toEqual(columnsOf(places.map((place) => points[place]!)));
      }),
    );
  });

  it('stores status words only where they change', () => {
    const points = [3, 3, 1, 1, 3].map((statusBits, i) => ({
      at: i,
      lng: 0,
      lat: 0,
      speedKmh: 0,
      recorderKmh: Number.NaN,
      heading: 0,
      altitudeM: 0,
      odometerKm: Number.NaN,
      statusBits,
      alarmBits: 0,
    }));
    const packed = packTrack(columnsOf(points), [0, 1, 2, 3, 4]);
    expect(packed.s).toEqual([
      [0, 3],
      [2, 1],
      [4, 3],
    ]);
    expect(packed.a).toEqual([[0, 0]]);
    expect(packed.rs).toEqual([null, null, null, null, null]);
  });
});
