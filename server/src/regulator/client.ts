import type { Content, Heard, Message } from '@fleetwarden/protocol/jt809';
import type { ServerBus } from '../platform/bus/server-events.ts';
import type { Db } from '../platform/db/database.ts';
import type { Log } from '../platform/observe/log.ts';
import type { FieldEncryption } from '../platform/resources/field-encryption.ts';
import { type AlarmWords, createAlarmOutbox, type PlannedReports } from './alarm-outbox.ts';
import { createAnswerOutbox } from './answer-outbox.ts';
import { createInbox } from './inbox.ts';
import { createLatePositions } from './late-positions.ts';
import type { RegulatorLimits } from './limits.ts';
import type { Line } from './line.ts';
import { loadLinkReport } from './link-report.ts';
import { createMainLink } from './main-link.ts';
import { createResends } from './resends.ts';
import type { SubOwner } from './sub-links.ts';
import type { Superior } from './superiors.ts';
import type { Terminals } from './terminal-requests.ts';
import { LINK_STATE, SUB, type Traffic } from './traffic.ts';
import { createUploader } from './uploader.ts';
import { findVehicleByPlate, loadDrivers, loadStaticData } from './vehicles.ts';
import { publishWarning } from './warnings.ts';
import { createWaybills, loadWaybillText } from './waybills.ts';

/** The main and sub link of one superior platform, with their queues. */
export type Client = SubOwner & {
  start(): void;
  stop(): Promise<void>;
  /** Vehicles have new positions. */
  onNewPositions(vehicleIds: readonly number[]): void;
  /** Sends waiting answers and alarms now. */
  wake(): void;
  /** Reloads the vehicles after a change. */
  reload(): void;
};

export type ClientDeps = {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly encryption: Pick<FieldEncryption, 'decrypt' | 'encrypt'>;
  readonly superior: Superior;
  readonly limits: RegulatorLimits;
  readonly traffic: Traffic;
  readonly terminals: Terminals;
  readonly words: AlarmWords;
  readonly planned: PlannedReports;
  readonly log: Log;
  readonly now: () => number;
  readonly mayReach: (address: string) => boolean;
};

const subLink = (superiorId: number) => ({ superiorId, link: SUB }) as const;

export function createClient(deps: ClientDeps): Client {
  const { db, bus, superior, limits, traffic, log } = deps;
  let sub: Line | null = null;
  let pumping = false;
  let again = false;
  let timer: NodeJS.Timeout | undefined;
  /** Requests are handled one after the other, in order. */
  let handling: Promise<void> = Promise.resolve();

  const logFailure = (message: string) => (err: unknown) => log.warn({ err, superior: superior.id }, message);

  /** Sends over the main link, or over the sub link while it is down. The sub link has no acknowledgement. */
  const send = (content: Content, onAcknowledged: () => void = () => undefined): number | null => {
    if (main.signedIn) return main.send(content, onAcknowledged);
    const sent = sub?.send(content) ?? null;
    if (sent === null) return null;
    traffic.sent(subLink(superior.id), content, sent, superior.revision);
    onAcknowledged();
    return sent.serial;
  };

  const answers = createAnswerOutbox({ ...deps, send });
  const inbox = createInbox(deps);

  const pump = async () => {
    if (pumping) {
      again = true;
      return;
    }
    pumping = true;
    try {
      do {
        again = false;
        if (main.signedIn || sub) await answers.pump();
        // these queues need the vehicles of the uploader
        if (main.signedIn && uploader.loaded) {
          await alarms.pump();
          await waybills.pump();
          await uploader.pump();
          await late.pump();
          await resends.pump();
        }
      } while (again);
    } catch (err) {
      logFailure('sending to a superior platform failed')(err);
    } finally {
      pumping = false;
      traffic.queued(superior.id, uploader.waiting);
    }
  };
  const wake = () => void pump();

  const onMessage = (message: Message, heard: Heard) => {
    handling = handling.then(() => handleMessage(message, heard)).catch(logFailure('request of a superior platform lost'));
  };

  const handleMessage = async (message: Message, heard: Heard): Promise<void> => {
    await publishWarning(deps, message);
    const request = await inbox.store(message, heard);
    if (request?.kind === 'request') await answers.sendCommand(request.id);
    else if (request) bus.publish('superior.asked', { superiorId: superior.id, kind: request.kind, id: request.id });
    const reply = await createAutomaticReply(message, heard.header.serial);
    if (reply) send(reply);
    if (request) wake();
  };

  /** The reply to a message that needs no decision. */
  const createAutomaticReply = async (message: Message, sourceSerial: number): Promise<Content | null> => {
    const { vehicle } = message;
    const source = { sourceType: message.id, sourceSerial };
    const vehicleId = vehicle ? await findVehicleByPlate(db, superior.id, vehicle.plate, vehicle.colour) : null;
    switch (message.type) {
      case 'platformText':
        return { type: 'platformTextReply', body: { infoId: message.body.infoId, ...source } };
      case 'exchangeStart':
        return { type: 'exchangeStarted', body: { ...source, length: 0 }, vehicle };
      case 'exchangeEnd':
        return { type: 'exchangeEnded', body: { ...source, length: 0 }, vehicle };
      case 'driverRequest': {
        const driver = vehicleId === null ? undefined : (await loadDrivers(db, deps.encryption, [vehicleId])).get(vehicleId);
        const noDriver = { name: '', identity: '', licence: '', issuer: '', validUntil: 0 };
        return { type: 'driverReply', body: { ...source, ...(driver ?? noDriver) }, vehicle };
      }
      case 'waybillRequest': {
        const text = vehicleId === null ? '' : await loadWaybillText(db, vehicleId);
        return { type: 'waybillReply', body: { ...source, text }, vehicle };
      }
      case 'vehicleDataRequest': {
        if (vehicleId === null || !superior.sendStatic) return null;
        const text = (await loadStaticData(db, [vehicleId])).get(vehicleId) ?? '';
        return { type: 'vehicleData', body: { ...source, text }, vehicle };
      }
      case 'linkReportRequest':
        return { type: 'linkReport', body: await loadLinkReport(db, superior.id, message.body.data) };
      default:
        return null;
    }
  };

  const main = createMainLink({
    ...deps,
    onMessage,
    onSignedIn: () => void uploader.begin().then(wake, logFailure('vehicles of a superior platform not loaded')),
    onCut: () => {
      uploader.end();
      late.end();
      resends.end();
      alarms.end();
      waybills.end();
      answers.end();
    },
  });
  const uploader = createUploader({ ...deps, main });
  const late = createLatePositions({ ...deps, main, uploader });
  const resends = createResends({ ...deps, main, uploader });
  const alarms = createAlarmOutbox({ ...deps, main, uploader });
  const waybills = createWaybills({ ...deps, main, uploader });

  return {
    superior,
    start: () => {
      main.start();
      timer = setInterval(wake, limits.pumpMs);
    },
    stop: async () => {
      clearInterval(timer);
      await handling;
      await main.stop();
      sub?.close('signed out');
    },
    onNewPositions: (vehicleIds) => uploader.onNewPositions(vehicleIds),
    wake,
    reload: () => {
      if (main.signedIn) void uploader.reload().then(wake, logFailure('vehicles of a superior platform not loaded'));
    },
    verifyCode: () => main.verifyCode(limits.earlySubMs),
    attachSubLink: (line) => {
      // a new sub link replaces the old one
      sub?.close('another sub link took its place');
      sub = line;
      traffic.state(subLink(superior.id), LINK_STATE.signedIn);
      return {
        onMessage: (heard) => {
          traffic.heard(subLink(superior.id), heard);
          const { message } = heard;
          if (message === null) return;
          const reply = createSubReply(message);
          if (reply) {
            const sent = line.send(reply);
            if (sent) traffic.sent(subLink(superior.id), reply, sent, superior.revision);
            if (message.type === 'subLogout') line.close('signed out by the other platform');
          } else onMessage(message, heard);
        },
        onBad: (reason, bytes) => traffic.bad(subLink(superior.id), reason, bytes),
        onClosed: (reason) => {
          if (sub !== line) return;
          sub = null;
          traffic.state(subLink(superior.id), LINK_STATE.cut, reason);
        },
      };
    },
  };
}

/** The reply to a message about the sub link itself. */
const createSubReply = ({ type }: Message): Content | null => {
  if (type === 'subHeartbeat') return { type: 'subHeartbeatReply', body: {} };
  if (type === 'subLogout') return { type: 'subLogoutReply', body: {} };
  return null;
};
