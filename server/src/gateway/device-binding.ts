import { BlockList, isIP } from 'node:net';
import type { Entry } from './directory.ts';
import type { Session } from './session.ts';
import type { TerminalDetails } from './terminal-store.ts';

/**
 * Why a known terminal may not register: its id differs from the record, another device registered before, or the phone
 * number has a code and the device has no terminal id to be recognized by.
 */
export type RegistrationRefusal = 'terminalId' | 'otherDevice' | 'unproved';

/** Whether two registrations come from one device. */
export const isSameDevice = (a: TerminalDetails, b: TerminalDetails): boolean =>
  a.terminalNo === b.terminalNo &&
  a.maker === b.maker &&
  a.model === b.model &&
  a.plate === b.plate &&
  a.plateColour === b.plateColour;

/** Whether another device may register: an operator allowed it, or the network is trusted. */
export const mayRebind = ({ registrationOpenUntil }: Entry, isTrusted: boolean, now: number): boolean =>
  isTrusted || (registrationOpenUntil !== null && now < registrationOpenUntil);

/**
 * Checks a device against the terminal's record and binding. The phone number alone proves nothing (DESIGN section 9): a code
 * in use is only repeated to the same device, or on a connection that presented it. null: accepted.
 */
export function checkDevice(entry: Entry, details: TerminalDetails, session: Session): RegistrationRefusal | null {
  if (entry.terminalNo !== null && entry.terminalNo !== details.terminalNo) return 'terminalId';
  if (session.state === 'authenticated') return null;
  if (entry.device !== null && !isSameDevice(entry.device, details)) return 'otherDevice';
  // terminals of earlier releases have no binding, so their codes count as used
  const isCodeInUse = entry.authCode !== null && (entry.authenticated || (entry.registered && entry.device === null));
  return isCodeInUse && entry.terminalNo === null ? 'unproved' : null;
}

/** Matches addresses of TRUSTED_TERMINAL_NETWORKS, given as addresses or ranges. */
export function createNetworkMatcher(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  // an IPv6 socket shows IPv4 peers as ::ffff:a.b.c.d, which BlockList matches against IPv4 rules
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
