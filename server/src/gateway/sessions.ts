import type { ServerBus } from '../platform/bus/server-events.ts';
import type { Log } from '../platform/observe/log.ts';
import { type Entry, isStopped } from './directory.ts';
import type { CloseReason } from './link.ts';
import type { Session } from './session.ts';
import type { SessionJournal, Stay } from './session-journal.ts';
import { Throttle } from './throttle.ts';

/** The live sessions of one phone: one, or several of a terminal that is open until it authenticates. The newest speaker comes first. */
type Presence = { sessions: Session[]; readonly vehicleId: number; readonly stay: Stay };

export type SessionsOptions = {
  readonly bus: ServerBus;
  readonly log: Log;
  readonly journal: SessionJournal;
  readonly now: () => number;
  readonly takeoversPerPhone: number;
  readonly throttleMs: number;
  /** Told of each session whose reports are taken from now on, and of each that is over. */
  readonly joined: (session: Session) => void;
  readonly left: (session: Session) => void;
};

/** Who is connected: one session a phone number, taken over only by one that authenticated. */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #present = new Map<string, Presence>();
  readonly #byVehicle = new Map<number, Presence>();
  readonly #takeovers: Throttle;

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.#takeovers = new Throttle(options.takeoversPerPhone, options.throttleMs);
  }

  /** Terminals that are online. */
  get size(): number {
    return this.#present.size;
  }

  /** The session messages for this terminal go to. */
  of(phone: string): Session | undefined {
    return this.#present.get(phone)?.sessions[0];
  }

  /** The same, by the vehicle the terminal is in. */
  ofVehicle(vehicleId: number): Session | undefined {
    return this.#byVehicle.get(vehicleId)?.sessions[0];
  }

  /** An open session's reports are taken from now on; others of the phone stay, whoever spoke last is answered. */
  open(session: Session): void {
    session.state = 'open';
    this.#join(session);
  }

  /**
   * The terminal authenticated: its session is the only one from now on. False when the phone has moved too often lately; then
   * nothing changes, so two devices with one identity cannot throw each other out for ever.
   */
  authenticate(session: Session): boolean {
    const { log, now } = this.#options;
    const others = (this.#present.get(session.phone)?.sessions ?? []).filter((other) => other !== session);
    if (others.some(({ state }) => state === 'authenticated') && !this.#takeovers.take(session.phone, now())) {
      log.warn({ phone: session.phone, peer: session.link.peer }, 'take-over refused: the terminal has moved too often');
      return false;
    }
    session.state = 'authenticated';
    this.#join(session);
    for (const other of others) {
      log.info({ phone: session.phone, from: other.link.peer, to: session.link.peer }, 'session taken over');
      this.end(other, 'taken over');
    }
    return true;
  }

  /** Of several open sessions the one that spoke last is answered. */
  speaks(session: Session): void {
    const presence = this.#present.get(session.phone);
    if (presence === undefined || presence.sessions[0] === session) return;
    presence.sessions = [session, ...presence.sessions.filter((other) => other !== session)];
  }

  /** Ends a session we end; its link closes unless other terminals speak through it. */
  end(session: Session, reason: CloseReason): void {
    this.leave(session, reason);
    session.state = 'new';
    session.owner.drop(session, reason);
  }

  /** A session is over, whoever ended it. */
  leave(session: Session, reason: string): void {
    const presence = this.#present.get(session.phone);
    if (presence?.sessions.includes(session) !== true) return;
    presence.sessions = presence.sessions.filter((other) => other !== session);
    presence.stay.lastAt = Math.max(presence.stay.lastAt, session.lastAt);
    this.#options.left(session);
    if (presence.sessions.length > 0) return;
    this.#present.delete(session.phone);
    if (this.#byVehicle.get(presence.vehicleId) === presence) this.#byVehicle.delete(presence.vehicleId);
    const at = this.#options.now();
    this.#options.journal.end(presence.stay, at, reason);
    this.#options.bus.publish('terminal.offline', { vehicleId: presence.vehicleId, at, reason });
  }

  /** Ends the sessions of a terminal that is not to be here any more. */
  remove(phone: string, reason: CloseReason = 'removed'): void {
    for (const session of this.#present.get(phone)?.sessions ?? []) {
      session.entry = undefined;
      this.end(session, reason);
    }
  }

  /** Ends the sessions of those whose vehicle's service has ended by now. Call it now and then. */
  sweep(now: number): void {
    for (const [phone, { sessions }] of [...this.#present])
      if (sessions[0]?.entry && isStopped(sessions[0].entry, now)) this.remove(phone, 'service stopped');
  }

  /** Ends what no longer fits the archive: the terminal was moved to another vehicle, out of one, or replaced by another device, or its service has ended. */
  recheck(entry: Entry): void {
    const presence = this.#present.get(entry.phone);
    if (presence === undefined) return;
    const known = presence.sessions[0]?.entry;
    const replaced = entry.authCode === null && !entry.openUntilAuth;
    // of two terminals of one number, the one that is gone says nothing about the other's session
    if (entry.gone && known !== entry && known?.gone === false) return;
    if (presence.vehicleId !== entry.vehicleId || replaced) this.remove(entry.phone);
    else if (isStopped(entry, this.#options.now())) this.remove(entry.phone, 'service stopped');
  }

  /** Brings the times of last messages up to date and has them recorded. */
  record(): void {
    for (const { sessions, stay } of this.#present.values()) {
      for (const { lastAt } of sessions) stay.lastAt = Math.max(stay.lastAt, lastAt);
    }
    this.#options.journal.refresh();
  }

  #join(session: Session): void {
    const { bus, journal, now } = this.#options;
    const vehicleId = session.entry?.vehicleId;
    if (vehicleId == null) return;
    const presence = this.#present.get(session.phone);
    if (presence !== undefined) {
      const known = presence.sessions.includes(session);
      this.speaks(session);
      if (!known) this.#options.joined(session);
      return;
    }
    const at = now();
    const stay: Stay = {
      vehicleId,
      loginAt: at,
      lastAt: at,
      logoutAt: null,
      reason: null,
      peerIp: session.link.address,
      transport: session.link.transport,
      version: session.version,
    };
    const made: Presence = { sessions: [session], vehicleId, stay };
    this.#present.set(session.phone, made);
    this.#byVehicle.set(vehicleId, made);
    journal.begin(stay);
    bus.publish('terminal.online', { vehicleId, at });
    this.#options.joined(session);
  }
}
