import { randomBytes } from 'node:crypto';
import type { BodyOf } from '@fleetwarden/protocol/jt808';
import type { Admission } from './admission.ts';
import { type Entry, isStopped } from './directory.ts';
import type { Parts } from './parts.ts';
import type { Session } from './session.ts';
import { type Announced, cleanText, storeRegistration, storeUnregistration } from './terminal-store.ts';

/** 0x8100's results (JT/T 808-2019 8.6). */
const REGISTERED = { ok: 0, vehicleTaken: 1, noVehicle: 2, terminalTaken: 3, noTerminal: 4 } as const;
type Registered = (typeof REGISTERED)[keyof typeof REGISTERED];

const CODE_BYTES = 8;

export type Registration = {
  /** 0x0100 -> 0x8100. Rejects, unanswered, while the database is away and something must be stored. */
  register(session: Session, serial: number, body: BodyOf<0x0100>): Promise<void>;
  /** 0x0003, from a live session: its code is no longer good. */
  unregister(session: Session): Promise<void>;
};

export function createRegistration(parts: Parts, admission: Admission): Registration {
  const { db, directory, sessions, metrics, log, failures, now } = parts;

  const judge = (entry: Entry | undefined, said: Announced): Registered => {
    if (entry === undefined) return REGISTERED.noTerminal;
    if (entry.vehicleId === null || isStopped(entry, now())) return REGISTERED.noVehicle;
    // Knowing the number of a SIM is not enough: the terminal must be the one in the archive (DESIGN section 9).
    if (entry.terminalNo === null || entry.terminalNo === said.terminalNo) return REGISTERED.ok;
    return directory.hasTerminalNo(said.terminalNo, entry) ? REGISTERED.terminalTaken : REGISTERED.vehicleTaken;
  };

  return {
    register: async (session, serial, body) => {
      const said: Announced = {
        maker: cleanText(body.maker),
        model: cleanText(body.model),
        terminalNo: cleanText(body.terminalId),
        plateColour: body.plateColour,
        plate: cleanText(body.plate),
      };
      if (failures.barred(session)) {
        metrics.refused.inc({ reason: 'throttled' });
        session.link.close('too many failures');
        return;
      }
      const entry = await admission.identify(session, said);
      const result = judge(entry, said);
      if (result !== REGISTERED.ok || entry === undefined) {
        if (entry !== undefined && isStopped(entry, now())) metrics.refused.inc({ reason: 'service-stopped' });
        else if (entry !== undefined) {
          metrics.refused.inc({ reason: result === REGISTERED.noVehicle ? 'no-vehicle' : 'terminal-id' });
          failures.add(session, 'registration refused', { result });
        }
        session.send({ type: 'registerReply', body: { serial, result, code: undefined } });
        return;
      }
      // A terminal that registers again, perhaps because our answer was lost, gets the code it has.
      const code = entry.authCode ?? randomBytes(CODE_BYTES).toString('hex');
      if (entry.authCode === null || entry.terminalNo === null) {
        await storeRegistration(db, entry.terminalId, code, said, session.version);
        directory.note(entry, { authCode: code, registered: true, terminalNo: entry.terminalNo ?? (said.terminalNo || null) });
      }
      session.send({ type: 'registerReply', body: { serial, result, code } });
    },
    unregister: async (session) => {
      const { entry } = session;
      if (entry === undefined) return;
      await storeUnregistration(db, entry.terminalId);
      directory.note(entry, { authCode: null, registered: true });
      sessions.leave(session, 'unregistered');
      session.state = 'new';
      log.info({ phone: session.phone, peer: session.link.peer }, 'terminal unregistered');
    },
  };
}
