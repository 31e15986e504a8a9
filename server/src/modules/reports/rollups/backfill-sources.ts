import { type BusinessDay, businessDay } from '@fleetwarden/domain/business-day';
import { at, type Queryable, type Sql, sql } from '../../../platform/db/database.ts';
import { countAlarmDays } from './alarm-day.ts';
import { countDepartments } from './department-day.ts';
import { updateExempts } from './exempt-day.ts';
import { countLateJoins } from './late-joins.ts';
import type { MarkName } from './marks.ts';
import { countOnlineDays } from './online-day.ts';
import type { RollupDeps } from './rollup-deps.ts';
import { splitBatches, type VehicleDay } from './vehicle-days.ts';

/** A kind of rollup that can be backfilled. */
export type BackfillSource = {
  /** The mark of its oldest backfilled day. */
  readonly filled: MarkName;
  /** The start of the data, epoch ms; null: there is none. */
  oldest(db: Queryable): Promise<number | null>;
  /** Counts a day of some vehicles or of all. It awaits `rest` between batches. Returns the number of changed rows. */
  count(day: BusinessDay, vehicleIds: readonly number[] | undefined, rest: () => Promise<void>): Promise<number>;
};

const ofVehicles = (ids: readonly number[] | undefined): Sql =>
  ids === undefined ? sql`` : sql`where vehicle_id = any(${[...ids]}::integer[])`;

/** Alarms are deleted by time: part of the oldest day may be gone, but was counted before. */
export const alarmBackfill = ({ db, timeZone }: RollupDeps): BackfillSource => ({
  filled: 'alarm_day.filled',
  oldest: async (tx) => {
    const first = (await tx.first<{ at: number | null }>(sql`select min(start_at) as at from alarm`))?.at ?? null;
    if (first === null) return null;
    const day = businessDay(first, timeZone);
    const older = await tx.first(sql`select from alarm_day where day < ${day.key}::date limit 1`);
    return older === undefined ? day.startAt : day.endAt;
  },
  count: (day, vehicleIds, rest) =>
    countVehicles(
      sql`select vehicle_id from alarm where start_at >= ${at(day.startAt)} and start_at < ${at(day.endAt)} and not brief
        union select vehicle_id from alarm_day where day = ${day.key}::date`,
      { db, day, vehicleIds, rest, count: (tx, days) => countAlarmDays(tx, days, timeZone) },
    ),
});

export const sessionBackfill = ({ db }: RollupDeps): BackfillSource => ({
  filled: 'online_day.filled',
  oldest: async (tx) => (await tx.first<{ at: number | null }>(sql`select min(login_at) as at from online_session`))?.at ?? null,
  count: (day, vehicleIds, rest) =>
    countVehicles(
      sql`select vehicle_id from online_session where login_at >= ${at(day.startAt)}::timestamptz - interval '1 day' and login_at < ${at(day.endAt)}
        union select vehicle_id from online_session
          where login_at < ${at(day.startAt)} and logout_at > ${at(day.startAt)} and logout_at - login_at > interval '1 day'
        union select vehicle_id from online_session where login_at < ${at(day.startAt)} and logout_at is null
        union select vehicle_id from online_day where day = ${day.key}::date`,
      { db, day, vehicleIds, rest, count: countOnlineDays },
    ),
});

/** Existing rows stay but for late joins, because past owners of vehicles are unknown. Stops are stored with their days, so they are recounted. */
export const departmentBackfill = ({ db, timeZone }: RollupDeps): BackfillSource => ({
  filled: 'dept_day.filled',
  oldest: async (tx) => (await tx.first<{ at: number | null }>(sql`select min(created_at) as at from department`))?.at ?? null,
  count: (day, vehicleIds) =>
    db.transaction(async (tx) => {
      const joined = await countLateJoins(tx, { timeZone });
      const counted = joined + (vehicleIds === undefined ? await countDepartments(tx, day, true) : 0);
      return counted + (await updateExempts(tx, day));
    }),
});

async function countVehicles(
  vehicles: Sql,
  of: {
    readonly db: RollupDeps['db'];
    readonly day: BusinessDay;
    readonly vehicleIds: readonly number[] | undefined;
    readonly rest: () => Promise<void>;
    readonly count: (tx: Queryable, days: readonly VehicleDay[]) => Promise<number>;
  },
): Promise<number> {
  const { db, day, vehicleIds, rest, count } = of;
  const rows = await db.query<{ vehicleId: number }>(sql`
    select distinct vehicle_id as "vehicleId" from (${vehicles}) u ${ofVehicles(vehicleIds)} order by 1`);
  let changed = 0;
  for (const lot of splitBatches(rows.map(({ vehicleId }) => ({ vehicleId, day })))) {
    await rest();
    changed += await db.transaction((tx) => count(tx, lot));
  }
  return changed;
}
