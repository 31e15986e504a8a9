import { createServer, type Server, type Socket } from 'node:net';

/** Ports of data connections; 0 to 0: any free ones. */
export type PassivePorts = { readonly first: number; readonly last: number };

/** A listener for one data connection, from one address. */
export type DataListener = {
  readonly port: number;
  /** The connection. Rejects if none comes in time, or if the listener is closed. */
  accept(): Promise<Socket>;
  close(): void;
};

/** Hands out ports of a range in turn: a port that was just used is used last. */
export function createPassivePorts({ first, last }: PassivePorts) {
  let next = first;
  const listen = async (host: string): Promise<Server> => {
    for (let tries = last - first; ; tries--) {
      const port = next;
      next = next === last ? first : next + 1;
      try {
        return await listenAt(host, port);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || tries <= 0) throw error;
      }
    }
  };
  return {
    /** Rejects if no port is free. */
    open: async (host: string, peer: string, waitMs: number): Promise<DataListener> =>
      toDataListener(await listen(host), peer, waitMs),
  };
}

export type OpenDataListener = ReturnType<typeof createPassivePorts>['open'];

function listenAt(host: string, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer({ pauseOnConnect: true });
    server.once('error', reject);
    server.listen({ host, port, exclusive: true, backlog: 4 }, () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}

function toDataListener(server: Server, peer: string, waitMs: number): DataListener {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  // it may fail before anybody accepts
  promise.catch(() => undefined);
  let isTaken = false;
  const fail = () => {
    clearTimeout(timer);
    server.close();
    reject(new Error('no data connection'));
  };
  const timer = setTimeout(fail, waitMs);
  server.on('error', fail);
  server.on('connection', (socket) => {
    socket.on('error', () => undefined);
    // another host must not send or steal the file of this client
    if (isTaken || socket.remoteAddress !== peer) return socket.destroy();
    isTaken = true;
    clearTimeout(timer);
    server.close();
    resolve(socket);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    accept: () => promise,
    close: () => {
      fail();
      void promise.then(
        (socket) => socket.destroy(),
        () => undefined,
      );
    },
  };
}
