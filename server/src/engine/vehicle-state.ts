import type { MileageSource } from '@fleetwarden/domain/mileage';
import type { VehicleStatus } from '@fleetwarden/domain/vehicle-status';
import type { AlarmStates } from './alarms/report-alarms.ts';
import type { ClockSuspicion } from './clock.ts';
import { type DayMileage, emptyDayMileage } from './day-mileage.ts';
import { type DaysState, emptyDays } from './days/fold.ts';
import { type DriftState, emptyDrift } from './drift.ts';
import type { LivePoint } from './live-point.ts';
import { emptySegments, type SegmentState } from './segments.ts';
import type { VisitsState } from './visits/fold.ts';

/**
 * Engine state of one vehicle: plain JSON of 1-3 KiB, stored in `vehicle_latest.engine`; a restored state behaves as the
 * original. The reducers mutate it, because at 40,000 locations per second copies would dominate the cost. Use structuredClone
 * for a snapshot.
 */
export type EngineState = AlarmStates & {
  v: 1;
  online: boolean;
  /** Last connect or disconnect, by our clock; 0: none. */
  connectionAt: number;
  status: VehicleStatus;
  /** By our clock, because device clocks jump. 0: no report or connection yet. */
  statusSince: number;
  /** Newest believed device time. */
  newestAt: number | null;
  point: LivePoint | null;
  /** The point is shown although its time is impossible. */
  stale: boolean;
  clock: ClockSuspicion | null;
  drift: DriftState;
  segments: SegmentState;
  day: DayMileage;
  mileageSource: MileageSource;
  days: DaysState;
  /** Absent until visits are tracked. */
  visits?: VisitsState;
};

/** State of a vehicle without reports. */
export function emptyState(): EngineState {
  return {
    v: 1,
    online: false,
    connectionAt: 0,
    status: 0,
    statusSince: 0,
    newestAt: null,
    point: null,
    stale: false,
    clock: null,
    drift: emptyDrift(),
    segments: emptySegments(),
    day: emptyDayMileage(),
    mileageSource: 0,
    days: emptyDays(),
  };
}

/** Restores a stored state; an empty one if nothing, or another version, was stored: positions can be replayed from the table. */
export function restoreState(stored: unknown): EngineState {
  const known = typeof stored === 'object' && stored !== null && 'v' in stored && stored.v === 1;
  if (!known) return emptyState();
  const state = stored as EngineState;
  if (!knowsDays(stored)) state.days = emptyDays();
  return state;
}

/** Whether the stored state has day figures; earlier releases had none. */
export function knowsDays(stored: unknown): boolean {
  return typeof stored === 'object' && stored !== null && 'days' in stored;
}
