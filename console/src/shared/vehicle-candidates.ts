import type { TreeNode } from '@fleetwarden/contract/monitor/schemas';
import type { TreeModel, TreeRow } from '../ui/tree-rows.ts';

/** A vehicle that can be chosen, identified by `ltId`. */
export type PickedVehicle = {
  readonly ltId: string;
  readonly carId: string;
  readonly carNo: string;
  /** PLATE_COLOR. */
  readonly color: number;
};

/** The source of candidates; pages start at 1. */
export type CandidateSource = {
  /** Children of a department, or the roots; `total` counts the vehicles. */
  children(deptId: string | undefined, page: number): Promise<{ readonly list: readonly TreeNode[]; readonly total: number }>;
  byCarNo(carNo: string): Promise<readonly TreeNode[]>;
  /** All vehicles of a department and its descendants. */
  allOf(deptId: string): Promise<readonly TreeNode[]>;
};

/** ltType of the node for a whole department. */
const ALL = 9;
const GROUP = 0;

type Branch = { nodes: TreeNode[]; pages: number; total: number; open: boolean; loading: boolean; failed: boolean };
/** A visible row; without a node it stands for further pages of a department. `failed`: they could not be loaded. */
export type CandidateRow = {
  readonly node: TreeNode | null;
  readonly deptId: string;
  readonly level: number;
  readonly parent: number;
  readonly position: number;
  readonly siblings: number;
  readonly failed?: boolean;
};

const TOP = '';
const isVehicle = (node: TreeNode): boolean => node.ltType !== GROUP && node.ltType !== ALL;

const pickedOf = ({ ltId, carId, carNo, ltName, color }: TreeNode): PickedVehicle => ({
  ltId,
  carId: carId ?? '',
  carNo: carNo ?? ltName,
  color: color ?? 0,
});

/** The chosen vehicles followed by the pending ones, without duplicates (by ltId). */
export function merged(associated: readonly PickedVehicle[], pending: Iterable<PickedVehicle>): PickedVehicle[] {
  return [...new Map([...associated, ...pending].map((car) => [car.ltId, car])).values()];
}

/**
 * Candidates: departments and vehicles loaded on demand, or plates found by search; and the checked ones as a pending list. Without
 * `checks` vehicles are chosen one by one, and no row stands for all of a department.
 */
export class VehicleCandidates implements TreeModel {
  readonly #source: CandidateSource;
  readonly #checks: boolean;
  readonly #listeners = new Set<() => void>();
  #branches = new Map<string, Branch>();
  #hits: readonly TreeNode[] | null = null;
  #pending = new Map<string, PickedVehicle>();
  /** Vehicles added by checking a department. */
  #departments = new Map<string, readonly string[]>();
  #rows: CandidateRow[] = [];
  /** Number of the latest request; results of older ones are dropped. */
  #turn = 0;
  version = 0;
  loading = false;
  failed = false;

  constructor(source: CandidateSource, { checks = true }: { checks?: boolean } = {}) {
    this.#source = source;
    this.#checks = checks;
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  get pending(): readonly PickedVehicle[] {
    return [...this.#pending.values()];
  }

  /** An empty plate reloads the tree. */
  async search(carNo: string): Promise<void> {
    const turn = ++this.#turn;
    this.#start();
    try {
      const text = carNo.trim();
      const hits = text === '' ? null : await this.#source.byCarNo(text);
      const tops = text === '' ? await this.#source.children(undefined, 1) : null;
      if (turn !== this.#turn) return;
      this.#hits = hits;
      this.#branches = new Map();
      if (tops) this.#branches.set(TOP, { nodes: [...tops.list], pages: 1, total: 0, open: true, loading: false, failed: false });
      this.loading = false;
      this.#draw();
      const [first] = tops?.list ?? [];
      if (first?.ltType === GROUP && tops?.list.length === 1) await this.#open(first.deptId);
    } catch {
      if (turn === this.#turn) this.#fail();
    }
  }

  /** Returns the checked vehicles and clears the checks. */
  take(): readonly PickedVehicle[] {
    const taken = this.pending;
    this.#pending = new Map();
    this.#departments = new Map();
    this.#draw();
    return taken;
  }

  /** Takes the check of one vehicle away. */
  drop(ltId: string): void {
    this.#pending.delete(ltId);
    this.#draw();
  }

  /** Loads the next page of a department; does nothing while one is loading. */
  async more(deptId: string): Promise<void> {
    const branch = this.#branches.get(deptId);
    if (!branch || branch.loading) return;
    await this.#fetch(deptId, branch);
  }

  get length() {
    return this.#rows.length;
  }
  at(index: number): CandidateRow {
    return this.#rows[index]!;
  }
  parentOf(index: number): number {
    return this.#rows[index]?.parent ?? -1;
  }
  row(index: number): TreeRow {
    const { node, deptId, level, position, siblings } = this.#rows[index]!;
    if (!node) return { key: `more-${deptId}`, level, text: '', position, siblings };
    const open = node.ltType === GROUP ? (this.#branches.get(node.deptId)?.open ?? false) : undefined;
    const checked = this.#checks ? this.#checked(node) : undefined;
    return { key: node.ltId, level, text: node.ltName, open, checked, position, siblings };
  }

  setOpen(index: number, open: boolean): void {
    const node = this.#rows[index]?.node;
    if (node?.ltType !== GROUP) return;
    const branch = this.#branches.get(node.deptId);
    if (open && !branch) void this.#open(node.deptId);
    else if (branch) {
      branch.open = open;
      this.#draw();
    }
  }

  toggleCheck(index: number): void {
    const node = this.#rows[index]?.node;
    if (!node || !this.#checks) return;
    if (!isVehicle(node)) void this.#toggleDepartment(node.deptId);
    else {
      if (!this.#pending.delete(node.ltId)) this.#pending.set(node.ltId, pickedOf(node));
      this.#draw();
    }
  }

  #checked(node: TreeNode): boolean | 'mixed' {
    if (isVehicle(node)) return this.#pending.has(node.ltId);
    const added = this.#departments.get(node.deptId);
    if (!added) return false;
    const there = added.filter((ltId) => this.#pending.has(ltId)).length;
    return there === added.length ? true : there > 0 ? 'mixed' : false;
  }

  async #toggleDepartment(deptId: string): Promise<void> {
    const added = this.#departments.get(deptId);
    if (added?.every((ltId) => this.#pending.has(ltId))) {
      for (const ltId of added) this.#pending.delete(ltId);
      this.#departments.delete(deptId);
      return this.#draw();
    }
    this.#start();
    try {
      const all = await this.#source.allOf(deptId);
      this.loading = false;
      for (const node of all) this.#pending.set(node.ltId, pickedOf(node));
      this.#departments.set(
        deptId,
        all.map(({ ltId }) => ltId),
      );
      this.#draw();
    } catch {
      this.#fail();
    }
  }

  async #open(deptId: string): Promise<void> {
    const branch: Branch = { nodes: [], pages: 0, total: 0, open: true, loading: false, failed: false };
    this.#branches.set(deptId, branch);
    await this.#fetch(deptId, branch);
  }

  async #fetch(deptId: string, branch: Branch): Promise<void> {
    branch.loading = true;
    branch.failed = false;
    this.#start();
    try {
      const { list, total } = await this.#source.children(deptId, branch.pages + 1);
      branch.nodes.push(...list.filter(({ ltType }) => this.#checks || ltType !== ALL));
      branch.pages += 1;
      branch.total = total;
      this.loading = false;
    } catch {
      // opening it again retries
      if (branch.pages === 0) this.#branches.delete(deptId);
      branch.failed = true;
      this.failed = true;
      this.loading = false;
    }
    branch.loading = false;
    this.#draw();
  }

  #start() {
    this.loading = true;
    this.failed = false;
    this.#tell();
  }
  #fail() {
    this.loading = false;
    this.failed = true;
    this.#tell();
  }
  #draw() {
    this.#rows = [];
    if (this.#hits) this.#put(this.#hits, '', 1, -1, false);
    else this.#putBranch(TOP, 1, -1);
    this.#tell();
  }
  #tell() {
    this.version += 1;
    for (const listener of this.#listeners) listener();
  }

  #putBranch(deptId: string, level: number, parent: number) {
    const branch = this.#branches.get(deptId);
    if (!branch?.open) return;
    const vehicles = branch.nodes.filter(isVehicle).length;
    this.#put(branch.nodes, deptId, level, parent, branch.pages > 0 && vehicles < branch.total, branch.failed);
  }
  #put(nodes: readonly TreeNode[], deptId: string, level: number, parent: number, more: boolean, failed = false) {
    const siblings = nodes.length + (more ? 1 : 0);
    nodes.forEach((node, at) => {
      const index = this.#rows.push({ node, deptId, level, parent, position: at + 1, siblings }) - 1;
      if (node.ltType === GROUP) this.#putBranch(node.deptId, level + 1, index);
    });
    if (more) this.#rows.push({ node: null, deptId, level, parent, position: siblings, siblings, failed });
  }
}
