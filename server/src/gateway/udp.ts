import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { Conversation, type Handlers } from './conversation.ts';
import type { CloseReason, Link } from './link.ts';

/** How many of the oldest peers are looked at for one that may go. */
const EVICTION_LOOKS = 64;

/** One remote address and port; a session of it lives there as on a connection. */
class UdpPeer implements Link {
  readonly transport = 'udp';
  readonly address: string;
  readonly peer: string;
  heardAt: number;
  readonly conversation: Conversation;
  readonly #port: number;
  readonly #socket: Socket;
  #over = false;
  readonly #onClose: (peer: UdpPeer, reason: CloseReason) => void;

  constructor(
    handlers: Handlers,
    socket: Socket,
    remote: RemoteInfo,
    now: number,
    onClose: (peer: UdpPeer, reason: CloseReason) => void,
  ) {
    this.address = remote.address;
    this.#port = remote.port;
    this.peer = `${remote.address}:${remote.port}`;
    this.heardAt = now;
    this.#socket = socket;
    this.#onClose = onClose;
    this.conversation = new Conversation(handlers, this);
  }

  /** Each answer is a datagram of its own, to where the question came from. */
  send(frame: Uint8Array): void {
    if (this.#over) return;
    // an unreachable peer is no fault of ours; it will ask again
    this.#socket.send(frame, this.#port, this.address, () => {});
  }

  hold(): void {}

  release(): void {}

  close(reason: CloseReason): void {
    this.#onClose(this, reason);
  }

  /** Nothing is sent from now on: the socket may be closed before the last commit. */
  end(): void {
    this.#over = true;
  }
}

/** The UDP side of the listener. */
export type UdpListener = {
  /** Resolves with the port. Rejects when it is taken. */
  listen(port: number, host: string): Promise<number>;
  sweep(now: number): void;
  /** Hears nothing any more; what was heard is still answered. */
  drain(): void;
  stop(): Promise<void>;
  readonly peers: number;
};

export function createUdpListener(handlers: Handlers, family: 'udp4' | 'udp6'): UdpListener {
  const { ingest, limits, metrics, now, log } = handlers.parts;
  const peers = new Map<string, UdpPeer>();
  const socket = createSocket({ type: family, recvBufferSize: 4 * 1024 * 1024 });

  const end = (peer: UdpPeer, reason: CloseReason) => {
    if (peers.get(peer.peer) !== peer) return;
    peers.delete(peer.peer);
    peer.end();
    metrics.closed.inc({ reason });
    peer.conversation.over(reason);
  };

  /** Anyone can fill the table with invented addresses: of the oldest peers one on which nobody is known goes. */
  const makeRoom = (): boolean => {
    let looked = 0;
    for (const peer of peers.values()) {
      if (!peer.conversation.live) {
        end(peer, 'too many connections');
        return true;
      }
      if (++looked === EVICTION_LOOKS) return false;
    }
    return false;
  };

  const hear = (datagram: Uint8Array, remote: RemoteInfo) => {
    metrics.bytes.inc({ transport: 'udp' }, datagram.length);
    // it cannot be told to wait; unanswered, it sends again
    if (ingest.full) return metrics.refused.inc({ reason: 'full' });
    const key = `${remote.address}:${remote.port}`;
    let peer = peers.get(key);
    if (peer === undefined) {
      if (peers.size >= limits.datagramPeers && !makeRoom()) return metrics.refused.inc({ reason: 'connections' });
      peer = new UdpPeer(handlers, socket, remote, now(), end);
      peers.set(key, peer);
    }
    peer.heardAt = now();
    peer.conversation.hear(datagram, peer.heardAt);
  };

  socket.on('message', hear);

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        socket.once('error', reject);
        socket.bind({ port, address: host }, () => {
          socket.off('error', reject);
          socket.on('error', (error) => log.error({ err: error }, 'gateway datagram socket'));
          resolve(socket.address().port);
        });
      }),
    sweep: (time) => {
      for (const peer of peers.values()) {
        peer.conversation.sweep(time);
        const silence = time - peer.heardAt;
        if (silence > limits.idleMs) end(peer, 'idle');
        else if (silence > limits.unknownMs && !peer.conversation.live) end(peer, 'unknown terminal');
      }
    },
    drain: () => {
      socket.off('message', hear);
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
