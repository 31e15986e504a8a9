import { createServer, type Server, type Socket } from 'node:net';
import type { RegulatorLimits } from './limits.ts';
import { createPendingConnections } from './pending-connections.ts';

/** A listener for links of other platforms. */
export type LinkListener = {
  /** Resolves with the port. */
  start(): Promise<number>;
  /** Closes the listener and its links. */
  stop(): Promise<void>;
};

/** Call `authenticated` after a successful login and `refused` after a failed one. */
export type OnLink = (socket: Socket, login: { authenticated(): void; refused(): void }) => void;

/** `port` 0 chooses a free one. Connections of blocked addresses are closed. */
export function createLinkListener(
  deps: { readonly host: string; readonly port: number; readonly limits: RegulatorLimits },
  onLink: OnLink,
): LinkListener {
  const sockets = new Set<Socket>();
  const pending = createPendingConnections(deps.limits);
  let server: Server | undefined;

  const accept = (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    socket.on('error', () => undefined);
    if (pending.isBlocked(address)) return void socket.destroy();
    const authenticated = pending.add(address);
    sockets.add(socket);
    socket.once('close', () => {
      authenticated();
      sockets.delete(socket);
    });
    onLink(socket, { authenticated, refused: () => pending.countRefusal(address) });
  };

  return {
    start: () =>
      new Promise((resolve, reject) => {
        pending.start();
        // the line closes a half-closed link
        server = createServer({ allowHalfOpen: true }, accept);
        server.once('error', reject);
        server.listen(deps.port, deps.host, () => {
          const address = server?.address();
          resolve(typeof address === 'object' && address ? address.port : deps.port);
        });
      }),
    stop: async () => {
      pending.stop();
      const closed = new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
