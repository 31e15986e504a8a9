import { listAlarmClasses } from '@fleetwarden/contract/alarms/alarm-rights';
import { permission } from '@fleetwarden/contract/permissions';
import type { screensCalls } from '@fleetwarden/contract/screens/routes';
import { businessDay, daysOfMonth, parseDayKey, startOfDay } from '@fleetwarden/domain/business-day';
import type { VehicleLive } from '@fleetwarden/domain/vehicle-live';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { OpenAlarms } from '../alarms/index.ts';
import type { Scope, Scopes } from '../identity/index.ts';
import type { FleetVehicle } from '../monitor/index.ts';
import { overview } from './overview.ts';
import * as store from './store.ts';

export type ScreensOptions = {
  readonly db: Db;
  readonly scopes: Scopes;
  /** The live picture of each vehicle of a scope; null: never seen. */
  readonly liveStates: (scope: Scope) => Iterable<VehicleLive | null>;
  /** Vehicles of a scope with their live state. */
  readonly vehiclesOf: (scope: Scope) => readonly FleetVehicle[];
  /** Writes the figures of today of these vehicles. */
  readonly saveDaysOf: (vehicleIds: readonly number[]) => Promise<void>;
  readonly openAlarms: OpenAlarms;
  readonly timeZone: string;
  readonly now?: () => number;
};

const RANK_PLACES = 10;
/** Larger fleets show the figures of the last regular save, at most five minutes old. */
const MAX_SAVED_VEHICLES = 1_000;
const tenth = (value: number) => Math.round(value * 10) / 10;

/** Figures of the top bar and the dashboard. */
export function createScreens(options: ScreensOptions): { readonly handlers: Handlers<typeof screensCalls> } {
  const { db, scopes, liveStates, vehiclesOf, saveDaysOf, openAlarms, timeZone, now = Date.now } = options;
  return {
    handlers: {
      getBellPageNum: async (period, { user }) => {
        const { ordinary, safety } = await openAlarms(await scopes.of(user.departmentId), period);
        return {
          alarmCnt: user.rights.has(permission.ordinaryBell) ? ordinary : 0,
          asalarmCnt: listAlarmClasses(user.rights).includes('safety') ? safety : 0,
        };
      },
      vehicleOnlineInformation: async (_data, { user }) =>
        overview(liveStates(await scopes.of(user.departmentId)), startOfDay(now(), timeZone)),
      dataBoard: async ({ month }, { user }) => {
        const scope = await scopes.of(user.departmentId);
        const vehicles = vehiclesOf(scope);
        if (vehicles.length <= MAX_SAVED_VEHICLES) await saveDaysOf(vehicles.map(({ facts }) => facts.id));
        const rows = await store.drivenByDay(db, daysOfMonth(month, timeZone, now()), scope);
        return { list: rows.map((row) => ({ ...row, km: tenth(row.km), hours: tenth(row.hours) })) };
      },
      mileageRank: async ({ day }, { user }) => {
        const today = businessDay(now(), timeZone);
        const scope = await scopes.of(user.departmentId);
        const rows =
          day === undefined || day === today.key
            ? await farthestToday(db, vehiclesOf(scope))
            : await store.farthest(db, parseDayKey(day, timeZone), scope, RANK_PLACES);
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

/** The vehicles that drove most today, with the mileage that the vehicle window shows. */
async function farthestToday(db: Db, vehicles: readonly FleetVehicle[]): Promise<store.RankRow[]> {
  const first = vehicles
    .filter(({ live }) => live !== null && live.dayKm > 0)
    .sort((a, b) => b.live!.dayKm - a.live!.dayKm || comparePlates(a, b))
    .slice(0, RANK_PLACES);
  const names = await store.departmentNames(
    db,
    first.map(({ facts }) => facts.departmentId),
  );
  return first.map(({ facts, live }) => ({
    id: facts.id,
    plate: facts.plate,
    plate_colour: facts.plateColour,
    dept_name: names.get(facts.departmentId) ?? '',
    km: live!.dayKm,
  }));
}

const comparePlates = ({ facts: a }: FleetVehicle, { facts: b }: FleetVehicle): number =>
  a.plate < b.plate ? -1 : a.plate > b.plate ? 1 : a.id - b.id;
