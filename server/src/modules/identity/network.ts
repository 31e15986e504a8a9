import { isIPv6 } from 'node:net';

/** The network that logins are counted by: an IPv4 address, or the /64 that a provider gives one customer of IPv6. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  // an IPv4 tail stands for two groups, which lie outside the /64
  const [head = '', tail] = plain.replace(/[^:]*\.[^:]*$/, '0:0').split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
