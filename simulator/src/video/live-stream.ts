import { PacketFramer, type SimBytes, type StreamPacket, writePacket } from '@fleetwarden/protocol/jt1078';
import { dice } from '../random.ts';
import type { ServerAddress } from '../session.ts';
import { openWire } from '../wire.ts';
import type { ChannelStream } from './channel-stream.ts';
import { createPacketFaults, type StreamFaults } from './stream-faults.ts';

/** A connection that sends a stream at its own pace. */
export type LiveStream = {
  /** The stream's next packet may be due at another time. */
  readonly reschedule: () => void;
  readonly close: () => void;
};

type LiveStreamOptions = {
  readonly server: ServerAddress;
  readonly stream: ChannelStream;
  readonly simBytes: SimBytes;
  readonly faults: StreamFaults;
  readonly seed: number;
  /** A packet of the server, in a talk. */
  readonly hear?: (packet: StreamPacket) => void;
  /** Once, however the connection ended. */
  readonly onClosed: () => void;
};

export function openLiveStream({ server, stream, simBytes, faults, seed, hear, onClosed }: LiveStreamOptions): LiveStream {
  const { silentAfterMs = Number.POSITIVE_INFINITY, cutAfterMs = Number.POSITIVE_INFINITY } = faults;
  const arrive = createPacketFaults(faults, dice('stream', seed));
  const framer = new PacketFramer();
  let openedAt: number | undefined;
  let timer: NodeJS.Timeout | undefined;

  const send = (packets: readonly StreamPacket[]) => {
    for (const packet of arrive(packets)) wire.write(writePacket(packet, simBytes));
  };
  const tick = () => {
    if (openedAt === undefined) return;
    const now = Date.now();
    if (now - openedAt >= cutAfterMs) return wire.close();
    const packets = stream.take(now);
    if (now - openedAt < silentAfterMs) send(packets);
    if (stream.isOver?.()) return wire.close();
    reschedule();
  };
  const reschedule = () => {
    clearTimeout(timer);
    if (openedAt === undefined) return;
    const at = Math.min(stream.nextAt(), openedAt + cutAfterMs);
    if (at < Number.POSITIVE_INFINITY) timer = setTimeout(tick, Math.max(1, at - Date.now()));
  };

  const wire = openWire(server.transport, server.host, server.port, {
    opened: () => {
      openedAt = Date.now();
      tick();
    },
    received: (bytes) => {
      if (hear) framer.push(bytes, hear, () => undefined);
    },
    closed: () => {
      openedAt = undefined;
      clearTimeout(timer);
      onClosed();
    },
  });
  return { reschedule, close: wire.close };
}
