import type { Socket } from 'node:dgram';
import type { AddressInfo, ListenOptions, Server } from 'node:net';

/** Resolves with the port. Rejects if it is in use. `onError`: errors of the open server, which would end the process otherwise. */
export const listenTcp = (server: Server, options: ListenOptions, onError: (error: Error) => void): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, () => {
      server.off('error', reject);
      server.on('error', onError);
      resolve((server.address() as AddressInfo).port);
    });
  });

/** The same for datagrams. */
export const bindUdp = (socket: Socket, port: number, address: string, onError: (error: Error) => void): Promise<number> =>
  new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind({ port, address }, () => {
      socket.off('error', reject);
      socket.on('error', onError);
      resolve(socket.address().port);
    });
  });
