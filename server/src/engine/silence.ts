import { DAY_MS } from '@fleetwarden/domain/durations';
import type { AccSegment } from './days/ignition.ts';
import { openSegments } from './rebuild.ts';
import { SPLIT_MS, type Stop, type Trip } from './segments.ts';
import { clockLag } from './vehicle.ts';
import type { EngineState } from './vehicle-state.ts';

/**
 * Segments of a silent vehicle. Ten minutes without data end a trip and everything with the ignition on; a day ends parking too
 * (`classify`). The next position would end them at the same points, but it may never come.
 */

/** Open segments that no later position extends, unless it was delayed on its way. */
type SilentSegments = {
  readonly trips: readonly Trip[];
  readonly stops: readonly Stop[];
  readonly accs: readonly AccSegment[];
};

/** How much of the open segments has ended: 0 nothing, 1 trip and ignition on, 2 all. */
type SilenceLevel = 0 | 1 | 2;

/**
 * The segments that end by silence, each once; undefined: none. `now` by our clock. A vehicle that goes on from its last point, because
 * its reports were delayed, extends the same segments. Changes `state.segments.silence`.
 */
export function takeSilentSegments(state: EngineState, now: number): SilentSegments | undefined {
  const { segments, drift, days } = state;
  const { last } = drift;
  if (last === null) return undefined;
  const before = segments.silence ?? 0;
  const level = levelOf(now - clockLag(state) - last.at);
  if (level <= before) return undefined;
  segments.silence = level;
  const endsNow = last.accOn ? before === 0 : level === 2;
  // With the ignition off, a break after a trip may still become a longer stop.
  const { trips, stops } = openSegments(endsNow ? segments : { ...segments, pause: null });
  const { acc } = days;
  const isAccOver = acc !== null && acc.endAt > acc.startAt && (acc.accOn ? before === 0 : level === 2);
  return {
    trips: before === 0 ? trips : [],
    stops: endsNow ? stops : [],
    accs: isAccOver ? [{ ...acc }] : [],
  };
}

const levelOf = (quietMs: number): SilenceLevel => (quietMs > DAY_MS ? 2 : quietMs >= SPLIT_MS ? 1 : 0);
