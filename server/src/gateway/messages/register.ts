import { randomBytes } from 'node:crypto';
import { type BodyOf, decodeBody } from '@fleetwarden/protocol/jt808';
import type { Admission } from '../admission.ts';
import type { GatewayDeps } from '../deps.ts';
import { type Entry, isStopped } from '../directory.ts';
import type { Session } from '../session.ts';
import { cleanText, storeRegistration, type TerminalDetails } from '../terminal-store.ts';
import type { MessageHandler } from './message-handler.ts';

/** Results of 0x8100 (JT/T 808-2019 8.6). */
const RESULT = { ok: 0, vehicleTaken: 1, noVehicle: 2, terminalTaken: 3, noTerminal: 4 } as const;
type Result = (typeof RESULT)[keyof typeof RESULT];

const AUTH_CODE_BYTES = 8;

type Deps = Pick<GatewayDeps, 'db' | 'directory' | 'metrics' | 'failures' | 'now'>;

/** 0x0100 -> 0x8100. */
export function createRegisterHandler(deps: Deps, admission: Pick<Admission, 'identify'>): MessageHandler {
  const { db, directory, metrics, failures, now } = deps;

  const checkTerminal = (entry: Entry | undefined, details: TerminalDetails): Result => {
    if (entry === undefined) return RESULT.noTerminal;
    if (entry.vehicleId === null || isStopped(entry, now())) return RESULT.noVehicle;
    // The phone number alone proves nothing: the terminal id must match the record (DESIGN section 9).
    if (entry.terminalNo === null || entry.terminalNo === details.terminalNo) return RESULT.ok;
    return directory.hasTerminalNo(details.terminalNo, entry) ? RESULT.terminalTaken : RESULT.vehicleTaken;
  };

  const countRefusal = (session: Session, entry: Entry, result: Result) => {
    if (isStopped(entry, now())) return metrics.refused.inc({ reason: 'service-stopped' });
    metrics.refused.inc({ reason: result === RESULT.noVehicle ? 'no-vehicle' : 'terminal-id' });
    failures.add(session, 'registration refused', { result });
  };

  const register = async (session: Session, serial: number, body: BodyOf<0x0100>): Promise<void> => {
    const details: TerminalDetails = {
      maker: cleanText(body.maker),
      model: cleanText(body.model),
      terminalNo: cleanText(body.terminalId),
      plateColour: body.plateColour,
      plate: cleanText(body.plate),
    };
    if (failures.isTerminalBlocked(session)) {
      metrics.refused.inc({ reason: 'throttled' });
      session.link.close('too many failures');
      return;
    }
    const entry = await admission.identify(session, details);
    const result = checkTerminal(entry, details);
    if (result !== RESULT.ok || entry === undefined) {
      if (entry !== undefined) countRefusal(session, entry, result);
      session.send({ type: 'registerReply', body: { serial, result, code: undefined } });
      return;
    }
    // A repeated registration gets the same code, because the first answer may be lost.
    const code = entry.authCode ?? randomBytes(AUTH_CODE_BYTES).toString('hex');
    if (entry.authCode === null || entry.terminalNo === null) {
      await storeRegistration(db, entry.terminalId, code, details, session.version);
      directory.update(entry, {
        authCode: code,
        registered: true,
        terminalNo: entry.terminalNo ?? (details.terminalNo || null),
      });
    }
    session.send({ type: 'registerReply', body: { serial, result, code } });
  };

  return ({ session, header, body, serial }) => {
    const message = decodeBody(header, body);
    if (message.type !== 'register') return;
    if (message.version <= 2013) session.version = message.version;
    return register(session, serial, message.body);
  };
}
