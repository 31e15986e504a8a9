import { MINUTE_MS } from '@fleetwarden/domain/durations';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexAt, nextMoment, playheadAt, previousMoment, turned } from './playhead.ts';
import { trackData } from './testing.ts';

describe('the position of a vehicle at a time', () => {
  const data = trackData([
    { at: 0, lng: 100, lat: 20, heading: 350 },
    { at: 10_000, lng: 101, lat: 20, heading: 10, speedKmh: 60 },
    { at: 20_000, lng: 101, lat: 21, heading: 10, speedKmh: 0 },
    { at: 20_000 + 11 * MINUTE_MS, lng: 105, lat: 21, heading: 90, speedKmh: 40 },
    { at: 30_000 + 11 * MINUTE_MS, lng: 106, lat: 21, heading: 90, speedKmh: 40 },
  ]);

  it('is interpolated by time between two points, and the heading turns the shorter way', () => {
    expect(playheadAt(data, 5_000)).toEqual({ where: 'on', index: 0, lng: 100.5, lat: 20, heading: 0, speedKmh: 50 });
    expect(playheadAt(data, 12_500)).toMatchObject({ index: 1, lng: 101, lat: 20.25, speedKmh: 60 });
  });

  it('is the recorded point at the time of that point', () => {
    for (let i = 0; i < data.at.length; i++)
      expect(playheadAt(data, data.at[i]!)).toMatchObject({ where: 'on', index: i, lng: data.lng[i], lat: data.lat[i] });
  });

  it('stays at the last point during a gap of more than ten minutes, and is marked as a gap', () => {
    expect(playheadAt(data, 20_000 + 5 * MINUTE_MS)).toEqual({
      where: 'gap',
      index: 2,
      lng: 101,
      lat: 21,
      heading: 10,
      speedKmh: 0,
    });
    const ten = trackData([
      { at: 0, lng: 100 },
      { at: 10 * MINUTE_MS, lng: 110 },
    ]);
    expect(playheadAt(ten, 5 * MINUTE_MS)).toMatchObject({ where: 'on', lng: 105 });
  });

  it('is the first point before the track starts, and the last point after it ends', () => {
    expect(playheadAt(data, -1)).toMatchObject({ where: 'before', index: 0, lng: 100, speedKmh: 0 });
    expect(playheadAt(data, 1e9)).toMatchObject({ where: 'after', index: 4, lng: 106, speedKmh: 0 });
    expect(playheadAt(trackData([]), 0)).toBeNull();
    expect(playheadAt(trackData([{ at: 7 }]), 7)).toMatchObject({ where: 'on', index: 0 });
  });

  it('crosses the 180th meridian the shorter way', () => {
    const over = trackData([
      { at: 0, lng: 179.9 },
      { at: 10_000, lng: -179.9 },
    ]);
    expect(playheadAt(over, 2_500)!.lng).toBeCloseTo(179.95, 9);
    expect(playheadAt(over, 7_500)!.lng).toBeCloseTo(-179.95, 9);
  });

  it('has a constant heading while the vehicle is stopped, whatever heading the device sends', () => {
    const standing = trackData([
      { at: 0, heading: 45, speedKmh: 2 },
      { at: 10_000, heading: 225, speedKmh: 0 },
    ]);
    expect(playheadAt(standing, 9_000)!.heading).toBe(45);
  });

  it('lies between the neighbouring points at any moment of any track', () => {
    const track = fc
      .uniqueArray(fc.integer({ min: 0, max: 5_000_000 }), { minLength: 1, maxLength: 60 })
      .map((times) => times.sort((a, b) => a - b).map((at, i) => ({ at, lng: i, heading: (i * 77) % 360 })));
    fc.assert(
      fc.property(track, fc.integer({ min: -10, max: 5_000_010 }), (points, moment) => {
        const { index, lng, heading } = playheadAt(trackData(points), moment)!;
        expect(lng).toBeGreaterThanOrEqual(index);
        expect(lng).toBeLessThanOrEqual(Math.min(index + 1, points.length - 1));
        expect(heading).toBeGreaterThanOrEqual(0);
        expect(heading).toBeLessThan(360);
      }),
    );
  });
});

describe('turning', () => {
  it('uses the shorter direction, left or right', () => {
    expect([turned(350, 10, 0.5), turned(10, 350, 0.5), turned(90, 180, 0.5), turned(0, 359, 1)]).toEqual([0, 0, 135, 359]);
  });
});

describe('moments', () => {
  it('are found by index in a long column', () => {
    const column = Float64Array.from({ length: 50_000 }, (_, i) => i * 10);
    expect([indexAt(column, -1), indexAt(column, 0), indexAt(column, 123_459), indexAt(column, 1e9)]).toEqual([
      -1, 0, 12_345, 49_999,
    ]);
  });

  it('the next and the previous event are found; the current event is not the next one', () => {
    const events = [100, 200, 300];
    expect([nextMoment(events, 50), nextMoment(events, 100), nextMoment(events, 300)]).toEqual([100, 200, null]);
    expect([previousMoment(events, 100), previousMoment(events, 101), previousMoment(events, 300)]).toEqual([null, 100, 200]);
  });

  it('stepping back soon after the start of an event selects the event before it', () => {
    const events = [100, 200, 300];
    expect([previousMoment(events, 210, 20), previousMoment(events, 230, 20), previousMoment(events, 110, 20)]).toEqual([
      100,
      200,
      null,
    ]);
  });
});
