import { WebSocket } from 'ws';

/** For tests: the HTTP status with which a socket is refused; rejects where it opens. */
export const upgradeRefusal = (url: string, headers: Record<string, string>): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { headers });
    socket.on('unexpected-response', (_request, reply) => resolve(reply.statusCode));
    socket.on('open', () => {
      socket.terminate();
      reject(new Error(`${url} opened`));
    });
  });
