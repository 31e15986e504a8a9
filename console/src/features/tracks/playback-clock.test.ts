import { HOUR_MS } from '@fleetwarden/domain/durations';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PlaybackClock, RATES } from './playback-clock.ts';

const START = 1_000_000;

/** Animation frames controlled by the test. */
function frameDouble() {
  let waiting: ((now: number) => void) | null = null;
  let now = 500;
  return {
    request: (run: (now: number) => void) => {
      waiting = run;
      return 1;
    },
    cancel: () => {
      waiting = null;
    },
    /** Advances to the next frame by ms; returns whether one was requested. */
    pass(ms: number): boolean {
      now += ms;
      const run = waiting;
      waiting = null;
      run?.(now);
      return run !== null;
    },
  };
}

let frames: ReturnType<typeof frameDouble>;
let clock: PlaybackClock;
beforeEach(() => {
  frames = frameDouble();
  clock = new PlaybackClock(START, START + HOUR_MS, frames);
});

describe('the clock of playback', () => {
  it('advances 60 track seconds per second at speed 1, and in proportion at other speeds', () => {
    clock.play();
    frames.pass(16);
    expect(clock.time).toBe(START);
    for (let i = 0; i < 10; i++) frames.pass(100);
    expect(clock.time - START).toBe(60_000);
    clock.setRate(16);
    frames.pass(100);
    expect(clock.time - START).toBe(60_000 + 96_000);
    expect(RATES).toEqual([1, 2, 4, 8, 16, 32, 64]);
  });

  it('notifies time listeners of each frame, and other listeners only of changes of playing and speed', () => {
    const [timed, changed] = [vi.fn(), vi.fn()];
    clock.onTime(timed);
    clock.subscribe(changed);
    clock.play();
    for (let i = 0; i < 100; i++) frames.pass(10);
    expect([timed.mock.calls.length, changed.mock.calls.length]).toEqual([100, 1]);
    clock.pause();
    expect([changed.mock.calls.length, clock.state.playing, frames.pass(10)]).toEqual([2, false, false]);
  });

  it('stops at the end, and plays from the start again', () => {
    clock.seek(START + HOUR_MS - 1_000);
    clock.play();
    frames.pass(10);
    frames.pass(100);
    expect([clock.time, clock.state.playing, frames.pass(10)]).toEqual([START + HOUR_MS, false, false]);
    clock.play();
    expect([clock.time, clock.state.playing]).toEqual([START, true]);
  });

  it('continues from the same time after the page was hidden', () => {
    clock.play();
    frames.pass(10);
    frames.pass(20 * 60_000);
    expect(clock.time - START).toBe(250 * 60);
  });

  it('returns to the start on stop, and seeks within its range', () => {
    clock.play();
    frames.pass(10);
    frames.pass(100);
    clock.stop();
    expect([clock.time, clock.state.playing]).toEqual([START, false]);
    clock.seek(0);
    expect(clock.time).toBe(START);
    clock.seek(1e12);
    expect(clock.time).toBe(START + HOUR_MS);
  });

  it('can be paused by a time listener', () => {
    clock.onTime(() => clock.pause());
    clock.play();
    frames.pass(10);
    expect([clock.state.playing, frames.pass(10)]).toEqual([false, false]);
  });

  it('does not play a track of a single moment, and does not exceed the highest speed', () => {
    const still = new PlaybackClock(START, START, frames);
    still.play();
    expect(still.state.playing).toBe(false);
    clock.setRate(64);
    clock.changeRate(1);
    expect(clock.state.rate).toBe(64);
    clock.changeRate(-1);
    expect(clock.state.rate).toBe(32);
  });
});
