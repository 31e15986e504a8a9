import { lookup } from 'node:dns/promises';
import { isIPv4 } from 'node:net';

const isLoopback = (address: string): boolean => address.startsWith('127.') || address === '::1';

/**
 * The IPv4 address that PASV tells a client. Behind NAT it is the one of `publicHost`; otherwise the address that the client connected
 * to. IPv6 clients use EPSV.
 */
export const createPassiveAddress =
  (publicHost: () => string | undefined) =>
  async (local: string): Promise<string> => {
    const host = publicHost();
    if (host === undefined || isLoopback(local)) return local;
    if (isIPv4(host)) return host;
    return lookup(host, { family: 4 }).then(
      ({ address }) => address,
      () => local,
    );
  };
