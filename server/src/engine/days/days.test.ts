import { businessDay } from '@fleetwarden/domain/business-day';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { judge, QUALITY } from '@fleetwarden/domain/quality';
import { describe, expect, it } from 'vitest';
import {
  drive,
  driving,
  idling,
  type Leg,
  MINUTE,
  MORNING,
  parked,
  report,
  SECOND,
  SHANGHAI,
  toReport,
} from '../../../test/support/engine/track.ts';
import type { JudgedLocation } from '../judged-location.ts';
import { onLocation } from '../vehicle.ts';
import { emptyState } from '../vehicle-state.ts';
import { FIGURE, type Figures, SPEED_BANDS } from './figures.ts';
import { GAP, GAP_CAUSE, type PositionGap } from './gap.ts';
import type { AccSegment } from './ignition.ts';

const HOUR = 60 * MINUTE;
/** Midnight in Shanghai of the day of MORNING. */
const MIDNIGHT = MORNING - 8 * HOUR;

type Name = keyof typeof FIGURE;
type Day = { readonly [Key in Name]: number } & { readonly bands: number[]; readonly odd: number };

function named(figures: Figures, odd: number): Day {
  const entries = Object.entries(FIGURE).map(([name, place]) => [name, figures[place]!]);
  const bands = figures.slice(FIGURE.band, FIGURE.band + SPEED_BANDS).map((ms) => ms / 1000);
  return { ...(Object.fromEntries(entries) as { [Key in Name]: number }), bands, odd };
}

/** The days of a stream by their date, with what is under way, and what ended of ignition and gaps. */
function days(reports: readonly JudgedLocation[]) {
  const state = emptyState();
  const found = new Map<string, Figures>();
  const odds = new Map<string, number>();
  const [accs, gaps]: [AccSegment[], PositionGap[]] = [[], []];
  const keyOf = (at: number) => businessDay(at, SHANGHAI.timeZone).key.slice(5);
  for (const one of reports) {
    for (const event of onLocation(state, one, SHANGHAI).events) {
      if (event.type === 'day.ended') found.set(keyOf(event.day.startAt), event.day.figures);
      else if (event.type === 'odd.ended') odds.set(keyOf(event.day.startAt), event.day.count);
      else if (event.type === 'acc.ended') accs.push(event.acc);
      else if (event.type === 'gap.ended') gaps.push(event.gap);
    }
  }
  for (const { startAt, figures } of state.days.open) found.set(keyOf(startAt), figures);
  if (state.days.odd.count > 0) odds.set(keyOf(state.days.odd.startAt), state.days.odd.count);
  const of = (key: string): Day => named(found.get(key) ?? [], odds.get(key) ?? 0);
  return { of, keys: [...found.keys()], accs, gaps, state };
}
const judged = (change: Partial<JudgedLocation>): JudgedLocation => {
  const one = report(change);
  return { ...one, quality: judge(one, one.receivedAt) };
};
const driven = (legs: readonly Leg[], startAt = MORNING, change: (n: number) => Partial<JudgedLocation> = () => ({})) =>
  drive(legs, startAt).map((point, n) => toReport(point, change(n)));

describe('positions of a day', () => {
  it('are counted by quality, and each fault is counted separately', () => {
    const day = days([
      judged({}),
      judged({ deviceAt: MORNING + MINUTE, lng: 2 }),
      judged({ deviceAt: MORNING + 2 * MINUTE, speedKmh: 161, heading: 360 }),
      judged({ deviceAt: MORNING + 3 * MINUTE, altitudeM: 6501 }),
      judged({ deviceAt: MORNING + 4 * MINUTE, statusBits: 1, lng: 0, lat: 0 }),
      { ...judged({ deviceAt: MORNING + 5 * MINUTE }), quality: QUALITY.plate | QUALITY.status },
    ]).of('05-20');
    expect(day).toMatchObject({ pointTotal: 6, pointValid: 2, errCoord: 1, errSpeed: 1, errHeading: 1, errAltitude: 1 });
    expect(day).toMatchObject({ errOther: 1, notFixed: 1, firstAt: MORNING, lastAt: MORNING + 5 * MINUTE, odd: 0 });
  });

  it('with an implausible time count once, on the day of arrival', () => {
    const dead = Date.UTC(2000, 0, 1);
    const odd = (minute: number, deviceAt: number | null) =>
      judged({ deviceAt, receivedAt: MIDNIGHT + DAY_MS + minute * MINUTE });
    const { of } = days([judged({}), odd(-2, dead), odd(-1, dead), odd(0, dead + 5), odd(1, null), odd(2, null)]);
    expect([of('05-20').odd, of('05-21').odd]).toEqual([1, 2]);
    expect(of('05-20')).toMatchObject({ pointTotal: 1, pointValid: 1 });
  });

  it('count on the day of their own time, and as backfilled if they arrive more than a minute later', () => {
    const late = judged({ deviceAt: MIDNIGHT + DAY_MS - MINUTE, receivedAt: MIDNIGHT + DAY_MS + 1 });
    const soon = judged({ deviceAt: MIDNIGHT + DAY_MS, receivedAt: MIDNIGHT + DAY_MS + MINUTE });
    const { of } = days([late, soon]);
    expect(of('05-20')).toMatchObject({ pointTotal: 1, backfillCount: 1 });
    expect(of('05-21')).toMatchObject({ pointTotal: 1, backfillCount: 0 });
  });

  it('are counted separately as drift; they still count as qualified', () => {
    const reports = driven([driving(10)], MORNING, (n) => (n === 10 || n === 30 || n === 31 ? { lng: 114.2 } : {}));
    expect(days(reports).of('05-20')).toMatchObject({ pointTotal: 61, pointValid: 61, driftCount: 3 });
    // a place outside the bounds of qualified fixes is a fault, and nothing else
    const abroad = driven([driving(10)], MORNING, (n) => (n === 10 ? { lng: 10, quality: QUALITY.coordinates } : {}));
    expect(days(abroad).of('05-20')).toMatchObject({ pointTotal: 61, pointValid: 60, errCoord: 1, driftCount: 0 });
  });
});

describe('kilometres of a day', () => {
  it('are calculated from the GNSS track and the odometer, with its first and last reading', () => {
    const day = days(driven([driving(30)], MORNING, (n) => ({ odometerKm: 500 + n / 6 }))).of('05-20');
    expect(day.gnssKm).toBeCloseTo(30, 2);
    expect(day.odoKm).toBeCloseTo(30, 6);
    expect([day.odoStart, day.odoEnd]).toEqual([500, 530]);
    expect(day.trackOkKm).toBe(day.gnssKm);
  });

  it('do not grow through wandering fixes or a replaced terminal', () => {
    const wander = driven([idling(10)], MORNING, (n) => ({ lng: 113.6654 + (n % 2) * 0.0001, odometerKm: n < 20 ? 900 : 3 }));
    expect(days(wander).of('05-20')).toMatchObject({ gnssKm: 0, odoKm: 0, odoStart: 900, odoEnd: 3 });
  });

  it('are divided by time at midnight, also over days without a report', () => {
    const step = driven([{ seconds: 480, kmh: 60, accOn: true, every: 480 }], MIDNIGHT + DAY_MS - 2 * MINUTE, (n) => ({
      odometerKm: 8 * n,
    }));
    const { of } = days(step);
    expect([of('05-20').gnssKm, of('05-21').gnssKm].map((km) => Math.round(km * 1000))).toEqual([2000, 6000]);
    expect([of('05-20').odoKm, of('05-21').odoKm]).toEqual([2, 6]);
    const ferry = days([judged({}), judged({ deviceAt: MORNING + 3 * DAY_MS, lat: 35.7579 })]);
    expect(ferry.keys).toEqual(['05-20', '05-21', '05-22', '05-23']);
    const parts = ferry.keys.map((key) => ferry.of(key).gnssKm / 111.195);
    expect(parts.map((part) => part.toFixed(3))).toEqual(['0.222', '0.333', '0.333', '0.111']);
  });

  it('with an unknown track are a gap of the track', () => {
    // 60 s for 2.5 km are the limit; a longer time is not accepted
    const at = (seconds: number, km: number) =>
      judged({ deviceAt: MORNING + seconds * SECOND, lat: 34 + km / 111.195, speedKmh: 150 });
    const { of, gaps } = days([at(0, 0), at(60, 2.5), at(121, 5), at(240, 6.9)]);
    expect([of('05-20').trackOkKm, of('05-20').trackGapKm].map((km) => km.toFixed(1))).toEqual(['4.4', '2.5']);
    expect(gaps).toMatchObject([{ fromAt: MORNING + 60 * SECOND, kind: GAP.incomplete }]);
  });
});

describe('position gaps', () => {
  it('begin after five minutes with the ignition on, or after a distance of a kilometre', () => {
    const at = (minute: number, km: number, accOn: boolean) =>
      judged({ deviceAt: MORNING + minute * MINUTE, lat: 34 + km / 111.195, statusBits: accOn ? 3 : 2, speedKmh: 0 });
    const { of, gaps } = days([
      at(0, 0, true),
      at(5, 0, true),
      at(11, 0, true),
      at(20, 0, false),
      at(60, 0.9, false),
      at(70, 2, false),
    ]);
    expect(gaps.map(({ fromAt, kind }) => [(fromAt - MORNING) / MINUTE, kind])).toEqual([
      [5, GAP.broken],
      [11, GAP.broken],
      [60, GAP.broken],
    ]);
    expect(of('05-20')).toMatchObject({ gapCount: 3, longestGapMs: 10 * MINUTE });
  });

  const away = (minutes: number, km: number, between: readonly JudgedLocation[] = []) =>
    days([
      judged({ odometerKm: 100 }),
      ...between,
      judged({ deviceAt: MORNING + minutes * MINUTE, lat: 34.7579 + km / 111.195, odometerKm: 103 }),
    ]).gaps[0];

  it('are a displacement after half an hour without reports if the distance is possible', () => {
    expect(away(30, 21)).toMatchObject({ kind: GAP.broken | GAP.incomplete | GAP.displaced, odoDiffKm: 3 });
    expect(away(30, 21)?.distanceKm).toBeCloseTo(21, 2);
    expect(away(29, 21)?.kind).toBe(GAP.broken | GAP.incomplete);
    expect(away(30, 19)?.kind).toBe(GAP.broken | GAP.incomplete);
    expect(away(30, 52)?.kind).toBe(GAP.broken | GAP.incomplete);
  });

  it('have a cause: no fix, no link, no power', () => {
    const blind = Array.from({ length: 39 }, (_, n) =>
      judged({ deviceAt: MORNING + (n + 1) * MINUTE, statusBits: 1, lng: 0, lat: 0 }),
    );
    expect(away(40, 30, blind)).toMatchObject({ kind: GAP.broken | GAP.incomplete, cause: GAP_CAUSE.noFix });
    expect(away(40, 30)).toMatchObject({ cause: GAP_CAUSE.noLink });
    const dying = judged({ deviceAt: MORNING + SECOND, alarmBits: 1 << 8, statusBits: 1, lng: 0, lat: 0 });
    expect(away(40, 30, [dying])).toMatchObject({ cause: GAP_CAUSE.noPower });
  });

  it('belong to the day on which they begin', () => {
    const { of } = days([
      judged({ deviceAt: MIDNIGHT + DAY_MS - 5 * MINUTE }),
      judged({ deviceAt: MIDNIGHT + DAY_MS + 5 * MINUTE }),
    ]);
    expect([of('05-20').gapCount, of('05-21').gapCount]).toEqual([1, 0]);
  });

  it('do not exist between two unrelated points more than a month apart', () => {
    const { gaps, of } = days([judged({}), judged({ deviceAt: MORNING + 32 * DAY_MS, lat: 36 })]);
    expect(gaps).toEqual([]);
    expect(of('06-21')).toMatchObject({ pointTotal: 1, gnssKm: 0 });
  });
});

describe('times of a day', () => {
  it('are driving, idle and parked; periods without data count as none of them', () => {
    const legs = [driving(30), idling(10), parked(60), { seconds: 900, kmh: 0, accOn: true, every: 900 }, driving(5)];
    expect(days(driven(legs)).of('05-20')).toMatchObject({ driveMs: 35 * MINUTE, idleMs: 10 * MINUTE, parkMs: 60 * MINUTE });
  });

  it('are parked at night on both days although the terminal sleeps', () => {
    const reports = driven([parked(14 * 60, 14 * 60 * 60)], MIDNIGHT + 18 * HOUR);
    const { of } = days(reports);
    expect([of('05-20').parkMs, of('05-21').parkMs]).toEqual([6 * HOUR, 8 * HOUR]);
  });

  it('include driving at night and in banned hours, split at the exact hour', () => {
    // a report each seven minutes and an odd start: no step ends at a full hour
    const every = 287;
    const long = [{ seconds: every * 130, kmh: 40, accOn: true, every }];
    const { of } = days(driven(long, MIDNIGHT + DAY_MS - 150 * MINUTE));
    expect(of('05-20')).toMatchObject({ driveMs: 150 * MINUTE, nightDriveMs: 120 * MINUTE, banDriveMs: 0 });
    const morning = of('05-21');
    expect(morning).toMatchObject({ nightDriveMs: 6 * HOUR, banDriveMs: 3 * HOUR });
    expect(morning.banKm).toBeCloseTo(120, 1);
  });

  it('are divided into bands of 20 km/h', () => {
    const legs = [10, 20, 59, 60, 99, 119.9, 120, 150].map((kmh, n) => driving(n + 1, kmh));
    const { bands, driveMs } = days(driven(legs)).of('05-20');
    expect(bands.map((seconds) => seconds / 60)).toEqual([1, 2, 3, 4, 5, 6, 15]);
    expect(driveMs).toBe(36 * MINUTE);
  });

  it('use the highest plausible speed', () => {
    const reports = driven([driving(5, 60), driving(5, 90), driving(5, 70)], MORNING, (n) =>
      n === 20 ? { lng: 114.2, speedKmh: 140 } : {},
    );
    expect(days(reports).of('05-20')).toMatchObject({ maxSpeed: 90, maxSpeedAt: MORNING + 5 * MINUTE });
  });
});

describe('ignition', () => {
  it('is on and off in segments with distances', () => {
    const { accs, of } = days(driven([driving(10), idling(5), parked(30), driving(10), parked(5)]));
    expect(accs.map(({ accOn, startAt, endAt }) => [accOn, (startAt - MORNING) / MINUTE, (endAt - MORNING) / MINUTE])).toEqual([
      [true, 0, 15],
      [false, 15, 45],
      [true, 45, 55],
    ]);
    expect(accs.map(({ distanceKm }) => Math.round(distanceKm))).toEqual([10, 0, 10]);
    expect(of('05-20')).toMatchObject({ accOnMs: 25 * MINUTE, accOnCount: 2 });
  });

  it('does not change because of one contrary point shorter than ten seconds', () => {
    const flicker = (every: number) => days(driven([driving(2, 60, every)], MORNING, (n) => (n === 5 ? { statusBits: 2 } : {})));
    expect(flicker(9).of('05-20')).toMatchObject({ accOnMs: 126 * SECOND, accOnCount: 1 });
    expect(flicker(9).accs).toEqual([]);
    expect(flicker(10).of('05-20')).toMatchObject({ accOnMs: 110 * SECOND, accOnCount: 2 });
    expect(flicker(10).accs.map(({ accOn }) => accOn)).toEqual([true, false]);
  });

  it('is split at midnight and counted once, on the day it was turned on', () => {
    const { accs, of } = days(driven([driving(120, 60, 70), parked(10)], MIDNIGHT + 23 * HOUR));
    expect(
      accs.map(({ continued, startAt, endAt }) => [continued, (startAt - MIDNIGHT) / HOUR, (endAt - MIDNIGHT) / HOUR]),
    ).toEqual([
      [false, 23, 24],
      [true, 24, expect.closeTo(25, 1)],
    ]);
    expect(accs[0]?.endLat).toBe(accs[1]?.startLat);
    expect([of('05-20').accOnCount, of('05-21').accOnCount]).toEqual([1, 0]);
    expect(of('05-20').accOnMs).toBe(HOUR);
  });

  it('ends at the last point before ten minutes without data', () => {
    const { accs, of } = days([...driven([driving(10)]), ...driven([driving(5)], MORNING + 30 * MINUTE)]);
    expect(accs).toMatchObject([{ startAt: MORNING, endAt: MORNING + 10 * MINUTE }]);
    expect(of('05-20')).toMatchObject({ accOnMs: 15 * MINUTE, accOnCount: 2 });
  });
});

describe('days', () => {
  it('stay open until the first valid point of a later day', () => {
    const { keys, state } = days([
      ...driven([driving(5)], MIDNIGHT + DAY_MS - 10 * MINUTE),
      ...[1, 2].map((n) => judged({ deviceAt: MIDNIGHT + DAY_MS + n * HOUR, statusBits: 1, lng: 0, lat: 0 })),
    ]);
    expect(keys).toEqual(['05-20', '05-21']);
    expect(state.days.open).toHaveLength(2);
    onLocation(state, judged({ deviceAt: MIDNIGHT + DAY_MS + 3 * HOUR }), SHANGHAI);
    expect(state.days.open.map(({ startAt }) => startAt)).toEqual([MIDNIGHT + DAY_MS]);
  });

  it('of a vehicle that never has a fix are reported after a month', () => {
    const blind = Array.from({ length: 50 }, (_, n) => judged({ deviceAt: MORNING + n * DAY_MS, statusBits: 1, lng: 0, lat: 0 }));
    const { keys, state } = days(blind);
    expect(keys).toHaveLength(50);
    expect(state.days.open.length).toBeLessThanOrEqual(33);
  });
});
