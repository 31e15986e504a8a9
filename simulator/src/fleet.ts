import { DAY_MS } from '@fleetwarden/domain/durations';
import type { Raise } from './alarms.ts';
import { getDay, startOfDay } from './clock.ts';
import { EVIDENCE_FAULTS, type EvidenceFaultName } from './evidence/upload-faults.ts';
import { createHistory, type HistoryProgress } from './history.ts';
import type { Member } from './identity.ts';
import { MODES, type ModeName } from './modes.ts';
import { createVehicle } from './motion/vehicle.ts';
import { type FleetMemory, forgetfulMemory } from './state-file.ts';
import { createTerminal, type Terminal, type TerminalEvent } from './terminal.ts';
import { STREAM_FAULTS, type StreamFaultName } from './video/stream-faults.ts';
import type { Transport } from './wire.ts';

export type FleetOptions = {
  readonly host: string;
  readonly port: number;
  readonly terminals: readonly Member[];
  /** `mixed`: one in ten by UDP. */
  readonly transport?: Transport | 'mixed';
  readonly mode?: ModeName;
  readonly movingS?: number;
  readonly parkedS?: number;
  /** Terminals switched on a second. */
  readonly rampPerSecond?: number;
  readonly memory?: FleetMemory;
  /** Disables power and radio failures. */
  readonly steady?: boolean;
  /** Alarms that each terminal raises after it starts. */
  readonly raise?: readonly Raise[];
  /** Enables alarms of cameras and sensors on the road, in the past and live. */
  readonly incidents?: boolean;
  /** Faults of live video; a terminal streams only when a server requests it. */
  readonly video?: StreamFaultName;
  /** Faults of uploads of files of alarms. */
  readonly evidence?: EvidenceFaultName;
  readonly history?: {
    readonly days: number;
    /** Positions a second, all terminals together, and of the newest days, which are uploaded first. */
    readonly rate?: number;
    readonly recentRate?: number;
    readonly onProgress?: (progress: HistoryProgress) => void;
  };
  readonly onEvent?: (member: Member, event: TerminalEvent) => void;
};

/** Counters of the fleet. */
export type FleetCounts = {
  readonly terminals: number;
  readonly online: number;
  readonly reported: number;
  readonly acknowledged: number;
  readonly uploaded: number;
  readonly refused: number;
};

export type Fleet = { readonly counts: () => FleetCounts; readonly stop: () => void };

const RAMP_TICK_MS = 100;
const PROGRESS_EVERY_MS = 2_000;
const SAVE_EVERY_MS = 5_000;
/** Leaves a small server on two cores room to answer. */
const HISTORY_RATE = 6_000;
/** In the demo fleet, every tenth terminal uses UDP. */
const UDP_SHARE = 10;

/** Switches a fleet on, a few terminals at a time. They run until `stop`. */
export function startFleet(options: FleetOptions): Fleet {
  const { host, port, terminals: members, transport = 'tcp' } = options;
  const memory = options.memory ?? forgetfulMemory();
  const startedAt = Date.now();
  const history = options.history
    ? createHistory({
        from: startedAt - options.history.days * DAY_MS,
        until: startedAt,
        marks: memory.marks,
        terminals: members.length,
        rate: options.history.rate ?? HISTORY_RATE,
        ...(options.history.recentRate ? { recentRate: options.history.recentRate } : {}),
        incidents: options.incidents ?? false,
      })
    : undefined;
  const counts = { terminals: members.length, reported: 0, acknowledged: 0, uploaded: 0, refused: 0 };
  const running: Terminal[] = [];
  const timers: NodeJS.Timeout[] = [];

  const count = (event: TerminalEvent) => {
    if (event.type === 'reported') counts.reported++;
    else if (event.type === 'refused') counts.refused++;
    else if (event.type === 'acknowledged') counts.acknowledged += event.positions;
    else if (event.type === 'uploaded') counts.uploaded += event.positions;
  };

  const switchOn = (member: Member, index: number) => {
    const usual = createVehicle({ seed: member.seed, kind: member.kind, home: member.homeCity });
    const vehicle = options.steady ? { ...usual, linkAt: () => 'up' as const } : usual;
    const byUdp = transport === 'udp' || (transport === 'mixed' && index % UDP_SHARE === UDP_SHARE - 1);
    const { movingS, parkedS, mode, video, incidents = false } = options;
    const evidence = member.evidence ?? options.evidence;
    const cardsSince = options.history
      ? Math.max(startedAt - options.history.days * DAY_MS, (memory.marks.get(member.phone) ?? 0) - DAY_MS)
      : startOfDay(getDay(startedAt));
    const terminal = createTerminal({
      server: { host, port, transport: byUdp ? 'udp' : 'tcp' },
      member,
      vehicle,
      cardsSince,
      incidents,
      codes: memory.codes,
      onEvent: (event) => {
        count(event);
        options.onEvent?.(member, event);
      },
      ...(mode ? { mode: MODES[mode] } : {}),
      ...(video ? { video: STREAM_FAULTS[video] } : {}),
      ...(evidence ? { evidence: EVIDENCE_FAULTS[evidence] } : {}),
      ...(movingS ? { movingS } : {}),
      ...(parkedS ? { parkedS } : {}),
      ...(history ? { history: history.of(member, vehicle) } : {}),
    });
    running.push(terminal);
    for (const wish of options.raise ?? []) terminal.alarms.raise(wish);
    terminal.start();
  };

  const perTick = ((options.rampPerSecond ?? 50) * RAMP_TICK_MS) / 1000;
  let due = 0;
  const ramp = setInterval(() => {
    due += perTick;
    while (running.length < members.length && due >= 1) {
      due--;
      switchOn(members[running.length]!, running.length);
    }
    if (running.length === members.length) clearInterval(ramp);
  }, RAMP_TICK_MS);
  timers.push(ramp);

  if (history) {
    const watch = setInterval(() => {
      const progress = history.progress();
      options.history?.onProgress?.(progress);
      if (progress.done) clearInterval(watch);
    }, PROGRESS_EVERY_MS);
    timers.push(watch);
  }

  const save = () => {
    // whose past is delivered reports from there on: a later start fills in from now
    const now = Date.now();
    for (const { phone } of members) if ((memory.marks.get(phone) ?? 0) >= startedAt) memory.marks.set(phone, now);
    memory.save();
  };
  timers.push(setInterval(save, SAVE_EVERY_MS));

  return {
    counts: () => ({ ...counts, online: running.filter((terminal) => terminal.state() === 'online').length }),
    stop: () => {
      for (const timer of timers) clearInterval(timer);
      for (const terminal of running) terminal.stop();
      save();
    },
  };
}
