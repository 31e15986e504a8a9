import { findAlarmType } from '@fleetwarden/domain/alarm-types';
import { type AlarmTiming, DEFAULT_TIMING } from './occurrences.ts';

/** Alarms of additional items have a number assigned by the terminal: the same number is the same alarm. */
const ITEM_TIMING: AlarmTiming = { raiseMs: 0, minTimes: 1, endMs: 10_000, mergeMs: 600_000, repeatMs: 0 };

/** Default timing of an alarm type. */
export function defaultTiming(typeId: number): AlarmTiming {
  return findAlarmType(typeId)?.class === 'safety' ? ITEM_TIMING : DEFAULT_TIMING;
}
