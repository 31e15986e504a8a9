import type { LocationReported } from '@fleetwarden/domain/location';
import type { Condition } from '../alarms/occurrences.ts';
import type { AreasState, ChecksState, FatigueState, PatternState, RisksState, WarnedState } from './judge-states.ts';

/** Minimum speed of a driving vehicle, km/h (screen catalogue 6.0). */
export const MOVING_KMH = 5;

/** The previous point. `at`: device time if believable, else ours. */
export type PointBefore = { at: number; lng: number; lat: number; kmh: number };

/**
 * Rule state of a vehicle between reports. Plain JSON. Unused members are set to undefined, not deleted: V8 is slow with objects
 * that lose members.
 */
export type RuleState = {
  last: PointBefore | null;
  /** Consecutive unreachable points. */
  odd?: number | undefined;
  fatigue?: FatigueState;
  /** The driver changed, and no point was judged since. */
  changed?: true | undefined;
  areas?: AreasState | undefined;
  risks?: RisksState | undefined;
  /** The matched road, and in how many consecutive reports. */
  road?: [id: number, times: number] | undefined;
  warned?: WarnedState | undefined;
  safety?: PatternState;
  checks?: ChecksState | undefined;
};

/** Input of the rules for one report. */
export type Run = {
  readonly state: RuleState;
  readonly vehicleId: number;
  readonly report: LocationReported;
  readonly at: number;
  /** Minute of the day in the business time zone. */
  readonly minute: number;
  readonly night: boolean;
  /** The previous point; null for the first. */
  readonly from: PointBefore | null;
  /** Last connect or disconnect, by our clock. */
  readonly connectionAt: number;
  /** Older than the newest report, or stored by the terminal. */
  readonly late: boolean;
  readonly found: Condition[];
};
