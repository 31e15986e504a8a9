/**
 * Marks of a month out of 100 (report catalogue 3.13): of companies after the national form, of those who serve them, and of how
 * alarms were handled. Pure: what was counted, and the weights and floors of a place, come to marks.
 */

/** Weights of each item and its floors. Weights hold in proportion: whatever they add up to is 100. Floors and ceilings are percent. */
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

/** What the vehicles of a company or of an operator did in a month. Vehicles are counted once, however many days they were there. */
type FleetFigures = {
  readonly carTotal: number;
  readonly joinedCount: number;
  /** Those that ought to have been heard of. */
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
  /** Driving while tired, s. */
  readonly fatigueSec: number;
  readonly chkCount: number;
  readonly chkOk: number;
};
export type OperatorFigures = FleetFigures & {
  /** How long links to superior platforms were wanted, and how long they stood, s. */
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
/** What companies of a region come to on average, for each of their vehicles that were online. */
type RegionAverages = { readonly overPerCar: number; readonly fatiguePerCar: number };

/** Marks of each item and all of them together; null: no item has any weight. */
type Marks<Item extends string> = Readonly<Record<Item, number | null>> & { readonly totalScore: number | null };

/** What the computer loses in a division is no fall below a floor, percent. */
const TOLERANCE = 1e-9;
const SECONDS = 60;
const FULL = 100;
const PERCENT = 100;
/** The marks of an item that lies at the average: half of them, the other half is for what lies below. */
const AT_AVERAGE = 0.5;

const round = (value: number): number => Math.round((value + Number.EPSILON) * 100) / 100;
const shareOf = (part: number, whole: number): number => (whole > 0 ? Math.min(part / whole, 1) : 0);
/** Nothing was asked for, so nothing was missed. */
const shareOrAll = (part: number, whole: number): number => (whole > 0 ? shareOf(part, whole) : 1);
const notBelow = (share: number, floorPercent: number): number => (share * PERCENT >= floorPercent - TOLERANCE ? share : 0);

/** Share of an item's marks for a value beside the average of its region: less is better, twice the average is none. */
export function scoreAgainstAverage(value: number, average: number): number {
  if (average <= 0) return value <= 0 ? 1 : 0;
  if (value <= average) return AT_AVERAGE + ((average - value) / average) * AT_AVERAGE;
  return value < 2 * average ? ((2 * average - value) / average) * AT_AVERAGE : 0;
}

/** A share of marks for each item, and what it weighs. */
type Item = { readonly share: number; readonly weight: number };

function marksOf<Key extends string>(items: Readonly<Record<Key, Item>>): Marks<Key> {
  const rows = Object.entries(items) as [Key, Item][];
  const weights = rows.reduce((sum, [, { weight }]) => sum + weight, 0);
  const markOf = ({ share, weight }: Item): number => (share * weight * FULL) / weights;
  const marks = rows.map(([key, item]): [Key, number | null] => [key, weights > 0 ? round(markOf(item)) : null]);
  // not of what was rounded: a hundred would be more than a hundred
  const total = weights > 0 ? round(rows.reduce((sum, [, item]) => sum + markOf(item), 0)) : null;
  return { ...(Object.fromEntries(marks) as Record<Key, number | null>), totalScore: total };
}

/** What was driven says nothing where no vehicle was heard of. */
const driven = ({ onlineCount }: FleetFigures, share: number): number => (onlineCount > 0 ? share : 0);

const trackShare = (of: FleetFigures): number => driven(of, shareOrAll(of.trackOkKm, of.trackOkKm + of.trackGapKm));
const driftShare = (of: FleetFigures): number => shareOf(of.driftCars, of.onlineCount);
/** Of a company or of several: for each vehicle that was online; fatigue in minutes. */
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

/** The items of companies that superior platforms' questions have no part in. */
function technical(of: CompanyFigures, averages: RegionAverages, rules: ScoreRules) {
  const own = computeAverages([of]);
  const drift = driftShare(of);
  return {
    joinScore: { share: notBelow(shareOf(of.joinedCount, of.carTotal), rules.scoreJoinFloor), weight: rules.scoreJoin },
    onlineScore: { share: shareOf(of.onlineCount, of.shouldOnline), weight: rules.scoreOnline },
    trackScore: { share: notBelow(trackShare(of), rules.scoreTrackFloor), weight: rules.scoreTrack },
    validScore: { share: notBelow(shareOf(of.pointValid, of.pointTotal), rules.scoreDataFloor), weight: rules.scoreData },
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

/** Marks of a company. */
export const companyMarks = (of: CompanyFigures, averages: RegionAverages, rules: ScoreRules): Marks<CompanyItem> =>
  marksOf({
    ...technical(of, averages, rules),
    checkScore: { share: shareOrAll(of.chkOk, of.chkCount), weight: rules.scoreCheck },
  });

/** The same without superior platforms' questions, out of 100 again: what monthly bulletins tell. */
export const bulletinScore = (of: CompanyFigures, averages: RegionAverages, rules: ScoreRules): number | null =>
  marksOf(technical(of, averages, rules)).totalScore;

/** Marks of who serves companies. */
export const operatorMarks = (of: OperatorFigures, rules: ScoreRules) =>
  marksOf({
    linkScore: { share: shareOrAll(of.linkedSec, of.wantedSec), weight: rules.scoreOperatorLink },
    onlineScore: { share: shareOf(of.onlineCount, of.shouldOnline), weight: rules.scoreOperatorOnline },
    trackScore: { share: trackShare(of), weight: rules.scoreOperatorTrack },
    validScore: { share: shareOf(of.pointValid, of.pointTotal), weight: rules.scoreOperatorData },
    driftScore: { share: driven(of, 1 - driftShare(of)), weight: rules.scoreOperatorDrift },
  });

/** Marks of how alarms were handled and supervisions answered. */
export const handlingMarks = (of: HandlingFigures, rules: ScoreRules) =>
  marksOf({
    handleScore: { share: shareOrAll(of.handledCount, of.needCount), weight: rules.scoreHandle },
    timelyScore: { share: shareOrAll(of.timelyCount, of.needCount), weight: rules.scoreTimely },
    supScore: { share: shareOrAll(of.supDone, of.supCount), weight: rules.scoreSupervision },
  });

/** Marks from which each grade begins. */
const GRADES = [
  ['A', 90],
  ['B', 80],
  ['C', 60],
] as const;

/** GRADE of marks; null where there are none. */
export const gradeMarks = (marks: number | null): string | null =>
  marks === null ? null : (GRADES.find(([, from]) => marks >= from)?.[0] ?? 'D');

/** Places of marks, the best first; equal marks share one, and none is left out behind them. null: without marks there is no place. */
export function placesOf(marks: readonly (number | null)[]): (number | null)[] {
  const known = [...new Set(marks.filter((mark) => mark !== null))].sort((a, b) => b - a);
  return marks.map((mark) => (mark === null ? null : known.indexOf(mark) + 1));
}
