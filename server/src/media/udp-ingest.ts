import { createSocket } from 'node:dgram';
import { CodecError } from '@fleetwarden/protocol/codec';
import { readPacket, type StreamPacket } from '@fleetwarden/protocol/jt1078';
import { bindUdp } from '../platform/listen.ts';
import { ReceivedStream } from './received-stream.ts';
import type { Ingest, IngestDeps } from './tcp-ingest.ts';

/** UDP has no connection: a stream is an address, a SIM and a channel. A refused one is ignored for a while. */
export function createUdpIngest(deps: IngestDeps, family: 'udp4' | 'udp6'): Ingest {
  const { log, limits, metrics, now } = deps;
  const streams = new Map<string, ReceivedStream>();
  /** Refused streams, and until when they are ignored; epoch ms. */
  const ignored = new Map<string, number>();
  const socket = createSocket({ type: family, recvBufferSize: 4 * 1024 * 1024 });

  const receive = (bytes: Uint8Array, remote: { readonly address: string; readonly port: number }) => {
    metrics.bytes.udp.inc(bytes.length);
    let packet: StreamPacket;
    try {
      packet = readPacket(bytes);
    } catch (error) {
      if (!(error instanceof CodecError)) throw error;
      return metrics.bad.inc({ reason: 'length' });
    }
    metrics.packets.inc();
    const key = `${remote.address}:${remote.port} ${packet.sim} ${packet.channel}`;
    const known = streams.get(key);
    if (known) return known.push(packet);
    if ((ignored.get(key) ?? 0) > now()) return;
    if (streams.size + ignored.size >= limits.datagramStreams) return metrics.refused.inc({ reason: 'connections' });
    const stream = new ReceivedStream(deps, packet, {
      transport: 'udp',
      address: remote.address,
      onBound: () => undefined,
      onEnd: (reason) => {
        if (reason !== 'ended') metrics.refused.inc({ reason });
        streams.delete(key);
        ignored.set(key, now() + (reason === 'ended' ? 0 : limits.replaceMs));
      },
    });
    streams.set(key, stream);
  };
  socket.on('message', receive);

  return {
    listen: (port, host) => bindUdp(socket, port, host, (error) => log.error({ err: error }, 'media datagram socket')),
    sweep: (time) => {
      for (const [key, until] of ignored) if (until <= time) ignored.delete(key);
    },
    stop: () =>
      new Promise((resolve) => {
        socket.off('message', receive);
        for (const stream of streams.values()) stream.close();
        socket.close(() => resolve());
      }),
    get connections() {
      return streams.size;
    },
  };
}
