import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { bindUdp } from '../platform/listen.ts';
import type { GatewayDeps } from './deps.ts';
import type { CloseReason, Link } from './link.ts';
import { type ConnectionDeps, TerminalConnection } from './terminal-connection.ts';

type Deps = ConnectionDeps & Pick<GatewayDeps, 'ingest' | 'now'>;

/** How many of the oldest peers are checked for eviction. */
const MAX_EVICTION_CHECKS = 64;

/** One remote address and port; the UDP counterpart of a connection. */
class UdpPeer implements Link {
  readonly transport = 'udp';
  readonly address: string;
  readonly peer: string;
  lastReceivedAt: number;
  readonly connection: TerminalConnection;
  readonly #port: number;
  readonly #socket: Socket;
  #ended = false;
  readonly #onClose: (peer: UdpPeer, reason: CloseReason) => void;

  constructor(
    deps: Deps,
    socket: Socket,
    remote: RemoteInfo,
    now: number,
    onClose: (peer: UdpPeer, reason: CloseReason) => void,
  ) {
    this.address = remote.address;
    this.#port = remote.port;
    this.peer = `${remote.address}:${remote.port}`;
    this.lastReceivedAt = now;
    this.#socket = socket;
    this.#onClose = onClose;
    this.connection = new TerminalConnection(deps, this);
  }

  /** Sends each frame as one datagram. */
  send(frame: Uint8Array): void {
    if (this.#ended) return;
    // send errors are ignored: the terminal sends its message again
    this.#socket.send(frame, this.#port, this.address, () => {});
  }

  hold(): void {}

  release(): void {}

  close(reason: CloseReason): void {
    this.#onClose(this, reason);
  }

  /** Stops sending, because the socket may close before the last commit. */
  end(): void {
    this.#ended = true;
  }
}

/** The UDP side of the listener. */
export type UdpListener = {
  /** Resolves with the port. Rejects if it is in use. */
  listen(port: number, host: string): Promise<number>;
  /** Closes connections that were silent for longer than `idleMs`. */
  sweep(now: number, idleMs: number): void;
  /** Stops receiving. Received messages are still answered. */
  drain(): void;
  stop(): Promise<void>;
  readonly peers: number;
};

export function createUdpListener(deps: Deps, family: 'udp4' | 'udp6'): UdpListener {
  const { ingest, limits, metrics, now, log } = deps;
  const peers = new Map<string, UdpPeer>();
  const socket = createSocket({ type: family, recvBufferSize: 4 * 1024 * 1024 });

  const end = (peer: UdpPeer, reason: CloseReason) => {
    if (peers.get(peer.peer) !== peer) return;
    peers.delete(peer.peer);
    peer.end();
    metrics.closed.inc({ reason });
    peer.connection.onLinkClosed(reason);
  };

  /** Evicts an old peer without a live session, because forged addresses can fill the table. */
  const evictPeer = (): boolean => {
    let checks = 0;
    for (const peer of peers.values()) {
      if (!peer.connection.live) {
        end(peer, 'too many connections');
        return true;
      }
      if (++checks === MAX_EVICTION_CHECKS) return false;
    }
    return false;
  };

  const receive = (datagram: Uint8Array, remote: RemoteInfo) => {
    metrics.bytes.udp.inc(datagram.length);
    // UDP has no backpressure: an unanswered terminal sends again
    if (ingest.full) return metrics.refused.inc({ reason: 'full' });
    const key = `${remote.address}:${remote.port}`;
    let peer = peers.get(key);
    if (peer === undefined) {
      if (peers.size >= limits.datagramPeers && !evictPeer()) return metrics.refused.inc({ reason: 'connections' });
      peer = new UdpPeer(deps, socket, remote, now(), end);
      peers.set(key, peer);
    }
    peer.lastReceivedAt = now();
    peer.connection.receive(datagram, peer.lastReceivedAt);
  };

  socket.on('message', receive);

  return {
    listen: (port, host) => bindUdp(socket, port, host, (error) => log.error({ err: error }, 'gateway datagram socket')),
    sweep: (time, idleMs) => {
      for (const peer of peers.values()) {
        const silence = time - peer.lastReceivedAt;
        if (silence > idleMs) end(peer, 'idle');
        else if (silence > limits.unknownMs && !peer.connection.live) end(peer, 'unknown terminal');
      }
    },
    drain: () => {
      socket.off('message', receive);
    },
    stop: () =>
      new Promise((resolve) => {
        for (const peer of peers.values()) end(peer, 'shutdown');
        socket.close(() => resolve());
      }),
    get peers() {
      return peers.size;
    },
  };
}
