import type { DeptNode, StatusCounts, TreeNode } from '@fleetwarden/contract/monitor/schemas';
import { getText } from '@fleetwarden/locale/languages';
import type { Language } from '@fleetwarden/locale/names';
import type { z } from 'zod';
import { type Department, type FleetVehicle, onlineOf, subtree, totalOf } from './fleet-registry.ts';
import { departmentFollowed, type FollowRules, vehicleFollowed } from './follow.ts';

// ltId is unique among nodes of all kinds
export function departmentNode(department: Department, rules: FollowRules, root: Department): TreeNode {
  return {
    ltId: `d${department.id}`,
    ltName: department.name,
    ltType: 0,
    deptId: String(department.id),
    parentId: parentIdOf(department, root),
    total: totalOf(department),
    online: onlineOf(department),
    checked: departmentFollowed(rules, department),
  };
}

/** The node for a whole department, first in its loaded group. */
export function allNode(department: Department, rules: FollowRules, language: Language): TreeNode {
  return {
    ltId: `a${department.id}`,
    ltName: getText(language, 'monitor.selectAll'),
    ltType: 9,
    deptId: String(department.id),
    parentId: String(department.id),
    total: totalOf(department),
    online: onlineOf(department),
    checked: departmentFollowed(rules, department),
  };
}

/** A vehicle in its department (3), or a single one (1), such as a search result. */
export function vehicleNode(vehicle: FleetVehicle, rules: FollowRules, ltType: 1 | 3 = 3): TreeNode {
  const { facts, live } = vehicle;
  return {
    ltId: `v${facts.id}`,
    ltName: facts.plate,
    ltType,
    deptId: String(facts.departmentId),
    parentId: String(facts.departmentId),
    carNo: facts.plate,
    targId: String(facts.id),
    carId: String(facts.id),
    color: facts.plateColour,
    status: String(live?.status ?? 0),
    checked: vehicleFollowed(rules, vehicle),
  };
}

export function deptNode(department: Department, rules: FollowRules, root: Department): DeptNode {
  return {
    deptId: String(department.id),
    deptName: department.name,
    parentId: parentIdOf(department, root),
    total: totalOf(department),
    online: onlineOf(department),
    checked: departmentFollowed(rules, department),
  };
}

export function statusCounts(department: Department): z.output<typeof StatusCounts> {
  const { counts, never } = department;
  return {
    total: totalOf(department),
    offline: counts[0],
    parked: counts[1],
    moving: counts[2],
    idling: counts[3],
    alarm: counts[4],
    emergency: counts[5],
    noFix: counts[6],
    never,
  };
}

/** Vehicles of a department and everything below it, in the order of the tree. */
export function vehiclesBelow(department: Department, offset: number, limit: number): FleetVehicle[] {
  const found: FleetVehicle[] = [];
  let skip = offset;
  for (const { vehicles } of subtree(department)) {
    if (found.length >= limit) break;
    found.push(...vehicles.slice(skip, skip + limit - found.length));
    skip = Math.max(0, skip - vehicles.length);
  }
  return found;
}

/** Vehicles below a department that fit, and whose plate, phone, terminal id or driver contains the text. */
export function searchVehicles(
  department: Department,
  text: string,
  limit: number,
  fits: (vehicle: FleetVehicle) => boolean,
): FleetVehicle[] {
  const wanted = text.toLowerCase();
  const found: FleetVehicle[] = [];
  for (const { vehicles } of subtree(department))
    for (const vehicle of vehicles) {
      const { plate, phone, terminalNo, driverName } = vehicle.facts;
      if (![plate, phone, terminalNo, driverName].some((value) => value.toLowerCase().includes(wanted)) || !fits(vehicle))
        continue;
      found.push(vehicle);
      if (found.length >= limit) return found;
    }
  return found;
}

/** Ancestors of the scope's root stay hidden. */
const parentIdOf = (department: Department, root: Department): string | null =>
  department === root || !department.parent ? null : String(department.parent.id);
