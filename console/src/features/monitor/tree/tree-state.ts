import type { VehicleStore } from '../../../live/vehicle-store.ts';
import type { DepartmentIndex } from '../department-index.ts';
import { DeptMembers } from './dept-members.ts';
import { StatusCounts } from './status-counts.ts';
import { type Check, TreeChecks } from './tree-checks.ts';
import { type NodeType, TreeList } from './tree-list.ts';

/** The parts of a fleet tree and what is read from them; `FleetTree` changes them. */
export class TreeState {
  readonly departments: DepartmentIndex;
  protected readonly members: DeptMembers;
  protected readonly counts: StatusCounts;
  protected readonly checks: TreeChecks;
  protected readonly list: TreeList;

  constructor(store: VehicleStore, departments: DepartmentIndex) {
    this.departments = departments;
    this.members = new DeptMembers(store, departments);
    this.counts = new StatusCounts(departments);
    this.checks = new TreeChecks(departments, this.members, this.counts);
    this.list = new TreeList(departments, this.members);
  }

  /** Number of visible rows. */
  get length(): number {
    return this.list.length;
  }

  /** A vehicle's store row; negative for a department. */
  at(index: number): number {
    return this.list.at(index);
  }

  typeAt(index: number): NodeType {
    return this.list.typeAt(index);
  }

  /** The row's department: its own, or the vehicle's. */
  deptAt(index: number): number {
    return this.list.deptAt(index);
  }

  /** A department's index in the list; -1: inside a closed one. */
  indexOfDept(d: number): number {
    return this.list.indexOfDept(d);
  }

  /** A vehicle's index in the list; -1: not visible. */
  indexOfRow(row: number): number {
    return this.list.indexOfRow(row);
  }

  /** For rows that are no department of the tree: position among siblings from 1, and their number. */
  placeOf(index: number): readonly [position: number, siblings: number] {
    return this.list.placeOf(index);
  }

  /** The first vehicle in list order; -1: none. */
  firstVehicle(): number {
    return this.list.firstVehicle();
  }

  total(d: number): number {
    return this.counts.total(d);
  }

  online(d: number): number {
    return this.counts.online(d);
  }

  /** Vehicles of the department itself, without descendants. */
  ownTotal(d: number): number {
    return this.members.ownTotal(d);
  }

  ownOnline(d: number): number {
    return this.counts.ownOnline(d);
  }

  deptOf(row: number): number {
    return this.members.deptOf(row);
  }

  /** Store rows of a department and its descendants. */
  rowsOf(d: number): Int32Array {
    return this.members.rowsBelow(d);
  }

  wanted(row: number): boolean {
    return this.checks.wanted(row);
  }

  checkOf(d: number): Check {
    return this.checks.of(d);
  }

  ownCheckOf(d: number): Check {
    return this.checks.ofOwn(d);
  }
}
