import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AlarmEvent,
  type AlarmState,
  type AlarmTiming,
  alarmGid,
  type Condition,
  DEFAULT_TIMING,
  endSilent,
  noAlarms,
  SILENCE_MS,
  updateOccurrences,
} from './occurrences.ts';

const START = Date.UTC(2026, 5, 1, 2);
const overspeed: Condition = { typeId: 1, source: 0, level: 2, value: null, limit: null };

/** A vehicle's reports: seconds from START, and what is so in each. */
function drive(
  reports: readonly (readonly [s: number, so: readonly Condition[], kmh?: number])[],
  timing: Partial<AlarmTiming> = {},
) {
  const state: AlarmState = noAlarms();
  const events: AlarmEvent[] = [];
  for (const [s, so, speedKmh = 60] of reports) {
    const moment = { at: START + s * 1000, lng: 113 + s / 1e4, lat: 23, speedKmh, km: 0.25 };
    events.push(...updateOccurrences(state, moment, so, () => ({ ...DEFAULT_TIMING, ...timing })));
  }
  return { state, events, told: events.map(({ type }) => type.slice('alarm.'.length)) };
}

describe('an alarm', () => {
  it('begins with the first report that meets its condition and ends with the last', () => {
    const { events, told } = drive([
      [0, []],
      [10, [overspeed], 90],
      [20, [overspeed], 110],
      [30, [overspeed], 95],
      [40, []],
      [50, []],
    ]);
    expect(told).toEqual(['raised', 'ended']);
    expect(events[0]!.alarm).toMatchObject({ startAt: START + 10_000, startKmh: 90, startLng: 113.001, times: 1 });
    expect(events[1]!.alarm).toMatchObject({ startAt: START + 10_000, lastAt: START + 30_000, maxKmh: 110, lastLng: 113.003 });
  });

  it('is the same alarm if its condition is met again soon, and a new alarm after a longer time', () => {
    const soon = drive([
      [0, [overspeed]],
      [10, []],
      [50, [overspeed]],
      [60, []],
    ]);
    expect(soon.told).toEqual(['raised', 'ended', 'continued', 'ended']);
    expect(new Set(soon.events.map(({ alarm }) => alarm.startAt)).size).toBe(1);
    expect(soon.events.at(-1)!.alarm.times).toBe(2);
    const later = drive([
      [0, [overspeed]],
      [10, []],
      [70, []],
      [80, [overspeed]],
    ]);
    expect(later.told).toEqual(['raised', 'ended', 'raised']);
    expect(later.events[2]!.alarm.startAt).toBe(START + 80_000);
  });

  it('counts the kilometres from its first report to its last, including pauses', () => {
    const { events } = drive([
      [0, []],
      [10, [overspeed]],
      [20, [overspeed]],
      [30, []],
      [40, []],
      [50, [overspeed]],
      [60, []],
    ]);
    expect(events.map(({ alarm }) => alarm.km)).toEqual([0, 0.25, 1, 1]);
  });

  it('has unknown kilometres if an earlier version began it', () => {
    const { state } = drive([[0, [overspeed]]]);
    const [{ km: _km, kmSince: _kmSince, ...old }] = state.tracked as [AlarmState['tracked'][number]];
    const stored: AlarmState = { tracked: [old] };
    const moment = { at: START + 10_000, lng: 113, lat: 23, speedKmh: 60, km: 1 };
    updateOccurrences(stored, moment, [overspeed], () => DEFAULT_TIMING);
    expect(stored.tracked[0]!.km).toBeUndefined();
  });

  it('is also a new alarm after a longer time with few reports in between', () => {
    const sparse = drive([
      [0, [overspeed]],
      [30, []],
      [90, [overspeed]],
      [100, []],
    ]);
    expect(sparse.told).toEqual(['raised', 'ended', 'raised', 'ended']);
    expect(sparse.events.map(({ alarm }) => alarm.startAt - START)).toEqual([0, 0, 90_000, 90_000]);
    expect(sparse.state.tracked).toHaveLength(1);
  });

  it('is raised only after its minimum duration and count; before that it is brief', () => {
    const timing = { raiseMs: 15_000, minTimes: 3 };
    expect(
      drive(
        [
          [0, [overspeed]],
          [20, [overspeed]],
        ],
        timing,
      ).told,
    ).toEqual([]);
    expect(
      drive(
        [
          [0, [overspeed]],
          [5, [overspeed]],
          [10, [overspeed]],
        ],
        timing,
      ).told,
    ).toEqual([]);
    expect(
      drive(
        [
          [0, [overspeed]],
          [8, [overspeed]],
          [16, [overspeed]],
        ],
        timing,
      ).told,
    ).toEqual(['raised']);
    expect(
      drive(
        [
          [0, [overspeed]],
          [8, [overspeed]],
          [20, []],
        ],
        timing,
      ).told,
    ).toEqual(['brief']);
  });

  it('is a new alarm if the earlier one was brief', () => {
    const { events, told } = drive(
      [
        [0, [overspeed]],
        [30, []],
        [60, [overspeed]],
        [80, [overspeed]],
      ],
      { raiseMs: 15_000 },
    );
    expect(told).toEqual(['brief', 'raised']);
    expect(events[1]!.alarm.startAt).toBe(START + 60_000);
  });

  it('is reported again while it lasts', () => {
    const reports = Array.from({ length: 13 }, (_, i) => [i * 60, [overspeed]] as const);
    const { told, events } = drive(reports);
    expect(told).toEqual(['raised', 'continued', 'continued']);
    expect(events.at(-1)!.alarm.times).toBe(3);
    expect(drive(reports, { repeatMs: 0 }).told).toEqual(['raised']);
  });

  it('stores the highest measured value with its limit, and the highest level', () => {
    const so = (value: number, limit: number, level: 1 | 2 | 3): Condition => ({ typeId: 100, source: 7, level, value, limit });
    const { events } = drive([
      [0, [so(85, 80, 1)]],
      [10, [so(120, 100, 3)]],
      [20, [so(90, 80, 2)]],
      [40, []],
    ]);
    expect(events.at(-1)!.alarm).toMatchObject({ value: 120, limit: 100, level: 3 });
  });

  it('ends with the last report before a silence of more than ten minutes', () => {
    expect(SILENCE_MS).toBe(10 * 60_000);
    // an incomplete item ends nothing
    expect(
      drive([
        [0, [overspeed]],
        [9 * 60, [overspeed]],
      ]).told,
    ).not.toContain('ended');
    const { told, events } = drive([
      [0, [overspeed]],
      [10, [overspeed]],
      [10 + SILENCE_MS / 1000 + 1, [overspeed]],
    ]);
    expect(told).toEqual(['raised', 'ended', 'raised']);
    expect(events[1]!.alarm.lastAt).toBe(START + 10_000);
    const { state } = drive([[0, [overspeed]]]);
    expect(endSilent(state, START + SILENCE_MS)).toEqual([]);
    expect(endSilent(state, START + SILENCE_MS + 1).map(({ type }) => type)).toEqual(['alarm.ended']);
    expect(state.tracked).toEqual([]);
  });

  it('of one kind from two sources is two alarms', () => {
    const { told } = drive([[0, [overspeed, { ...overspeed, source: 5 }]]]);
    expect(told).toEqual(['raised', 'raised']);
  });

  it('becomes one alarm if it flaps for a long time', () => {
    const reports = Array.from({ length: 400 }, (_, i) => [i * 15, i % 6 === 0 ? [overspeed] : []] as const);
    const raised = drive(reports, { mergeMs: 0 }).events.filter(({ type }) => type === 'alarm.raised');
    expect(raised.length).toBeLessThan(70);
    const quick = Array.from({ length: 2000 }, (_, i) => [i * 5, i % 3 === 0 ? [overspeed] : []] as const);
    const { events } = drive(quick, { mergeMs: 0, endMs: 5_000 });
    expect(events.filter(({ type }) => type === 'alarm.raised')).toHaveLength(20);
    expect(events.at(-1)!.alarm.storm).toBe(true);
  });

  it('has an id derived from its vehicle, type, source and start', () => {
    const alarm = { typeId: 104, source: 4_294_967_295, startAt: START };
    expect(alarmGid(1, alarm)).toMatch(/^00000001-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
    expect(alarmGid(1, alarm)).toBe(alarmGid(1, { ...alarm }));
    expect(alarmGid(2, alarm)).not.toBe(alarmGid(1, alarm));
  });
});

describe('any sequence of conditions', () => {
  const report = fc.record({ step: fc.integer({ min: 0, max: 900 }), kinds: fc.subarray([1, 2, 100]) });
  const history = fc.array(report, { maxLength: 60 });
  const timings = fc.record({
    raiseMs: fc.constantFrom(0, 20_000),
    minTimes: fc.integer({ min: 1, max: 3 }),
    endMs: fc.constantFrom(0, 10_000, 60_000),
    mergeMs: fc.constantFrom(0, 60_000),
    repeatMs: fc.constantFrom(0, 100_000),
  });
  const run = (reports: readonly { step: number; kinds: number[] }[], timing: AlarmTiming, cut = -1) => {
    let state = noAlarms();
    const events: AlarmEvent[] = [];
    let at = START;
    for (const [i, { step, kinds }] of reports.entries()) {
      at += step * 1000;
      if (i === cut) state = JSON.parse(JSON.stringify(state));
      const so = kinds.map((typeId): Condition => ({ typeId, source: 0, level: 2, value: null, limit: null }));
      events.push(...updateOccurrences(state, { at, lng: 113, lat: 23, speedKmh: 50, km: 0 }, so, () => timing));
    }
    events.push(...endSilent(state, at + SILENCE_MS + 1));
    return events;
  };

  it('ends each raised alarm, once more than it continues, and raises none twice', () => {
    fc.assert(
      fc.property(history, timings, (reports, timing) => {
        const open = new Map<string, boolean>();
        for (const { type, alarm } of run(reports, timing)) {
          const gid = alarmGid(1, alarm);
          expect(alarm.lastAt).toBeGreaterThanOrEqual(alarm.startAt);
          if (type === 'alarm.raised') {
            expect(open.has(gid)).toBe(false);
            open.set(gid, true);
          } else if (type === 'alarm.continued') {
            expect(open.has(gid)).toBe(true);
            open.set(gid, true);
          } else if (type === 'alarm.ended') {
            expect(open.get(gid)).toBe(true);
            open.set(gid, false);
          } else expect(open.has(gid)).toBe(false);
        }
        expect([...open.values()].some(Boolean)).toBe(false);
      }),
    );
  });

  it('gives the same events after the state was stored and restored', () => {
    fc.assert(
      fc.property(history, timings, fc.nat(60), (reports, timing, cut) => {
        expect(run(reports, timing, cut)).toEqual(run(reports, timing));
      }),
    );
  });
});
