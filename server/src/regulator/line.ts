import type { Socket } from 'node:net';
import { SECOND_MS } from '@fleetwarden/domain/durations';
import {
  type BadFrameReason,
  Channel,
  type ChannelOptions,
  type Content,
  type Heard,
  type Sent,
} from '@fleetwarden/protocol/jt809';
import type { RegulatorLimits } from './limits.ts';

/** A connection to another platform. */
export type Line = {
  readonly channel: Channel;
  readonly address: string;
  /** Sends a message; null when the connection is no more. Throws CodecError for values that do not fit. */
  send(content: Content): Sent | null;
  /** Whether more may be sent without piling up here. */
  readonly room: boolean;
  /** Sends what is written, then ends it; later words are told of nobody. */
  close(reason: string): void;
};

export type LineEvents = {
  readonly onMessage: (heard: Heard) => void;
  readonly onBad: (reason: BadFrameReason, bytes: Uint8Array) => void;
  /** Once. */
  readonly onClosed: (reason: string) => void;
};

/** Speaks JT/T 809 over an open socket: bounded in rate, silence, garbage and what the other side leaves unread. */
export function createLine(
  socket: Socket,
  options: Omit<ChannelOptions, 'write'>,
  limits: RegulatorLimits,
  events: LineEvents,
): Line {
  let closedBy: string | undefined;
  let bad = 0;
  let heardThisSecond = 0;
  let second = 0;
  const channel = new Channel({ ...options, write: (bytes) => void socket.write(bytes) });
  const address = socket.remoteAddress ?? '';

  const close = (reason: string) => {
    if (closedBy !== undefined) return;
    closedBy = reason;
    socket.end();
    // a half-closed one would stay
    setTimeout(() => socket.destroy(), SECOND_MS).unref();
  };

  const onMessage = (heard: Heard) => {
    if (closedBy !== undefined) return;
    heardThisSecond++;
    events.onMessage(heard);
  };
  const onBad = (reason: BadFrameReason, bytes: Uint8Array) => {
    if (closedBy !== undefined) return;
    events.onBad(reason, bytes);
    if (++bad > limits.badFrames) close('too many bad frames');
  };

  socket.setNoDelay(true);
  socket.setTimeout(limits.silentMs, () => close('silent'));
  socket.on('data', (chunk: Uint8Array) => {
    const now = Date.now();
    if (now - second >= SECOND_MS) [second, heardThisSecond] = [now, 0];
    channel.hear(chunk, { onMessage, onBad });
    if (heardThisSecond <= limits.messagesPerSecond) return;
    socket.pause();
    setTimeout(() => socket.resume(), SECOND_MS).unref();
  });
  // the other side has said all: half-closed is closed
  socket.on('end', () => close('closed by the other platform'));
  socket.on('error', (error) => {
    closedBy ??= error.message;
  });
  socket.once('close', () => events.onClosed(closedBy ?? 'closed by the other platform'));

  return {
    channel,
    address,
    send: (content) => {
      if (closedBy !== undefined || !socket.writable) return null;
      const sent = channel.send(content);
      if (socket.writableLength > limits.unreadBytes) {
        close('nothing is read there');
        socket.destroy();
      }
      return sent;
    },
    get room() {
      return closedBy === undefined && socket.writableLength < limits.heldBytes;
    },
    close,
  };
}
