import { alarmTypeOf } from '@fleetwarden/domain/alarm-types';
import type { AlarmTiming } from '../alarms/occurrences.ts';
import type { Run } from './run.ts';

/** ALARM_TYPES: several kinds of active safety together, and one kind again and again. */
const [COMPOUND, FREQUENT] = [150, 158] as const;
/** So many kinds within so long, ms ... */
const KINDS = 2;
const COMPOUND_MS = 60_000;
/** ... and one kind so often. */
const TIMES = 5;
const FREQUENT_MS = 600_000;
/** What is remembered of them at the most. */
const MAX_KEPT = 40;

const MOMENT: AlarmTiming = { raiseMs: 0, minTimes: 1, endMs: 0, mergeMs: 0, repeatMs: 0 };
/** What goes on is one: it is told once. */
export const PATTERN_TIMINGS: Readonly<Record<number, AlarmTiming>> = {
  [COMPOUND]: { ...MOMENT, mergeMs: COMPOUND_MS },
  [FREQUENT]: { ...MOMENT, mergeMs: FREQUENT_MS },
};

/** The patterns that are looked for, of those there are; undefined: none. `on`: the checks that are made. */
export function createPatterns(on: ReadonlySet<number>): ((run: Run, begun: readonly number[]) => void) | undefined {
  if (!on.has(COMPOUND) && !on.has(FREQUENT)) return undefined;
  return ({ state, at, found }, begun) => {
    if (begun.length === 0) return;
    const lately = (state.safety ?? []).filter(([, then]) => at - then < FREQUENT_MS);
    lately.push(...begun.map((typeId): [number, number] => [typeId, at]));
    state.safety = lately.slice(-MAX_KEPT);
    const kinds = new Set(lately.flatMap(([typeId, then]) => (at - then <= COMPOUND_MS ? [typeId] : [])));
    const say = (typeId: number, source: number, value: number, limit: number) =>
      found.push({ typeId, source, level: alarmTypeOf(typeId)!.level, value, limit });
    if (on.has(COMPOUND) && kinds.size >= KINDS) say(COMPOUND, 0, kinds.size, KINDS);
    if (!on.has(FREQUENT)) return;
    for (const typeId of new Set(begun)) {
      const times = lately.filter(([kind]) => kind === typeId).length;
      if (times >= TIMES) say(FREQUENT, typeId, times, TIMES);
    }
  };
}
