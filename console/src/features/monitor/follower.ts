import type { VehicleStore } from '../../live/vehicle-store.ts';
import { ELSEWHERE } from './department-index.ts';
import type { FleetTree } from './fleet-tree.ts';

/** Specification 4: a checked vehicle moves to the followed ones after 300 ms. */
export const FOLLOW_DELAY_MS = 300;

/** The calls that keep what an account follows. Each rejects when the server refuses; the failure has been shown by then. */
export type FollowCalls = {
  readonly car: (targId: string, on: boolean) => Promise<unknown>;
  readonly dept: (deptId: string, on: boolean) => Promise<unknown>;
  /** Of a department, its own vehicles alone. */
  readonly group: (deptId: string, on: boolean) => Promise<unknown>;
};

/**
 * Check boxes answer at once; 300 ms later, if nothing changed again, map and server follow. What the server refuses is taken
 * back in both.
 */
export function createFollower(store: VehicleStore, tree: FleetTree, calls: FollowCalls) {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  /** By id, for rows may get other numbers while the timer runs. */
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

  /** All vehicles of a department and below it, by one call however many they are. */
  function setDept(d: number, on: boolean): void {
    many('d', d, tree.wantDept(d, on), on, calls.dept);
  }

  function setGroup(d: number, on: boolean): void {
    many('g', d, tree.wantOwn(d, on), on, calls.group);
  }

  function many(kind: 'd' | 'g', d: number, rows: Int32Array, on: boolean, tell: FollowCalls['dept']): void {
    const deptId = tree.departments.id[d]!;
    const ids = Array.from(rows, (row) => store.idOf(row));
    // the server knows no department of these
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
