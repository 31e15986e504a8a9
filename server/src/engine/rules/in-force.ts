import type { AlarmLevel } from '@fleetwarden/domain/alarm-bits';
import { dayKey } from '@fleetwarden/domain/business-day';
import { type DaySegment, getWeekday, isWithin, minuteOfDay, parseClock } from '@fleetwarden/domain/day-time';
import type { EngineKind, ParamsOf } from './params.ts';

/** A stored scheme, with default parameters filled in. */
export type RuleScheme<C extends EngineKind = EngineKind> = {
  readonly id: number;
  readonly kind: C;
  readonly params: ParamsOf[C];
  readonly level: AlarmLevel;
  /** yyyy-MM-dd, both included; null: open. */
  readonly validFrom: string | null;
  readonly validTo: string | null;
  readonly timeZone: string;
  /** 1 Monday to 7 Sunday. */
  readonly weekdays: readonly number[];
  /** Empty: all day. */
  readonly segments: readonly DaySegment[];
};

type SchemeTimes = Pick<RuleScheme, 'validFrom' | 'validTo' | 'weekdays' | 'segments' | 'timeZone'>;

/**
 * Returns a test whether a scheme is active at an instant (epoch ms). A segment over midnight belongs to the day in which it
 * starts.
 */
export function inForce({ validFrom, validTo, weekdays, segments, timeZone }: SchemeTimes): (at: number) => boolean {
  const spans = segments.map(({ start, end }) => [parseClock(start), parseClock(end)] as const);
  if (validFrom === null && validTo === null && weekdays.length === 7 && spans.length === 0) return () => true;
  const onDay = (at: number): boolean => {
    if (weekdays.length < 7 && !weekdays.includes(getWeekday(at, timeZone))) return false;
    if (validFrom === null && validTo === null) return true;
    const key = dayKey(at, timeZone);
    return (validFrom === null || key >= validFrom) && (validTo === null || key <= validTo);
  };
  if (spans.length === 0) return onDay;
  return (at) => {
    const minute = minuteOfDay(at, timeZone);
    const span = spans.find(([from, to]) => isWithin(minute, from, to));
    if (span === undefined) return false;
    const begunYesterday = span[0] > span[1] && minute < span[1];
    return onDay(begunYesterday ? at - (minute + 1) * 60_000 : at);
  };
}
