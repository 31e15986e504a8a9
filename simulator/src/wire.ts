import { createSocket } from 'node:dgram';
import { connect } from 'node:net';

export type Transport = 'tcp' | 'udp';

/** A connection to the server. `write` sends whole pieces in order; after `closed` there are no more calls. */
export type Wire = { readonly write: (bytes: Uint8Array) => void; readonly close: () => void };

export type WireEvents = {
  readonly opened: () => void;
  readonly received: (bytes: Uint8Array) => void;
  /** Once, however it ended: the reason in words. */
  readonly closed: (reason: string) => void;
};

const CONNECT_TIMEOUT_MS = 15_000;
/** Unsent bytes in the socket beyond which the server counts as stuck. */
const MAX_UNSENT_BYTES = 1024 * 1024;

/** Opens a TCP connection or a UDP socket of its own to the server. */
export function openWire(transport: Transport, host: string, port: number, events: WireEvents): Wire {
  return transport === 'tcp' ? openTcp(host, port, events) : openUdp(host, port, events);
}

function openTcp(host: string, port: number, events: WireEvents): Wire {
  const socket = connect({ host, port, noDelay: true });
  let reason = 'closed by the server';
  socket.setTimeout(CONNECT_TIMEOUT_MS, () => socket.destroy(new Error('no answer to the connection')));
  socket.on('connect', () => {
    socket.setTimeout(0);
    events.opened();
  });
  socket.on('data', events.received);
  socket.on('error', (error) => {
    reason = error.message;
  });
  socket.on('close', () => events.closed(reason));
  return {
    write: (bytes) => {
      if (socket.writableLength > MAX_UNSENT_BYTES) socket.destroy(new Error('the server does not read'));
      else if (!socket.destroyed) socket.write(bytes);
    },
    close: () => {
      reason = 'closed by the terminal';
      socket.destroy();
    },
  };
}

function openUdp(host: string, port: number, events: WireEvents): Wire {
  const socket = createSocket('udp4');
  let open = true;
  const end = (reason: string) => {
    if (!open) return;
    open = false;
    socket.close(() => events.closed(reason));
  };
  socket.on('message', events.received);
  socket.on('error', (error) => end(error.message));
  socket.connect(port, host, () => {
    if (open) events.opened();
  });
  return {
    write: (bytes) => {
      // a refusal by ICMP shows here; the missing answer is what the terminal acts upon
      if (open) socket.send(bytes, () => undefined);
    },
    close: () => end('closed by the terminal'),
  };
}
