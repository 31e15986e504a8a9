import type { LocationReported } from '@fleetwarden/domain/location';
import type { Condition } from '../alarms/occurrences.ts';
import type { AreasState, ChecksState, FatigueState, PatternState, RisksState, WarnedState } from './judge-states.ts';

/** From this speed on a vehicle is driving, km/h (screen catalogue 6.0). */
export const MOVING_KMH = 5;

/** The point before. `at` by the clock it is judged by. */
export type PointBefore = { at: number; lng: number; lat: number; kmh: number };

/**
 * What rules keep of a vehicle between reports. Plain JSON. What is no more is set to undefined, not deleted: an object that loses its
 * members is slow from then on, and this one is asked with every location.
 */
export type RuleState = {
  last: PointBefore | null;
  /** Points in a row that nobody could have reached. */
  odd?: number | undefined;
  fatigue?: FatigueState;
  /** Somebody else took the wheel, and no point was judged since. */
  changed?: true | undefined;
  areas?: AreasState | undefined;
  risks?: RisksState | undefined;
  /** The road it was found on, and in how many reports in a row. */
  road?: [id: number, times: number] | undefined;
  warned?: WarnedState | undefined;
  safety?: PatternState;
  checks?: ChecksState | undefined;
};

/** A report as rules judge it. */
export type Run = {
  readonly state: RuleState;
  readonly vehicleId: number;
  readonly report: LocationReported;
  readonly at: number;
  /** Of the day of the business time zone. */
  readonly minute: number;
  readonly night: boolean;
  /** The point before; null for the first. */
  readonly from: PointBefore | null;
  /** When the vehicle's connection last came or went, by our clock. */
  readonly connectionAt: number;
  readonly found: Condition[];
};
