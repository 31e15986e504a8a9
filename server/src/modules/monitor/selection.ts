import type { FleetRegistry, FleetVehicle } from './fleet-registry.ts';
import { type FollowRules, vehicleFollowed } from './follow.ts';

/** Scope and follow state of all vehicles for one account, by slot: shared by its sockets. */
export type Selection = {
  readonly accountId: number;
  readonly departmentId: number;
  readonly scope: ReadonlySet<number>;
  readonly rules: FollowRules;
  /** Generation of the registry that it was built from. */
  readonly generation: number;
  /** One number a vehicle; the same object in selections that select alike. */
  readonly marks: Buffer;
  /** Number of followed vehicles. */
  readonly followed: number;
  /** Whether a vehicle is in the scope, and whether it is also followed. */
  sees(vehicle: FleetVehicle): boolean;
  follows(vehicle: FleetVehicle): boolean;
};

const SEEN = 1;
const FOLLOWED = 2;

/**
 * Computes an account's selection; equal selections share their marks. It is stale once the account's choices, its scope or the
 * registry's vehicles change.
 */
export function select(
  registry: FleetRegistry,
  account: { readonly accountId: number; readonly departmentId: number },
  scope: ReadonlySet<number>,
  rules: FollowRules,
  others: Iterable<Selection> = [],
): Selection {
  const { vehicles } = registry;
  const own = Buffer.alloc(vehicles.length);
  for (const [slot, vehicle] of vehicles.entries())
    if (scope.has(vehicle.facts.departmentId)) own[slot] = vehicleFollowed(rules, vehicle) ? SEEN | FOLLOWED : SEEN;
  const marks = alike(registry.generation, own, others) ?? own;
  // a vehicle of another generation may have the same slot
  const markOf = (vehicle: FleetVehicle) => (vehicles[vehicle.slot] === vehicle ? (marks[vehicle.slot] ?? 0) : 0);
  return {
    ...account,
    scope,
    rules,
    generation: registry.generation,
    marks,
    followed: followedIn(marks),
    sees: (vehicle) => (markOf(vehicle) & SEEN) !== 0,
    follows: (vehicle) => (markOf(vehicle) & FOLLOWED) !== 0,
  };
}

function followedIn(marks: Buffer): number {
  let count = 0;
  for (const mark of marks) if ((mark & FOLLOWED) !== 0) count++;
  return count;
}

function alike(generation: number, marks: Buffer, others: Iterable<Selection>): Buffer | undefined {
  for (const other of others) if (other.generation === generation && other.marks.equals(marks)) return other.marks;
  return undefined;
}
