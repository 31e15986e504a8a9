import type { GatewayDeps } from './deps.ts';
import { type Entry, isStopped } from './directory.ts';
import type { Session } from './session.ts';
import { createTerminal, type TerminalDetails } from './terminal-store.ts';

/** Decides which terminals may send messages. Both functions reject while the database is down. */
export type Admission = {
  /** Finds the terminal, or creates it with AUTO_REGISTER. undefined: refused, and counted. */
  identify(session: Session, details: TerminalDetails | null): Promise<Entry | undefined>;
  /** Whether the session may send reports. Opens the session of a terminal that need not authenticate yet. */
  admit(session: Session): boolean | Promise<boolean>;
};

type Deps = Pick<
  GatewayDeps,
  | 'db'
  | 'bus'
  | 'directory'
  | 'sessions'
  | 'metrics'
  | 'log'
  | 'creations'
  | 'failures'
  | 'unknownTerminals'
  | 'loginRefusals'
  | 'autoRegister'
  | 'includeVehicle'
  | 'now'
>;

export function createAdmission(deps: Deps): Admission {
  const { db, bus, directory, sessions, metrics, log, creations, failures, unknownTerminals, loginRefusals, autoRegister } = deps;
  const { includeVehicle, now } = deps;

  const refuseUnknown = (session: Session, reason: 'unknown' | 'throttled'): undefined => {
    metrics.refused.inc({ reason });
    failures.add(session, 'terminal refused', { reason });
    return undefined;
  };

  const identify = async (session: Session, details: TerminalDetails | null): Promise<Entry | undefined> => {
    const { phone } = session;
    if (directory.get(phone) === undefined && failures.isAddressBlocked(session.link.address))
      return refuseUnknown(session, 'throttled');
    let entry = await directory.find(phone);
    if (entry === undefined && autoRegister) {
      if (!creations.take(session.link.address, now())) return refuseUnknown(session, 'throttled');
      directory.forgetUnknown(phone);
      const vehicleId = await createTerminal(db, phone, details);
      entry = await directory.find(phone);
      if (vehicleId !== undefined) {
        metrics.created.inc();
        await includeVehicle(vehicleId);
        log.info({ phone, vehicleId, peer: session.link.peer }, 'terminal created');
        bus.publish('fleet.changed', { vehicleIds: [vehicleId] });
      }
    }
    if (entry === undefined) {
      unknownTerminals.add(session, details);
      return refuseUnknown(session, 'unknown');
    }
    session.setEntry(entry);
    return entry;
  };

  const refuse = (session: Session, reason: 'no-vehicle' | 'service-stopped' | 'unauthenticated'): false => {
    metrics.refused.inc({ reason });
    loginRefusals.add(session, reason);
    return false;
  };

  /** Opens the session of a known terminal that may report without 0x0102. */
  const openSession = (session: Session, entry: Entry): boolean => {
    session.setEntry(entry);
    if (entry.vehicleId === null) return refuse(session, 'no-vehicle');
    if (isStopped(entry, now())) return refuse(session, 'service-stopped');
    if (session.state !== 'new' || !entry.openUntilAuth) return refuse(session, 'unauthenticated');
    sessions.open(session);
    return true;
  };

  return {
    identify,
    admit: (session) => {
      if (session.live) {
        if (session.entry?.vehicleId == null) return refuse(session, 'no-vehicle');
        if (isStopped(session.entry, now())) return refuse(session, 'service-stopped');
        if (session.state === 'open') {
          // it authenticated on another connection since
          if (session.entry?.openUntilAuth !== true) return refuse(session, 'unauthenticated');
          sessions.preferSession(session);
        }
        return true;
      }
      const entry = directory.get(session.phone);
      if (entry !== undefined) return openSession(session, entry);
      return identify(session, null).then((identified) => identified !== undefined && openSession(session, identified));
    },
  };
}
