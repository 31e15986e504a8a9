import { createServer, type Server, type Socket } from 'node:net';
import type { RegulatorLimits } from './limits.ts';
import { createPendingConnections } from './pending-connections.ts';

/** A port others open links to. */
export type LinkListener = {
  /** Resolves with the port. */
  start(): Promise<number>;
  /** Cuts what is linked. */
  stop(): Promise<void>;
};

/** `known` is called when somebody has said who they are; `refused` when a login is. */
export type OnLink = (socket: Socket, stranger: { known(): void; refused(): void }) => void;

/** `port` 0 chooses a free one. Addresses with too many strangers are not listened to. */
export function createLinkListener(
  deps: { readonly host: string; readonly port: number; readonly limits: RegulatorLimits },
  onLink: OnLink,
): LinkListener {
  const sockets = new Set<Socket>();
  const strangers = createPendingConnections(deps.limits);
  let server: Server | undefined;

  const accept = (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    socket.on('error', () => undefined);
    if (strangers.tooMany(address)) return void socket.destroy();
    const known = strangers.enter(address);
    sockets.add(socket);
    socket.once('close', () => {
      known();
      sockets.delete(socket);
    });
    onLink(socket, { known, refused: () => strangers.refuse(address) });
  };

  return {
    start: () =>
      new Promise((resolve, reject) => {
        strangers.start();
        // ends are said by us: a half-closed link is closed by its line
        server = createServer({ allowHalfOpen: true }, accept);
        server.once('error', reject);
        server.listen(deps.port, deps.host, () => {
          const address = server?.address();
          resolve(typeof address === 'object' && address ? address.port : deps.port);
        });
      }),
    stop: async () => {
      strangers.stop();
      const closed = new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
