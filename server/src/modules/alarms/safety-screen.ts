import type { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import { getWireNumbers } from '@fleetwarden/domain/alarm-types';
import { businessDay } from '@fleetwarden/domain/business-day';
import { MINUTE_MS, SECOND_MS } from '@fleetwarden/domain/durations';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { createTimedCache } from '../../platform/timed-cache.ts';
import { RISKS, type TodayFacts } from '../reports/index.ts';
import type { Lists } from './lists.ts';
import * as store from './store.ts';
import { countsBy, kinds, totals } from './sums.ts';

/** Refresh times of the screen (screen catalogue 9.2); users of the same scope share a load. */
const [COUNTS_MS, HOURS_MS] = [10 * SECOND_MS, MINUTE_MS] as const;
const [TYPES, HOURS] = [10, 24] as const;
const LEVELS = [2, 3] as const;

const byHour = (rows: readonly store.TypeHour[]): number[] =>
  Array.from({ length: HOURS }, (_, hour) => rows.reduce((sum, row) => sum + (row.hour === hour ? row.count : 0), 0));

/** The call of the screen of active safety: all figures at once. */
export function createSafetyScreen(deps: {
  readonly db: Db;
  readonly lists: Lists;
  readonly timeZone: string;
  readonly today: TodayFacts;
  readonly now: () => number;
}): Pick<Handlers<typeof alarmsCalls>, 'getSafetyScreen'> {
  const { db, lists, timeZone, today: facts, now } = deps;
  const counts = createTimedCache<Awaited<ReturnType<typeof loadCounts>>>(COUNTS_MS, now);
  const spread = createTimedCache<Awaited<ReturnType<typeof loadSpread>>>(HOURS_MS, now);

  const loadCounts = async (share: store.Share) => {
    const [rows, km] = await Promise.all([store.tally(db, share, timeZone), facts.km(share.scope)]);
    const { total, handled } = totals(rows);
    const handleS = rows.reduce((sum, row) => sum + row.handleS, 0);
    return {
      total,
      handled,
      km: Math.round(10 * km) / 10,
      handleMin: handled === 0 ? null : Math.round((10 * handleS) / 60 / handled) / 10,
      mainTypes: countsBy(rows, ({ typeId }) => getWireNumbers(typeId).mainType).map(([mainType, count]) => ({
        mainType,
        count,
      })),
      types: kinds(rows)
        .slice(0, TYPES)
        .map(({ warnId, count }) => ({ warnId, count })),
      deadlines: LEVELS.map((level) => {
        const { due, inTime } = totals(rows.filter((row) => row.level === level));
        return { level, due, inTime };
      }),
    };
  };
  const loadSpread = async (share: store.Share) => {
    const before = { ...share, start: businessDay(share.start - 1, timeZone).startAt, end: share.start };
    const [rows, rowsBefore, spots] = await Promise.all([
      store.countByTypeAndHour(db, share, timeZone),
      store.countByTypeAndHour(db, before, timeZone),
      store.spots(db, share),
    ]);
    const fatigue: readonly number[] = RISKS.fatigue;
    return {
      hours: byHour(rows),
      yesterday: byHour(rowsBefore),
      fatigue: byHour(rows.filter(({ typeId }) => fatigue.includes(typeId))),
      spots,
    };
  };

  return {
    getSafetyScreen: async (_data, { user }) => {
      const { startAt, key: day } = businessDay(now(), timeZone);
      const share = await lists.share(user, ['safety'], { startTime: startAt, endTime: now() + 1 });
      const key = JSON.stringify([day, [...share.scope].sort((a, b) => a - b)]);
      const [counted, hours, { risky, riskyTotal, departments, scores }] = await Promise.all([
        counts.get(key, () => loadCounts(share)),
        spread.get(key, () => loadSpread(share)),
        facts.ratings(share.scope),
      ]);
      return {
        ...counted,
        ...hours,
        risky: risky.map(({ id, plate, plate_colour, dept_name, score }) => ({
          targId: String(id),
          carNo: plate,
          color: plate_colour,
          deptName: dept_name,
          score,
        })),
        riskyTotal,
        scores: [...scores],
        depts: departments.map(({ id, name, A, B, C, D }) => ({ deptId: String(id), deptName: name, A, B, C, D })),
      };
    },
  };
}
