import { expect, it } from 'vitest';
import { ReplayClock } from './replay-clock.ts';

const START = 1_000_000;
const KEY = { isKey: true, decodeMs: 0 };

/** Times of pictures, since the start: `steps` of timestamps that arrive `everyMs` apart. */
function play(clock: ReplayClock, steps: readonly number[], everyMs: number, from = { timestampMs: 0, now: 0 }): number[] {
  return steps.map((step) => {
    from.timestampMs += step;
    from.now += everyMs;
    return clock.next(from.timestampMs, from.now, KEY)!.at - START;
  });
}

it('follows the timestamps of the terminal from any start value', () => {
  expect(play(new ReplayClock(START), [7_000, 40, 40, 60], 40)).toEqual([0, 40, 80, 140]);
});

it('at a higher speed detects whether timestamps follow the recording or the clock', () => {
  const [withRecording, withClock] = [new ReplayClock(START), new ReplayClock(START)];
  for (const clock of [withRecording, withClock]) {
    clock.next(0, 0, KEY);
    clock.setPace({ speed: 4 });
  }
  expect(play(withRecording, Array(4).fill(4_000), 1_000)).toEqual([4_000, 8_000, 12_000, 16_000]);
  expect(play(withClock, Array(4).fill(1_000), 1_000)).toEqual([1_000, 5_000, 9_000, 13_000]);
});

it('uses the arrival time if the terminal time jumps or stops', () => {
  expect(play(new ReplayClock(START), [0, 0, 3_600_000, -50, 40], 50)).toEqual([0, 50, 100, 150, 190]);
});

it('restarts at the target time of a jump', () => {
  const clock = new ReplayClock(START);
  play(clock, [0, 40], 40);
  clock.setPace({ speed: 1, position: START + 60_000 });
  expect(play(clock, [90_000, 40], 40)).toEqual([60_000, 60_040]);
  expect(clock.position?.seeks).toBe(1);
});
