import { businessDay } from '@fleetwarden/domain/business-day';
import { MINUTE_MS } from '@fleetwarden/domain/durations';
import { ADOPTED_KM, WITH_SOURCE } from '../../../platform/db/adopted-km.ts';
import { type Db, sql } from '../../../platform/db/database.ts';
import type { Scope } from '../../identity/index.ts';
import { whereRequested } from '../facts/day-rollup.ts';
import { saveToday } from '../query/save-today.ts';
import { countGrades, type Grades } from './count-grades.ts';
import { createTimedCache } from './timed-cache.ts';

/** What day tables know of a scope today. */
export type TodayFacts = {
  /** Mileage of today, km. */
  readonly km: (scope: Scope) => Promise<number>;
  /** Vehicles by the grade of the month so far. */
  readonly grades: (scope: Scope) => Promise<Grades>;
};

/** Scores of a month hardly change within minutes, and many users watch the same scope. */
const GRADES_MS = 10 * MINUTE_MS;

export function createTodayFacts(deps: {
  readonly db: Db;
  readonly saveDaysOf: (vehicleIds: readonly number[]) => Promise<void>;
  readonly timeZone: string;
  readonly now: () => number;
}): TodayFacts {
  const { db, saveDaysOf, timeZone, now } = deps;
  const cache = createTimedCache<Grades>(GRADES_MS, now);
  const requestOf = (scope: Scope, from: string, to: string) => ({
    departments: [...scope],
    vehicles: null,
    days: { from, to },
    list: () => null,
    now: now(),
    timeZone,
  });
  return {
    km: async (scope) => {
      const today = businessDay(now(), timeZone).key;
      const request = requestOf(scope, today, today);
      await saveToday(db, saveDaysOf, request);
      const row = await db.first<{ km: number }>(sql`
        select coalesce(sum(${ADOPTED_KM}), 0)::float8 as km from vehicle_day f ${WITH_SOURCE} where ${whereRequested('vehicleDay', request)}`);
      return row!.km;
    },
    grades: async (scope) => {
      const today = businessDay(now(), timeZone).key;
      const request = requestOf(scope, `${today.slice(0, 'yyyy-MM'.length)}-01`, today);
      return cache.get(JSON.stringify([today, request.departments]), async () => (await countGrades(db, request)).grades);
    },
  };
}
