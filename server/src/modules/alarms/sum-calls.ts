import type { AlarmClassName } from '@fleetwarden/contract/alarms/alarm-rights';
import type { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import { ALARM_TYPES, getWireNumbers } from '@fleetwarden/domain/alarm-types';
import { businessDay, parseDayKey } from '@fleetwarden/domain/business-day';
import { DAY_MS } from '@fleetwarden/domain/durations';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers, UserContext } from '../../platform/http/handlers.ts';
import { RISKS, type TodayFacts } from '../reports/index.ts';
import { BOX_ROWS } from './limits.ts';
import type { Lists } from './lists.ts';
import * as store from './store.ts';
import { countsBy, falseAlarms, kinds, totals } from './sums.ts';

type SumCalls = Pick<
  Handlers<typeof alarmsCalls>,
  'getTargAsalarmTypeDtl' | 'getAsOverview' | 'todaySafetyStatistics' | 'getWarnSum' | 'getWarnSumDetail' | 'getTarResult'
>;

const SAFETY: readonly AlarmClassName[] = ['safety'];
const SAFETY_AND_ORDINARY: readonly AlarmClassName[] = ['ordinary', 'safety'];
const EMERGENCY = 0;
const HOURS = 24;
const tenth = (value: number): number => Math.round(value * 10) / 10;
/** How many alarms are of some kinds. */
const ofKinds = (rows: readonly store.Tally[], kinds: readonly number[]): number =>
  totals(rows.filter(({ typeId }) => kinds.includes(typeId))).total;

/** The calls that count alarms. */
export function createSumCalls(deps: {
  readonly db: Db;
  readonly lists: Lists;
  readonly timeZone: string;
  readonly today: TodayFacts;
  readonly now: () => number;
}): SumCalls {
  const { db, lists, timeZone, now, today: facts } = deps;
  const today = () => businessDay(now(), timeZone);
  const byMainType = (rows: readonly store.Tally[]) =>
    countsBy(rows, ({ typeId }) => getWireNumbers(typeId).mainType).map(([mainType, count]) => ({ mainType, count }));
  const soFar = async (user: UserContext['user'], among: readonly AlarmClassName[]) => {
    const share = await lists.share(user, among, { startTime: today().startAt, endTime: now() + 1 });
    const before = { ...share, start: dayBefore(share.start), end: share.end - DAY_MS };
    const [rows, yesterday] = await Promise.all([store.tally(db, share, timeZone), store.count(db, before)]);
    return { rows, yesterday, share };
  };
  const dayBefore = (start: number) => businessDay(start - 1, timeZone).startAt;

  return {
    getTargAsalarmTypeDtl: async ({ targId, alarmGid, ...time }, { user }) => {
      const share = await lists.share(user, SAFETY, { ...time, targIds: [targId] });
      const driver = alarmGid === undefined ? undefined : await store.driverOfAlarm(db, alarmGid, share);
      const wanted = driver
        ? { ...share, driverId: driver.id, vehicleIds: await store.vehiclesOfDriver(db, driver.id, share) }
        : share;
      return { list: kinds(await store.tally(db, wanted, timeZone)), driver: driver?.name ?? '' };
    },
    getAsOverview: async (narrow, { user }) => {
      const share = await lists.share(user, SAFETY, narrow);
      const [rows, hours, depts, vehicles, spots] = await Promise.all([
        store.tally(db, share, timeZone),
        store.countByTypeAndHour(db, share, timeZone),
        store.departmentsByAlarms(db, share, BOX_ROWS),
        store.vehiclesByAlarms(db, share, today().key, BOX_ROWS),
        store.spots(db, share),
      ]);
      return {
        ...totals(rows),
        falseAlarms: falseAlarms(rows),
        mainTypes: byMainType(rows),
        levels: countsBy(rows, ({ level }) => level).map(([level, count]) => ({ level, count })),
        days: countsBy(rows, ({ day }) => day).map(([day, count]) => ({ day, count })),
        types: kinds(rows),
        hours: byHour(hours),
        depts: depts.map(({ id, name, count }) => ({ deptId: String(id), deptName: name, count })),
        vehicles: vehicles.map(rankedVehicle),
        spots,
      };
    },
    todaySafetyStatistics: async (_data, { user }) => {
      const { rows, yesterday, share } = await soFar(user, SAFETY);
      const [km, grades] = await Promise.all([facts.km(share.scope), facts.grades(share.scope)]);
      return {
        ...totals(rows),
        yesterday,
        mainTypes: byMainType(rows),
        fatigue: ofKinds(rows, RISKS.fatigue),
        distraction: ofKinds(rows, RISKS.distraction),
        km: tenth(km),
        grades,
      };
    },
    getWarnSum: async (_data, { user }) => {
      const { rows, yesterday, share } = await soFar(user, SAFETY_AND_ORDINARY);
      const byHour = new Map((await store.countByHour(db, share, timeZone)).map(({ hour, count }) => [hour, count]));
      const hours = Array.from({ length: 24 }, (_, hour) => byHour.get(hour) ?? 0);
      const { total, handled } = totals(rows);
      const safetyTypes = new Set<number>(ALARM_TYPES.filter((type) => type.class === 'safety').map(({ id }) => id));
      const ofSafety = totals(rows.filter(({ typeId }) => safetyTypes.has(typeId))).total;
      const emergency = totals(rows.filter(({ typeId }) => typeId === EMERGENCY)).total;
      return { ordinary: total - ofSafety, safety: ofSafety, emergency, handled, total, yesterday, hours };
    },
    getWarnSumDetail: async ({ staticData }, { user }) => {
      const { startAt, endAt } = staticData === undefined ? today() : parseDayKey(staticData, timeZone);
      const share = await lists.share(user, SAFETY_AND_ORDINARY, { startTime: startAt, endTime: endAt });
      return { list: kinds(await store.tally(db, share, timeZone)) };
    },
    getTarResult: async (_data, { user }) => {
      const share = await lists.share(user, SAFETY_AND_ORDINARY, { startTime: today().startAt, endTime: now() + 1 });
      const rows = await store.vehiclesByAlarms(db, share, today().key, BOX_ROWS);
      return {
        list: rows.map((row) => ({ ...rankedVehicle(row), km: row.km === null ? null : tenth(row.km) })),
      };
    },
  };
}

const rankedVehicle = ({ id, plate, plate_colour, dept_name, count }: store.RankedVehicle) => ({
  targId: String(id),
  carNo: plate,
  color: plate_colour,
  deptName: dept_name,
  count,
});

/** Counts of 24 hours per main type. */
function byHour(rows: readonly store.TypeHour[]): { mainType: number; counts: number[] }[] {
  const counts = new Map<number, number[]>();
  for (const { typeId, hour, count } of rows) {
    const { mainType } = getWireNumbers(typeId);
    const hours = counts.get(mainType) ?? new Array<number>(HOURS).fill(0);
    hours[hour]! += count;
    counts.set(mainType, hours);
  }
  return [...counts].sort(([a], [b]) => a - b).map(([mainType, hours]) => ({ mainType, counts: hours }));
}
