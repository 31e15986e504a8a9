import { KEEP_PLAYING } from '@fleetwarden/contract/video/live-video';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NetworkError, Refusal } from '../../../api/client.ts';
import { FakeMediaSource, FakeSocket, H264, H265, heard, mediaDoubles, showPicture, soundClock } from '../testing.ts';
import { LivePlayer } from './live-player.ts';

let paths = 0;
let refusal: Error | null = null;
let keepsRetrying = false;
let video: HTMLVideoElement;
let still: HTMLCanvasElement;
let player: LivePlayer;

const request = async () => {
  paths++;
  if (refusal) throw refusal;
  return `/media/${paths}`;
};
const settle = () => vi.advanceTimersByTimeAsync(0);
const buffer = () => FakeMediaSource.last.buffer;
const stateNow = () => player.view.state;

beforeEach(async () => {
  vi.useFakeTimers();
  // delays without jitter: 1 s, 2 s, 4 s
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  for (const [name, double] of Object.entries(mediaDoubles())) vi.stubGlobal(name, double);
  paths = 0;
  refusal = null;
  keepsRetrying = false;
  video = document.createElement('video');
  video.play = async () => undefined;
  video.load = () => undefined;
  player = new LivePlayer({ request, keepsRetrying: () => keepsRetrying });
  still = document.createElement('canvas');
  player.start(video, still);
  await settle();
});
afterEach(() => {
  player.stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a live player', () => {
  it('opens the socket of its URL, with the scheme that matches the page', () => {
    expect(FakeSocket.last.url).toBe(`${location.origin.replace('http', 'ws')}/media/1`);
    expect([FakeSocket.last.binaryType, stateNow()]).toEqual(['arraybuffer', 'requesting']);
  });

  it('reports each step until the first picture is shown', () => {
    const states = (['waitingStream', 'waitingKeyFrame', 'playing'] as const).map((state) => {
      FakeSocket.last.tell({ type: 'state', state });
      return stateNow();
    });
    // playing for the server, not yet on the screen
    expect(states).toEqual(['waitingStream', 'waitingKeyFrame', 'waitingKeyFrame']);
    showPicture(FakeSocket.last, video);
    expect(stateNow()).toBe('playing');
    FakeSocket.last.tell({ type: 'state', state: 'waitingStream' });
    expect(stateNow()).toBe('waitingStream');
    FakeSocket.last.tell({ type: 'state', state: 'playing' });
    expect(stateNow()).toBe('playing');
  });

  it('gives the browser one segment at a time, and changes the codec in mid-stream', () => {
    showPicture(FakeSocket.last, video);
    const other = H264.replace('42e01e', '640028');
    FakeSocket.last.sendPart(1, 2);
    FakeSocket.last.sendPart(1, 3);
    FakeSocket.last.tell({ type: 'init', mime: other, width: 1280, height: 720 });
    FakeSocket.last.sendPart(0, 4);
    expect(buffer().steps).toEqual(['append 1', 'append 2']);
    buffer().finish();
    buffer().finish();
    expect(buffer().steps).toEqual(['append 1', 'append 2', 'append 3', `type ${other}`, 'append 4']);
  });

  it('stays at the live edge and removes played data', () => {
    showPicture(FakeSocket.last, video);
    FakeSocket.last.sendPart(1, 2);
    buffer().finish([0, 40]);
    expect([video.currentTime, buffer().steps.at(-1)]).toEqual([39.6, 'remove 0 29.6']);
    buffer().finish([29.6, 41.5]);
    expect(video.playbackRate).toBe(1.1);
    FakeSocket.last.tell({ type: 'stats', bitrate: 512_000, frameRate: 25, lost: 3, lossPercent: 0 });
    expect(player.view.stats).toEqual({ bitrate: 512_000, frameRate: 25, lost: 3, lossPercent: 0 });
    expect(player.view.delayS).toBeCloseTo(1.9);
  });

  it('reconnects by itself after a disconnection, with a new URL and growing delays', async () => {
    showPicture(FakeSocket.last, video);
    FakeSocket.last.cut();
    expect(stateNow()).toBe('interrupted');
    refusal = new NetworkError('gone');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(paths).toBe(2);
    refusal = null;
    await vi.advanceTimersByTimeAsync(1_999);
    expect(paths).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    expect([paths, FakeSocket.last.url.endsWith('/media/3')]).toEqual([3, true]);
    FakeSocket.last.tell({ type: 'state', state: 'waitingKeyFrame' });
    showPicture(FakeSocket.last, video);
    expect([stateNow(), FakeMediaSource.opened.length]).toEqual(['playing', 2]);
  });

  it('treats silence as a disconnection', async () => {
    showPicture(FakeSocket.last, video);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([stateNow(), FakeSocket.opened[0]!.readyState]).toEqual(['interrupted', 3]);
  });

  it('restarts when the browser cannot decode', () => {
    showPicture(FakeSocket.last, video);
    buffer().fault = new Error('decode');
    FakeSocket.last.sendPart(1, 2);
    expect(stateNow()).toBe('interrupted');
  });

  it('shows why the server ended the stream, and waits for the user', async () => {
    FakeSocket.last.tell({ type: 'state', state: 'ended', reason: 'refused' });
    FakeSocket.last.cut();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([stateNow(), player.view.reason, paths]).toEqual(['ended', 'refused', 1]);
    player.retry();
    await settle();
    expect([stateNow(), paths]).toEqual(['requesting', 2]);
  });

  it.each(['cabinClosed', 'notAllowed', 'signedOut'] as const)('hides the last picture after %s', (reason) => {
    showPicture(FakeSocket.last, video);
    still.width = 352;
    FakeSocket.last.tell({ type: 'state', state: 'ended', reason });
    expect([stateNow(), still.width, video.hasAttribute('src')]).toEqual(['ended', 0, false]);
  });

  it('hides the last picture if a privacy rule starts during a disconnection', async () => {
    showPicture(FakeSocket.last, video);
    FakeSocket.last.cut();
    still.width = 352;
    refusal = new Refusal('4003', 'closed by a rule');
    await vi.advanceTimersByTimeAsync(1_000);
    expect([stateNow(), player.view.detail, still.width]).toEqual(['failed', 'closed by a rule', 0]);
  });

  it('retries while a vehicle is offline, if the user wants that', async () => {
    keepsRetrying = true;
    FakeSocket.last.tell({ type: 'state', state: 'ended', reason: 'terminalOffline' });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(paths).toBe(2);
    FakeSocket.last.tell({ type: 'state', state: 'ended', reason: 'timeLimit' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(paths).toBe(2);
  });

  it('reconnects after a server restart', async () => {
    FakeSocket.last.tell({ type: 'state', state: 'ended', reason: 'stopping' });
    await vi.advanceTimersByTimeAsync(1_250);
    expect(paths).toBe(2);
  });

  it('retries by itself after a disconnection, until the vehicle is online again', async () => {
    showPicture(FakeSocket.last, video);
    FakeSocket.last.cut();
    const failures = [
      [new NetworkError('gone'), 'interrupted', null],
      [new Refusal('4020', 'offline'), 'ended', 'terminalOffline'],
      [new Refusal('4029', 'old views are still open'), 'failed', null],
      [new Refusal('5000', 'no database'), 'failed', null],
    ] as const;
    for (const [at, [failure, state, reason]] of failures.entries()) {
      refusal = failure;
      await vi.advanceTimersByTimeAsync(1_000 * 2 ** at);
      expect([paths, stateNow(), player.view.reason]).toEqual([at + 2, state, reason]);
    }
    refusal = null;
    await vi.advanceTimersByTimeAsync(16_000);
    expect(paths).toBe(6);
    FakeSocket.last.tell({ type: 'state', state: 'ended', reason: 'noAnswer' });
    await vi.advanceTimersByTimeAsync(30_000);
    showPicture(FakeSocket.last, video);
    // a picture ends the recovery
    FakeSocket.last.tell({ type: 'state', state: 'ended', reason: 'noAnswer' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect([paths, stateNow()]).toEqual([7, 'ended']);
  });

  it('stops retrying when the vehicle stays offline after a disconnection', async () => {
    showPicture(FakeSocket.last, video);
    FakeSocket.last.cut();
    refusal = new Refusal('4020', 'offline');
    await vi.advanceTimersByTimeAsync(600_000);
    const known = paths;
    await vi.advanceTimersByTimeAsync(600_000);
    expect([paths, stateNow()]).toEqual([known, 'ended']);
  });

  it.each([
    [new Refusal('4020', 'offline'), 'ended', 'terminalOffline', ''],
    [new Refusal('4029', 'too many tiles'), 'failed', null, 'too many tiles'],
  ])('reports that the call was refused: %s', async (failure, state, reason, detail) => {
    refusal = failure;
    player.retry();
    await settle();
    expect(player.view).toMatchObject({ state, reason, detail });
  });

  it('names a codec that the browser cannot play', () => {
    FakeSocket.last.tell({ type: 'init', mime: H265, width: 1920, height: 1080 });
    expect(player.view).toMatchObject({ state: 'unplayable', detail: 'H.265' });
  });

  it('warns before the time limit, and continues to play on request', () => {
    FakeSocket.last.tell({ type: 'limit', remainingMs: 30_000 });
    expect(player.view.endsAt).toBe(Date.now() + 30_000);
    player.keepPlaying();
    expect([FakeSocket.last.sent, player.view.endsAt]).toEqual([[KEEP_PLAYING], null]);
  });

  it('plays sound only when it is turned on', () => {
    const pcm = () => FakeSocket.last.sendPart(2, 0, 0, 0, 0, 0x00, 0x40, 0x00, 0xc0);
    expect(video.muted).toBe(true);
    FakeSocket.last.tell({ type: 'audio', rate: 8_000, codec: 'g711a', isSupported: true });
    pcm();
    expect([heard, player.view.sound]).toEqual([[], 'playable']);
    player.setSound(true);
    pcm();
    pcm();
    expect(heard).toEqual(
      [
        { at: 0.15, samples: [0.5, -0.5], rate: 8_000 },
        { at: 0.15 + 2 / 8_000, samples: [0.5, -0.5], rate: 8_000 },
      ].map((block) => expect.objectContaining(block)),
    );
    player.setSound(false);
    pcm();
    expect([heard.length, soundClock.open]).toEqual([2, 0]);
  });

  it('plays passed-through sound in a separate element, if the browser can', () => {
    const mime = 'audio/mp4; codecs="mp4a.40.2"';
    const isTypeSupported = vi.spyOn(FakeMediaSource, 'isTypeSupported').mockReturnValue(true);
    FakeSocket.last.tell({ type: 'audio', rate: 16_000, codec: 'aac', isSupported: true, mime });
    FakeSocket.last.sendPart(3, 7);
    FakeSocket.last.sendPart(4, 1);
    expect([player.view.sound, FakeMediaSource.opened]).toEqual(['playable', []]);
    player.setSound(true);
    FakeMediaSource.last.open();
    FakeSocket.last.sendPart(4, 2);
    FakeMediaSource.last.buffer.finish();
    expect(FakeMediaSource.last.buffer.steps).toEqual(['append 7', 'append 2']);
    player.setSound(false);
    FakeSocket.last.sendPart(4, 3);
    expect(FakeMediaSource.last.buffer.steps).toHaveLength(2);
    isTypeSupported.mockReturnValue(false);
    FakeSocket.last.tell({ type: 'audio', rate: 16_000, codec: 'aac', isSupported: true, mime });
    expect(player.view.sound).toBe('unsupported');
    isTypeSupported.mockRestore();
  });

  it('reports that it cannot decode the sound', () => {
    FakeSocket.last.tell({ type: 'audio', rate: 0, codec: 'aac', isSupported: false });
    expect(player.view.sound).toBe('unsupported');
  });

  it('ignores unknown messages', () => {
    FakeSocket.last.onmessage?.({ data: 'nonsense' });
    FakeSocket.last.onmessage?.({ data: '{"type":"later"}' });
    FakeSocket.last.sendPart(9, 1);
    FakeSocket.last.sendPart(1, 1);
    expect(stateNow()).toBe('requesting');
  });

  it('ignores all events after it stopped', async () => {
    const { last } = FakeSocket;
    showPicture(last, video);
    player.stop();
    last.tell({ type: 'state', state: 'ended', reason: 'refused' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect([paths, last.readyState, player.view.state]).toEqual([1, 3, 'requesting']);
  });
});
