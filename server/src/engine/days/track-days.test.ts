import { DAY_MS } from '@fleetwarden/domain/durations';
import { QUALITY, usable } from '@fleetwarden/domain/quality';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drive, type Leg, MINUTE, MORNING, SHANGHAI, toReport } from '../../../test/support/engine/track.ts';
import type { JudgedLocation } from '../judged-location.ts';
import { onLocation } from '../vehicle.ts';
import { emptyState, restoreState } from '../vehicle-state.ts';
import type { DriftPoint } from './drift-point.ts';
import { isEmpty } from './figures.ts';
import type { PositionGap } from './gap.ts';
import type { AccSegment } from './ignition.ts';
import type { EndedDay } from './open-days.ts';
import { RUN_IN_POSITIONS, RUN_IN_USABLE } from './run-in.ts';
import { createDayFold, type StoredReport, type TrackDays } from './track-days.ts';

const leg: fc.Arbitrary<Leg> = fc
  .record({
    steps: fc.integer({ min: 1, max: 12 }),
    every: fc.constantFrom(1, 8, 30, 120, 310, 900, 7200, 40_000),
    kmh: fc.constantFrom(0, 0, 3, 20, 80, 110),
    accOn: fc.boolean(),
  })
  .map(({ steps, every, kmh, accOn }) => ({ seconds: steps * every, every, kmh: every > 900 ? 0 : kmh, accOn }));

/** Faults of a report, mostly none. */
const trouble = fc.oneof(
  { weight: 14, arbitrary: fc.constant<Partial<JudgedLocation>>({}) },
  { weight: 2, arbitrary: fc.constant({ lng: 114.1 }) },
  { weight: 1, arbitrary: fc.constant({ quality: QUALITY.noFix, statusBits: 1, lng: 0, lat: 0 }) },
  { weight: 1, arbitrary: fc.constant({ quality: QUALITY.speed, speedKmh: 400 }) },
  { weight: 1, arbitrary: fc.record({ odometerKm: fc.double({ min: 0, max: 1e6, noNaN: true }) }) },
  { weight: 1, arbitrary: fc.constant({ odometerKm: null, alarmBits: 1 << 8 }) },
  { weight: 1, arbitrary: fc.constant({ statusBits: 2 }) },
);

/** Some days of reports in order of time. */
const histories = fc
  .tuple(fc.array(leg, { minLength: 1, maxLength: 14 }), fc.infiniteStream(trouble))
  .map(([legs, troubles]) =>
    drive(legs, MORNING + 13 * 60 * MINUTE).map((point, n) =>
      toReport(point, { odometerKm: 1000 + n * 0.1, ...(troubles.next().value as Partial<JudgedLocation>) }),
    ),
  );

const stored = (one: JudgedLocation): StoredReport => ({ ...one, at: one.deviceAt! });

function rebuilt(reports: readonly StoredReport[]): TrackDays {
  const fold = createDayFold(SHANGHAI.timeZone);
  for (const one of reports) fold.add(one);
  return fold.end();
}

/** The result of the live stream, with its state stored and read again before report `cut`. */
function streamed(reports: readonly JudgedLocation[], cut = -1): Omit<TrackDays, 'odd' | 'visits'> {
  let state = emptyState();
  const [days, accs, gaps, drifts]: [EndedDay[], AccSegment[], PositionGap[], DriftPoint[]] = [[], [], [], []];
  for (const [n, one] of reports.entries()) {
    if (n === cut) state = restoreState(JSON.parse(JSON.stringify(state)));
    for (const event of onLocation(state, one, SHANGHAI).events) {
      if (event.type === 'day.ended') days.push(event.day);
      else if (event.type === 'acc.ended') accs.push(event.acc);
      else if (event.type === 'gap.ended') gaps.push(event.gap);
      else if (event.type === 'drift.found') drifts.push(event.drift);
    }
  }
  const { open, acc } = state.days;
  days.push(...open.filter(({ figures }) => !isEmpty(figures)));
  if (acc !== null && acc.endAt > acc.startAt) accs.push(acc);
  return { days, accs, gaps, drifts };
}

describe('days from stored positions', () => {
  it('equal those of the live stream, with or without a restart', () => {
    fc.assert(
      fc.property(histories, fc.nat({ max: 100 }), (reports, cut) => {
        const { odd, visits: _, ...found } = rebuilt(reports.map(stored));
        expect(odd.size).toBe(0);
        expect(streamed(reports)).toEqual(found);
        expect(streamed(reports, cut)).toEqual(found);
      }),
      { numRuns: 300 },
    );
  });

  it('are the same with only some positions before and after, all and usable ones, as with all positions', () => {
    const around = (reports: readonly StoredReport[], from: number, until: number): StoredReport[] => {
      const before = reports.filter(({ at }) => at < from);
      const behind = reports.filter(({ at }) => at >= until);
      return [
        ...[...before.slice(-RUN_IN_POSITIONS), ...before.filter(usable).slice(-RUN_IN_USABLE)].toSorted((a, b) => a.at - b.at),
        ...reports.filter(({ at }) => at >= from && at < until),
        ...[...behind.slice(0, RUN_IN_POSITIONS), ...behind.filter(usable).slice(0, RUN_IN_POSITIONS)].toSorted(
          (a, b) => a.at - b.at,
        ),
      ];
    };
    fc.assert(
      fc.property(histories, (reports) => {
        const all = reports.map(stored);
        const whole = rebuilt(all);
        for (const { startAt, endAt, figures } of whole.days) {
          const part = rebuilt(around(all, startAt, endAt));
          const day = part.days.find((one) => one.startAt === startAt)!;
          for (const [place, value] of figures.entries()) expect(day.figures[place], `figure ${place}`).toBeCloseTo(value, 6);
          const within = <T extends { readonly startAt: number }>(list: readonly T[]) =>
            list.filter((one) => one.startAt >= startAt && one.startAt < endAt).map((one) => ({ ...one, distanceKm: 0 }));
          expect(within(part.accs)).toEqual(within(whole.accs));
          const gapsOf = (list: readonly PositionGap[]) => list.filter(({ fromAt }) => fromAt >= startAt && fromAt < endAt);
          expect(gapsOf(part.gaps)).toEqual(gapsOf(whole.gaps));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('contain every second and every kilometre of a drive once', () => {
    fc.assert(
      fc.property(histories, (reports) => {
        const { days } = rebuilt(reports.map(stored));
        for (const { startAt, endAt, figures } of days) {
          const [drive, idle, park] = [15, 16, 17].map((place) => figures[place]!);
          expect(drive! + idle! + park!).toBeLessThanOrEqual(endAt - startAt);
          expect(figures.slice(23, 30).reduce((sum, ms) => sum + ms, 0)).toBeCloseTo(drive!, 6);
          expect(figures[12]! + figures[13]!).toBeCloseTo(figures[10]!, 9);
          expect(endAt - startAt).toBe(DAY_MS);
        }
      }),
    );
  });
});
