import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';
import type { LocationInput } from '@fleetwarden/protocol/jt808';
import { describe, expect, it } from 'vitest';
import { createHistory, type HistoryMarks } from './history.ts';
import { createVehicle } from './motion/vehicle.ts';
import { sampleFleet } from './sample-fleet.ts';

const NOW = Date.UTC(2026, 10, 24, 4);
const [member] = sampleFleet(1);
const vehicle = createVehicle({ seed: member!.seed, kind: member!.kind, home: member!.homeCity });
const timeOf = (location: LocationInput) => location.deviceAt!;

/** Uploads until `most` positions were delivered; resolves to their times in order. */
function upload(marks: HistoryMarks, options: { from: number; until: number }, most = Number.POSITIVE_INFINITY) {
  const history = createHistory({ ...options, marks, terminals: 1, rate: 1_000_000 });
  const backlog = history.of(member!, vehicle);
  const times: number[] = [];
  while (times.length < most && !history.progress().done) {
    const batch = backlog.next(500);
    if (batch.length === 0) continue;
    times.push(...batch.map(timeOf));
    backlog.delivered();
  }
  return { times, progress: history.progress() };
}
const MONTH = { from: NOW - 30 * DAY_MS, until: NOW };

describe('the history of a terminal', () => {
  it('is uploaded newest part first, each part oldest position first, and no position twice', () => {
    const { times, progress } = upload(new Map(), MONTH);
    expect(progress).toMatchObject({ done: true, share: 1 });
    expect(new Set(times).size).toBe(times.length);
    const turns = times.flatMap((at, i) => (i > 0 && at < times[i - 1]! ? [i] : []));
    expect(turns).toHaveLength(2);
    const [week, older] = turns as [number, number];
    expect(times[0]).toBeGreaterThan(NOW - 2 * DAY_MS);
    expect(times[week]).toBeGreaterThan(NOW - 8 * DAY_MS);
    expect(times[older]).toBeGreaterThan(MONTH.from);
    expect(Math.min(...times)).toBeLessThan(MONTH.from + DAY_MS);
  });

  it('continues after a restart: first the time since, then the older parts', () => {
    const marks: HistoryMarks = new Map();
    const { times: first, progress } = upload(marks, MONTH, 4_000);
    expect(progress.done).toBe(false);
    marks.set(member!.phone, NOW);
    const later = NOW + HOUR_MS;
    const { times: second, progress: end } = upload(marks, { from: later - 30 * DAY_MS, until: later });
    expect(end).toMatchObject({ done: true, share: 1 });
    expect(second.filter((at) => first.includes(at))).toEqual([]);
    const whole = upload(new Map(), MONTH).times;
    expect([...first, ...second].filter((at) => at <= NOW).sort()).toEqual(whole.sort());
    expect(second[0]).toBeGreaterThan(NOW);
  });
});
