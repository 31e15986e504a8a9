import type { Socket } from 'node:net';
import { SECOND_MS } from '@fleetwarden/domain/durations';
import {
  type BadFrameReason,
  Channel,
  type ChannelOptions,
  type Content,
  type ReceivedMessage,
  type Sent,
} from '@fleetwarden/protocol/jt809';
import type { RegulatorLimits } from './limits.ts';

/** A connection to another platform. */
export type Line = {
  readonly channel: Channel;
  readonly address: string;
  /** Sends a message; null if the connection is closed. Throws CodecError if a value does not fit its field. */
  send(content: Content): Sent | null;
  /** Whether the send buffer has room. */
  readonly room: boolean;
  /** Sends buffered messages, then closes. Later messages are ignored. */
  close(reason: string): void;
};

export type LineEvents = {
  readonly onMessage: (heard: ReceivedMessage) => void;
  readonly onBad: (reason: BadFrameReason, bytes: Uint8Array) => void;
  /** Called once. */
  readonly onClosed: (reason: string) => void;
};

/** JT/T 809 over an open socket, with limits for rate, silence, bad frames and unread bytes. */
export function createLine(
  socket: Socket,
  options: Omit<ChannelOptions, 'write'>,
  limits: RegulatorLimits,
  events: LineEvents,
): Line {
  let closedBy: string | undefined;
  let bad = 0;
  let receivedThisSecond = 0;
  let second = 0;
  const channel = new Channel({ ...options, write: (bytes) => void socket.write(bytes) });
  const address = socket.remoteAddress ?? '';

  const close = (reason: string) => {
    if (closedBy !== undefined) return;
    closedBy = reason;
    socket.end();
    // otherwise a half-closed socket stays open
    setTimeout(() => socket.destroy(), SECOND_MS).unref();
  };

  const onMessage = (heard: ReceivedMessage) => {
    if (closedBy !== undefined) return;
    receivedThisSecond++;
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
    if (now - second >= SECOND_MS) [second, receivedThisSecond] = [now, 0];
    channel.hear(chunk, { onMessage, onBad });
    if (receivedThisSecond <= limits.messagesPerSecond) return;
    socket.pause();
    setTimeout(() => socket.resume(), SECOND_MS).unref();
  });
  // close on half-close
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
