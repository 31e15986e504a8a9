import { describe, expect, it } from 'vitest';
import type { Location } from './location.ts';
import { CLOCK_TOLERANCE_MS, judge, MAX_DEVICE_AGE_MS, QUALITY, qualified, usable } from './quality.ts';

const now = Date.UTC(2026, 4, 20, 2, 30);

/** A truck on the ring road of Chengdu. */
const sound: Location = {
  deviceAt: now - 2_000,
  lng: 104.0668,
  lat: 30.5728,
  altitudeM: 492,
  speedKmh: 63.5,
  heading: 214,
  alarmBits: 0,
  statusBits: 3,
  odometerKm: 84_213.6,
  recorderKmh: 63,
  fuelL: null,
  ioBits: null,
  signal: 27,
  satellites: 14,
  extra: null,
};

describe('judge', () => {
  it.each([
    ['a valid report', {}, 0],
    ['west of 73°33', { lng: 73.5 }, QUALITY.coordinates],
    ['exactly on the west border', { lng: 73.55 }, 0],
    ['north of 53°33', { lat: 53.56 }, QUALITY.coordinates],
    ['a latitude that does not exist', { lat: 116.3 }, QUALITY.coordinates],
    ['a coordinate that is not a number', { lat: Number.NaN }, QUALITY.coordinates],
    ['no fix, with zeros: not a coordinate error', { lng: 0, lat: 0, statusBits: 1 }, QUALITY.noFix],
    ['no time', { deviceAt: null }, QUALITY.time],
    ['a clock one minute ahead is accepted', { deviceAt: now + CLOCK_TOLERANCE_MS }, 0],
    ['a clock further ahead is a time error', { deviceAt: now + CLOCK_TOLERANCE_MS + 1 }, QUALITY.time],
    ['a report of the maximum age, 400 days', { deviceAt: now - MAX_DEVICE_AGE_MS }, 0],
    ['a reset clock that starts in the year 2000', { deviceAt: Date.UTC(2000, 0, 1) }, QUALITY.time],
    ['160 km/h', { speedKmh: 160 }, 0],
    ['more than 160 km/h', { speedKmh: 160.1 }, QUALITY.speed],
    ['heading 359', { heading: 359 }, 0],
    ['heading 360', { heading: 360 }, QUALITY.heading],
    ['the altitude of a Tibetan mountain pass', { altitudeM: 5231 }, 0],
    ['an altitude above any road', { altitudeM: 6501 }, QUALITY.altitude],
    ['an altitude below the Turpan basin', { altitudeM: -201 }, QUALITY.altitude],
    ['all errors at once', { lng: 0, deviceAt: null, speedKmh: 999, heading: 999, altitudeM: 9999 }, 1 | 2 | 4 | 8 | 16],
  ] as const)('%s', (_, change, bits) => {
    expect(judge({ ...sound, ...change }, now)).toBe(bits);
  });

  it('uses the bounds of another country if given', () => {
    const spain = { west: -9.5, east: 4.5, south: 35.8, north: 43.9 };
    expect(judge({ ...sound, lng: -3.7038, lat: 40.4168 }, now, spain)).toBe(0);
    expect(judge(sound, now, spain)).toBe(QUALITY.coordinates);
  });
});

describe('usable and qualified', () => {
  it('reports without a fix or with drift are qualified but not usable; out-of-order reports are both', () => {
    expect([0, QUALITY.noFix, QUALITY.drift, QUALITY.outOfOrder, QUALITY.speed].map(qualified)).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
    const here = { lng: 113, lat: 23, speedKmh: 60 };
    expect(
      [0, QUALITY.noFix, QUALITY.drift, QUALITY.outOfOrder, QUALITY.time].map((quality) => usable({ quality, ...here })),
    ).toEqual([true, false, false, true, false]);
  });
  it('reports with a heading of 360, a stuck altitude or 170 km/h are usable but not qualified', () => {
    const odd = [{ heading: 360 }, { altitudeM: 9999 }, { speedKmh: 170 }, { speedKmh: 200.1 }];
    const judged = odd.map((change) => ({ ...sound, ...change, quality: judge({ ...sound, ...change }, now) }));
    expect(judged.map(({ quality }) => qualified(quality))).toEqual([false, false, false, false]);
    expect(judged.map(usable)).toEqual([true, true, true, false]);
  });
  it('reports from abroad are usable but not qualified; an impossible place is neither', () => {
    const at = (lng: number, lat: number) => ({ quality: judge({ ...sound, lng, lat }, now), lng, lat, speedKmh: 60 });
    const places = [at(-3.7038, 40.4168), at(0, 0), at(116.3, 116.3), at(-180.1, 1), at(Number.NaN, 1)];
    expect(places.map(({ quality }) => qualified(quality))).toEqual([false, false, false, false, false]);
    expect(places.map(usable)).toEqual([true, false, false, false, false]);
  });
});
