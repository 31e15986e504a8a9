import { HOUR_MS } from '@fleetwarden/domain/durations';
import type { Step, Track } from './points.ts';
import { DAY, kmBetween, MINUTE, SECOND } from './rules.ts';

/** What a vehicle did between two usable points (1.2); without data for ten minutes nothing belongs together any more. */
export type Interval = {
  readonly a: Step;
  readonly b: Step;
  readonly ms: number;
  /** Great circle, and what of it counts as a way (3.4). */
  readonly km: number;
  readonly countedKm: number;
  readonly kind: 'drive' | 'idle' | 'park' | 'unknown' | 'apart';
};

const DRIVING_KMH = 5;

export function intervalsOf({ usable }: Pick<Track, 'usable'>): Interval[] {
  const found: Interval[] = [];
  for (let i = 1; i < usable.length; i++) {
    const [a, b] = [usable[i - 1]!, usable[i]!];
    const ms = b.at - a.at;
    const km = kmBetween(a, b);
    // nobody travelled where the track starts anew
    const countedKm = b.fresh || (km < 0.015 && b.speedKmh < 3) ? 0 : km;
    found.push({ a, b, ms, km, countedKm, kind: kindOf(a, b, ms, km) });
  }
  return found;
}

function kindOf(a: Step, b: Step, ms: number, km: number): Interval['kind'] {
  if (b.fresh) return 'apart';
  const short = ms <= 300 * SECOND;
  if (short && (a.speedKmh >= DRIVING_KMH || km / (ms / HOUR_MS) >= DRIVING_KMH)) return 'drive';
  if (short && a.accOn) return 'idle';
  if (!a.accOn && km <= 0.2 && ms <= DAY) return 'park';
  return ms < 10 * MINUTE ? 'unknown' : 'apart';
}
