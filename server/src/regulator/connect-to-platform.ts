import { lookup } from 'node:dns';
import { isIP, type Socket } from 'node:net';

/**
 * Connects to where another platform may be: names are resolved once, and what they resolve to is what is looked at. An address that
 * is no platform's destroys the socket.
 */
export function connectToPlatform(
  socket: Socket,
  { host, port }: { readonly host: string; readonly port: number },
  mayReach: (address: string) => boolean,
): void {
  const refuse = () => socket.destroy(new Error(`${host} is no address of another platform`));
  if (isIP(host) !== 0) {
    if (mayReach(host)) socket.connect({ host, port });
    else refuse();
    return;
  }
  lookup(host, { family: 4 }, (error, address) => {
    if (socket.destroyed) return;
    if (error) socket.destroy(error);
    else if (mayReach(address)) socket.connect({ host: address, port });
    else refuse();
  });
}
