import { lookup } from 'node:dns/promises';
import { BlockList, connect, isIPv6 } from 'node:net';

/** PROBE_RESULT */
export const PROBE = { reached: 0, refused: 1, timedOut: 2, unresolved: 3, unreachable: 4, forbidden: 5 } as const;

type Reached = {
  readonly result: (typeof PROBE)[keyof typeof PROBE];
  /** How long the connection took, in whole ms; null without one. */
  readonly ms: number | null;
};

/** For the name, the connection and every address of the name together, ms. */
const REACH_LIMIT_MS = 3_000;
/** Addresses of one name that are tried. */
const MAX_ADDRESSES = 4;

/**
 * Addresses no other platform has: this machine, links, what clouds tell their machines (their keys among it), groups. Private nets
 * are none of them: regulators are often behind a VPN.
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

/** Whether an address (never a name) may be another platform's. */
export const mayBeElsewhere = (address: string): boolean => !forbidden.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/**
 * Opens a TCP connection and closes it; nothing is sent. A name is resolved once and its addresses are what is looked at and
 * connected to, so that no second answer leads elsewhere. Never throws.
 */
export async function reach(options: {
  readonly host: string;
  readonly port: number;
  readonly mayReach?: (address: string) => boolean;
  readonly limitMs?: number;
}): Promise<Reached> {
  const { host, port, mayReach = mayBeElsewhere, limitMs = REACH_LIMIT_MS } = options;
  const until = performance.now() + limitMs;
  const addresses = await addressesOf(host, limitMs);
  if (!Array.isArray(addresses)) return addresses;
  if (!addresses.every(mayReach)) return failed('forbidden');
  let last: Reached = failed('unreachable');
  for (const [at, address] of addresses.entries()) {
    const shareMs = (until - performance.now()) / (addresses.length - at);
    last = await connected(address, port, Math.max(1, shareMs));
    if (last.result === PROBE.reached) break;
  }
  return last;
}

const failed = (result: Exclude<keyof typeof PROBE, 'reached'>): Reached => ({ result: PROBE[result], ms: null });

/** IPv4 first: 809 links are made by it nearly everywhere. */
async function addressesOf(host: string, limitMs: number): Promise<string[] | Reached> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Reached>((resolve) => {
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

function connected(address: string, port: number, limitMs: number): Promise<Reached> {
  return new Promise((resolve) => {
    const began = performance.now();
    const socket = connect({ host: address, port });
    const timer = setTimeout(() => end(failed('timedOut')), limitMs);
    const end = (reached: Reached) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(reached);
    };
    socket.once('connect', () => end({ result: PROBE.reached, ms: Math.round(performance.now() - began) }));
    // also what comes after the end
    socket.on('error', ({ code }: NodeJS.ErrnoException) =>
      end(failed(code === 'ECONNREFUSED' ? 'refused' : code === 'ETIMEDOUT' ? 'timedOut' : 'unreachable')),
    );
  });
}
