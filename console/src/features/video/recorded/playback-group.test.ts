import { describe, expect, it } from 'vitest';
import { type Member, PlaybackGroup, type Shown } from './playback-group.ts';
import type { Recording } from './recordings.ts';
import { recording } from './testing.ts';

/** The double of a player. It stores the calls that it gets. */
class FakePlayer implements Member {
  readonly told: string[] = [];
  view: Shown;
  readonly channel: number;
  readonly recording: Recording;
  readonly isFile: boolean;
  constructor(of: Recording, at = of.start, isFile = true) {
    this.recording = of;
    this.channel = of.channel;
    this.isFile = isFile;
    this.view = { state: 'loading', at };
  }
  shown = () => this.view;
  play = () => void this.told.push('play');
  pause = () => void this.told.push('pause');
  seek = (at: number) => void this.told.push(`seek ${at / 1_000}`);
  setRate = (rate: number) => void this.told.push(`rate ${rate}`);
  step = (direction: number) => {
    this.view = { state: 'running', at: this.view.at + direction * 40 };
  };
  setKeyFrames = (on: boolean) => void (on && this.told.push('key frames'));
  run(seconds: number) {
    this.view = { state: 'running', at: seconds * 1_000 };
  }
}

function group(...recordings: readonly Recording[]) {
  const frames = { next: null as ((now: number) => void) | null, now: 0 };
  const channels = new Map<number, Recording[]>();
  for (const each of recordings) channels.set(each.channel, [...(channels.get(each.channel) ?? []), each]);
  const played = new PlaybackGroup(channels, recordings[0]!.start, {
    request: (run) => {
      frames.next = run;
      return 1;
    },
    cancel: () => {
      frames.next = null;
    },
  });
  /** Runs a frame some ms later. */
  const step = (ms = 16) => {
    const run = frames.next;
    frames.next = null;
    frames.now += ms;
    run?.(frames.now);
  };
  return { played, step, seconds: () => played.time / 1_000 };
}

describe('channels that play together', () => {
  it('pause for a single step, and can show key frames only', () => {
    const { played, seconds } = group(recording(1, 0, 10));
    const one = new FakePlayer(recording(1, 0, 10));
    played.add(one);
    played.play();
    played.step(1);
    expect([played.state.isPlaying, seconds()]).toEqual([false, 0.04]);
    played.step(-1);
    expect(seconds()).toBe(0);
    played.setKeyFrames(true);
    expect(one.told.at(-1)).toBe('key frames');
    played.add(one);
    expect(one.told.at(-1)).toBe('key frames');
  });

  it('start, pause and change their rate together; a channel that is added later joins', () => {
    const { played } = group(recording(1, 0, 10), recording(2, 0, 10));
    const [one, two] = [new FakePlayer(recording(1, 0, 10)), new FakePlayer(recording(2, 0, 10))];
    played.add(one);
    played.play();
    played.setRate(2);
    played.add(two);
    played.pause();
    expect(one.told).toEqual(['rate 1', 'play', 'rate 2', 'pause']);
    expect(two.told).toEqual(['rate 2', 'play', 'pause']);
  });

  it('use the time of the first running channel, and wait while all are loading', () => {
    const { played, step, seconds } = group(recording(1, 0, 10), recording(2, 0, 10));
    const [one, two] = [new FakePlayer(recording(1, 0, 10)), new FakePlayer(recording(2, 0, 10))];
    played.add(one);
    played.add(two);
    played.play();
    step();
    expect(seconds()).toBe(0);
    two.run(3);
    step();
    expect(seconds()).toBe(3);
    one.run(5);
    step();
    expect(seconds()).toBe(5);
  });

  it('synchronize if a file drifts, only once until the seek has settled', () => {
    const { played, step } = group(recording(1, 0, 10), recording(2, 0, 10));
    const [one, two] = [new FakePlayer(recording(1, 0, 10)), new FakePlayer(recording(2, 0, 10))];
    played.add(one);
    played.add(two);
    played.play();
    one.run(10);
    two.run(9.5);
    step();
    expect(two.told).not.toContain('seek 10');
    two.run(9);
    step();
    step();
    expect(two.told.filter((each) => each === 'seek 10')).toHaveLength(1);
    step(2_000);
    expect(two.told.filter((each) => each === 'seek 10')).toHaveLength(2);
  });

  it('do not seek a terminal, because its time is an estimate', () => {
    const { played, step } = group(recording(1, 0, 10), recording(2, 0, 10));
    const [one, two] = [new FakePlayer(recording(1, 0, 10)), new FakePlayer(recording(2, 0, 10), 0, false)];
    played.add(one);
    played.add(two);
    played.play();
    one.run(10);
    two.run(2);
    step();
    expect(two.told).toEqual(['rate 1', 'play']);
  });

  it('seek together if they have a recording at that time, and the time does not go back during the seek', () => {
    const { played, step, seconds } = group(recording(1, 0, 10), recording(2, 0, 2));
    const [one, two] = [new FakePlayer(recording(1, 0, 10)), new FakePlayer(recording(2, 0, 2))];
    played.add(one);
    played.add(two);
    played.play();
    one.run(1);
    step();
    played.seek(300_000);
    expect(one.told).toContain('seek 300');
    expect(two.told).not.toContain('seek 300');
    step();
    expect(seconds()).toBe(300);
    one.run(301);
    step();
    expect(seconds()).toBe(301);
    expect(played.recordingOf(1)?.channel).toBe(1);
    expect(played.recordingOf(2)).toBeNull();
  });

  it('skip a time without a recording, and stop after the last recording', () => {
    const { played, step, seconds } = group(recording(1, 0, 1), recording(1, 5, 6));
    const first = new FakePlayer(recording(1, 0, 1));
    const leave = played.add(first);
    played.play();
    first.view = { state: 'ended', at: 60_000 };
    step();
    expect(seconds()).toBe(300);
    leave();
    const second = new FakePlayer(recording(1, 5, 6));
    played.add(second);
    step();
    expect(seconds()).toBe(300);
    second.view = { state: 'ended', at: 360_000 };
    step();
    expect(seconds()).toBe(360);
    expect(played.state.isPlaying).toBe(false);
  });

  it('stop if no channel can be played, and continue if one of several fails', () => {
    const { played, step, seconds } = group(recording(1, 0, 10), recording(2, 0, 10));
    const [one, two] = [new FakePlayer(recording(1, 0, 10)), new FakePlayer(recording(2, 0, 10))];
    played.add(one);
    played.add(two);
    played.play();
    one.view = { state: 'failed', at: 0 };
    two.run(4);
    step();
    expect([seconds(), played.state.isPlaying]).toEqual([4, true]);
    two.view = { state: 'failed', at: 0 };
    step();
    expect(played.state.isPlaying).toBe(false);
  });
});
