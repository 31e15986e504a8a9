import type { DataType, StreamPacket } from './packet.ts';

/** Body bytes per packet, JT/T 1078-2016 table 19. */
export const STANDARD_BODY_BYTES = 950;

/** A frame to be sent: fields that its packets share. */
export type OutgoingFrame = {
  readonly sim: string;
  readonly channel: number;
  readonly payloadType: number;
  readonly dataType: DataType;
  readonly timestampMs: number;
  readonly keyFrameIntervalMs?: number;
  readonly frameIntervalMs?: number;
  readonly data: Uint8Array;
};

/** Cuts a frame into packets from a sequence number on. */
export function packetize(frame: OutgoingFrame, firstSequence: number, bodyBytes: number = STANDARD_BODY_BYTES): StreamPacket[] {
  const { sim, channel, payloadType, dataType, data } = frame;
  const isVideo = dataType !== 'audio' && dataType !== 'transparent';
  const count = Math.max(1, Math.ceil(data.length / bodyBytes));
  return Array.from({ length: count }, (_, i) => {
    const isLast = i === count - 1;
    return {
      sim,
      channel,
      sequence: (firstSequence + i) & 0xffff,
      payloadType,
      marker: isLast,
      dataType,
      part: count === 1 ? 'whole' : i === 0 ? 'first' : isLast ? 'last' : 'middle',
      timestampMs: dataType === 'transparent' ? null : frame.timestampMs,
      keyFrameIntervalMs: isVideo ? (frame.keyFrameIntervalMs ?? 0) : null,
      frameIntervalMs: isVideo ? (frame.frameIntervalMs ?? 0) : null,
      body: data.subarray(i * bodyBytes, (i + 1) * bodyBytes),
    };
  });
}
