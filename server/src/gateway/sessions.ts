import type { ServerBus } from '../platform/bus/server-events.ts';
import type { Log } from '../platform/observe/log.ts';
import { type Entry, isStopped } from './directory.ts';
import type { CloseReason } from './link.ts';
import type { Session } from './session.ts';
import type { SessionJournal, Stay } from './session-journal.ts';
import { Throttle } from './throttle.ts';

/** The live sessions of one phone number, the last sender first. Only an `open` terminal can have several. */
type Presence = { sessions: Session[]; readonly vehicleId: number; readonly stay: Stay };

export type SessionsOptions = {
  readonly bus: ServerBus;
  readonly log: Log;
  readonly journal: SessionJournal;
  readonly now: () => number;
  readonly takeoversPerPhone: number;
  readonly throttleMs: number;
  /** Called after a session becomes live. */
  readonly onJoin: (session: Session) => void;
  /** Called after a live session ends. */
  readonly onLeave: (session: Session) => void;
};

/** The online terminals: one session per phone number. Only an authenticated session can take over. */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #present = new Map<string, Presence>();
  readonly #byVehicle = new Map<number, Presence>();
  readonly #takeovers: Throttle;

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.#takeovers = new Throttle(options.takeoversPerPhone, options.throttleMs);
  }

  /** Number of terminals online. */
  get size(): number {
    return this.#present.size;
  }

  /** The session to which messages for the terminal of a vehicle are sent. */
  findByVehicle(vehicleId: number): Session | undefined {
    return this.#byVehicle.get(vehicleId)?.sessions[0];
  }

  /** Makes a session live without authentication. Other sessions of the phone number stay. */
  open(session: Session): void {
    session.state = 'open';
    this.#join(session);
  }

  /**
   * Makes an authenticated session the only one of its phone number. Returns false, without a change, if the phone number
   * changed its connection too often. So two devices with one identity cannot disconnect each other for ever.
   */
  authenticate(session: Session): boolean {
    const { log, now } = this.#options;
    const others = (this.#present.get(session.phone)?.sessions ?? []).filter((other) => other !== session);
    if (others.some(({ state }) => state === 'authenticated') && !this.#takeovers.take(session.phone, now())) {
      log.warn({ phone: session.phone, peer: session.link.peer }, 'takeover refused: too many connection changes');
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

  /** Puts a session first: messages go to the last sender of several open sessions. */
  preferSession(session: Session): void {
    const presence = this.#present.get(session.phone);
    if (presence === undefined || presence.sessions[0] === session) return;
    presence.sessions = [session, ...presence.sessions.filter((other) => other !== session)];
  }

  /** Ends a session. Its link closes unless other terminals use it. */
  end(session: Session, reason: CloseReason): void {
    this.leave(session, reason);
    session.state = 'new';
    session.owner.removeSession(session, reason);
  }

  /** Removes a session that ended, for any reason. */
  leave(session: Session, reason: string): void {
    const presence = this.#present.get(session.phone);
    if (presence?.sessions.includes(session) !== true) return;
    presence.sessions = presence.sessions.filter((other) => other !== session);
    updateStay(presence.stay, session);
    this.#options.onLeave(session);
    if (presence.sessions.length > 0) return;
    this.#present.delete(session.phone);
    if (this.#byVehicle.get(presence.vehicleId) === presence) this.#byVehicle.delete(presence.vehicleId);
    const at = this.#options.now();
    this.#options.journal.end(presence.stay, at, reason);
    this.#options.bus.publish('terminal.offline', { vehicleId: presence.vehicleId, at, reason });
  }

  /** Ends the sessions of a phone number. */
  remove(phone: string, reason: CloseReason = 'removed'): void {
    for (const session of this.#present.get(phone)?.sessions ?? []) {
      session.entry = undefined;
      this.end(session, reason);
    }
  }

  /** Ends sessions whose vehicle's service ended. Call it periodically. */
  sweep(now: number): void {
    for (const [phone, { sessions }] of [...this.#present])
      if (sessions[0]?.entry && isStopped(sessions[0].entry, now)) this.remove(phone, 'service stopped');
  }

  /** Ends sessions that a change of the records made invalid: other vehicle, no vehicle, new device, end of service. */
  recheck(entry: Entry): void {
    const presence = this.#present.get(entry.phone);
    if (presence === undefined) return;
    const known = presence.sessions[0]?.entry;
    const replaced = entry.authCode === null && !entry.openUntilAuth;
    // the entry is an earlier terminal with the same number
    if (entry.gone && known !== entry && known?.gone === false) return;
    if (presence.vehicleId !== entry.vehicleId || replaced) this.remove(entry.phone);
    else if (isStopped(entry, this.#options.now())) this.remove(entry.phone, 'service stopped');
  }

  /** Writes the times of last messages and the bytes to the journal. */
  record(): void {
    for (const { sessions, stay } of this.#present.values()) for (const session of sessions) updateStay(stay, session);
    this.#options.journal.refresh();
  }

  #join(session: Session): void {
    const { bus, journal, now } = this.#options;
    const vehicleId = session.entry?.vehicleId;
    if (vehicleId == null) return;
    const presence = this.#present.get(session.phone);
    if (presence !== undefined) {
      const isMember = presence.sessions.includes(session);
      this.preferSession(session);
      if (!isMember) this.#options.onJoin(session);
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
      upBytes: 0,
      downBytes: 0,
    };
    const created: Presence = { sessions: [session], vehicleId, stay };
    this.#present.set(session.phone, created);
    this.#byVehicle.set(vehicleId, created);
    journal.begin(stay);
    bus.publish('terminal.online', { vehicleId, at });
    this.#options.onJoin(session);
  }
}

/** Moves what a session counted to its stay. */
function updateStay(stay: Stay, session: Session): void {
  stay.lastAt = Math.max(stay.lastAt, session.lastAt);
  stay.upBytes += session.upBytes;
  stay.downBytes += session.downBytes;
  session.upBytes = 0;
  session.downBytes = 0;
}
