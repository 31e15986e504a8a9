import { MAX_TRACK_MS } from '@fleetwarden/contract/tracks/track-rules';
import { describe, expect, it } from 'vitest';
import { readPlaybackQuery } from './use-playback-url.ts';

const NOW = Date.parse('2026-11-21T16:20:00+08:00');
const MIDNIGHT = Date.parse('2026-11-21T00:00:00+08:00');
const read = (text: string) => readPlaybackQuery(new URLSearchParams(text), NOW);

describe('the query of a playback URL', () => {
  it('means today until now with default options if only the vehicle is given', () => {
    expect(read('targId=7')).toEqual({
      targIds: ['7'],
      start: MIDNIGHT,
      end: NOW,
      interval: 0,
      filterDrift: true,
      minStop: 5,
      alarms: true,
      byVehicle: false,
    });
  });

  it('is read as given, without duplicate vehicles', () => {
    expect(read('targId=7,9,7&start=1000&end=5000&interval=30&drift=0&minStop=20&alarms=0&colour=speed')).toEqual({
      targIds: ['7', '9'],
      start: 1_000,
      end: 5_000,
      interval: 30,
      filterDrift: false,
      minStop: 20,
      alarms: false,
      byVehicle: false,
    });
  });

  it('uses one colour per vehicle if it names several, at most eight', () => {
    const { targIds, byVehicle } = read('targId=1,2,3,4,5,6,7,8,9');
    expect([targIds.length, byVehicle]).toEqual([8, true]);
  });

  it('accepts minimum stop durations from 1 to 240 minutes', () => {
    expect([0, 1, 240, 241].map((minutes) => read(`targId=7&minStop=${minutes}`).minStop)).toEqual([5, 1, 240, 5]);
  });

  it.each([
    ['end before start', 'start=5000&end=1000'],
    ['a start without an end', 'start=5000'],
    ['a range that is too long', `start=0&end=${MAX_TRACK_MS + 1}`],
    ['values that are not numbers', 'start=x&end=y'],
    ['an invalid interval and minimum stop', 'interval=7&minStop=900'],
  ])('falls back to the defaults if it is invalid: %s', (_, text) => {
    expect(read(`targId=7,abc&${text}`)).toMatchObject({ targIds: ['7'], start: MIDNIGHT, end: NOW, interval: 0, minStop: 5 });
  });
});
