import { expect, it } from 'vitest';
import { MEDIA_LIMITS } from './limits.ts';
import { MediaStream } from './media-stream.ts';

it('a stream does not time out while its viewers pause, but does after they resume', () => {
  let now = 1_000;
  const told: boolean[] = [];
  const messages: string[] = [];
  const source = {
    transport: 'tcp' as const,
    lastAt: now,
    send: () => true,
    isReleased: false,
    release: () => (source.isReleased = true),
  };
  const stream = new MediaStream(
    {
      kind: 'live',
      vehicleId: 1,
      departmentId: 1,
      channel: 1,
      streamType: 1,
      sims: [],
      address: null,
      stop: () => undefined,
      pause: (isPaused) => told.push(isPaused),
    },
    {
      limits: MEDIA_LIMITS,
      now: () => now,
      onEnd: () => undefined,
      isChannelWanted: () => false,
      hasOther: () => false,
      onSwitch: () => undefined,
      onReceived: () => undefined,
      onFault: () => undefined,
    },
  );
  const sink = {
    backlog: 0,
    sendText: (text: string) => messages.push(text),
    sendBytes: () => undefined,
    close: () => undefined,
  };
  const viewer = stream.watch({ sink, wantsSound: false, onEnd: () => undefined });
  stream.bind(source);
  viewer.setPaused(true);
  now += MEDIA_LIMITS.silentMs * 10;
  stream.sweep();
  expect([told, source.isReleased, messages.at(-2)]).toEqual([[true], false, '{"type":"state","state":"paused"}']);
  viewer.setPaused(false);
  stream.sweep();
  expect([told, source.isReleased]).toEqual([[true, false], false]);
  now += MEDIA_LIMITS.silentMs + 1;
  stream.sweep();
  expect([stream.state, source.isReleased]).toEqual(['waitingStream', true]);
});
