import { setImmediate } from 'node:timers/promises';
import { CallError } from '@fleetwarden/contract/errors';
import { permission } from '@fleetwarden/contract/permissions';
import type { regionSearchCalls } from '@fleetwarden/contract/region-search/routes';
import { MAX_FOUND, MAX_ONLINE_LOG_MS, type VehicleNow } from '@fleetwarden/contract/region-search/schemas';
import { MAX_REGION_VERTICES } from '@fleetwarden/domain/region';
import { regionTest } from '@fleetwarden/domain/region-reach';
import { ringsTest } from '@fleetwarden/domain/ring';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { GetText } from '../../platform/http/replies.ts';
import type { Tasks } from '../../platform/tasks/tasks.ts';
import type { Scope, Scopes } from '../identity/index.ts';
import { type FleetVehicle, type Monitor, mapRecord } from '../monitor/index.ts';
import { positionsTask, type Which } from './export.ts';
import { CORNERS_A_SLICE, ONLINE_LOG_MS } from './limits.ts';
import { offlineReason, onlineEvents } from './online-log.ts';
import { createPastSearch, type PastSearch, requireSearchable } from './search.ts';

export type RegionsOptions = {
  readonly db: Db;
  readonly scopes: Scopes;
  readonly monitor: Pick<Monitor, 'fleet'>;
  readonly tasks: Tasks;
  readonly getText: GetText;
  readonly timeZone: string;
  readonly now?: () => number;
  /** A longer search of the past is refused. */
  readonly searchLimitMs?: number;
};

/** Vehicles by current and past place, and by online and offline times. */
export function createRegions(options: RegionsOptions): {
  readonly handlers: Handlers<typeof regionSearchCalls>;
  /** The search of the past; the caller validates the filters. */
  readonly searchPast: PastSearch;
} {
  const { db, scopes, monitor, tasks, now = Date.now } = options;
  const { fleet } = monitor;
  const searchPast = createPastSearch(db, options.searchLimitMs);

  /** The departments of the scope, or of a subtree; a foreign department is reported as not found. */
  const scopeFor = async (departmentId: number, deptId: string | undefined): Promise<Scope> => {
    const scope = await scopes.of(departmentId);
    if (deptId === undefined) return scope;
    if (!scope.has(Number(deptId))) throw new CallError('notFound', `department ${deptId}`);
    return scopes.of(Number(deptId));
  };
  const find = async (
    user: Pick<Principal, 'accountId' | 'departmentId'>,
    { targIds, deptId }: Which,
  ): Promise<FleetVehicle[]> => {
    const scope = await scopeFor(user.departmentId, deptId);
    const named = targIds && new Set(targIds.map(Number));
    const wanted = named || deptId !== undefined ? null : await fleet.followedBy(user.accountId);
    return fleet.vehiclesOf(scope).filter((vehicle) => (named?.has(vehicle.facts.id) ?? true) && (wanted?.(vehicle) ?? true));
  };
  const exporting = positionsTask({ ...options, now, find: async (user, which) => (await find(user, which)).map(vehicleNow) });
  tasks.register(exporting);

  return {
    searchPast,
    handlers: {
      regionSearchTarg2: async ({ region, outline = [], deptId }, { user }) => {
        if (region) requireSearchable(region, 'now');
        const inside = region ? regionTest(region) : ringsTest(outline);
        const corners = outline.reduce((sum, ring) => sum + ring.length, MAX_REGION_VERTICES);
        const slice = Math.ceil(CORNERS_A_SLICE / corners);
        const vehicles = fleet.vehiclesOf(await scopeFor(user.departmentId, deptId));
        const found: FleetVehicle[] = [];
        for (let from = 0; from < vehicles.length; from += slice) {
          // a large outline around a large fleet: others are served in between
          if (from > 0) await setImmediate();
          for (const vehicle of vehicles.slice(from, from + slice)) if (isIn(vehicle, inside)) found.push(vehicle);
        }
        return { list: found.slice(0, MAX_FOUND).map(vehicleNow), total: found.length };
      },
      regionsearch: async ({ region, start, end, deptId }, { user }) => {
        requireSearchable(region, 'past');
        // one that was never seen was nowhere
        const known = new Map(
          fleet
            .vehiclesOf(await scopeFor(user.departmentId, deptId))
            .filter(({ live }) => live !== null)
            .map((vehicle) => [vehicle.facts.id, vehicle] as const),
        );
        const visits = await searchPast(user.accountId, [...known.keys()], region, { start, end });
        visits.sort((a, b) => a.firstAt - b.firstAt || a.vehicleId - b.vehicleId);
        const list = visits.slice(0, MAX_FOUND).map(({ vehicleId, firstAt, lastAt, stayMs, times }) => {
          const { facts, department } = known.get(vehicleId)!;
          return {
            targId: String(facts.id),
            carNo: facts.plate,
            color: facts.plateColour,
            deptName: department.name,
            firstTime: firstAt,
            lastTime: lastAt,
            stay: Math.round(stayMs / 1_000),
            times,
          };
        });
        return { list, total: visits.length };
      },
      qrySelectedTarg: async (which, { user, page }) => {
        const vehicles = await find(user, which);
        return { list: vehicles.slice(page.offset, page.offset + page.limit).map(vehicleNow), total: vehicles.length };
      },
      listOnlineLog: async ({ startTime, endTime, ...filter }, { user, page }) => {
        const end = endTime ?? now();
        const start = Math.max(startTime ?? end - ONLINE_LOG_MS, end - MAX_ONLINE_LOG_MS);
        const { rows, total } = await onlineEvents(db, { ...filter, start, end }, await scopes.of(user.departmentId), page);
        const list = rows.map((row) => ({
          id: row.id,
          targId: String(row.vehicle_id),
          carNo: row.plate,
          color: row.plate_colour,
          deptName: row.dept_name,
          online: row.online,
          time: row.at,
          reason: row.online ? null : offlineReason(row.end_reason),
          lasted: row.online ? null : Math.max(row.at - row.login_at, 0),
          transport: row.transport,
          protocolVersion: row.protocol_version,
          peerIp: row.peer_ip ?? '',
        }));
        return { list, total };
      },
      exportCarPosition: async (wish, { user, language, note }) => {
        await scopeFor(user.departmentId, wish.deptId);
        const { targIds, ...rest } = wish;
        note({ after: { ...rest, ...(targIds ? { chosen: targIds.length } : {}) } });
        const title = { key: 'regions.positions' };
        return { taskId: await tasks.start(exporting, wish, { user, permission: permission.exportPositions, language, title }) };
      },
    },
  };
}

const isIn = ({ live }: FleetVehicle, inside: (lng: number, lat: number) => boolean): boolean =>
  live !== null && live.lng !== null && live.lat !== null && inside(live.lng, live.lat);

function vehicleNow({ facts, live, department }: FleetVehicle): VehicleNow {
  return {
    ...mapRecord(facts, live),
    deptId: String(department.id),
    deptName: department.name,
    drv: facts.driverName,
    phone: facts.phone,
  };
}
