import { MINUTE_MS } from '@fleetwarden/domain/durations';
import { greatCircleKm } from '@fleetwarden/domain/geometry';
import type { ChecksState, Hole } from './judge-states.ts';
import type { PointBefore, RuleState, Run } from './run.ts';

/** After a reconnection the terminal has this long to send what it stored. */
const UPLOAD_MS = 5 * MINUTE_MS;

type HoleLimits = { readonly gapMinutes: number; readonly gapKm: number };

/** Finds holes in the live track. After a reconnection a hole counts if stored reports have not filled it in time. */
export function holesOf({ gapMinutes, gapKm }: HoleLimits, report: (run: Run, km: number) => void) {
  const gapMs = gapMinutes * MINUTE_MS;
  const measure = ([startAt, lng, lat]: Hole['from'], [endAt, toLng, toLat]: Hole['from']): number | null => {
    if (endAt - startAt <= gapMs) return null;
    const km = greatCircleKm(lng, lat, toLng, toLat);
    return km > gapKm ? Math.round(km * 10) / 10 : null;
  };
  return (run: Run, checks: ChecksState): void => {
    const { from, at, report: point, connectionAt } = run;
    const { hole } = checks;
    // The holes of late reports may be full of live ones.
    if (from === null || run.late || (hole === undefined && at - from.at <= gapMs)) return;
    if (hole?.to && point.receivedAt >= hole.dueAt) {
      const km = measure(hole.from, hole.to);
      checks.hole = undefined;
      if (km !== null) report(run, km);
    }
    const start: Hole['from'] = hole?.to === null && hole.from[0] > from.at ? hole.from : [from.at, from.lng, from.lat];
    if (hole?.to === null) checks.hole = undefined;
    const end: Hole['from'] = [at, point.lng, point.lat];
    const km = measure(start, end);
    if (km === null) return;
    if (connectionAt > from.at) checks.hole = { from: start, to: end, dueAt: point.receivedAt + UPLOAD_MS };
    else report(run, km);
  };
}

/** Makes the hole in the live track smaller by a late point next to one of its ends. Changes `live`. */
export function bridgeHole(
  live: RuleState,
  { at, lng, lat }: Omit<PointBefore, 'kmh'>,
  gapMs: number,
  emptyChecks: () => ChecksState,
): void {
  const hole = live.checks?.hole;
  const { last } = live;
  if (hole === undefined) {
    // stored reports may come before the first live one
    if (last === null || at <= last.at || at - last.at > gapMs) return;
    live.checks ??= emptyChecks();
    live.checks.hole = { from: [at, lng, lat], to: null, dueAt: 0 };
    return;
  }
  const { from, to } = hole;
  if (at <= from[0] || (to !== null && at >= to[0])) return;
  if (at - from[0] <= gapMs) hole.from = [at, lng, lat];
  else if (to !== null && to[0] - at <= gapMs) hole.to = [at, lng, lat];
}
