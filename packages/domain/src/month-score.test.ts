import { describe, expect, it } from 'vitest';
import {
  bulletinScore,
  type CompanyFigures,
  companyMarks,
  computeAverages,
  gradeMarks,
  handlingMarks,
  operatorMarks,
  rankMarks,
  type ScoreRules,
  scoreAgainstAverage,
} from './month-score.ts';

/** The national form, and our choices for values that it leaves open. */
const RULES: ScoreRules = {
  scoreJoin: 5,
  scoreJoinFloor: 90,
  scoreOnline: 5,
  scoreTrack: 15,
  scoreTrackFloor: 70,
  scoreData: 15,
  scoreDataFloor: 80,
  scoreDrift: 10,
  scoreDriftCeiling: 5,
  scoreOver: 20,
  scoreFatigue: 20,
  scoreCheck: 10,
  scoreOperatorLink: 15,
  scoreOperatorOnline: 15,
  scoreOperatorTrack: 30,
  scoreOperatorData: 25,
  scoreOperatorDrift: 15,
  scoreHandle: 40,
  scoreTimely: 40,
  scoreSupervision: 20,
};
/** A company with nothing to find fault with. */
const BEST: CompanyFigures = {
  carTotal: 20,
  joinedCount: 20,
  shouldOnline: 20,
  onlineCount: 20,
  trackOkKm: 1000,
  trackGapKm: 0,
  pointValid: 500,
  pointTotal: 500,
  driftCars: 0,
  overCount: 0,
  fatigueSec: 0,
  chkCount: 0,
  chkOk: 0,
};
const NONE = { overPerCar: 0, fatiguePerCar: 0 };
const of = (change: Partial<CompanyFigures>, averages = NONE, rules = RULES) =>
  companyMarks({ ...BEST, ...change }, averages, rules);

describe('the score of a company', () => {
  it('is 100 without faults', () => {
    expect(of({})).toEqual({
      joinScore: 5,
      onlineScore: 5,
      trackScore: 15,
      validScore: 15,
      driftScore: 10,
      overScore: 20,
      fatigueScore: 20,
      checkScore: 10,
      totalScore: 100,
    });
  });

  it.each([
    // 18 of 20 are the floor itself, 17 of 20 lie below
    [{ joinedCount: 18 }, 'joinScore', 4.5],
    [{ joinedCount: 17 }, 'joinScore', 0],
    [{ carTotal: 70, joinedCount: 63 }, 'joinScore', 4.5],
    // shares of online vehicles have no floor
    [{ onlineCount: 1 }, 'onlineScore', 0.25],
    [{ trackOkKm: 70, trackGapKm: 30 }, 'trackScore', 10.5],
    [{ trackOkKm: 69.9, trackGapKm: 30.1 }, 'trackScore', 0],
    // no way at all is no gap
    [{ trackOkKm: 0, trackGapKm: 0 }, 'trackScore', 15],
    [{ pointValid: 400 }, 'validScore', 12],
    [{ pointValid: 399 }, 'validScore', 0],
    // 1 of 20 is the ceiling itself
    [{ driftCars: 1 }, 'driftScore', 9.5],
    [{ driftCars: 2 }, 'driftScore', 0],
    [{ chkCount: 4, chkOk: 3 }, 'checkScore', 7.5],
    [{ chkCount: 4, chkOk: 0 }, 'checkScore', 0],
  ] as const)('%o: %s %d', (change, item, marks) => {
    expect(of(change)[item]).toBe(marks);
  });

  it('compares with the regional average: full at zero, half at the average, zero from twice the average', () => {
    const averages = { overPerCar: 2, fatiguePerCar: 30 };
    // 20 vehicles: 40 times are 2 each
    expect(of({ overCount: 0 }, averages).overScore).toBe(20);
    expect(of({ overCount: 20 }, averages).overScore).toBe(15);
    expect(of({ overCount: 40 }, averages).overScore).toBe(10);
    expect(of({ overCount: 60 }, averages).overScore).toBe(5);
    expect(of({ overCount: 79 }, averages).overScore).toBe(0.25);
    expect(of({ overCount: 80 }, averages).overScore).toBe(0);
    // 20 vehicles: 36,000 s are half an hour each
    expect(of({ fatigueSec: 36_000 }, averages).fatigueScore).toBe(10);
    expect(of({ fatigueSec: 18_000 }, averages).fatigueScore).toBe(15);
  });

  it('is full or zero if the regional average is 0', () => {
    expect(scoreAgainstAverage(0, 0)).toBe(1);
    expect(scoreAgainstAverage(0.01, 0)).toBe(0);
  });

  it('counts only registration and answers if no vehicle is online', () => {
    const silent = { onlineCount: 0, trackOkKm: 0, pointValid: 0, pointTotal: 0 };
    expect(of(silent)).toEqual({
      joinScore: 5,
      onlineScore: 0,
      trackScore: 0,
      validScore: 0,
      driftScore: 0,
      overScore: 0,
      fatigueScore: 0,
      checkScore: 10,
      totalScore: 15,
    });
    expect(of({ ...silent, carTotal: 0, joinedCount: 0, shouldOnline: 0 }).totalScore).toBe(10);
  });

  it('has a maximum of 100 for any weights', () => {
    const half = Object.fromEntries(
      Object.entries(RULES).map(([key, value]) => [key, /Floor|Ceiling/.test(key) ? value : value / 2]),
    ) as ScoreRules;
    expect(of({ joinedCount: 18 }, NONE, half)).toEqual(of({ joinedCount: 18 }));
    const tracksOnly = {
      ...RULES,
      scoreJoin: 0,
      scoreOnline: 0,
      scoreData: 0,
      scoreDrift: 0,
      scoreOver: 0,
      scoreFatigue: 0,
      scoreCheck: 0,
    };
    expect(of({ trackOkKm: 80, trackGapKm: 20 }, NONE, tracksOnly)).toMatchObject({
      trackScore: 80,
      joinScore: 0,
      totalScore: 80,
    });
    expect(of({}, NONE, { ...tracksOnly, scoreTrack: 0 })).toMatchObject({ trackScore: null, totalScore: null });
  });

  it('in a bulletin excludes post-checks of superior platforms', () => {
    expect(bulletinScore({ ...BEST, chkCount: 4, chkOk: 0 }, NONE, RULES)).toBe(100);
    // 89.5 of 90: 4.5 for 18 of 20 that joined
    expect(bulletinScore({ ...BEST, joinedCount: 18 }, NONE, RULES)).toBe(99.44);
  });

  it('uses averages weighted by the online vehicles of the companies', () => {
    const few = { ...BEST, onlineCount: 1, overCount: 9, fatigueSec: 600 };
    const many = { ...BEST, onlineCount: 9, overCount: 11, fatigueSec: 0 };
    expect(computeAverages([few, many])).toEqual({ overPerCar: 2, fatiguePerCar: 1 });
    expect(computeAverages([{ ...BEST, onlineCount: 0 }])).toEqual(NONE);
  });
});

describe('the score of an operator', () => {
  const figures = { ...BEST, wantedSec: 1000, linkedSec: 990, onlineCount: 18, trackOkKm: 60, trackGapKm: 40, driftCars: 9 };
  it('has no minimum values', () => {
    expect(operatorMarks(figures, RULES)).toEqual({
      linkScore: 14.85,
      onlineScore: 13.5,
      trackScore: 18,
      validScore: 25,
      driftScore: 7.5,
      totalScore: 78.85,
    });
  });
  it('is full for a link that was not required', () => {
    expect(operatorMarks({ ...figures, wantedSec: 0, linkedSec: 0 }, RULES).linkScore).toBe(15);
  });
});

describe('the score of alarm handling', () => {
  it('is full without alarms', () => {
    const nothing = { needCount: 0, handledCount: 0, timelyCount: 0, supCount: 0, supDone: 0 };
    expect(handlingMarks(nothing, RULES)).toEqual({ handleScore: 40, timelyScore: 40, supScore: 20, totalScore: 100 });
  });
  it('consists of the shares of handled, timely and answered alarms', () => {
    const figures = { needCount: 8, handledCount: 6, timelyCount: 2, supCount: 3, supDone: 1 };
    expect(handlingMarks(figures, RULES)).toEqual({ handleScore: 30, timelyScore: 10, supScore: 6.67, totalScore: 46.67 });
  });
});

describe('grades and ranks', () => {
  it('start at their lower limits', () => {
    expect([100, 90, 89.99, 80, 79.99, 60, 59.99, 0, null].map(gradeMarks)).toEqual([
      'A',
      'A',
      'B',
      'B',
      'C',
      'C',
      'D',
      'D',
      null,
    ]);
  });
  it('are the same for equal scores', () => {
    expect(rankMarks([70, 90, null, 70, 60])).toEqual([2, 1, null, 2, 3]);
  });
});
