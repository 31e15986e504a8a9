import { MINUTE_MS } from '@fleetwarden/domain/durations';
import { describe, expect, it } from 'vitest';
import { kilometresAlong } from './distances.ts';
import { computeSpan, filterStops, loadTrack, segmentStarts } from './loaded-track.ts';
import { testTrack, trackData } from './testing.ts';

describe('a loaded track', () => {
  it('stores its points as columns, and returns its stops of a minimum duration and its segment starts', () => {
    const stop = (minutes: number) => ({ start: 0, end: minutes * MINUTE_MS, x: 1, y: 2, idle: 0 });
    const trip = (start: number) => ({ start, end: start + 1, startX: 0, startY: 0, endX: 0, endY: 0, km: 1, sp: 50 });
    const track = loadTrack(
      testTrack([{ at: 1_000, lng: 100.5 }, { at: 2_000 }], { stops: [stop(4.9), stop(5), stop(30)], trips: [trip(1), trip(5)] }),
    );
    expect([...track.data.at, track.data.lng[0]]).toEqual([1_000, 2_000, 100.5]);
    expect([filterStops(track, 5).length, filterStops(track, 31).length]).toEqual([2, 0]);
    expect(segmentStarts(track)).toEqual([1, 5]);
    expect(segmentStarts(loadTrack(testTrack([{ at: 7 }])))).toEqual([7]);
  });

  it('spans several tracks from the earliest point to the latest point', () => {
    const [early, late, none] = [[{ at: 1 }, { at: 5 }], [{ at: 3 }, { at: 9 }], []].map((points) =>
      loadTrack(testTrack(points)),
    );
    expect(computeSpan([late!, none!, early!])).toEqual({ start: 1, end: 9 });
    expect(computeSpan([none!])).toBeNull();
  });
});

describe('kilometres along a track', () => {
  it('come from the odometer if all of its values are known', () => {
    const points = [100, 100.5, 103].map((odometerKm, i) => ({ at: i, odometerKm }));
    expect([...kilometresAlong(trackData(points))]).toEqual([0, 0.5, 3]);
  });

  it.each([
    ['is missing at one point', [100, Number.NaN, 103]],
    ['decreases', [100, 99, 103]],
    ['does not change', [100, 100, 100]],
  ])('come from the line if the odometer %s, and do not increase over a gap', (_, odometers) => {
    const at = [0, MINUTE_MS, 20 * MINUTE_MS];
    const points = odometers.map((odometerKm, i) => ({ at: at[i]!, lng: 100 + i * 0.01, lat: 0, odometerKm }));
    const km = kilometresAlong(trackData(points));
    expect(km[1]).toBeCloseTo(1.11, 2);
    expect(km[2]).toBe(km[1]);
  });
});
