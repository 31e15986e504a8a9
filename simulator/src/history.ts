import { DAY_MS } from '@fleetwarden/domain/durations';
import type { LocationInput } from '@fleetwarden/protocol/jt808';
import type { Backlog } from './backlog.ts';
import { HOUR, MINUTE } from './clock.ts';
import { isPulled, withFault, withStandingFault } from './faults.ts';
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
  /** Positions a second of the whole fleet, after its recent part. */
  readonly rate: number;
  /** Positions a second of the recent part, which is uploaded first. */
  readonly recentRate?: number;
  /** Enables alarms of cameras and sensors, and faults of terminals. */
  readonly incidents?: boolean;
};

const MOVING_STEP = 30_000;
const PARKED_STEP = 5 * MINUTE;
const CATCH_UP_MS = 500;
/** Alarms of this time before the start have their files. */
const FILED_MS = HOUR;
/** Days before the end at which parts of the history begin: the newest part is uploaded first. */
const PART_DAYS = [2, 8] as const;

/** A part of a terminal's history, uploaded oldest position first. `key`: of its progress in the marks. */
type Part = { readonly from: number; readonly until: number; readonly key: string; readonly recent: boolean };

/**
 * The parts of a terminal's history, newest first. A later start fills the time since the first start, then continues the older parts,
 * so their borders are stored with the progress.
 */
function partsOf(phone: string, { from, until, marks }: Pick<HistoryOptions, 'from' | 'until' | 'marks'>): readonly Part[] {
  const borderKey = `${phone}/${PART_DAYS[0]}`;
  // a history that an earlier release began has no older parts
  const anchor = marks.get(borderKey) ?? (marks.has(phone) ? null : until);
  if (anchor === null) return [{ from, until, key: phone, recent: true }];
  marks.set(borderKey, anchor);
  const start = from + (anchor - until);
  const borders = [...PART_DAYS.map((days) => anchor - days * DAY_MS).filter((border) => border > start), start];
  return borders.map((border, i) =>
    i === 0
      ? { from: Math.max(border, from), until, key: phone, recent: true }
      : { from: border, until: borders[i - 1]!, key: `${phone}/${i}-`, recent: i < PART_DAYS.length },
  );
}

/** History for a fleet, the newest part first. Positions lie on whole steps of time, so that a second run makes the same ones. */
export function createHistory(options: HistoryOptions): History {
  const { marks, terminals, rate, recentRate = rate, incidents = false } = options;
  const span = Math.max(1, options.until - options.from);
  let pending = terminals;
  let positions = 0;
  /** Time that is not uploaded yet, of all terminals together, ms. */
  let missing = terminals * span;

  const backlogOf = (member: Member, vehicle: Vehicle): Backlog => {
    const parts = partsOf(member.phone, options);
    const startOf = ({ key, from, until }: Part) => Math.min(until, Math.max(from, marks.get(key) ?? from));
    missing += parts.reduce((sum, part) => sum + part.until - startOf(part), 0) - span;
    let order = 0;
    let part = parts[0]!;
    let doneAt = startOf(part);
    let batch: readonly LocationInput[] = [];
    let batchEnd = doneAt;
    let notBefore = 0;
    let finished = false;

    const advance = (to: number) => {
      missing -= Math.min(part.until, to) - doneAt;
      doneAt = Math.min(part.until, to);
      marks.set(part.key, doneAt);
      while (doneAt >= part.until && !finished) {
        const next = parts[++order];
        if (next === undefined) {
          finished = true;
          pending--;
        } else {
          part = next;
          doneAt = startOf(part);
        }
      }
    };

    /** The positions after `doneAt`, and up to where the time is covered by them. */
    const make = (most: number) => {
      const { until } = part;
      const made: LocationInput[] = [];
      let at = (Math.floor(doneAt / MOVING_STEP) + 1) * MOVING_STEP;
      for (; at < until && made.length < most; at += MOVING_STEP) {
        if (!vehicle.movingAt(at) && at % PARKED_STEP !== 0) continue;
        if (vehicle.linkAt(at) === 'off') continue;
        const state = vehicle.stateAt(at);
        const location = buildLocation(state, member.version, at);
        if (!incidents) made.push(location);
        else if (!isPulled(member.seed, at)) {
          const seen = withIncident(withStandingFault(location, member.seed), member, state, options.until - FILED_MS);
          made.push(state.speedKmh > 0 ? withFault(seen, member.seed, at) : seen);
        }
      }
      batch = made;
      batchEnd = at >= until ? until : at - MOVING_STEP;
    };

    advance(doneAt);
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
        const perSecond = part.recent ? recentRate : rate;
        notBefore = Math.max(notBefore, Date.now() - CATCH_UP_MS) + (batch.length * pending * 1000) / perSecond;
        advance(batchEnd);
        batch = [];
      },
    };
  };

  return {
    of: backlogOf,
    progress: () => ({ share: Math.min(1, Math.max(0, 1 - missing / (span * terminals))), positions, done: pending === 0 }),
  };
}
