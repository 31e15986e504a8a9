import { type AlarmReader, mayReadAlarm } from '@fleetwarden/contract/alarms/alarm-rights';
import type { CallReply } from '@fleetwarden/contract/call';
import { CallError } from '@fleetwarden/contract/errors';
import { driver } from '@fleetwarden/contract/fleet/driver-resource';
import type { monitorCalls } from '@fleetwarden/contract/monitor/routes';
import { cabinTemperature } from '@fleetwarden/domain/additional-items';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { masked } from '../../platform/resources/mask.ts';
import type { Scopes } from '../identity/index.ts';
import { type Department, type FleetRegistry, type FleetVehicle, subtree } from './fleet-registry.ts';
import type { FollowStore } from './follow.ts';
import * as store from './store.ts';
import { allNode, departmentNode, deptNode, searchVehicles, statusCounts, vehicleNode, vehiclesBelow } from './tree.ts';

const SEARCH_LIMIT = 100;

/** A driver's phone number: in full with the permission, masked without (screen catalogue 3.1, field 11). */
export function driverPhone({ rights }: Pick<Principal, 'rights'>, phone: string | null): string {
  const seesAll = driver.unmaskCode !== undefined && rights.has(driver.unmaskCode);
  return (seesAll ? phone : masked(driver, { mobile: phone }).mobile) ?? '';
}

/** The department of a call of the tree: by its id, or by a node. */
const deptIdOf = (data: { readonly deptId?: string | undefined; readonly node?: { readonly deptId: string } | undefined }) =>
  data.deptId ?? data.node?.deptId;

export type MonitorCallsDeps = {
  readonly db: Db;
  readonly registry: FleetRegistry;
  readonly follow: FollowStore;
  readonly scopes: Scopes;
};

export function createMonitorCalls({ db, registry, follow, scopes }: MonitorCallsDeps): Handlers<typeof monitorCalls> {
  const rootOf = (user: Principal): Department => {
    const root = registry.department(user.departmentId);
    if (!root) throw new CallError('notFound', `department ${user.departmentId} of ${user.account}`);
    return root;
  };
  /** The requested department, default the user's own; a foreign one is reported as not found. */
  const departmentFor = async (user: Principal, deptId: string | undefined): Promise<Department> => {
    if (deptId === undefined) return rootOf(user);
    const department = registry.department(Number(deptId));
    if (!department || !(await scopes.of(user.departmentId)).has(department.id))
      throw new CallError('notFound', `department ${deptId}`);
    return department;
  };
  /** Which vehicles of a department and below a tree shows. */
  const filterOf = async ({ hasVideo }: { readonly hasVideo: boolean }, department: Department) => {
    if (!hasVideo) return () => true;
    const ids = [...subtree(department)].flatMap(({ vehicles }) => vehicles.map(({ facts }) => facts.id));
    const withVideo = await store.vehiclesWithVideo(db, ids);
    return ({ facts }: FleetVehicle) => withVideo.has(facts.id);
  };
  const vehicleFor = async (user: Principal, id: string): Promise<FleetVehicle> => {
    const vehicle = registry.vehicle(Number(id));
    if (!vehicle || !(await scopes.of(user.departmentId)).has(vehicle.facts.departmentId))
      throw new CallError('notFound', `vehicle ${id}`);
    return vehicle;
  };

  return {
    getLeftTree: async (data, { user }) => {
      const root = rootOf(user);
      const department = await departmentFor(user, deptIdOf(data));
      const rules = await follow.rulesOf(user.accountId);
      return { list: [...subtree(department)].map((below) => departmentNode(below, rules, root)) };
    },
    getLeftTree2: async (data, { user, page, language }) => {
      const deptId = deptIdOf(data);
      const root = rootOf(user);
      const rules = await follow.rulesOf(user.accountId);
      if (deptId === undefined) return { list: [departmentNode(root, rules, root)], total: 1 };
      const department = await departmentFor(user, deptId);
      const fits = await filterOf(data, department);
      const hasAny = (child: Department) => !data.hasVideo || [...subtree(child)].some(({ vehicles }) => vehicles.some(fits));
      const children = department.children.filter(hasAny).map((child) => departmentNode(child, rules, root));
      const groups = page.page === 1 ? [allNode(department, rules, language), ...children] : [];
      const own = department.vehicles.filter(fits);
      const vehicles = own.slice(page.offset, page.offset + page.limit);
      return { list: [...groups, ...vehicles.map((vehicle) => vehicleNode(vehicle, rules))], total: own.length };
    },
    getTreeByCarNo: async (data, { user }) => {
      const rules = await follow.rulesOf(user.accountId);
      const found = searchVehicles(rootOf(user), data.carNo, SEARCH_LIMIT, await filterOf(data, rootOf(user)));
      return { list: found.map((vehicle) => vehicleNode(vehicle, rules, 1)) };
    },
    getCarListByDeptId: async (data, { user, page }) => {
      const department = await departmentFor(user, deptIdOf(data));
      const rules = await follow.rulesOf(user.accountId);
      const vehicles = vehiclesBelow(department, page.offset, page.limit);
      return { list: vehicles.map((vehicle) => vehicleNode(vehicle, rules)), total: statusCounts(department).total };
    },
    getDeptTree: async (data, { user }) => {
      const root = await departmentFor(user, deptIdOf(data));
      const rules = await follow.rulesOf(user.accountId);
      return { list: [...subtree(root)].map((department) => deptNode(department, rules, root)) };
    },
    countByStatus: async ({ deptId }, { user }) => statusCounts(await departmentFor(user, deptId)),
    locate: async ({ carId }, { user }) => {
      const { facts, live } = await vehicleFor(user, carId);
      if (!live || live.lng === null || live.lat === null) throw new CallError('noPosition', `vehicle ${carId}`);
      return {
        tid: String(facts.id),
        cid: String(facts.id),
        cno: facts.plate,
        x: live.lng,
        y: live.lat,
        d: live.heading,
        sp: live.speedKmh,
        status: String(live.status),
        time: live.gnssAt,
      };
    },
    checkedCar: ({ targId }, { user }) => followVehicle(user, targId, true),
    unCheckedCar: ({ targId }, { user }) => followVehicle(user, targId, false),
    checkedDept: (data, { user }) => followDepartment(user, data, true),
    unCheckedDept: (data, { user }) => followDepartment(user, data, false),
    getOtherParams: async ({ targId }, { user }) => {
      const { facts, live, department } = await vehicleFor(user, targId);
      const scope = await scopes.of(user.departmentId);
      const detail = await store.vehicleDetail(db, facts.id, scope);
      if (!detail) throw new CallError('notFound', `vehicle ${targId}`);
      const items = live?.gnssAt == null ? undefined : await store.extraAt(db, facts.id, live.gnssAt);
      return toVehicleParams({ rights: user.rights, scope }, { facts, live, department }, detail, items?.extra);
    },
  };

  async function followVehicle(user: Principal, targId: string, followed: boolean): Promise<Record<string, never>> {
    await follow.setVehicle(user.accountId, await vehicleFor(user, targId), followed);
    return {};
  }

  async function followDepartment(
    user: Principal,
    { deptId, own }: { readonly deptId: string; readonly own: '0' | '1' },
    followed: boolean,
  ): Promise<Record<string, never>> {
    const department = await departmentFor(user, deptId);
    if (own === '1') await follow.setOwn(user.accountId, department, followed);
    else await follow.setDepartment(user.accountId, department, followed);
    return {};
  }
}

/** The parameters of a vehicle; `extra`: the additional items of its last position. */
function toVehicleParams(
  reader: AlarmReader,
  { facts, live, department }: Pick<FleetVehicle, 'facts' | 'live' | 'department'>,
  detail: store.VehicleDetail,
  extra: Uint8Array | null | undefined,
): CallReply<typeof monitorCalls.getOtherParams> {
  return {
    tid: String(facts.id),
    cno: facts.plate,
    color: facts.plateColour,
    deptName: department.name,
    industry: detail.industry,
    vehicleType: facts.vehicleType,
    phone: facts.phone,
    terminalNo: detail.terminal_no ?? '',
    protocolVersion: detail.protocol_version,
    driverName: facts.driverName,
    driverPhone: driverPhone(reader, detail.driver_phone),
    altitude: live?.altitudeM ?? null,
    fuel: live?.fuelL ?? null,
    mileage: live?.odometerKm ?? null,
    signal: live?.signal ?? null,
    satellites: live?.satellites ?? null,
    recorderKmh: live?.recorderKmh ?? null,
    temperature: extra ? cabinTemperature(extra) : null,
    serviceTo: detail.service_to,
    receivedAt: live?.receivedAt ?? null,
    onlineSince: detail.online_since,
    openAlarms: detail.open_alarms.filter((typeId) => mayReadAlarm(reader, { typeId, departmentId: facts.departmentId })),
  };
}
