import { SECOND_MS } from '@fleetwarden/domain/durations';
import type { Header, Message } from '@fleetwarden/protocol/jt808';
import { type Alarms, createAlarms } from './alarms.ts';
import type { Backlog } from './backlog.ts';
import { createCards } from './cards.ts';
import { createDevice, withDeviceState } from './device.ts';
import type { Diary } from './diary.ts';
import { createEvidenceUploads } from './evidence/evidence-uploads.ts';
import type { EvidenceFaults } from './evidence/upload-faults.ts';
import type { Member } from './identity.ts';
import { findFiledIncident } from './incidents.ts';
import { createLater } from './later.ts';
import { MODES, type Mode } from './modes.ts';
import type { Vehicle } from './motion/vehicle.ts';
import { createPositionReports } from './position-reports.ts';
import { draw } from './random.ts';
import type { ServerAddress } from './session.ts';
import { createCommands } from './terminal-commands.ts';
import { type CodeStore, createTerminalLink, type LinkState } from './terminal-link.ts';
import { createUploads } from './uploads.ts';
import { CHANNELS, createCameras } from './video/cameras.ts';
import { createRecordingUploads } from './video/recording-uploads.ts';
import type { StreamFaults } from './video/stream-faults.ts';
import { createWaybills } from './waybills.ts';

export type TerminalOptions = {
  readonly server: ServerAddress;
  readonly member: Member;
  readonly vehicle: Vehicle;
  readonly codes: CodeStore;
  readonly mode?: Mode;
  /** Seconds between reports while moving and standing, unless 0x8103 changes them. */
  readonly movingS?: number;
  readonly parkedS?: number;
  readonly replyTimeoutMs?: number;
  /** Least and most time before a connection is tried again, ms. */
  readonly backoffMs?: readonly [number, number];
  /** History to upload once the terminal's own memory is empty. */
  readonly history?: Backlog;
  /** Time from which driver cards are reported, epoch ms; default now. */
  readonly cardsSince?: number;
  /** Time after which the driver or the terminal reacts to a command (answers a question, ends an upgrade), ms. */
  readonly reactionMs?: number;
  /** Enables alarms of cameras and sensors on the road. */
  readonly incidents?: boolean;
  /** Faults of its live video. */
  readonly video?: StreamFaults;
  /** Faults of uploads of files of alarms. */
  readonly evidence?: EvidenceFaults;
  /** Receives events, for counters and tests. */
  readonly onEvent?: (event: TerminalEvent) => void;
};

export type TerminalEvent =
  | { readonly type: 'online' | 'reported' | 'registered' | 'refused' }
  | { readonly type: 'offline'; readonly reason: string }
  | { readonly type: 'asked'; readonly message: Message }
  | { readonly type: 'acknowledged' | 'uploaded'; readonly positions: number };

/** A simulated terminal. Call `start` and `stop` at most once each. */
export type Terminal = {
  readonly start: () => void;
  readonly stop: () => void;
  readonly state: () => LinkState;
  /** Positions in its memory, not yet with the server. */
  readonly kept: () => number;
  /** Raises alarms, as its sensors and its driver would, and lowers them. */
  readonly alarms: Pick<Alarms, 'raise' | 'lower'>;
};

const PHOTOGRAPHERS = 0.5;
/** Interval at which a terminal without a connection checks whether to connect. */
const LOOK_AGAIN_MS = 5 * SECOND_MS;

export function createTerminal(options: TerminalOptions): Terminal {
  const { member, vehicle, history } = options;
  const mode: Mode = options.mode ?? MODES.good;
  const tell = options.onEvent ?? (() => undefined);
  const alarms = createAlarms(member);
  const device = createDevice(member);
  const later = createLater();
  const cameras = createCameras(member, options.video);
  const recordings = createRecordingUploads(options.video ?? {});
  const evidence = createEvidenceUploads({
    member,
    vehicle,
    findAlarm: (named) => alarms.find(named) ?? (options.incidents ? findFiledIncident(member.seed, named) : undefined),
    faults: options.evidence,
    retryMs: options.backoffMs?.[0],
  });
  let timer: NodeJS.Timeout | undefined;
  let [stopped, beatAt, hasPhotographed] = [false, 0, false];

  const online = () => {
    const now = Date.now();
    reports.spreadFirst(now);
    beatAt = now + commands.heartbeatMs();
    tell({ type: 'online' });
    // some terminals photograph the driver when they are switched on
    if (options.incidents && !hasPhotographed && draw('photographs', member.seed) < PHOTOGRAPHERS)
      uploads.take(1, { channel: 1 + (member.seed % CHANNELS), intervalS: 0, upload: true }, now);
    hasPhotographed = true;
  };

  const message = (header: Header, received: Message) => {
    if (received.type === 'mediaReply') {
      uploads.arrived(received.body.mediaId);
      return schedule();
    }
    tell({ type: 'asked', message: received });
    for (const reply of commands.answer(header, received)) link.send(reply);
  };

  const link = createTerminalLink(
    { ...options, mode },
    {
      online,
      registered: () => tell({ type: 'registered' }),
      refused: () => tell({ type: 'refused' }),
      message,
      acknowledged: (delivery) => {
        if (delivery.kind === 'diary') delivery.of.arrived();
        else reports.acknowledged(delivery);
      },
      failed: (delivery) => {
        if (delivery.kind === 'diary') delivery.of.failed();
        else reports.failed(delivery);
      },
      closed: (reason) => {
        uploads.cut();
        if (reason !== undefined) tell({ type: 'offline', reason });
      },
      changed: () => schedule(),
    },
  );
  const reports = createPositionReports({
    ...options,
    mode,
    alarms,
    mark: (report) => withDeviceState(report, device),
    link,
    tell,
  });
  const uploads = createUploads(member, reports.locate);
  const commands = createCommands({
    ...options,
    mode,
    alarms,
    device,
    later,
    reports,
    uploads,
    cameras,
    recordings,
    evidence,
    schedule: () => schedule(),
    restart: () => {
      cameras.closeAll();
      recordings.stopAll();
      link.close();
    },
  });
  const diaries: readonly Diary[] = [
    createCards(member, vehicle, options.cardsSince ?? Date.now()),
    createWaybills(member, vehicle, Date.now()),
  ];

  const tick = () => {
    timer = undefined;
    if (stopped) return;
    const now = Date.now();
    link.advance(now, vehicle.linkAt(now) === 'up' || (history !== undefined && history.readyAt(now) < Number.POSITIVE_INFINITY));
    reports.report(now);
    if (link.state() === 'online' && now >= beatAt) {
      beatAt = now + commands.heartbeatMs();
      link.heartbeat();
    }
    reports.upload(now);
    for (const of of diaries) {
      const entry = link.isReady() ? of.due(now) : undefined;
      if (entry) link.deliver(entry, { kind: 'diary', of });
    }
    const photo = link.state() === 'online' ? uploads.due(now) : undefined;
    if (photo) link.send(photo);
    // what comes late while there is no connection is lost
    for (const content of later.due(now)) link.send(content);
    schedule();
  };

  const schedule = () => {
    if (stopped) return;
    clearTimeout(timer);
    const now = Date.now();
    let next = Math.min(now + LOOK_AGAIN_MS, link.nextAt(now), reports.nextAt(now), later.nextAt());
    if (link.state() === 'online') next = Math.min(next, beatAt, uploads.nextAt(), ...diaries.map((diary) => diary.nextAt()));
    timer = setTimeout(tick, Math.max(1, next - now));
  };

  return {
    start: () => {
      reports.start(Date.now());
      tick();
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      cameras.closeAll();
      recordings.stopAll();
      evidence.stopAll();
      link.close();
    },
    state: link.state,
    kept: reports.storedPositions,
    alarms: { raise: alarms.raise, lower: alarms.lower },
  };
}
