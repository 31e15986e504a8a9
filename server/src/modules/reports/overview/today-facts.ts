import { businessDay } from '@fleetwarden/domain/business-day';
import { MINUTE_MS } from '@fleetwarden/domain/durations';
import { ADOPTED_KM, WITH_SOURCE } from '../../../platform/db/adopted-km.ts';
import { type Db, sql } from '../../../platform/db/database.ts';
import { createTimedCache } from '../../../platform/timed-cache.ts';
import type { Scope } from '../../identity/index.ts';
import { whereRequested } from '../facts/day-rollup.ts';
import { addDays } from '../model/dates.ts';
import { saveToday } from '../query/save-today.ts';
import { countGrades, type Grades } from './count-grades.ts';
import { loadRatings, type Ratings } from './load-ratings.ts';

/** What day tables know of a scope today. */
export type TodayFacts = {
  /** Mileage of today, km. */
  readonly km: (scope: Scope) => Promise<number>;
  /** Vehicles by the grade of the month so far. */
  readonly grades: (scope: Scope) => Promise<Grades>;
  /** Vehicles and companies rated by the month so far, and the score of each of the last 30 days. */
  readonly ratings: (scope: Scope) => Promise<Ratings>;
};

/** Scores of a month hardly change within minutes, and many users watch the same scope. */
const SCORES_MS = 10 * MINUTE_MS;
/** Screen catalogue 9.2. */
const TREND_DAYS = 30;

export function createTodayFacts(deps: {
  readonly db: Db;
  readonly saveDaysOf: (vehicleIds: readonly number[]) => Promise<void>;
  readonly timeZone: string;
  readonly now: () => number;
}): TodayFacts {
  const { db, saveDaysOf, timeZone, now } = deps;
  const grades = createTimedCache<Grades>(SCORES_MS, now);
  const ratings = createTimedCache<Ratings>(SCORES_MS, now);
  const requestOf = (scope: Scope, from: string, to: string) => ({
    departments: [...scope],
    vehicles: null,
    days: { from, to },
    list: () => null,
    now: now(),
    timeZone,
  });
  const monthSoFar = (scope: Scope) => {
    const today = businessDay(now(), timeZone).key;
    return { today, month: requestOf(scope, `${today.slice(0, 'yyyy-MM'.length)}-01`, today) };
  };
  return {
    km: async (scope) => {
      const today = businessDay(now(), timeZone).key;
      const request = requestOf(scope, today, today);
      await saveToday(db, saveDaysOf, request);
      const row = await db.first<{ km: number }>(sql`
        select coalesce(sum(${ADOPTED_KM}), 0)::float8 as km from vehicle_day f ${WITH_SOURCE} where ${whereRequested('vehicleDay', request)}`);
      return row!.km;
    },
    grades: (scope) => {
      const { today, month } = monthSoFar(scope);
      return grades.get(JSON.stringify([today, month.departments]), async () => (await countGrades(db, month)).grades);
    },
    ratings: (scope) => {
      const { today, month } = monthSoFar(scope);
      const trend = requestOf(scope, addDays(today, 1 - TREND_DAYS), today);
      return ratings.get(JSON.stringify([today, month.departments]), () => loadRatings(db, month, trend));
    },
  };
}
