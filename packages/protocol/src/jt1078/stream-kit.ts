// Shared by the tests of this folder.
import { PacketFramer, packetize, type StreamPacket } from './index.ts';

export const SIM = '13912345678';

/** The packets of one frame. */
export const framePackets = (
  data: Uint8Array,
  sequence: number,
  more: Partial<Parameters<typeof packetize>[0]> = {},
  bodyBytes?: number,
): StreamPacket[] =>
  packetize(
    { sim: SIM, channel: 1, payloadType: 98, dataType: 'predictedFrame', timestampMs: 1000, data, ...more },
    sequence,
    bodyBytes,
  );

export const joinBytes = (...parts: readonly Uint8Array[]): Uint8Array => {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
};

/** Bytes that differ from place to place, without a magic. */
export const filler = (length: number, seed = 0): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => 0x80 | ((i * 7 + seed) & 0x7f));

/** What a framer gives for bytes in chunks of some size. */
export function frameBytes(
  bytes: Uint8Array,
  chunkBytes: number = bytes.length,
  framer: PacketFramer = new PacketFramer(),
): { packets: StreamPacket[]; bad: [string, number][]; pending: number } {
  const packets: StreamPacket[] = [];
  const bad: [string, number][] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    framer.push(
      bytes.subarray(at, at + chunkBytes),
      (packet) => packets.push(packet),
      (reason, shown) => bad.push([reason, shown.length]),
    );
  }
  return { packets, bad, pending: framer.pending };
}
