import { HOUR_MS } from '@fleetwarden/domain/durations';
import { DAY, kmBetween, MINUTE, SECOND } from './definitions.ts';
import type { Step, Track } from './points.ts';

/** The time between two usable points (1.2); a gap of ten minutes has no interval. */
export type Interval = {
  readonly a: Step;
  readonly b: Step;
  readonly ms: number;
  /** Great circle distance, and the part that counts as mileage (3.4). */
  readonly km: number;
  readonly countedKm: number;
  readonly kind: 'drive' | 'idle' | 'park' | 'unknown' | 'apart';
};

const DRIVING_KMH = 5;

export function computeIntervals({ usable }: Pick<Track, 'usable'>): Interval[] {
  const found: Interval[] = [];
  for (let i = 1; i < usable.length; i++) {
    const [a, b] = [usable[i - 1]!, usable[i]!];
    const ms = b.at - a.at;
    const km = kmBetween(a, b);
    // a break in the track has no distance
    const countedKm = b.fresh || (km < 0.015 && b.speedKmh < 3) ? 0 : km;
    found.push({ a, b, ms, km, countedKm, kind: alarmTypeOf(a, b, ms, km) });
  }
  return found;
}

function alarmTypeOf(a: Step, b: Step, ms: number, km: number): Interval['kind'] {
  if (b.fresh) return 'apart';
  const short = ms <= 300 * SECOND;
  if (short && (a.speedKmh >= DRIVING_KMH || km / (ms / HOUR_MS) >= DRIVING_KMH)) return 'drive';
  if (short && a.accOn) return 'idle';
  if (!a.accOn && km <= 0.2 && ms <= DAY) return 'park';
  return ms < 10 * MINUTE ? 'unknown' : 'apart';
}
