import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Open connections of an HTTP server. `connectionsPerAddress` does not apply behind a proxy, which is one address. */
export type HttpConnectionLimits = { readonly connections: number; readonly connectionsPerAddress?: number | undefined };

export type ConnectionGuard = {
  /**
   * For the stop of the server: closes connections without a request, others after their answer, and refuses new ones. Browsers open
   * spare connections, on which nothing was sent yet; Node would wait a minute for their first request.
   */
  close(): void;
};

type Connection = { readonly socket: Socket; readonly address: string };

/** With TLS, requests show another socket object than connections. */
const nameOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress}|${remotePort}`;

/**
 * Bounds the connections of an HTTP server. A new connection beyond the bound replaces the one that has been idle longest, so
 * idle connections never keep others out. Connections with a request or a WebSocket are not closed.
 */
export function guardConnections(server: Server, limits: HttpConnectionLimits): ConnectionGuard {
  const { connections, connectionsPerAddress = Number.POSITIVE_INFINITY } = limits;
  const open = new Map<string, Connection>();
  /** Those without a request, the longest idle first. */
  const idle = new Map<string, Connection>();
  const byAddress = new Map<string, number>();
  let closed = false;

  const forget = (name: string, connection: Connection) => {
    if (open.get(name) !== connection) return;
    open.delete(name);
    idle.delete(name);
    const left = (byAddress.get(connection.address) ?? 1) - 1;
    if (left === 0) byAddress.delete(connection.address);
    else byAddress.set(connection.address, left);
  };

  const closeLongestIdle = (address?: string): boolean => {
    for (const [name, connection] of idle) {
      if (address !== undefined && connection.address !== address) continue;
      forget(name, connection);
      connection.socket.destroy();
      return true;
    }
    return false;
  };

  /** Whether there is room for a connection of an address, made by closing an idle one if necessary. */
  const makeRoom = (address: string): boolean => {
    if ((byAddress.get(address) ?? 0) >= connectionsPerAddress) return closeLongestIdle(address);
    return open.size < connections || closeLongestIdle();
  };

  server.on('connection', (socket: Socket) => {
    const { remoteAddress: address } = socket;
    if (closed || address === undefined || !makeRoom(address)) return void socket.destroy();
    const [name, connection] = [nameOf(socket), { socket, address }];
    open.set(name, connection);
    idle.set(name, connection);
    byAddress.set(address, (byAddress.get(address) ?? 0) + 1);
    socket.once('close', () => forget(name, connection));
  });
  server.on('request', ({ socket }, response) => {
    const name = nameOf(socket);
    const connection = idle.get(name);
    if (!connection) return;
    idle.delete(name);
    response.once('close', () => {
      if (closed) socket.end();
      else if (open.get(name) === connection) idle.set(name, connection);
    });
  });
  server.on('upgrade', ({ socket }) => idle.delete(nameOf(socket)));

  return {
    close: () => {
      closed = true;
      while (closeLongestIdle());
    },
  };
}
