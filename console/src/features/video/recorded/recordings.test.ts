import { describe, expect, it } from 'vitest';
import { nextStart, playedTogether, recordingAt, sortRecordings } from './recordings.ts';
import { recording } from './testing.ts';

describe('the recording at a time', () => {
  const list = [recording(1, 0, 10), recording(1, 10, 20), recording(1, 30, 40)];
  it.each([
    [0, 0],
    [9, 0],
    // the end of one is the start of the next
    [10, 10],
    [20, null],
    [35, 30],
    [40, null],
  ])('at minute %s starts at %s', (minute, start) => {
    expect(recordingAt(list, minute * 60_000)?.start ?? null).toBe(start === null ? null : start * 60_000);
  });
  it('is the later one if two overlap', () => {
    expect(recordingAt([recording(1, 0, 10), recording(1, 5, 15)], 6 * 60_000)?.start).toBe(5 * 60_000);
  });
  it('is followed by the next start, if one exists', () => {
    expect(nextStart(list, 15 * 60_000)).toBe(30 * 60_000);
    expect(nextStart(list, 30 * 60_000)).toBeNull();
  });
});

it('sorts by channel and start', () => {
  const list = [recording(2, 0, 1), recording(1, 5, 6), recording(1, 0, 1)];
  expect(sortRecordings(list).map(({ channel, start }) => [channel, start])).toEqual([
    [1, 0],
    [1, 300_000],
    [2, 0],
  ]);
});

it('plays a recording together with channels of the same source at that time, at most four in total', () => {
  const first = recording(3, 0, 10);
  const list = [
    first,
    recording(1, 0, 10),
    recording(2, 5, 10),
    recording(4, 0, 10, { source: 'server' }),
    recording(5, 0, 10, { isPlayable: false }),
    ...[6, 7, 8].map((channel) => recording(channel, 0, 10)),
  ];
  expect(playedTogether(list, first, 0, 4)).toEqual([1, 3, 6, 7]);
  expect(playedTogether(list, first, 0, 1)).toEqual([3]);
});
