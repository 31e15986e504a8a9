import { DAY_MS, MINUTE_MS, SECOND_MS } from '@fleetwarden/domain/durations';
import { digitsOfTime, timeOfDigits } from '@fleetwarden/protocol/jt808';
import { expect, it } from 'vitest';
import { createPlayback } from './playback.ts';
import { searchRecordings } from './recordings.ts';

const NOW = Date.UTC(2026, 5, 3, 4, 7);
const wish = (more: object = {}) => ({
  channel: 0,
  startTime: digitsOfTime(NOW - DAY_MS),
  endTime: digitsOfTime(NOW),
  alarmBits: 0,
  videoAlarmBits: 0,
  mediaType: 3,
  streamType: 0,
  storage: 0,
  ...more,
});
const search = (more: object = {}) => searchRecordings(4, 4, wish(more), NOW);

it('the recordings of a day are the same in each run, and match the request', () => {
  const all = search();
  expect(search()).toEqual(all);
  expect(new Set(all.map(({ channel }) => channel))).toEqual(new Set([1, 2, 3, 4]));
  // nearly 96 quarters each; the current one is not finished
  expect(all.length).toBeGreaterThan(300);
  expect(all.every(({ endTime }) => timeOfDigits(endTime)! <= NOW)).toBe(true);
  expect(search({ channel: 2 })).toEqual(all.filter(({ channel }) => channel === 2));
  expect(search({ streamType: 2 }).every(({ streamType }) => streamType === 2)).toBe(true);
  expect(search({ alarmBits: 2 })).toEqual(all.filter(({ alarmBits }) => alarmBits === 2));
  expect(search({ storage: 2 })).toEqual([]);
  expect(search({ startTime: digitsOfTime(NOW - 60 * DAY_MS), endTime: digitsOfTime(NOW - 50 * DAY_MS) })).toEqual([]);
});

it('a playback pauses, seeks, runs faster, shows key frames only, and ends', () => {
  let now = NOW;
  const startAt = NOW - DAY_MS;
  const { stream, control } = createPlayback(
    { sim: '13900000001', channel: 1, kind: 'sub', media: ['picture'] },
    startAt,
    startAt + MINUTE_MS,
    () => now,
  );
  /** Pictures of the next second. */
  const second = (): { count: number; keys: number; timestampMs: number } => {
    const end = now + SECOND_MS;
    const pictures = [];
    for (let at = stream.nextAt(); at < end; at = stream.nextAt()) {
      now = Math.max(now, at);
      pictures.push(...stream.take(now).filter(({ part }) => part === 'whole' || part === 'first'));
      if (stream.isOver?.()) break;
    }
    now = end;
    const keys = pictures.filter(({ dataType }) => dataType === 'keyFrame').length;
    return { count: pictures.length, keys, timestampMs: pictures[0]?.timestampMs ?? 0 };
  };
  expect(second()).toMatchObject({ count: 15, timestampMs: DAY_MS });
  expect(control(1, 0, null)).toBe(0);
  expect(second().count).toBe(0);
  expect(control(0, 0, null)).toBe(0);
  const resumed = second();
  expect(resumed.count).toBe(15);
  expect(Math.round(resumed.timestampMs / 100)).toBe((DAY_MS + SECOND_MS) / 100);
  expect(control(5, 0, startAt + 10 * SECOND_MS)).toBe(0);
  expect(second().timestampMs).toBe(DAY_MS + 10 * SECOND_MS);
  expect(control(3, 3, null)).toBe(0);
  expect(second().count).toBeGreaterThan(55);
  expect(control(6, 3, null)).toBe(0);
  const fast = second();
  expect(fast.count).toBe(fast.keys);
  expect(fast.keys).toBeGreaterThan(2);
  expect(control(4, 1, null)).toBe(3);
  expect(control(5, 0, startAt + MINUTE_MS - SECOND_MS / 2)).toBe(0);
  expect(second().count).toBeLessThanOrEqual(9);
  expect(stream.isOver?.()).toBe(true);
});
