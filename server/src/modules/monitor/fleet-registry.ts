import type { VehicleLive } from '@fleetwarden/domain/vehicle-live';
import type { VehicleStatus } from '@fleetwarden/domain/vehicle-status';
import { type VehicleFacts, vehicleFacts } from './map-record.ts';
import type { DepartmentRow, VehicleRow } from './store.ts';

/** Vehicles by status, indexed by it. */
export type Counts = Readonly<Record<VehicleStatus, number>>;

export type Department = {
  readonly id: number;
  readonly name: string;
  readonly parent: Department | null;
  readonly children: readonly Department[];
  /** Its own, by plate. */
  readonly vehicles: readonly FleetVehicle[];
  /** Counts including descendants. */
  readonly counts: Counts;
  /** The vehicles among them that were never online. */
  readonly never: number;
};

export type FleetVehicle = {
  readonly facts: VehicleFacts;
  readonly department: Department;
  /** Position in `vehicles`, until the next reload. */
  readonly slot: number;
  readonly live: VehicleLive | null;
  /** Sequence number and time of the newest change: of any kind, and of the status. */
  readonly changed: number;
  readonly changedAt: number;
  readonly statusChanged: number;
  readonly statusChangedAt: number;
};

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type DepartmentEntry = Mutable<Omit<Department, 'parent' | 'children' | 'vehicles' | 'counts' | 'never'>> & {
  parent: DepartmentEntry | null;
  children: DepartmentEntry[];
  vehicles: VehicleEntry[];
  counts: Record<VehicleStatus, number>;
  never: number;
};
type VehicleEntry = Mutable<Omit<FleetVehicle, 'department'>> & { department: DepartmentEntry };

/** Live states of vehicles that the registry does not know before its next reload. */
const MAX_UNKNOWN_VEHICLES = 10_000;

/** All vehicles and departments with their live states; counts are updated incrementally. */
export class FleetRegistry {
  readonly #departments = new Map<number, DepartmentEntry>();
  readonly #byId = new Map<number, VehicleEntry>();
  #vehicles: VehicleEntry[] = [];
  #dirty = new Set<VehicleEntry>();
  #newDepartments = new Set<number>();
  readonly #unknownVehicles = new Map<number, VehicleLive>();
  #change = 0;
  #loadedAt = 0;
  #generation = 0;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  get vehicles(): readonly FleetVehicle[] {
    return this.#vehicles;
  }

  /** Number of the newest change. */
  get change(): number {
    return this.#change;
  }

  /** When the registry was last loaded: updates do not contain vehicles added, removed or moved since. */
  get loadedAt(): number {
    return this.#loadedAt;
  }

  /** Incremented by each load, which changes slots and vehicles. */
  get generation(): number {
    return this.#generation;
  }

  vehicle(id: number): FleetVehicle | undefined {
    return this.#byId.get(id);
  }

  department(id: number): Department | undefined {
    return this.#departments.get(id);
  }

  /** The live states of the vehicles of these departments; null: never seen. */
  *liveStates(departmentIds: Iterable<number>): Generator<VehicleLive | null> {
    for (const id of departmentIds) for (const { live } of this.#departments.get(id)?.vehicles ?? []) yield live;
  }

  /** The vehicles that changed since the last call. */
  takeDirty(): readonly FleetVehicle[] {
    const dirty = [...this.#dirty];
    this.#dirty.clear();
    return dirty;
  }

  /** Departments added, removed, moved or renamed since the last call, with their old and new parents. */
  takeDepartments(): ReadonlySet<number> {
    const taken = this.#newDepartments;
    this.#newDepartments = new Set();
    return taken;
  }

  /** Applies new live states. */
  update(batch: readonly VehicleLive[]): void {
    const now = this.#now();
    for (const live of batch) {
      const entry = this.#byId.get(live.vehicleId);
      if (entry) this.#apply(entry, live, now);
      else this.#storeUnknown(live);
    }
  }

  /** Replaces departments and vehicles; live states in memory win over `latest`. Returns the departments touched. */
  load(departments: readonly DepartmentRow[], vehicles: readonly VehicleRow[], latest: readonly VehicleLive[]): Set<number> {
    const touched = this.#loadDepartments(departments);
    for (const id of touched) this.#newDepartments.add(id);
    const before = new Map(this.#byId);
    const stored = new Map(latest.map((live) => [live.vehicleId, live]));
    const now = this.#now();
    const pending = new Set([...this.#dirty].map(({ facts }) => facts.id));
    this.#byId.clear();
    this.#vehicles = [];
    this.#dirty.clear();
    this.#change++;
    this.#generation++;
    for (const row of vehicles) {
      const department = this.#departments.get(row.department_id);
      if (!department) continue;
      const known = before.get(row.id);
      before.delete(row.id);
      const facts = factsOf(row);
      const live = this.#unknownVehicles.get(row.id) ?? known?.live ?? stored.get(row.id) ?? null;
      const sameFacts = known !== undefined && JSON.stringify(known.facts) === JSON.stringify(facts);
      if (!sameFacts) for (const id of [facts.departmentId, known?.facts.departmentId]) if (id !== undefined) touched.add(id);
      const entry: VehicleEntry = {
        facts,
        department,
        slot: this.#vehicles.length,
        live,
        ...(sameFacts && known.live === live ? changesOf(known) : changesAt(this.#change, now)),
      };
      if (pending.has(row.id) || entry.changed === this.#change) this.#dirty.add(entry);
      this.#vehicles.push(entry);
      this.#byId.set(row.id, entry);
      department.vehicles.push(entry);
      count(department, live?.status ?? 0, 1);
      if (!live) countNever(department, 1);
    }
    for (const gone of before.values()) touched.add(gone.facts.departmentId);
    for (const { facts } of this.#vehicles) this.#unknownVehicles.delete(facts.id);
    this.#loadedAt = now;
    return touched;
  }

  #storeUnknown(live: VehicleLive): void {
    // full of ids that no longer exist
    if (this.#unknownVehicles.size >= MAX_UNKNOWN_VEHICLES) this.#unknownVehicles.clear();
    this.#unknownVehicles.set(live.vehicleId, live);
  }

  #loadDepartments(rows: readonly DepartmentRow[]): Set<number> {
    const before = new Map(this.#departments);
    const touched = new Set<number>();
    this.#departments.clear();
    for (const { id, name } of rows)
      this.#departments.set(id, { id, name, parent: null, children: [], vehicles: [], counts: noCounts(), never: 0 });
    for (const { id, parent_id, name } of rows) {
      const entry = this.#departments.get(id)!;
      entry.parent = (parent_id === null ? undefined : this.#departments.get(parent_id)) ?? null;
      entry.parent?.children.push(entry);
      const known = before.get(id);
      before.delete(id);
      if (known?.name === name && (known.parent?.id ?? null) === parent_id) continue;
      for (const touchedId of [id, parent_id, known?.parent?.id ?? null]) if (touchedId !== null) touched.add(touchedId);
    }
    for (const gone of before.values()) if (gone.parent) touched.add(gone.parent.id);
    return touched;
  }

  #apply(entry: VehicleEntry, live: VehicleLive, now: number): void {
    const before = entry.live?.status ?? 0;
    if (!entry.live) countNever(entry.department, -1);
    entry.live = live;
    entry.changed = ++this.#change;
    entry.changedAt = now;
    this.#dirty.add(entry);
    if (live.status === before) return;
    entry.statusChanged = entry.changed;
    entry.statusChangedAt = now;
    count(entry.department, before, -1);
    count(entry.department, live.status, 1);
  }
}

/** Vehicles of a department and everything below it. */
export const totalOf = ({ counts }: Department): number => counts[0] + onlineOf({ counts });
export const onlineOf = ({ counts }: Pick<Department, 'counts'>): number =>
  counts[1] + counts[2] + counts[3] + counts[4] + counts[5] + counts[6];

/** A department and everything below it, parents before children. */
export function* subtree(department: Department): Generator<Department> {
  yield department;
  for (const child of department.children) yield* subtree(child);
}

/** A department and those above it, nearest first. */
export function* upwards(department: Department | null): Generator<Department> {
  for (let at = department; at; at = at.parent) yield at;
}

const noCounts = (): Record<VehicleStatus, number> => ({ 0: 0, 1: 0, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0 });

function count(department: DepartmentEntry, status: VehicleStatus, by: 1 | -1): void {
  for (let at: DepartmentEntry | null = department; at; at = at.parent) at.counts[status] += by;
}

function countNever(department: DepartmentEntry, by: 1 | -1): void {
  for (let at: DepartmentEntry | null = department; at; at = at.parent) at.never += by;
}

const changesAt = (change: number, at: number) => ({
  changed: change,
  changedAt: at,
  statusChanged: change,
  statusChangedAt: at,
});

const changesOf = ({ changed, changedAt, statusChanged, statusChangedAt }: FleetVehicle) => ({
  changed,
  changedAt,
  statusChanged,
  statusChangedAt,
});

function factsOf(row: VehicleRow): VehicleFacts {
  return vehicleFacts({
    id: row.id,
    departmentId: row.department_id,
    plate: row.plate,
    plateColour: row.plate_colour,
    vehicleType: row.vehicle_type,
    phone: row.phone ?? '',
    terminalNo: row.terminal_no ?? '',
    driverName: row.driver_name ?? '',
    runState: row.run_state,
  });
}
