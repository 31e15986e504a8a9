import { describe, expect, it } from 'vitest';
import type { PlayerView } from '../player/player-view.ts';
import { type ReplayControl, TerminalPlayback } from './terminal-playback.ts';
import { recording } from './testing.ts';

function playback(from = 60_000) {
  const video = { currentTime: 100 };
  const view: { state: PlayerView['state']; reason: PlayerView['reason'] } = { state: 'requesting', reason: null };
  const sent: ReplayControl[] = [];
  const player = new TerminalPlayback({
    recording: recording(1, 0, 10),
    from,
    video: () => video,
    view: () => view,
    send: (control) => sent.push(control),
  });
  return { player, video, view, sent };
}

describe('the time of a recording that a terminal streams', () => {
  it('is the requested start until the first picture, then advances with playback', () => {
    const { player, video, view } = playback();
    expect(player.shown()).toEqual({ state: 'loading', at: 60_000 });
    view.state = 'playing';
    expect(player.shown()).toEqual({ state: 'running', at: 60_000 });
    video.currentTime = 105;
    expect(player.shown().at).toBe(65_000);
  });
  it('advances at the rate of the terminal, and continues from the seek position', () => {
    const { player, video, view, sent } = playback();
    view.state = 'playing';
    player.shown();
    player.onPicture();
    player.setRate(4);
    video.currentTime = 110;
    expect(player.shown().at).toBe(100_000);
    player.seek(300_000);
    video.currentTime = 111;
    expect(player.shown().at).toBe(304_000);
    expect(sent).toEqual([
      { kind: 'rate', rate: 4 },
      { kind: 'seek', at: 300_000 },
      // terminals play at speed 1 after a jump
      { kind: 'rate', rate: 4 },
    ]);
  });
  it('is the time of the picture, as soon as the server reports it', () => {
    const { player, video, view, sent } = playback();
    view.state = 'playing';
    player.onPicture();
    player.onPosition({ mediaMs: 0, at: 58_500, seeks: 0 });
    player.onPosition({ mediaMs: 102_000, at: 60_500, seeks: 0 });
    video.currentTime = 1;
    expect(player.shown().at).toBe(59_500);
    video.currentTime = 103;
    expect(player.shown().at).toBe(61_500);
    player.setRate(4);
    player.onPosition({ mediaMs: 104_000, at: 63_000, seeks: 0 });
    video.currentTime = 105;
    expect(player.shown().at).toBe(67_000);
    player.seek(300_000);
    // a picture that was sent before the terminal jumped
    player.onPosition({ mediaMs: 104_500, at: 65_000, seeks: 0 });
    expect(player.shown().at).toBe(300_000);
    player.onPosition({ mediaMs: 106_000, at: 299_000, seeks: 1 });
    video.currentTime = 106;
    expect(player.shown().at).toBe(299_000);
    player.setKeyFrames(true);
    player.setKeyFrames(false);
    expect(sent.slice(-2)).toEqual([
      { kind: 'keyFrames', rate: 4 },
      { kind: 'rate', rate: 4 },
    ]);
  });
  it('is the start of the new stream after a disconnection', () => {
    const { player, video, view } = playback();
    view.state = 'playing';
    player.shown();
    video.currentTime = 130;
    expect(player.restart()).toBe(90_000);
    view.state = 'interrupted';
    video.currentTime = 0;
    expect(player.shown()).toEqual({ state: 'loading', at: 90_000 });
  });
  it('resumes playback only after a pause, because playback starts by itself', () => {
    const { player, sent } = playback();
    player.onPicture();
    player.play();
    player.pause();
    player.play();
    expect(sent).toEqual([{ kind: 'pause' }, { kind: 'resume' }]);
    player.setKeyFrames(true);
    player.pause();
    player.play();
    expect(sent.slice(-2)).toEqual([{ kind: 'resume' }, { kind: 'keyFrames', rate: 1 }]);
  });
  it('applies the playback controls of the page when its stream starts, and again after a disconnection', () => {
    const { player, video, view, sent } = playback();
    // a recording after a gap takes over the speed of the one before
    player.setRate(4);
    player.restart();
    player.seek(120_000);
    player.seek(180_000);
    expect(sent).toEqual([]);
    player.onPicture();
    player.onPicture();
    expect(sent.splice(0)).toEqual([
      { kind: 'seek', at: 180_000 },
      { kind: 'rate', rate: 4 },
    ]);
    player.onPosition({ mediaMs: 100_000, at: 180_000, seeks: 1 });
    view.state = 'playing';
    expect(player.shown().at).toBe(180_000);
    player.setKeyFrames(true);
    player.pause();
    sent.splice(0);
    expect(player.restart()).toBe(180_000);
    player.onPicture();
    expect(sent.splice(0)).toEqual([{ kind: 'keyFrames', rate: 4 }, { kind: 'pause' }]);
    video.currentTime = 0;
    player.restart();
    player.play();
    player.onPicture();
    expect(sent).toEqual([{ kind: 'keyFrames', rate: 4 }]);
  });
  it.each([
    ['ended', 'replayEnded', 'ended'],
    ['ended', 'refused', 'failed'],
    ['failed', null, 'failed'],
    ['unplayable', null, 'failed'],
  ] as const)('%s with reason %s is %s', (state, reason, shown) => {
    const { player, view } = playback();
    Object.assign(view, { state, reason });
    expect(player.shown().state).toBe(shown);
  });
  it('ends at the end of the recording', () => {
    const { player, video, view } = playback(590_000);
    view.state = 'playing';
    player.shown();
    video.currentTime = 115;
    expect(player.shown()).toEqual({ state: 'ended', at: 600_000 });
  });
});
