import { createServer, type Server, type Socket } from 'node:net';
import { listenTcp } from '../platform/listen.ts';
import type { Log } from '../platform/observe/log.ts';
import type { RegulatorLimits } from './limits.ts';
import { createPendingConnections } from './pending-connections.ts';

/** A listener for links of other platforms. */
export type LinkListener = {
  /** Resolves with the port. */
  start(): Promise<number>;
  /**
   * Listens on these ports too, and no longer on earlier ones that are missing here; their links stay open. Returns the ports that
   * cannot be opened, with the reason.
   */
  setFurtherPorts(ports: ReadonlySet<number>): Promise<ReadonlyMap<number, string>>;
  /** Closes the listener and its links. */
  stop(): Promise<void>;
};

/** Call `authenticated` after a successful login and `refused` after a failed one. */
export type OnLink = (socket: Socket, login: { authenticated(): void; refused(): void }) => void;

/** `port` 0 chooses a free one. Connections of blocked networks are closed. */
export function createLinkListener(
  deps: {
    readonly host: string;
    readonly port: number;
    readonly limits: RegulatorLimits;
    readonly log: Log;
  },
  onLink: OnLink,
): LinkListener {
  const sockets = new Set<Socket>();
  const pending = createPendingConnections(deps.limits);
  let main: Server | undefined;
  let mainPort = deps.port;
  const further = new Map<number, Server>();

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

  const listen = async (port: number) => {
    // the line closes a half-closed link
    const server = createServer({ allowHalfOpen: true }, accept);
    const onError = (error: Error) => deps.log.error({ err: error }, 'listener of links');
    return { server, port: await listenTcp(server, { port, host: deps.host }, onError) };
  };

  return {
    start: async () => {
      pending.start();
      ({ server: main, port: mainPort } = await listen(deps.port));
      return mainPort;
    },
    setFurtherPorts: async (ports) => {
      for (const [port, server] of further) {
        if (ports.has(port)) continue;
        further.delete(port);
        server.close();
      }
      const failed = new Map<number, string>();
      for (const port of ports) {
        if (port === mainPort || further.has(port)) continue;
        try {
          further.set(port, (await listen(port)).server);
        } catch (error) {
          failed.set(port, (error as NodeJS.ErrnoException).code ?? String(error));
        }
      }
      return failed;
    },
    stop: async () => {
      pending.stop();
      const servers = [...(main ? [main] : []), ...further.values()];
      further.clear();
      const closed = Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
