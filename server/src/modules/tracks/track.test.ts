import { unpackTrack } from '@fleetwarden/contract/tracks/track-columns';
import { QUALITY } from '@fleetwarden/domain/quality';
import { FIXED } from '@fleetwarden/domain/status-bits';
import { describe, expect, it } from 'vitest';
import { DRIVEN_DEGREES, storedTrack, type TestPoint } from '../../../test/support/tracks.ts';
import { trackOf } from './track.ts';

const START = Date.UTC(2026, 10, 1, 0);
const STEP = 10_000;
const vehicle = { id: 7, plate: '粤B12345', plate_colour: 2, vehicle_type: 21, mileage_source: 0 } as const;
const around = { start: 0, end: Number.POSITIVE_INFINITY, before: [], behind: [] };
const all = { interval: 0, filterDrift: true };

/** Drives on and on to the east from `from`, ten seconds a point. */
const drive = (points: number, from = 0): TestPoint[] =>
  Array.from({ length: points }, (_, i) => ({ at: START + (from + i) * STEP, lng: 100 + (from + i) * DRIVEN_DEGREES }));
/** Stands with the ignition off at one place, with jitter. */
const stand = (points: number, from: number, lng: number): TestPoint[] =>
  Array.from({ length: points }, (_, i) => ({
    at: START + (from + i) * STEP,
    lng: lng + ((i * 7919) % 11) * 1e-5,
    lat: 23 + ((i * 104_729) % 13) * 1e-5,
    speedKmh: 0,
    statusBits: FIXED,
  }));
const ask = (points: readonly TestPoint[], wish: Partial<typeof all> = {}) =>
  trackOf(
    vehicle,
    storedTrack(points),
    { ...all, ...wish },
    { areas: [], media: [], raised: [], around, timeZone: 'Asia/Shanghai' },
  );

describe('a track', () => {
  it('without points is empty', () => {
    const track = ask([]);
    expect(track).toMatchObject({ stored: 0, unfixed: 0, drift: 0, thinnedM: null, km: 0, trips: [], stops: [], alarms: [] });
    expect(track.points.t).toEqual([]);
  });

  it('has every point, its trips and its stops', () => {
    const track = ask([...drive(120), ...stand(120, 120, 100 + 120 * DRIVEN_DEGREES), ...drive(120, 240)]);
    expect(unpackTrack(track.points).at).toHaveLength(360);
    expect(track.trips).toHaveLength(2);
    expect(track.stops).toHaveLength(1);
    const [stop] = track.stops;
    expect(stop!.end - stop!.start).toBeGreaterThanOrEqual(119 * STEP);
    expect(track.km).toBeCloseTo(
      track.trips.reduce((sum, { km }) => sum + km, 0),
      1,
    );
    expect(track).toMatchObject({ targId: '7', carNo: '粤B12345', color: 2, stored: 360, thinnedM: null });
  });

  it('omits points without a position, and shows their number', () => {
    const points = drive(20).map((point, i) => {
      if (i === 3) return { ...point, quality: QUALITY.noFix };
      return i === 4 ? { ...point, lng: 0, lat: 0, quality: QUALITY.coordinates } : point;
    });
    const track = ask(points);
    expect(track).toMatchObject({ stored: 20, unfixed: 2, drift: 0 });
    expect(track.points.t).toHaveLength(18);
  });

  it('omits drift unless it is requested', () => {
    const points = drive(30).map((point, i) => (i === 12 ? { ...point, lng: point.lng! + 9 } : point));
    expect(ask(points)).toMatchObject({ drift: 1 });
    expect(Math.max(...unpackTrack(ask(points).points).lng)).toBeLessThan(101);
    const whole = ask(points, { filterDrift: false });
    expect(whole.drift).toBe(0);
    expect(Math.max(...unpackTrack(whole.points).lng)).toBeGreaterThan(108);
  });

  it('contains the first point of each interval, and points with changes', () => {
    const points = drive(61).map((point, i) => (i === 32 ? { ...point, alarmBits: 2 } : point));
    const at = [...unpackTrack(ask(points, { interval: 60 }).points).at].map((time) => (time - START) / STEP);
    expect(at).toEqual([0, 6, 12, 18, 24, 30, 32, 33, 36, 42, 48, 54, 60]);
  });

  it('shows alarms from their start to their end', () => {
    const points = drive(10).map((point, i) => ({ ...point, alarmBits: i >= 3 && i < 6 ? 2 : i === 9 ? 0x8000_0000 : 0 }));
    expect(ask(points).alarms).toEqual([
      { bit: 1, start: START + 3 * STEP, end: START + 6 * STEP, x: 100 + 3 * DRIVEN_DEGREES, y: 23, sp: 60 },
      { bit: 31, start: START + 9 * STEP, end: START + 9 * STEP, x: 100 + 9 * DRIVEN_DEGREES, y: 23, sp: 60 },
    ]);
  });

  it('is thinned above 50,000 points, and retains stops, alarms, gaps and the line', () => {
    const half = 50_000;
    // a road that winds, so that no straight line does
    const winding = drive(half).map((point, i) => ({
      ...point,
      lng: 100 + (i % 2_000) * 1e-3,
      lat: 23 + Math.sin(i / 9) * 0.01,
    }));
    expect(ask(winding, { filterDrift: false }).thinnedM).toBeNull();
    const last = winding.at(-1)!;
    const standing = stand(half, half, last.lng!);
    const alarm = half + 700;
    const points = [...winding, ...standing].map((point, i) => (i === alarm ? { ...point, alarmBits: 1 } : point));
    const track = ask(points, { filterDrift: false });
    const data = unpackTrack(track.points);
    expect(track.stored).toBe(2 * half);
    expect(track.thinnedM).toBeGreaterThanOrEqual(5);
    expect(data.at.length).toBeLessThanOrEqual(50_000);
    const times = new Set(data.at);
    for (const { start, end } of track.stops) expect([times.has(start), times.has(end)]).toEqual([true, true]);
    expect(times.has(START + alarm * STEP)).toBe(true);
    expect([data.at[0], data.at.at(-1)]).toEqual([START, START + (2 * half - 1) * STEP]);
    expect(track.alarms).toHaveLength(1);
  });
});
