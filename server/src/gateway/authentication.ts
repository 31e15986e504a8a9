import { equalSecrets } from '../platform/secrets/equal-secrets.ts';
import type { Admission } from './admission.ts';
import { type Entry, isStopped } from './directory.ts';
import type { Parts } from './parts.ts';
import { RESULT, type Result, type Session } from './session.ts';
import { cleanText, storeAdoption, storeAuthentication } from './terminal-store.ts';

export type Authentication = {
  /** 0x0102 with its code. Rejects, unanswered, while the database is away and something must be stored. */
  authenticate(session: Session, code: string): Promise<Result>;
};

export function createAuthentication(parts: Parts, admission: Admission): Authentication {
  const { db, directory, sessions, metrics, log, failures, autoRegister, now } = parts;

  const refuse = (
    session: Session,
    reason: 'unknown' | 'no-vehicle' | 'service-stopped' | 'wrong-code' | 'throttled',
  ): Result => {
    // a number nobody knows was counted when it was looked up; one whose service ended does nothing wrong, and may be renewed any time
    if (reason !== 'unknown' && reason !== 'service-stopped') failures.add(session, 'authentication refused', { reason });
    // what was already proved on this very link stays; a wrong code after it proves nothing new
    if (session.state !== 'authenticated') {
      sessions.leave(session, 'refused');
      session.state = 'refused';
    }
    if (reason !== 'unknown') metrics.refused.inc({ reason });
    return RESULT.failed;
  };

  /** The code is the terminal's from now on; it binds once it was presented again, as a code of ours does. */
  const adopt = async (session: Session, entry: Entry, code: string): Promise<Result> => {
    await storeAdoption(db, entry.terminalId, code);
    directory.note(entry, { authCode: code });
    if (entry.openUntilAuth) sessions.open(session);
    else sessions.authenticate(session);
    log.info({ phone: session.phone, peer: session.link.peer }, 'code of the terminal adopted');
    return RESULT.ok;
  };

  return {
    authenticate: async (session, presented) => {
      if (failures.barred(session)) return refuse(session, 'throttled');
      const entry = directory.get(session.phone) ?? (await admission.identify(session, null));
      if (entry === undefined) return refuse(session, 'unknown');
      session.know(entry);
      if (entry.vehicleId === null) return refuse(session, 'no-vehicle');
      if (isStopped(entry, now())) return refuse(session, 'service-stopped');
      const code = entry.authCode;
      if (code === null && autoRegister && !entry.registered && adoptable(presented)) return adopt(session, entry, presented);
      if (code === null || !equalSecrets(code, presented)) return refuse(session, 'wrong-code');
      if (entry.openUntilAuth) {
        // From here on it has to authenticate always, so that must survive us before the terminal hears of it.
        await storeAuthentication(db, entry.terminalId, code, session.version);
        directory.note(entry, { openUntilAuth: false, registered: true, version: session.version });
      } else if (entry.version !== session.version) {
        directory.note(entry, { version: session.version });
        // not waited for: a terminal that is known gets in while the database is away
        storeAuthentication(db, entry.terminalId, code, session.version).catch((error) =>
          log.debug({ err: error, phone: session.phone }, 'authentication not recorded'),
        );
      }
      if (!sessions.authenticate(session)) return refuse(session, 'throttled');
      return RESULT.ok;
    },
  };
}

/** Trust on first use: with AUTO_REGISTER a terminal that never had a code of ours may bring its own, if it can be stored. */
function adoptable(code: string): boolean {
  return code !== '' && cleanText(code) === code;
}
