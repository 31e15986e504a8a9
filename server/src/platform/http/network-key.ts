import { isIPv6 } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;
const NETWORK_GROUPS = 4;

/** The key by which limits count an address: IPv4 as it is, IPv6 by its /64, because one host may have all of that. */
export function networkKey(address: string): string {
  const plain = address.split('%', 1)[0]!;
  const mapped = MAPPED_IPV4.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(plain)) return address;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const split = (part: string) => part.split(':').filter((group) => group !== '');
  const front = split(head);
  const back = tail === undefined ? [] : split(tail);
  // a last part in dotted form stands for two groups
  const width = back.length + (back.at(-1)?.includes('.') ? 1 : 0);
  const zeros = tail === undefined ? 0 : GROUPS - front.length - width;
  const groups = [...front, ...Array.from({ length: zeros }, () => '0'), ...back].slice(0, NETWORK_GROUPS);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
