import { type BodyOf, decodeBody } from '@fleetwarden/protocol/jt808';
import type { Admission } from '../admission.ts';
import type { GatewayDeps } from '../deps.ts';
import { checkDevice, isSameDevice, mayRebind, type RegistrationRefusal } from '../device-binding.ts';
import { type Entry, isStopped } from '../directory.ts';
import type { Session } from '../session.ts';
import { cleanText, createAuthCode, storeRegistration, type TerminalDetails } from '../terminal-store.ts';
import type { MessageHandler } from './message-handler.ts';

/** Results of 0x8100 (JT/T 808-2019 8.6). */
const RESULT = { ok: 0, vehicleTaken: 1, noVehicle: 2, terminalTaken: 3, noTerminal: 4 } as const;
type Result = (typeof RESULT)[keyof typeof RESULT];

type Deps = Pick<
  GatewayDeps,
  | 'db'
  | 'bus'
  | 'log'
  | 'directory'
  | 'metrics'
  | 'failures'
  | 'registrationRefusals'
  | 'loginRefusals'
  | 'observations'
  | 'isTrustedNetwork'
  | 'now'
>;

/** 0x0100 -> 0x8100. */
export function createRegisterHandler(deps: Deps, admission: Pick<Admission, 'identify'>): MessageHandler {
  const { db, bus, log, directory, metrics, failures, registrationRefusals, loginRefusals, observations, now } = deps;

  /** UDP sources are easily forged, so only TCP connections count as a trusted network. */
  const isTrusted = ({ link }: Session) => link.transport === 'tcp' && deps.isTrustedNetwork(link.address);

  /** A vehicle or service that prevents the registration; undefined: none. */
  const checkVehicle = (entry: Entry): Result | undefined =>
    entry.vehicleId === null || isStopped(entry, now()) ? RESULT.noVehicle : undefined;

  const refuseVehicle = (session: Session, entry: Entry) => {
    const reason = isStopped(entry, now()) ? 'service-stopped' : 'no-vehicle';
    metrics.refused.inc({ reason });
    loginRefusals.add(session, reason);
    if (reason === 'service-stopped') return;
    failures.add(session, 'registration refused', { result: RESULT.noVehicle });
  };

  const refuseDevice = (session: Session, entry: Entry, details: TerminalDetails, reason: RegistrationRefusal): Result => {
    metrics.refused.inc({ reason: reason === 'terminalId' ? 'terminal-id' : 'device' });
    failures.add(session, 'registration refused', { reason });
    registrationRefusals.add(session, entry, reason, details);
    return directory.hasTerminalNo(details.terminalNo, entry) ? RESULT.terminalTaken : RESULT.vehicleTaken;
  };

  /** Stores the device if it is new, and returns the code for it. Another device gets a new code. */
  const bindDevice = async (session: Session, entry: Entry, device: TerminalDetails, rebinds: boolean): Promise<string> => {
    const isKnown = entry.device !== null && isSameDevice(entry.device, device);
    if (isKnown && entry.authCode !== null && !rebinds) return entry.authCode;
    const code = (rebinds ? null : entry.authCode) ?? createAuthCode();
    const terminalNo = rebinds ? device.terminalNo || null : (entry.terminalNo ?? (device.terminalNo || null));
    const hasModel = await storeRegistration(db, entry.terminalId, { code, terminalNo, device, version: session.version });
    directory.update(entry, {
      terminalNo,
      device,
      registered: true,
      authenticated: entry.authenticated && code === entry.authCode,
      authCode: code,
      registrationOpenUntil: null,
    });
    if (rebinds || hasModel) bus.publish('fleet.changed', { vehicleIds: [entry.vehicleId!] });
    if (!rebinds) return code;
    log.info({ phone: session.phone, peer: session.link.peer }, 'terminal bound to another device');
    await registrationRefusals.remove(entry.terminalId);
    return code;
  };

  const register = async (session: Session, serial: number, body: BodyOf<0x0100>, isUtf8: boolean): Promise<void> => {
    const details: TerminalDetails = {
      maker: cleanText(body.maker),
      model: cleanText(body.model),
      terminalNo: cleanText(body.terminalId),
      plateColour: body.plateColour,
      plate: cleanText(body.plate),
    };
    // the bound device: others made the failures, and may not keep it out
    const bound = directory.get(session.phone)?.device ?? null;
    if (failures.isTerminalBlocked(session) && (bound === null || !isSameDevice(bound, details))) {
      metrics.refused.inc({ reason: 'throttled' });
      loginRefusals.add(session, 'throttled');
      session.link.close('too many failures');
      return;
    }
    const reply = (result: Result, code?: string) => void session.send({ type: 'registerReply', body: { serial, result, code } });
    const entry = await admission.identify(session, details);
    if (entry === undefined) return reply(RESULT.noTerminal);
    if (isUtf8) observations.note(entry, 'utf8');
    const obstacle = checkVehicle(entry);
    if (obstacle !== undefined) {
      refuseVehicle(session, entry);
      return reply(obstacle);
    }
    const refusal = checkDevice(entry, details, session);
    const rebinds = refusal !== null && mayRebind(entry, isTrusted(session), now());
    if (refusal !== null && !rebinds) return reply(refuseDevice(session, entry, details, refusal));
    reply(RESULT.ok, await bindDevice(session, entry, details, rebinds));
  };

  return ({ session, header, body, serial }) => {
    const { textEncoding } = directory.get(session.phone) ?? session;
    const message = decodeBody({ ...header, textEncoding }, body);
    if (message.type !== 'register') return;
    if (message.version <= 2013) session.version = message.version;
    return register(session, serial, message.body, message.utf8 === true);
  };
}
