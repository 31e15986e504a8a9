import type { Log } from '../platform/observe/log.ts';
import type { GatewayLimits } from './limits.ts';
import type { Session } from './session.ts';
import { Throttle } from './throttle.ts';

/**
 * Counts wrong codes, refused registrations and unknown numbers, per terminal and address and per address. Guessing codes of one
 * terminal blocks neither other terminals behind the same NAT nor the real terminal. A blocked address can still log in correctly.
 */
export class Failures {
  readonly #terminals: Throttle;
  readonly #addresses: Throttle;
  readonly #logLimit: Throttle;
  readonly #log: Log;
  readonly #now: () => number;

  constructor(limits: GatewayLimits, log: Log, now: () => number) {
    this.#logLimit = new Throttle(limits.failureLines, limits.throttleMs);
    this.#log = log;
    this.#terminals = new Throttle(limits.failuresPerTerminal, limits.throttleMs);
    this.#addresses = new Throttle(limits.failuresPerAddress, limits.throttleMs);
    this.#now = now;
  }

  /** Counts a failure, and logs it within the log limit. */
  add(session: Session, message: string, detail: object = {}): void {
    const { address, peer } = session.link;
    if (this.#logLimit.take(message, this.#now())) this.#log.warn({ phone: session.phone, peer, ...detail }, message);
    this.#terminals.take(`${session.phone}@${address}`, this.#now());
    this.#addresses.take(address, this.#now());
  }

  /** Whether the terminal failed too often from its address. */
  isTerminalBlocked(session: Session): boolean {
    return this.#terminals.isExhausted(`${session.phone}@${session.link.address}`, this.#now());
  }

  /** Whether the address failed too often. */
  isAddressBlocked(address: string): boolean {
    return this.#addresses.isExhausted(address, this.#now());
  }
}
