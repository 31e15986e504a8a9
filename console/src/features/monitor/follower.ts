import type { VehicleStore } from '../../live/vehicle-store.ts';
import { ELSEWHERE } from './department-index.ts';
import type { FleetTree } from './fleet-tree.ts';

/** Specification 4: a checked vehicle moves to the followed ones after 300 ms. */
export const FOLLOW_DELAY_MS = 300;

/** The calls that keep what an account follows. Each rejects when the server refuses; the failure has been shown by then. */
export type FollowCalls = {
  readonly car: (targId: string, on: boolean) => Promise<unknown>;
  readonly dept: (deptId: string, on: boolean) => Promise<unknown>;
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
      const rows = () => ids.map((id) => store.rowOf(id)).filter((row) => row >= 0);
      const changed = new Set(ids.filter((id) => store.rowOf(id) >= 0 && store.followed(store.rowOf(id)) !== on));
      tree.settle(rows());
      store.setFollowed(rows(), on);
      await tell().catch(() =>
        store.setFollowed(
          [...changed].map((id) => store.rowOf(id)),
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

  function toggleDept(d: number): void {
    const deptId = tree.departments.id[d]!;
    const on = tree.checkOf(d) !== 'all';
    const ids = Array.from(tree.wantDept(d, on), (row) => store.idOf(row));
    const tell = deptId === ELSEWHERE ? () => Promise.all(ids.map((id) => calls.car(id, on))) : () => calls.dept(deptId, on);
    later(`d${deptId}`, ids, on, tell);
  }

  return { toggleVehicle, toggleDept };
}

export type Follower = ReturnType<typeof createFollower>;
