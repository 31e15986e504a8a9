import { SECOND_MS } from '@fleetwarden/domain/durations';
import type { Content, Header, Message } from '@fleetwarden/protocol/jt808';
import { type Alarms, createAlarms } from './alarms.ts';
import { type AnswerContext, moodyAnswer } from './answers.ts';
import { createAreas } from './areas.ts';
import type { Backlog } from './backlog.ts';
import { createCards } from './cards.ts';
import type { Diary } from './diary.ts';
import type { Member } from './identity.ts';
import { MODES, type Mode } from './modes.ts';
import type { Vehicle } from './motion/vehicle.ts';
import { factoryParameters } from './parameters.ts';
import { createPositionReports, type PositionReports } from './position-reports.ts';
import { draw } from './random.ts';
import type { ServerAddress } from './session.ts';
import { type CodeStore, createTerminalLink, type LinkState } from './terminal-link.ts';
import { createUploads, type Uploads } from './uploads.ts';
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
  /** Enables alarms of cameras and sensors on the road. */
  readonly incidents?: boolean;
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
const CAMERAS = 4;
/** Interval at which a terminal without a connection checks whether to connect. */
const LOOK_AGAIN_MS = 5 * SECOND_MS;

export function createTerminal(options: TerminalOptions): Terminal {
  const { member, vehicle, history } = options;
  const mode: Mode = options.mode ?? MODES.good;
  const tell = options.onEvent ?? (() => undefined);
  const alarms = createAlarms(member);
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let beatAt = 0;
  let hasPhotographed = false;

  const online = () => {
    const now = Date.now();
    reports.spreadFirst(now);
    beatAt = now + commands.heartbeatMs();
    tell({ type: 'online' });
    // some terminals photograph the driver when they are switched on
    if (options.incidents && !hasPhotographed && draw('photographs', member.seed) < PHOTOGRAPHERS)
      uploads.take(1, { channel: 1 + (member.seed % CAMERAS), intervalS: 0, upload: true }, now);
    hasPhotographed = true;
  };

  const message = (header: Header, received: Message) => {
    if (received.type === 'mediaReply') {
      uploads.arrived(received.body.mediaId);
      return schedule();
    }
    tell({ type: 'asked', message: received });
    const reply = commands.answer(header, received);
    if (reply) link.send(reply);
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
  const reports = createPositionReports({ ...options, mode, alarms, link, tell });
  const uploads = createUploads(member, reports.locate);
  const commands = createCommands({ member, mode, alarms, reports, uploads, schedule: () => schedule(), restart: link.close });
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
    schedule();
  };

  const schedule = () => {
    if (stopped) return;
    clearTimeout(timer);
    const now = Date.now();
    let next = Math.min(now + LOOK_AGAIN_MS, link.nextAt(now), reports.nextAt(now));
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
      link.close();
    },
    state: link.state,
    kept: reports.storedPositions,
    alarms: { raise: alarms.raise, lower: alarms.lower },
  };
}

/** Executes commands of the server. Holds the parameters and the areas that they change. */
function createCommands(terminal: {
  readonly member: Member;
  readonly mode: Mode;
  readonly alarms: Alarms;
  readonly reports: PositionReports;
  readonly uploads: Uploads;
  readonly schedule: () => void;
  readonly restart: () => void;
}) {
  const { member, mode, alarms, reports, uploads, schedule, restart } = terminal;
  let parameters = factoryParameters(member);
  let count = 0;
  const context: AnswerContext = {
    member,
    parameters: () => ({ ...parameters, defaultIntervalS: Math.ceil(reports.movingIntervalS()) }),
    setParameters: (changed) => {
      parameters = { ...parameters, ...changed };
      if (changed.defaultIntervalS) reports.setInterval(changed.defaultIntervalS);
      schedule();
    },
    location: () => reports.locate(Date.now()),
    track: (everyS, validityS) => {
      reports.track(everyS, validityS);
      schedule();
    },
    areas: createAreas(),
    confirmAlarms: alarms.confirm,
    photos: (number, wish) => {
      const ids = uploads.take(number, wish, Date.now());
      // after the answer is out
      setImmediate(schedule);
      return ids;
    },
    // after the answer is out
    restart: () => setImmediate(restart),
  };
  return {
    answer: (header: Header, message: Message): Content | null =>
      moodyAnswer(mode.mood?.(count++) ?? 'answer', header, message, context),
    heartbeatMs: () => (parameters.heartbeatS ?? 30) * SECOND_MS,
  };
}
