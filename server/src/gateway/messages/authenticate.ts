import { decodeBody } from '@fleetwarden/protocol/jt808';
import { equalSecrets } from '../../platform/secrets/equal-secrets.ts';
import type { Admission } from '../admission.ts';
import type { GatewayDeps } from '../deps.ts';
import { type Entry, isStopped } from '../directory.ts';
import { RESULT, type Result, type Session } from '../session.ts';
import { cleanText, isIssuedCode, storeAuthCode, storeAuthentication } from '../terminal-store.ts';
import type { MessageHandler } from './message-handler.ts';

type Deps = Pick<
  GatewayDeps,
  'db' | 'directory' | 'sessions' | 'metrics' | 'log' | 'failures' | 'loginRefusals' | 'autoRegister' | 'now'
>;
type Refusal = 'unknown' | 'no-vehicle' | 'service-stopped' | 'wrong-code' | 'throttled';

/** 0x0102: checks the authentication code. */
export function createAuthenticateHandler(deps: Deps, admission: Pick<Admission, 'identify'>): MessageHandler {
  const { db, directory, sessions, metrics, log, failures, loginRefusals, autoRegister, now } = deps;

  const refuse = (session: Session, reason: Refusal): Result => {
    // The lookup already counted an unknown number. A stopped service is no fault of the terminal.
    if (reason !== 'unknown' && reason !== 'service-stopped') failures.add(session, 'authentication refused', { reason });
    // A wrong code does not end a session that authenticated on this link before.
    if (session.state !== 'authenticated') {
      sessions.leave(session, 'refused');
      session.state = 'refused';
    }
    if (reason !== 'unknown') {
      metrics.refused.inc({ reason });
      loginRefusals.add(session, reason);
    }
    return RESULT.failed;
  };

  /** Stores a code that the terminal brought itself. It is required from the second authentication on. */
  const adoptCode = async (session: Session, entry: Entry, code: string): Promise<Result> => {
    await storeAuthCode(db, entry.terminalId, code);
    directory.update(entry, { authCode: code });
    if (entry.openUntilAuth) sessions.open(session);
    else sessions.authenticate(session);
    log.info({ phone: session.phone, peer: session.link.peer }, 'authentication code of the terminal adopted');
    return RESULT.ok;
  };

  const authenticate = async (session: Session, presented: string): Promise<Result> => {
    const isBlocked = failures.isTerminalBlocked(session);
    if (isBlocked && directory.get(session.phone) === undefined) return refuse(session, 'throttled');
    const entry = directory.get(session.phone) ?? (await admission.identify(session, null));
    if (entry === undefined) return refuse(session, 'unknown');
    session.setEntry(entry);
    if (entry.vehicleId === null) return refuse(session, 'no-vehicle');
    if (isStopped(entry, now())) return refuse(session, 'service-stopped');
    const code = entry.authCode;
    // Another device at the same address may have been guessing, so the right code counts. A code that the terminal brought
    // itself may be easy to guess: it counts as long as the address may fail.
    if (isBlocked && (code === null || (!isIssuedCode(code) && failures.isAddressBlocked(session.link.address))))
      return refuse(session, 'throttled');
    if (code === null && autoRegister && !entry.registered && isStorableCode(presented))
      return adoptCode(session, entry, presented);
    if (code === null || !equalSecrets(code, presented)) return refuse(session, isBlocked ? 'throttled' : 'wrong-code');
    if (entry.openUntilAuth) {
      // Stored before the answer: from now on the terminal must always authenticate.
      await storeAuthentication(db, entry.terminalId, code, session.version);
      directory.update(entry, { openUntilAuth: false, registered: true, authenticated: true, version: session.version });
    } else if (entry.version !== session.version || !entry.authenticated) {
      directory.update(entry, { authenticated: true, version: session.version });
      // Not awaited, so that known terminals can log in while the database is down.
      storeAuthentication(db, entry.terminalId, code, session.version).catch((error) => {
        log.debug({ err: error, phone: session.phone }, 'authentication not recorded');
        // the next one is recorded
        directory.update(entry, { version: null });
      });
    }
    if (!sessions.authenticate(session)) return refuse(session, 'throttled');
    return RESULT.ok;
  };

  return ({ session, header, body, serial }) => {
    const message = decodeBody(header, body);
    if (message.type !== 'authenticate') return;
    return authenticate(session, message.body.code).then((result) => {
      session.answer(serial, header.id, result);
      if (result !== RESULT.ok && (failures.isTerminalBlocked(session) || failures.isAddressBlocked(session.link.address)))
        session.link.close('too many failures');
    });
  };
}

/** Trust on first use: with AUTO_REGISTER a terminal that never had a code may bring its own, if it can be stored. */
const isStorableCode = (code: string): boolean => code !== '' && cleanText(code) === code;
