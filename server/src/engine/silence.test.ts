import { DAY_MS } from '@fleetwarden/domain/durations';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drive, driving, idling, MINUTE, MORNING, parked, SHANGHAI, toReport } from '../../test/support/engine/track.ts';
import type { JudgedLocation } from './judged-location.ts';
import { takeSilentSegments } from './silence.ts';
import { type EngineEvent, onLocation } from './vehicle.ts';
import { emptyState } from './vehicle-state.ts';

function run(reports: readonly JudgedLocation[]) {
  const state = emptyState();
  const events: EngineEvent[] = reports.flatMap((one) => [...onLocation(state, one, SHANGHAI).events]);
  return { state, events, lastAt: reports.at(-1)!.receivedAt };
}
const reportsOf = (legs: Parameters<typeof drive>[0]) => drive(legs).map((point) => toReport(point));

describe('silence', () => {
  it('ends a trip at its last point after ten minutes, once', () => {
    const { state, lastAt } = run(reportsOf([driving(20)]));
    expect(takeSilentSegments(state, lastAt + 9 * MINUTE)).toBeUndefined();
    const ended = takeSilentSegments(state, lastAt + 10 * MINUTE);
    expect(ended).toMatchObject({ trips: [{ startAt: MORNING, endAt: MORNING + 20 * MINUTE }], stops: [] });
    expect(ended?.accs).toMatchObject([{ accOn: true, startAt: MORNING }]);
    expect(takeSilentSegments(state, lastAt + 30 * MINUTE)).toBeUndefined();
  });

  it('ends idling after ten minutes, and parking after a day', () => {
    const idle = run(reportsOf([idling(20)]));
    expect(takeSilentSegments(idle.state, idle.lastAt + 10 * MINUTE)?.stops).toHaveLength(1);
    const asleep = run(reportsOf([driving(20), parked(20)]));
    expect(takeSilentSegments(asleep.state, asleep.lastAt + 10 * MINUTE)).toEqual({ trips: [], stops: [], accs: [] });
    expect(takeSilentSegments(asleep.state, asleep.lastAt + DAY_MS + MINUTE)?.stops).toHaveLength(1);
  });

  it('is measured by the terminal clock', () => {
    const late = reportsOf([driving(20)]).map((one) => ({ ...one, receivedAt: one.receivedAt + 30 * MINUTE }));
    const { state, lastAt } = run(late);
    expect(takeSilentSegments(state, lastAt + 9 * MINUTE)).toBeUndefined();
    expect(takeSilentSegments(state, lastAt + 11 * MINUTE)?.trips).toHaveLength(1);
  });

  it('ends the segments that the next position would end, and changes nothing else', () => {
    const leg = fc.constantFrom(driving(1), driving(9, 80), idling(1), idling(5), parked(2), parked(30));
    fc.assert(
      fc.property(fc.array(leg, { minLength: 1, maxLength: 6 }), fc.constantFrom(9, 11, 200, 26 * 60), (legs, minutes) => {
        const reports = reportsOf(legs);
        const last = reports.at(-1)!;
        const at = last.deviceAt! + minutes * MINUTE;
        const next = { ...last, lng: 113.9, deviceAt: at, receivedAt: at + 2000 };
        const heard = run([...reports, next]);
        const silent = run(reports);
        const taken = takeSilentSegments(silent.state, silent.lastAt + minutes * MINUTE);
        const events = [...onLocation(silent.state, next, SHANGHAI).events];
        expect(silent.state).toEqual(heard.state);
        const ended = heard.events.slice(-events.length);
        const trips = ended.flatMap((event) => (event.type === 'trip.ended' ? [event.trip] : []));
        for (const trip of taken?.trips ?? []) expect(trips).toContainEqual(trip);
        const stops = ended.flatMap((event) => (event.type === 'stop.ended' ? [event.stop] : []));
        for (const stop of taken?.stops ?? []) expect(stops).toContainEqual(stop);
      }),
    );
  });
});
