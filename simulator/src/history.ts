import type { LocationInput } from '@fleetwarden/protocol/jt808';
import type { Backlog } from './backlog.ts';
import { MINUTE } from './clock.ts';
import { isPulled, withFault } from './faults.ts';
import type { Member } from './identity.ts';
import { withIncident } from './incidents.ts';
import { buildLocation } from './location.ts';
import type { Vehicle } from './motion/vehicle.ts';

/** Progress of the upload per terminal: time of its last delivered position, epoch ms, by phone. */
export type HistoryMarks = Map<string, number>;

export type HistoryProgress = { readonly share: number; readonly positions: number; readonly done: boolean };

export type History = {
  /** The backlog of a terminal. */
  readonly of: (member: Member, vehicle: Vehicle) => Backlog;
  readonly progress: () => HistoryProgress;
};

export type HistoryOptions = {
  /** Start of a history without progress, and end of all; epoch ms. */
  readonly from: number;
  readonly until: number;
  readonly marks: HistoryMarks;
  readonly terminals: number;
  /** Positions a second of the whole fleet. */
  readonly rate: number;
  /** Enables alarms of cameras and sensors, and faults of terminals. */
  readonly incidents?: boolean;
};

const MOVING_STEP = 30_000;
const PARKED_STEP = 5 * MINUTE;
const CATCH_UP_MS = 500;

/** History for a fleet. Positions lie on whole steps of time, so that a second run makes the same ones. */
export function createHistory({ from, until, marks, terminals, rate, incidents = false }: HistoryOptions): History {
  const span = Math.max(1, until - from);
  let pending = terminals;
  let positions = 0;
  let covered = 0;

  const backlogOf = (member: Member, vehicle: Vehicle): Backlog => {
    let doneAt = Math.max(from, marks.get(member.phone) ?? from);
    covered += Math.min(until, doneAt) - from;
    let batch: readonly LocationInput[] = [];
    let batchEnd = doneAt;
    let notBefore = 0;
    let finished = false;

    const advance = (to: number) => {
      covered += Math.min(until, to) - doneAt;
      doneAt = Math.min(until, to);
      marks.set(member.phone, doneAt);
      if (doneAt >= until && !finished) {
        finished = true;
        pending--;
      }
    };

    /** The positions after `doneAt`, and up to where the time is covered by them. */
    const make = (most: number) => {
      const made: LocationInput[] = [];
      let at = (Math.floor(doneAt / MOVING_STEP) + 1) * MOVING_STEP;
      for (; at < until && made.length < most; at += MOVING_STEP) {
        if (!vehicle.movingAt(at) && at % PARKED_STEP !== 0) continue;
        if (vehicle.linkAt(at) === 'off') continue;
        const state = vehicle.stateAt(at);
        const location = buildLocation(state, member.version, at);
        if (!incidents) made.push(location);
        else if (!isPulled(member.seed, at)) {
          const seen = withIncident(location, member, state);
          made.push(state.speedKmh > 0 ? withFault(seen, member.seed, at) : seen);
        }
      }
      batch = made;
      batchEnd = at >= until ? until : at - MOVING_STEP;
    };

    if (doneAt >= until) advance(until);
    return {
      readyAt: (now) => (finished ? Number.POSITIVE_INFINITY : Math.max(now, notBefore)),
      next: (most) => {
        if (finished) return [];
        make(most);
        if (batch.length === 0) advance(batchEnd);
        return batch;
      },
      delivered: () => {
        positions += batch.length;
        // from slot to slot, so that waiting for the acknowledgement does not slow it down; nothing is made up for after a break
        notBefore = Math.max(notBefore, Date.now() - CATCH_UP_MS) + (batch.length * pending * 1000) / rate;
        advance(batchEnd);
        batch = [];
      },
    };
  };

  return {
    of: backlogOf,
    progress: () => ({ share: Math.min(1, covered / (span * terminals)), positions, done: pending === 0 }),
  };
}
