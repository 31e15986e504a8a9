import { lookup } from 'node:dns';
import { isIP, type Socket } from 'node:net';

/** Connects to a platform. A name is resolved once, and `mayReach` checks the address that is used (no SSRF by DNS rebinding). */
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
