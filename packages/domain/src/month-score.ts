/**
 * Monthly scores out of 100 (report catalogue 3.13): of companies by the national form, of operators, and of alarm handling. Pure
 * functions of counts, weights and floors.
 */

/** Weight and floor of each item. Weights are relative; their sum is scaled to 100. Floors and ceilings are percent. */
export type ScoreRules = {
  readonly scoreJoin: number;
  readonly scoreJoinFloor: number;
  readonly scoreOnline: number;
  readonly scoreTrack: number;
  readonly scoreTrackFloor: number;
  readonly scoreData: number;
  readonly scoreDataFloor: number;
  readonly scoreDrift: number;
  readonly scoreDriftCeiling: number;
  readonly scoreOver: number;
  readonly scoreFatigue: number;
  readonly scoreCheck: number;
  readonly scoreOperatorLink: number;
  readonly scoreOperatorOnline: number;
  readonly scoreOperatorTrack: number;
  readonly scoreOperatorData: number;
  readonly scoreOperatorDrift: number;
  readonly scoreHandle: number;
  readonly scoreTimely: number;
  readonly scoreSupervision: number;
};
type ScoreRule = keyof ScoreRules;
export const SCORE_RULES = [
  ...(['scoreJoin', 'scoreJoinFloor', 'scoreOnline', 'scoreTrack', 'scoreTrackFloor', 'scoreData', 'scoreDataFloor'] as const),
  ...(['scoreDrift', 'scoreDriftCeiling', 'scoreOver', 'scoreFatigue', 'scoreCheck', 'scoreOperatorLink'] as const),
  ...(['scoreOperatorOnline', 'scoreOperatorTrack', 'scoreOperatorData', 'scoreOperatorDrift', 'scoreHandle'] as const),
  ...(['scoreTimely', 'scoreSupervision'] as const),
] as const satisfies readonly ScoreRule[];

/** Monthly figures of the vehicles of a company or operator. Each vehicle counts once. */
type FleetFigures = {
  readonly carTotal: number;
  readonly joinedCount: number;
  /** Vehicles that should have been online. */
  readonly shouldOnline: number;
  readonly onlineCount: number;
  readonly trackOkKm: number;
  readonly trackGapKm: number;
  readonly pointValid: number;
  readonly pointTotal: number;
  readonly driftCars: number;
};
export type CompanyFigures = FleetFigures & {
  readonly overCount: number;
  /** Fatigue driving, s. */
  readonly fatigueSec: number;
  readonly chkCount: number;
  readonly chkOk: number;
};
export type OperatorFigures = FleetFigures & {
  /** Requested and actual time of links to superior platforms, s. */
  readonly wantedSec: number;
  readonly linkedSec: number;
};
export type HandlingFigures = {
  readonly needCount: number;
  readonly handledCount: number;
  readonly timelyCount: number;
  readonly supCount: number;
  readonly supDone: number;
};
/** Averages of a region's companies per online vehicle. */
type RegionAverages = { readonly overPerCar: number; readonly fatiguePerCar: number };

/** Scores by item and their total; null: no item has a weight. */
type Marks<Item extends string> = Readonly<Record<Item, number | null>> & { readonly totalScore: number | null };

/** Tolerance for rounding errors, percent. */
const TOLERANCE = 1e-9;
const SECONDS = 60;
const FULL = 100;
const PERCENT = 100;
/** Share of an item's score at the average. */
const AT_AVERAGE = 0.5;

const round = (value: number): number => Math.round((value + Number.EPSILON) * 100) / 100;
const computeShare = (part: number, whole: number): number => (whole > 0 ? Math.min(part / whole, 1) : 0);
/** Nothing requested means nothing missed. */
const shareOrAll = (part: number, whole: number): number => (whole > 0 ? computeShare(part, whole) : 1);
const notBelow = (share: number, floorPercent: number): number => (share * PERCENT >= floorPercent - TOLERANCE ? share : 0);

/** Share of an item's score relative to the region's average: less is better, twice the average is 0. */
export function scoreAgainstAverage(value: number, average: number): number {
  if (average <= 0) return value <= 0 ? 1 : 0;
  if (value <= average) return AT_AVERAGE + ((average - value) / average) * AT_AVERAGE;
  return value < 2 * average ? ((2 * average - value) / average) * AT_AVERAGE : 0;
}

/** Share of an item's score, and its weight. */
type Item = { readonly share: number; readonly weight: number };

function computeMarks<Key extends string>(items: Readonly<Record<Key, Item>>): Marks<Key> {
  const rows = Object.entries(items) as [Key, Item][];
  const weights = rows.reduce((sum, [, { weight }]) => sum + weight, 0);
  const markOf = ({ share, weight }: Item): number => (share * weight * FULL) / weights;
  const marks = rows.map(([key, item]): [Key, number | null] => [key, weights > 0 ? round(markOf(item)) : null]);
  // From unrounded scores: the sum of rounded ones may exceed 100.
  const total = weights > 0 ? round(rows.reduce((sum, [, item]) => sum + markOf(item), 0)) : null;
  return { ...(Object.fromEntries(marks) as Record<Key, number | null>), totalScore: total };
}

/** Mileage is meaningless if no vehicle was online. */
const driven = ({ onlineCount }: FleetFigures, share: number): number => (onlineCount > 0 ? share : 0);

const trackShare = (of: FleetFigures): number => driven(of, shareOrAll(of.trackOkKm, of.trackOkKm + of.trackGapKm));
const driftShare = (of: FleetFigures): number => computeShare(of.driftCars, of.onlineCount);
/** Averages of companies per online vehicle; fatigue in minutes. */
export const computeAverages = (
  companies: readonly Pick<CompanyFigures, 'overCount' | 'fatigueSec' | 'onlineCount'>[],
): RegionAverages => {
  const sum = (key: 'overCount' | 'fatigueSec' | 'onlineCount') => companies.reduce((all, each) => all + each[key], 0);
  const online = sum('onlineCount');
  return {
    overPerCar: online > 0 ? sum('overCount') / online : 0,
    fatiguePerCar: online > 0 ? sum('fatigueSec') / SECONDS / online : 0,
  };
};

/** Company items that do not depend on superior platforms' questions. */
function technical(of: CompanyFigures, averages: RegionAverages, rules: ScoreRules) {
  const own = computeAverages([of]);
  const drift = driftShare(of);
  return {
    joinScore: { share: notBelow(computeShare(of.joinedCount, of.carTotal), rules.scoreJoinFloor), weight: rules.scoreJoin },
    onlineScore: { share: computeShare(of.onlineCount, of.shouldOnline), weight: rules.scoreOnline },
    trackScore: { share: notBelow(trackShare(of), rules.scoreTrackFloor), weight: rules.scoreTrack },
    validScore: { share: notBelow(computeShare(of.pointValid, of.pointTotal), rules.scoreDataFloor), weight: rules.scoreData },
    driftScore: {
      share: drift * PERCENT > rules.scoreDriftCeiling + TOLERANCE ? 0 : driven(of, 1 - drift),
      weight: rules.scoreDrift,
    },
    overScore: { share: driven(of, scoreAgainstAverage(own.overPerCar, averages.overPerCar)), weight: rules.scoreOver },
    fatigueScore: {
      share: driven(of, scoreAgainstAverage(own.fatiguePerCar, averages.fatiguePerCar)),
      weight: rules.scoreFatigue,
    },
  } satisfies Readonly<Record<string, Item>>;
}

type CompanyItem = keyof ReturnType<typeof technical> | 'checkScore';

/** Scores of a company. */
export const companyMarks = (of: CompanyFigures, averages: RegionAverages, rules: ScoreRules): Marks<CompanyItem> =>
  computeMarks({
    ...technical(of, averages, rules),
    checkScore: { share: shareOrAll(of.chkOk, of.chkCount), weight: rules.scoreCheck },
  });

/** The company score without questions, scaled to 100 again: for monthly bulletins. */
export const bulletinScore = (of: CompanyFigures, averages: RegionAverages, rules: ScoreRules): number | null =>
  computeMarks(technical(of, averages, rules)).totalScore;

/** Scores of an operator. */
export const operatorMarks = (of: OperatorFigures, rules: ScoreRules) =>
  computeMarks({
    linkScore: { share: shareOrAll(of.linkedSec, of.wantedSec), weight: rules.scoreOperatorLink },
    onlineScore: { share: computeShare(of.onlineCount, of.shouldOnline), weight: rules.scoreOperatorOnline },
    trackScore: { share: trackShare(of), weight: rules.scoreOperatorTrack },
    validScore: { share: computeShare(of.pointValid, of.pointTotal), weight: rules.scoreOperatorData },
    driftScore: { share: driven(of, 1 - driftShare(of)), weight: rules.scoreOperatorDrift },
  });

/** Scores of alarm handling and supervision answers. */
export const handlingMarks = (of: HandlingFigures, rules: ScoreRules) =>
  computeMarks({
    handleScore: { share: shareOrAll(of.handledCount, of.needCount), weight: rules.scoreHandle },
    timelyScore: { share: shareOrAll(of.timelyCount, of.needCount), weight: rules.scoreTimely },
    supScore: { share: shareOrAll(of.supDone, of.supCount), weight: rules.scoreSupervision },
  });

/** Minimum score of each grade. */
const GRADES = [
  ['A', 90],
  ['B', 80],
  ['C', 60],
] as const;

/** GRADE of a score, or null. */
export const gradeMarks = (marks: number | null): string | null =>
  marks === null ? null : (GRADES.find(([, from]) => marks >= from)?.[0] ?? 'D');

/** Ranks, best first. Equal scores share a rank, and the next rank follows without a gap. null: no score. */
export function rankMarks(marks: readonly (number | null)[]): (number | null)[] {
  const known = [...new Set(marks.filter((mark) => mark !== null))].sort((a, b) => b - a);
  return marks.map((mark) => (mark === null ? null : known.indexOf(mark) + 1));
}
