import { groups, mileage, most, type Row, ran, total } from './recount.ts';
import type { CarDay } from './slow/days.ts';

type Driven = Row & { readonly figures: CarDay };

/** Figures of several days or vehicles: sums, or the most of them. */
export function rollOf(rows: readonly Driven[]) {
  const of = (key: NumberKey) => total(rows, ({ figures }) => figures[key]);
  return {
    mileage: total(rows, mileage),
    /** Days, and vehicles, that were driven. */
    runDays: new Set(rows.filter(ran).map(({ day }) => day)).size,
    runCount: new Set(rows.filter(ran).map(({ car }) => car)).size,
    /** Vehicles that told a qualified position. */
    onlineCount: new Set(rows.filter(({ figures }) => figures.pointValid > 0).map(({ car }) => car)).size,
    onlineDays: rows.filter(({ figures }) => figures.pointValid > 0).length,
    maxSpeed: most(rows, ({ figures }) => figures.maxSpeed),
    maxGap: most(rows, ({ figures }) => figures.maxGap) ?? 0,
    /** Vehicles with three points of drift on some day. */
    driftCars: [...groups(rows, ({ car }) => car.plan.plate).values()].filter((days) =>
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
