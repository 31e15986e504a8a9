import { CallError } from '@fleetwarden/contract/errors';
import { COUNTED_ITEMS } from '@fleetwarden/contract/quota';
import type { ServerBus } from '../../events.ts';
import { type Queryable, sql } from '../../platform/db/database.ts';
import type { Hooks } from '../../platform/resources/resource.ts';
import type { Change, Refusal } from '../../platform/resources/write.ts';
import { requireQuota } from './require-quota.ts';

/** Levels of the tree, the root among them. */
export const MAX_DEPTH = 8;

/** What is irregular of departments: they form one tree, and everything else hangs in it. */
export function departmentHooks({ bus }: { readonly bus: ServerBus }): Hooks {
  return {
    computed: {
      vehicles: sql`(select count(*) from vehicle v where v.department_id = t.id and v.deleted_at is null)`,
    },
    uses: [
      { table: 'department', column: 'parent_id', key: 'use.department' },
      { table: 'vehicle', column: 'department_id', key: 'use.vehicle', where: sql`u.deleted_at is null` },
      { table: 'vehicle', column: 'department_id', key: 'use.deletedVehicle', where: sql`u.deleted_at is not null` },
      { table: 'account', column: 'department_id', key: 'use.account' },
      { table: 'role', column: 'department_id', key: 'use.role' },
      { table: 'driver', column: 'department_id', key: 'use.driver' },
      { table: 'agent', column: 'department_id', key: 'use.agent' },
      { table: 'agent', column: 'dept_root', key: 'use.agent' },
      { table: 'operator', column: 'department_id', key: 'use.operator' },
      { table: 'superior_platform', column: 'department_id', key: 'use.platform' },
      { table: 'forward_platform', column: 'department_id', key: 'use.platform' },
    ],
    check: async (tx, changes, actor) => {
      // one move at a time: two could make a circle together
      await tx.query(sql`select pg_advisory_xact_lock(hashtext('department tree'))`);
      await refuseFixedOnes(tx, changes, actor.departmentId);
      return misplaced(tx, changes);
    },
    applied: async (tx, changes) => {
      const moved = changes.filter(({ kind, before, after }) => kind === 'edit' && before.parentId !== after.parentId);
      // what comes along counts where it comes to
      for (const item of moved.length > 0 ? COUNTED_ITEMS : [])
        await requireQuota(
          tx,
          moved.map(({ id }) => id),
          item,
        );
    },
    committed: () => bus.publish('fleet.changed', { vehicleIds: [] }),
  };
}

/** The caller's own department stays where it is, and 未分组 stays what it is. */
async function refuseFixedOnes(tx: Queryable, changes: readonly Change[], own: number): Promise<void> {
  const ids = changes.filter(
    ({ kind, before, after }) => kind === 'remove' || (kind === 'edit' && before.parentId !== after!.parentId),
  );
  if (ids.some(({ id }) => id === own)) throw new CallError('forbidden', `own department ${own}`);
  const kept = await tx.first(sql`
    select id from department where kind = 'unassigned' and id = any(${ids.map(({ id }) => id)})`);
  if (kept) throw new CallError('forbidden', 'the department of unassigned vehicles');
}

/** A department under itself, or too deep. */
async function misplaced(tx: Queryable, changes: readonly Change[]): Promise<Refusal[]> {
  const placed = changes.filter(
    ({ kind, before, after }) => kind === 'add' || (kind === 'edit' && before?.['parentId'] !== after['parentId']),
  );
  if (placed.length === 0) return [];
  const rows = await tx.query<{ id: number; parent_id: number | null }>(sql`select id, parent_id from department`);
  const parents = new Map(rows.map(({ id, parent_id }) => [id, parent_id]));
  const children = Map.groupBy(rows, ({ parent_id }) => parent_id);
  for (const { id, after } of placed) parents.set(id, Number(after!['parentId']));
  const height = (id: number): number => 1 + Math.max(0, ...(children.get(id) ?? []).map((child) => height(child.id)));
  return placed.flatMap((change): Refusal[] => {
    const at = changes.indexOf(change);
    let depth = 0;
    for (let up: number | null | undefined = change.id; up != null; up = parents.get(up)) {
      if (++depth > MAX_DEPTH || (depth > 1 && up === change.id))
        return [
          {
            at,
            faults: [{ path: 'parentId', key: up === change.id ? 'dept.circle' : 'dept.tooDeep', params: { max: MAX_DEPTH } }],
          },
        ];
    }
    return depth + height(change.id) - 1 > MAX_DEPTH
      ? [{ at, faults: [{ path: 'parentId', key: 'dept.tooDeep', params: { max: MAX_DEPTH } }] }]
      : [];
  });
}
