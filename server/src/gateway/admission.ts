import { type Entry, isStopped } from './directory.ts';
import type { Parts } from './parts.ts';
import type { Session } from './session.ts';
import { type Announced, createTerminal } from './terminal-store.ts';

/** Who a phone number is, and whether its reports are taken. */
export type Admission = {
  /** The terminal; made where AUTO_REGISTER allows. undefined: refused, and counted. Rejects while the database is away. */
  identify(session: Session, said: Announced | null): Promise<Entry | undefined>;
  /** Whether reports of the session are taken; opens it where the terminal need not authenticate yet. */
  admit(session: Session): boolean | Promise<boolean>;
};

export function createAdmission(parts: Parts): Admission {
  const { db, bus, directory, sessions, metrics, log, creations, failures, unknowns, autoRegister, now } = parts;

  const refuseUnknown = (session: Session, reason: 'unknown' | 'throttled'): undefined => {
    metrics.refused.inc({ reason });
    failures.add(session, 'terminal refused', { reason });
    return undefined;
  };

  const identify = async (session: Session, said: Announced | null): Promise<Entry | undefined> => {
    const { phone } = session;
    if (directory.get(phone) === undefined && failures.exhausted(session.link.address))
      return refuseUnknown(session, 'throttled');
    let entry = await directory.find(phone);
    if (entry === undefined && autoRegister) {
      if (!creations.take(session.link.address, now())) return refuseUnknown(session, 'throttled');
      directory.expect(phone);
      const vehicleId = await createTerminal(db, phone, said);
      entry = await directory.find(phone);
      if (vehicleId !== undefined) {
        metrics.created.inc();
        log.info({ phone, vehicleId, peer: session.link.peer }, 'terminal created');
        bus.publish('fleet.changed', { vehicleIds: [vehicleId] });
      }
    }
    if (entry === undefined) {
      unknowns.add(session, said);
      return refuseUnknown(session, 'unknown');
    }
    session.know(entry);
    return entry;
  };

  const refuse = (reason: 'no-vehicle' | 'service-stopped' | 'unauthenticated'): false => {
    metrics.refused.inc({ reason });
    return false;
  };

  /** Opens the session of a terminal that is known and may report without 0x0102. */
  const openKnown = (session: Session, entry: Entry): boolean => {
    session.know(entry);
    if (entry.vehicleId === null) return refuse('no-vehicle');
    if (isStopped(entry, now())) return refuse('service-stopped');
    if (session.state !== 'new' || !entry.openUntilAuth) return refuse('unauthenticated');
    sessions.open(session);
    return true;
  };

  return {
    identify,
    admit: (session) => {
      if (session.live) {
        if (session.entry?.vehicleId == null) return refuse('no-vehicle');
        if (isStopped(session.entry, now())) return refuse('service-stopped');
        if (session.state === 'open') {
          // it authenticated on another connection meanwhile
          if (session.entry?.openUntilAuth !== true) return refuse('unauthenticated');
          sessions.speaks(session);
        }
        return true;
      }
      const entry = directory.get(session.phone);
      if (entry !== undefined) return openKnown(session, entry);
      return identify(session, null).then((found) => found !== undefined && openKnown(session, found));
    },
  };
}
