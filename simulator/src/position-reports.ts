import { SECOND_MS } from '@fleetwarden/domain/durations';
import { type LocationInput, writeLocation } from '@fleetwarden/protocol/jt808';
import type { Alarms } from './alarms.ts';
import { type Backlog, batchBody, createMemory } from './backlog.ts';
import { withStandingFault } from './faults.ts';
import type { Member } from './identity.ts';
import { getStep, withIncident } from './incidents.ts';
import { buildLocation } from './location.ts';
import type { Mode } from './modes.ts';
import type { Vehicle } from './motion/vehicle.ts';
import { draw } from './random.ts';
import type { Delivery, TerminalLink } from './terminal-link.ts';

type PositionDelivery = Exclude<Delivery, { kind: 'diary' }>;

type PositionEvent = { readonly type: 'reported' } | { readonly type: 'acknowledged' | 'uploaded'; readonly positions: number };

/** The positions of a terminal: live by 0x0200, else from memory and history by 0x0704. */
export type PositionReports = {
  readonly start: (now: number) => void;
  /** Delays the first report after a connect by a random time, so that a fleet does not report at once. */
  readonly spreadFirst: (now: number) => void;
  readonly locate: (now: number) => LocationInput;
  /** Reports the position if a report is due. */
  readonly report: (now: number) => void;
  /** Sends the next stored positions, one batch at a time. */
  readonly upload: (now: number) => void;
  readonly acknowledged: (delivery: PositionDelivery) => void;
  readonly failed: (delivery: PositionDelivery) => void;
  readonly movingIntervalS: () => number;
  /** 0x8103: the interval on the road; the interval when parked is never shorter. */
  readonly setInterval: (seconds: number) => void;
  /** 0x8202: reports at this interval for a while; an interval of 0 ends it. */
  readonly track: (everyS: number, validityS: number) => void;
  /** When the next report or upload is due, epoch ms. */
  readonly nextAt: (now: number) => number;
  /** Count of positions in memory. */
  readonly storedPositions: () => number;
};

/** Positions of one 0x0704: its body fits into one frame. */
const BATCH = 18;

export function createPositionReports(options: {
  readonly member: Member;
  readonly vehicle: Vehicle;
  readonly mode: Mode;
  readonly alarms: Alarms;
  /** Adds the state that commands change. */
  readonly mark: (report: LocationInput) => LocationInput;
  readonly link: TerminalLink;
  readonly tell: (event: PositionEvent) => void;
  readonly movingS?: number;
  readonly parkedS?: number;
  readonly history?: Backlog;
  readonly incidents?: boolean;
}): PositionReports {
  const { member, vehicle, mode, alarms, mark, link, tell, history } = options;
  const memory = createMemory();
  const backlogs: readonly Backlog[] = history ? [memory, history] : [memory];
  let [movingS, parkedS] = [options.movingS ?? 10, options.parkedS ?? 45];
  let tracking: { everyS: number; until: number } | undefined;
  let startedAt = 0;
  let reportAt = 0;
  let uploading = false;
  let incidentStep = 0;

  const locate = (now: number): LocationInput =>
    mark(alarms.mark(buildLocation(vehicle.stateAt(now), member.version, mode.clock ? mode.clock(now, startedAt) : now)));

  /** Adds the incident of the current step, once per step. */
  const addIncident = (location: LocationInput, now: number): LocationInput => {
    if (!options.incidents) return location;
    const report = withStandingFault(location, member.seed);
    const step = getStep(now);
    if (step === incidentStep) return report;
    incidentStep = step;
    return withIncident(report, member, vehicle.stateAt(now));
  };

  return {
    start: (now) => {
      startedAt = now;
      // time to connect
      reportAt = now + 5 * SECOND_MS;
    },
    spreadFirst: (now) => {
      reportAt = now + draw('first report', member.seed, now) * 2 * SECOND_MS;
    },
    locate,
    report: (now) => {
      if (now < reportAt) return;
      const moving = vehicle.movingAt(now);
      if (tracking && now > tracking.until) tracking = undefined;
      const everyS = tracking?.everyS ?? (moving ? movingS : parkedS);
      reportAt = now + everyS * SECOND_MS;
      const coverage = vehicle.linkAt(now);
      if (coverage === 'off') return;
      const location = alarms.tell(addIncident(locate(now), now));
      if (coverage !== 'up' || !link.isReady()) return memory.keep(location);
      link.deliver({ id: 0x0200, body: writeLocation(location) }, { kind: 'live', location });
      tell({ type: 'reported' });
    },
    upload: (now) => {
      if (uploading || !link.isReady()) return;
      for (const from of backlogs) {
        if (from.readyAt(now) > now) continue;
        const batch = from.next(BATCH);
        if (batch.length === 0) continue;
        uploading = true;
        link.deliver({ id: 0x0704, body: batchBody(batch) }, { kind: 'batch', from, positions: batch.length });
        return;
      }
    },
    acknowledged: (delivery) => {
      if (delivery.kind === 'live') return tell({ type: 'acknowledged', positions: 1 });
      delivery.from.delivered();
      uploading = false;
      tell({ type: 'uploaded', positions: delivery.positions });
    },
    failed: (delivery) => {
      if (delivery.kind === 'live') memory.keep(delivery.location);
      else uploading = false;
    },
    movingIntervalS: () => movingS,
    setInterval: (seconds) => {
      [movingS, parkedS] = [seconds, Math.max(parkedS, seconds)];
    },
    track: (everyS, validityS) => {
      const now = Date.now();
      tracking = everyS > 0 ? { everyS, until: now + validityS * SECOND_MS } : undefined;
      reportAt = now + everyS * SECOND_MS;
    },
    nextAt: (now) => {
      if (link.state() !== 'online' || uploading) return reportAt;
      return Math.min(reportAt, ...backlogs.map((from) => from.readyAt(now)));
    },
    storedPositions: memory.size,
  };
}
