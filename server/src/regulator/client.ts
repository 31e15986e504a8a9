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
import { linkReport } from './link-report.ts';
import { createMainLink } from './main-link.ts';
import { createResends } from './resends.ts';
import type { SubOwner } from './sub-links.ts';
import type { Superior } from './superiors.ts';
import type { Terminals } from './terminal-requests.ts';
import { LINK_STATE, SUB, type Traffic } from './traffic.ts';
import { createUploader } from './uploader.ts';
import { driversOf, staticData, vehicleByPlate } from './vehicles.ts';
import { takeWarning } from './warnings.ts';
import { createWaybills, waybillOf } from './waybills.ts';

/** Both links to one superior platform and all that passes over them. */
export type Client = SubOwner & {
  start(): void;
  stop(): Promise<void>;
  /** Vehicles have new positions. */
  touched(vehicleIds: readonly number[]): void;
  /** People or terminals answered, or alarms came: look at once. */
  wake(): void;
  /** Vehicles were bound or changed. */
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

const where = (superiorId: number) => ({ superiorId, link: SUB }) as const;

export function createClient(deps: ClientDeps): Client {
  const { db, bus, superior, limits, traffic, log } = deps;
  let sub: Line | null = null;
  let pumping = false;
  let again = false;
  let timer: NodeJS.Timeout | undefined;
  /** Questions are taken one after the other, as they came. */
  let taking: Promise<void> = Promise.resolve();

  const failed = (what: string) => (err: unknown) => log.warn({ err, superior: superior.id }, what);

  /** Over the main link, or the sub link where that is cut; what went over the latter counts as taken. */
  const send = (content: Content, onTaken: () => void = () => undefined): number | null => {
    if (main.signedIn) return main.send(content, onTaken);
    const sent = sub?.send(content) ?? null;
    if (sent === null) return null;
    traffic.sent(where(superior.id), content, sent, superior.revision);
    onTaken();
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
        // all of it tells of the vehicles the uploader knows
        if (main.signedIn && uploader.loaded) {
          await alarms.pump();
          await waybills.pump();
          await uploader.pump();
          await late.pump();
          await resends.pump();
        }
      } while (again);
    } catch (err) {
      failed('nothing sent to a superior platform for now')(err);
    } finally {
      pumping = false;
      traffic.queued(superior.id, uploader.waiting);
    }
  };
  const wake = () => void pump();

  const onMessage = (message: Message, heard: Heard) => {
    taking = taking.then(() => answer(message, heard)).catch(failed('a question of a superior platform is lost'));
  };

  const answer = async (message: Message, heard: Heard): Promise<void> => {
    await takeWarning(deps, message);
    const asked = await inbox.take(message, heard);
    if (asked?.kind === 'request') await answers.ask(asked.id);
    else if (asked) bus.publish('superior.asked', { superiorId: superior.id, kind: asked.kind, id: asked.id });
    const reply = await replyAtOnce(message, heard.header.serial);
    if (reply) send(reply);
    if (asked) wake();
  };

  /** What needs nobody to decide. */
  const replyAtOnce = async (message: Message, sourceSerial: number): Promise<Content | null> => {
    const { vehicle } = message;
    const about = { sourceType: message.id, sourceSerial };
    const vehicleId = vehicle ? await vehicleByPlate(db, superior.id, vehicle.plate, vehicle.colour) : null;
    switch (message.type) {
      case 'platformText':
        return { type: 'platformTextReply', body: { infoId: message.body.infoId, ...about } };
      case 'exchangeStart':
        return { type: 'exchangeStarted', body: { ...about, length: 0 }, vehicle };
      case 'exchangeEnd':
        return { type: 'exchangeEnded', body: { ...about, length: 0 }, vehicle };
      case 'driverRequest': {
        const driver = vehicleId === null ? undefined : (await driversOf(db, deps.encryption, [vehicleId])).get(vehicleId);
        const nobody = { name: '', identity: '', licence: '', issuer: '', validUntil: 0 };
        return { type: 'driverReply', body: { ...about, ...(driver ?? nobody) }, vehicle };
      }
      case 'waybillRequest': {
        const text = vehicleId === null ? '' : await waybillOf(db, vehicleId);
        return { type: 'waybillReply', body: { ...about, text }, vehicle };
      }
      case 'vehicleDataRequest': {
        if (vehicleId === null || !superior.sendStatic) return null;
        const text = (await staticData(db, [vehicleId])).get(vehicleId) ?? '';
        return { type: 'vehicleData', body: { ...about, text }, vehicle };
      }
      case 'linkReportRequest':
        return { type: 'linkReport', body: await linkReport(db, superior.id, message.body.data) };
      default:
        return null;
    }
  };

  const main = createMainLink({
    ...deps,
    onMessage,
    onSignedIn: () => void uploader.begin().then(wake, failed('vehicles of a superior platform not read')),
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
      await taking;
      await main.stop();
      sub?.close('signed out');
    },
    touched: (vehicleIds) => uploader.touched(vehicleIds),
    wake,
    reload: () => {
      if (main.signedIn) void uploader.reload().then(wake, failed('vehicles of a superior platform not read'));
    },
    verifyCode: () => main.verifyCode(limits.earlySubMs),
    takeSub: (line) => {
      // a second one takes the place of the first
      sub?.close('another sub link took its place');
      sub = line;
      traffic.state(where(superior.id), LINK_STATE.signedIn);
      return {
        heard: (heard) => {
          traffic.heard(where(superior.id), heard);
          const { message } = heard;
          if (message === null) return;
          const own = subReply(message);
          if (own) {
            const sent = line.send(own);
            if (sent) traffic.sent(where(superior.id), own, sent, superior.revision);
            if (message.type === 'subLogout') line.close('signed out by the other platform');
          } else onMessage(message, heard);
        },
        bad: (reason, bytes) => traffic.bad(where(superior.id), reason, bytes),
        closed: (reason) => {
          if (sub !== line) return;
          sub = null;
          traffic.state(where(superior.id), LINK_STATE.cut, reason);
        },
      };
    },
  };
}

/** What the sub link itself is answered with. */
const subReply = ({ type }: Message): Content | null => {
  if (type === 'subHeartbeat') return { type: 'subHeartbeatReply', body: {} };
  if (type === 'subLogout') return { type: 'subLogoutReply', body: {} };
  return null;
};
