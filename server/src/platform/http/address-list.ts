import { BlockList, isIP } from 'node:net';

const familyOf = (address: string): 'ipv4' | 'ipv6' | undefined =>
  isIP(address) === 0 ? undefined : address.includes(':') ? 'ipv6' : 'ipv4';

/** Whether a list of addresses and networks (10.0.0.0/8) allows an address. An empty list allows each; a wrong entry, none. */
export function isListedAddress(entries: readonly string[], peerIp: string): boolean {
  if (entries.length === 0) return true;
  // an IPv6 socket shows IPv4 peers as ::ffff:a.b.c.d, which BlockList matches against IPv4 rules
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = familyOf(address);
    if (family && bits === undefined) list.addAddress(address, family);
    else if (family) list.addSubnet(address, Number(bits), family);
  }
  const family = familyOf(peerIp);
  return family !== undefined && list.check(peerIp, family);
}
