import { permission } from '@fleetwarden/contract/permissions';
import type { screensCalls } from '@fleetwarden/contract/screens/routes';
import { businessDay, dayOfKey, daysOfMonth, startOfDay } from '@fleetwarden/domain/business-day';
import type { VehicleLive } from '@fleetwarden/domain/vehicle-live';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { OpenAlarms } from '../alarms/index.ts';
import type { Scope, Scopes } from '../identity/index.ts';
import { overview } from './overview.ts';
import * as store from './store.ts';

export type ScreensOptions = {
  readonly db: Db;
  readonly scopes: Scopes;
  /** The live picture of each vehicle of a scope; null: never seen. */
  readonly pictures: (scope: Scope) => Iterable<VehicleLive | null>;
  readonly openAlarms: OpenAlarms;
  readonly timeZone: string;
  readonly now?: () => number;
};

const RANK_PLACES = 10;
const tenth = (value: number) => Math.round(value * 10) / 10;

/** Figures of the top bar and the dashboard. */
export function createScreens(options: ScreensOptions): { readonly handlers: Handlers<typeof screensCalls> } {
  const { db, scopes, pictures, openAlarms, timeZone, now = Date.now } = options;
  return {
    handlers: {
      getBellPageNum: async (_data, { user }) => {
        const { ordinary, safety } = await openAlarms(await scopes.of(user.departmentId));
        return { alarmCnt: user.rights.has(permission.ordinaryBell) ? ordinary : 0, asalarmCnt: safety };
      },
      vehicleOnlineInformation: async (_data, { user }) =>
        overview(pictures(await scopes.of(user.departmentId)), startOfDay(now(), timeZone)),
      dataBoard: async ({ month }, { user }) => {
        const rows = await store.drivenByDay(db, daysOfMonth(month, timeZone, now()), await scopes.of(user.departmentId));
        return { list: rows.map((row) => ({ ...row, km: tenth(row.km), hours: tenth(row.hours) })) };
      },
      mileageRank: async ({ day }, { user }) => {
        const asked = day === undefined ? businessDay(now(), timeZone) : dayOfKey(day, timeZone);
        const rows = await store.farthest(db, asked, await scopes.of(user.departmentId), RANK_PLACES);
        return {
          list: rows.map((row) => ({
            carId: String(row.id),
            carNo: row.plate,
            color: row.plate_colour,
            deptName: row.dept_name,
            km: tenth(row.km),
          })),
        };
      },
    },
  };
}
