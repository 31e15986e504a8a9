import { MAX_MICROPHONE_BYTES } from '@fleetwarden/contract/video/live-video';
import type { WebSocket } from 'ws';
import type { ViewSink } from './relay.ts';

export const NORMAL_CLOSURE = 1000;

export const isMicrophone = (data: Buffer): boolean => data.length <= MAX_MICROPHONE_BYTES && data.length % 2 === 0;

export const readSamples = (data: Buffer): Int16Array =>
  Int16Array.from({ length: data.length / 2 }, (_, i) => data.readInt16LE(i * 2));

export function toSink(socket: WebSocket): ViewSink {
  const isOpen = () => socket.readyState === socket.OPEN;
  return {
    get backlog() {
      return socket.bufferedAmount;
    },
    sendText: (text) => {
      if (isOpen()) socket.send(text, { binary: false });
    },
    sendBytes: (bytes) => {
      if (isOpen()) socket.send(bytes, { binary: true });
    },
    close: () => socket.close(NORMAL_CLOSURE),
  };
}
