import type { CarDay } from '../vehicle/days.ts';
import { groupBy, maxBy, mileage, type Row, sumBy, wasDriven } from './oracle-report.ts';

type Driven = Row & { readonly figures: CarDay };

/** Figures of several vehicle days: sums, or maxima. */
export function sumDays(rows: readonly Driven[]) {
  const of = (key: NumberKey) => sumBy(rows, ({ figures }) => figures[key]);
  return {
    mileage: sumBy(rows, mileage),
    /** Days and vehicles with driving. */
    runDays: new Set(rows.filter(wasDriven).map(({ day }) => day)).size,
    runCount: new Set(rows.filter(wasDriven).map(({ car }) => car)).size,
    /** Vehicles with a valid position. */
    onlineCount: new Set(rows.filter(({ figures }) => figures.pointValid > 0).map(({ car }) => car)).size,
    onlineDays: rows.filter(({ figures }) => figures.pointValid > 0).length,
    maxSpeed: maxBy(rows, ({ figures }) => figures.maxSpeed),
    maxGap: maxBy(rows, ({ figures }) => figures.maxGap) ?? 0,
    /** Vehicles with at least three drift points on one day. */
    driftCars: [...groupBy(rows, ({ car }) => car.plan.plate).values()].filter((days) =>
      days.some(({ figures }) => figures.driftCount >= 3),
    ).length,
    ...(Object.fromEntries(SUMMED.map((key) => [key, of(key)])) as Record<NumberKey, number>),
  };
}

const SUMMED = [
  ...(['pointTotal', 'pointValid', 'errCoord', 'errTime', 'errSpeed', 'errHeading', 'errAltitude', 'notFixed'] as const),
  ...(['driftCount', 'gnssKm', 'odoKm', 'trackOkKm', 'trackGapKm', 'gapCount', 'moveCount', 'driveSec', 'idleSec'] as const),
  ...(['parkSec', 'accOnSec', 'accOnTimes', 'tripCount', 'nightSec', 'banSec', 'banKm'] as const),
];
type NumberKey = (typeof SUMMED)[number];
