import { lookup } from 'node:dns/promises';
import { BlockList, connect, isIPv6 } from 'node:net';

/** PROBE_RESULT */
export const PROBE = { reached: 0, refused: 1, timedOut: 2, unresolved: 3, unreachable: 4, forbidden: 5 } as const;

export type Probe = {
  readonly result: (typeof PROBE)[keyof typeof PROBE];
  /** Time to connect, in whole ms; null without a connection. */
  readonly ms: number | null;
};

/** For name resolution and all connection attempts together. */
const MAX_PROBE_MS = 3_000;
/** Addresses of one name that are tried. */
const MAX_ADDRESSES = 4;

/**
 * Loopback, link-local, cloud metadata (it serves credentials) and multicast addresses: a probe never connects to them (SSRF).
 * Private networks are allowed: regulators are often behind a VPN.
 */
const forbidden = (() => {
  const list = new BlockList();
  for (const [net, bits] of [
    ['0.0.0.0', 8],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['192.0.0.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ] as const)
    list.addSubnet(net, bits);
  list.addAddress('100.100.100.200');
  for (const [net, bits] of [
    ['::', 127],
    ['64:ff9b::', 96],
    ['2002::', 16],
    ['fe80::', 10],
    ['ff00::', 8],
  ] as const)
    list.addSubnet(net, bits, 'ipv6');
  for (const address of ['fd00:ec2::254', 'fd20:ce::254']) list.addAddress(address, 'ipv6');
  return list;
})();

/** Whether an IP address may belong to another platform. */
export const isExternalAddress = (address: string): boolean => !forbidden.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/**
 * Opens a TCP connection and closes it; sends nothing. Never throws. Resolves a name once, checks its addresses and connects to
 * the same addresses, which prevents DNS rebinding.
 */
export async function probeConnectivity(options: {
  readonly host: string;
  readonly port: number;
  readonly mayReach?: (address: string) => boolean;
  readonly limitMs?: number;
}): Promise<Probe> {
  const { host, port, mayReach = isExternalAddress, limitMs = MAX_PROBE_MS } = options;
  const until = performance.now() + limitMs;
  const addresses = await resolveAddresses(host, limitMs);
  if (!Array.isArray(addresses)) return addresses;
  if (!addresses.every(mayReach)) return failed('forbidden');
  let last: Probe = failed('unreachable');
  for (const [at, address] of addresses.entries()) {
    const shareMs = (until - performance.now()) / (addresses.length - at);
    last = await connectTo(address, port, Math.max(1, shareMs));
    if (last.result === PROBE.reached) break;
  }
  return last;
}

const failed = (result: Exclude<keyof typeof PROBE, 'reached'>): Probe => ({ result: PROBE[result], ms: null });

/** IPv4 first: nearly all 809 links use it. */
async function resolveAddresses(host: string, limitMs: number): Promise<string[] | Probe> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Probe>((resolve) => {
    timer = setTimeout(() => resolve(failed('timedOut')), limitMs);
  });
  const found = lookup(host, { all: true, order: 'ipv4first' }).then(
    (all) => all.slice(0, MAX_ADDRESSES).map(({ address }) => address),
    () => failed('unresolved'),
  );
  const addresses = await Promise.race([found, late]);
  clearTimeout(timer);
  return Array.isArray(addresses) && addresses.length === 0 ? failed('unresolved') : addresses;
}

function connectTo(address: string, port: number, limitMs: number): Promise<Probe> {
  return new Promise((resolve) => {
    const began = performance.now();
    const socket = connect({ host: address, port });
    const timer = setTimeout(() => end(failed('timedOut')), limitMs);
    const end = (probe: Probe) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(probe);
    };
    socket.once('connect', () => end({ result: PROBE.reached, ms: Math.round(performance.now() - began) }));
    // stays attached: errors may follow destroy()
    socket.on('error', ({ code }: NodeJS.ErrnoException) =>
      end(failed(code === 'ECONNREFUSED' ? 'refused' : code === 'ETIMEDOUT' ? 'timedOut' : 'unreachable')),
    );
  });
}
