import type { Content, Message, ReceivedMessage } from '@fleetwarden/protocol/jt809';
import type { ServerBus } from '../platform/bus/server-events.ts';
import type { Db } from '../platform/db/database.ts';
import type { Log } from '../platform/observe/log.ts';
import type { FieldEncryption } from '../platform/resources/field-encryption.ts';
import { type AlarmWords, createAlarmOutbox, type PlannedReports } from './alarm-outbox.ts';
import { createAnswerOutbox } from './answer-outbox.ts';
import { createAutomaticReply } from './automatic-reply.ts';
import { createInbox } from './inbox.ts';
import { createLatePositions } from './late-positions.ts';
import type { RegulatorLimits } from './limits.ts';
import { createMainLink } from './main-link.ts';
import { createPositionSender } from './position-sender.ts';
import { createResends } from './resends.ts';
import { createSubLink } from './sub-link.ts';
import type { SubOwner } from './sub-links.ts';
import type { Superior } from './superiors.ts';
import type { Terminals } from './terminal-requests.ts';
import type { Traffic } from './traffic.ts';
import { createUploader, LinkLost } from './uploader.ts';
import { publishWarning } from './warnings.ts';
import { createWaybills } from './waybills.ts';

/** Reasons of 0x1008. */
export const CLOSING = { restart: 0, other: 1 } as const;
type ClosingReason = (typeof CLOSING)[keyof typeof CLOSING];
/** Reason of 0x1007. */
const MAIN_LINK_DOWN = 0;

/** The main and sub link of one superior platform, with their queues. */
export type Client = SubOwner & {
  start(): void;
  /** Announces the end over the sub link, logs out and closes both links. */
  stop(reason: ClosingReason): Promise<void>;
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

export function createClient(deps: ClientDeps): Client {
  const { bus, superior, limits, traffic, log } = deps;
  let pumping = false;
  let again = false;
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;
  /** Requests are handled one after the other, in order. */
  let handling: Promise<void> = Promise.resolve();

  const logFailure = (message: string) => (err: unknown) => log.warn({ err, superior: superior.id }, message);

  /** Sends over the main link, or over the sub link while it is down. The sub link has no acknowledgement. */
  const send = (content: Content, onAcknowledged: () => void = () => undefined): number | null => {
    if (main.signedIn) return main.send(content, onAcknowledged);
    const serial = sub.send(content);
    if (serial !== null) onAcknowledged();
    return serial;
  };

  /** Notices about the main link go over the sub link only. */
  const notifySub = (content: Content) => void sub.send(content);

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
        if (main.signedIn || sub.attached) await answers.pump();
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
      if (!(err instanceof LinkLost)) logFailure('sending to a superior platform failed')(err);
    } finally {
      pumping = false;
      traffic.queued(superior.id, uploader.waiting);
    }
  };
  const wake = () => void pump();

  const onMessage = (message: Message, heard: ReceivedMessage) => {
    handling = handling.then(() => handleMessage(message, heard)).catch(logFailure('request of a superior platform lost'));
  };

  const handleMessage = async (message: Message, heard: ReceivedMessage): Promise<void> => {
    await publishWarning(deps, message);
    const request = await inbox.store(message, heard);
    if (request?.kind === 'request') await answers.sendCommand(request.id);
    else if (request) bus.publish('superior.requested', { superiorId: superior.id, kind: request.kind, id: request.id });
    const reply = await createAutomaticReply(deps, message, heard.header.serial);
    if (reply) send(reply);
    if (request) wake();
  };

  const sub = createSubLink({ superior, traffic, onMessage });
  const main = createMainLink({
    ...deps,
    onMessage,
    onSignedIn: () => void uploader.begin().then(wake, logFailure('vehicles of a superior platform not loaded')),
    onCut: () => {
      if (!stopping) notifySub({ type: 'mainDisconnected', body: { reason: MAIN_LINK_DOWN } });
      sender.end();
      uploader.end();
      late.end();
      resends.end();
      alarms.end();
      waybills.end();
      answers.end();
    },
  });
  const sender = createPositionSender({ ...deps, main });
  const uploader = createUploader({ ...deps, main, sender });
  const late = createLatePositions({ ...deps, main, sender, uploader });
  const resends = createResends({ ...deps, main, sender, uploader });
  const alarms = createAlarmOutbox({ ...deps, main, uploader });
  const waybills = createWaybills({ ...deps, main, uploader });

  return {
    superior,
    start: () => {
      main.start();
      timer = setInterval(wake, limits.pumpMs);
    },
    stop: async (reason) => {
      clearInterval(timer);
      await handling;
      stopping = true;
      notifySub({ type: 'mainClosing', body: { reason } });
      await main.stop();
      sub.close();
    },
    onNewPositions: (vehicleIds) => uploader.onNewPositions(vehicleIds),
    wake,
    reload: () => {
      if (main.signedIn) void uploader.reload().then(wake, logFailure('vehicles of a superior platform not loaded'));
    },
    verifyCode: () => main.verifyCode(limits.earlySubMs),
    attachSubLink: sub.attach,
  };
}
