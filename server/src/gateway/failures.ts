import type { Log } from '../platform/observe/log.ts';
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
  readonly #lines: Throttle;
  readonly #log: Log;
  readonly #now: () => number;

  constructor(limits: GatewayLimits, log: Log, now: () => number) {
    this.#lines = new Throttle(limits.failureLines, limits.throttleMs);
    this.#log = log;
    this.#terminals = new Throttle(limits.failuresPerTerminal, limits.throttleMs);
    this.#addresses = new Throttle(limits.failuresPerAddress, limits.throttleMs);
    this.#now = now;
  }

  /** Counts one, and logs it unless too many were logged already. */
  add(session: Session, what: string, detail: object = {}): void {
    const { address, peer } = session.link;
    if (this.#lines.take(what, this.#now())) this.#log.warn({ phone: session.phone, peer, ...detail }, what);
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
