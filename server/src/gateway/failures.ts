import type { GatewayLimits } from './limits.ts';
import type { Session } from './session.ts';
import { Throttle } from './throttle.ts';

/**
 * Wrong codes, refused registrations and numbers nobody knows. Counted for each terminal at each address, so that guessing at one
 * terminal shuts out neither its neighbours behind the same NAT nor the real one elsewhere; and for each address, whose connections
 * are hung up on, and whose unknown numbers are not looked up any more, when it fails too often. A known terminal with the right
 * code always gets in.
 */
export class Failures {
  readonly #terminals: Throttle;
  readonly #addresses: Throttle;
  readonly #now: () => number;

  constructor(limits: GatewayLimits, now: () => number) {
    this.#terminals = new Throttle(limits.failuresPerTerminal, limits.throttleMs);
    this.#addresses = new Throttle(limits.failuresPerAddress, limits.throttleMs);
    this.#now = now;
  }

  add(session: Session): void {
    const { address } = session.link;
    this.#terminals.take(`${session.phone}@${address}`, this.#now());
    this.#addresses.take(address, this.#now());
  }

  /** This terminal failed too often from this address: it is not even looked at. */
  barred(session: Session): boolean {
    return this.#terminals.spent(`${session.phone}@${session.link.address}`, this.#now());
  }

  /** The address failed too often. */
  exhausted(address: string): boolean {
    return this.#addresses.spent(address, this.#now());
  }
}
