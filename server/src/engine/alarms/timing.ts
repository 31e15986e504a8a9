import { findAlarmType } from '@fleetwarden/domain/alarm-types';
import { type AlarmTiming, DEFAULT_TIMING } from './occurrences.ts';

/**
 * Of alarms that an additional item tells of: each has a number of its own at the terminal, so what comes under it again (its end, or
 * the same frame once more) is the same alarm, and nothing else is.
 */
const ITEM_TIMING: AlarmTiming = { raiseMs: 0, minTimes: 1, endMs: 10_000, mergeMs: 600_000, repeatMs: 0 };

/** The timing of a kind where no rule says otherwise. */
export function defaultTiming(typeId: number): AlarmTiming {
  return findAlarmType(typeId)?.class === 'safety' ? ITEM_TIMING : DEFAULT_TIMING;
}
