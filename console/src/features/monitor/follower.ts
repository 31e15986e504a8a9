import type { VehicleStore } from '../../live/vehicle-store.ts';
import { ELSEWHERE } from './department-index.ts';
import type { FleetTree } from './fleet-tree.ts';

/** Specification 4: a checked vehicle is followed after 300 ms. */
export const FOLLOW_DELAY_MS = 300;

/** Calls that store the account's follow state. They reject when the server refuses, after the client has shown the error. */
export type FollowCalls = {
  readonly car: (targId: string, on: boolean) => Promise<unknown>;
  readonly dept: (deptId: string, on: boolean) => Promise<unknown>;
  /** The own vehicles of a department only. */
  readonly group: (deptId: string, on: boolean) => Promise<unknown>;
};

/** Applies checks at once; after 300 ms without a change, map and server follow. A refused change is undone in both. */
export function createFollower(store: VehicleStore, tree: FleetTree, calls: FollowCalls) {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  /** By ID, because rows may be renumbered while the timer runs. */
  function later(key: string, ids: readonly string[], on: boolean, tell: () => Promise<unknown>): void {
    clearTimeout(timers.get(key));
    const run = async () => {
      timers.delete(key);
      const rows = ids.map((id) => store.rowOf(id)).filter((row) => row >= 0);
      const changed = rows.filter((row) => store.followed(row) !== on).map((row) => store.idOf(row));
      tree.settle(rows);
      store.setFollowed(rows, on);
      await tell().catch(() =>
        store.setFollowed(
          changed.map((id) => store.rowOf(id)),
          !on,
        ),
      );
    };
    timers.set(
      key,
      setTimeout(() => void run(), FOLLOW_DELAY_MS),
    );
  }

  function toggleVehicle(row: number): void {
    const id = store.idOf(row);
    const on = !tree.wanted(row);
    tree.want(row, on);
    later(`v${id}`, [id], on, () => calls.car(id, on));
  }

  /** Follows all vehicles of a subtree with one call. */
  function setDept(d: number, on: boolean): void {
    many('d', d, tree.wantDept(d, on), on, calls.dept);
  }

  function setGroup(d: number, on: boolean): void {
    many('g', d, tree.wantOwn(d, on), on, calls.group);
  }

  function many(kind: 'd' | 'g', d: number, rows: Int32Array, on: boolean, tell: FollowCalls['dept']): void {
    const deptId = tree.departments.id[d]!;
    const ids = Array.from(rows, (row) => store.idOf(row));
    // the artificial department is unknown to the server
    const tellEach = () => Promise.all(ids.map((id) => calls.car(id, on)));
    later(`${kind}${deptId}`, ids, on, deptId === ELSEWHERE ? tellEach : () => tell(deptId, on));
  }

  return {
    toggleVehicle,
    setDept,
    toggleDept: (d: number) => setDept(d, tree.checkOf(d) !== 'all'),
    toggleGroup: (d: number) => setGroup(d, tree.ownCheckOf(d) !== 'all'),
  };
}

export type Follower = ReturnType<typeof createFollower>;
