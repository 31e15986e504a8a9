import { CallError, fieldTexts } from '@fleetwarden/contract/errors';
import { COUNTED_ITEMS } from '@fleetwarden/contract/quotas/quota-items';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import { type Queryable, sql } from '../../platform/db/database.ts';
import type { Change, Refusal } from '../../platform/resources/change.ts';
import type { Values } from '../../platform/resources/model.ts';
import type { Actor, Hooks } from '../../platform/resources/resource.ts';
import { lockQuotas, refuseOverCommitment, requireQuota } from '../quotas/index.ts';
import { lockTree } from './tree-lock.ts';

/** Levels of the tree, the root among them. */
export const MAX_DEPTH = 8;

/** Hooks of departments, which form one tree that contains all other records. */
export function departmentHooks({ bus, timeZone }: { readonly bus: ServerBus; readonly timeZone: string }): Hooks {
  const along = new WeakMap<readonly Change[], readonly number[]>();
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
      { table: 'lower_platform', column: 'department_id', key: 'use.platform' },
      { table: 'notice', column: 'department_id', key: 'use.notice', where: sql`not u.personal` },
      { table: 'expiry_rule', column: 'department_id', key: 'use.expiryRule' },
      { table: 'install', column: 'department_id', key: 'use.install' },
      { table: 'area', column: 'department_id', key: 'use.area' },
      { table: 'risk_area', column: 'department_id', key: 'use.riskArea' },
      { table: 'warn_scheme', column: 'department_id', key: 'use.warnScheme' },
      { table: 'road_segment', column: 'department_id', key: 'use.road' },
      { table: 'terminal_model', column: 'department_id', key: 'use.terminalModel' },
      { table: 'sms_account', column: 'department_id', key: 'use.smsAccount' },
      { table: 'sms_rule', column: 'department_id', key: 'use.smsRule' },
      { table: 'edu_course', column: 'department_id', key: 'use.eduCourse' },
      { table: 'edu_plan', column: 'department_id', key: 'use.eduPlan' },
      { table: 'edu_trigger', column: 'department_id', key: 'use.eduTrigger' },
      { table: 'parameter_template', column: 'department_id', key: 'use.paramTemplate' },
      { table: 'firmware', column: 'department_id', key: 'use.firmware' },
      { table: 'firmware_rollout', column: 'department_id', key: 'use.firmwareRollout' },
    ],
    // siblings are ordered by it: there always is one
    prepare: (values) => ({ ...values, sort: values['sort'] ?? 0 }),
    check: async (tx, changes, actor) => {
      await lockTree(tx);
      await refuseFixedOnes(tx, changes, actor.departmentId);
      return [...topless(changes, actor), ...(await misplaced(tx, changes))];
    },
    applied: async (tx, changes) => {
      const moves = changes.filter(isMoved);
      if (moves.length === 0) return;
      const moved = moves.map(({ id }) => id);
      // descendants of a moved department count at the target
      const gains = moves.map(({ before, after }) => ({ to: parentOf(after) ?? 0, from: parentOf(before) }));
      for (const item of COUNTED_ITEMS) await requireQuota(tx, gains, item, timeZone);
      await lockQuotas(tx);
      await refuseOverCommitment(tx, moved, () => 'values.parentId');
      along.set(changes, await vehiclesBelow(tx, moved));
    },
    committed: (changes) => bus.publish('fleet.changed', { vehicleIds: along.get(changes) ?? [] }),
  };
}

/** Sent ids are texts, stored ones numbers; the root has none. */
const parentOf = (values: Values | null): number | null => (values?.['parentId'] == null ? null : Number(values['parentId']));

const isMoved = ({ kind, before, after }: Change): boolean => kind === 'edit' && parentOf(before) !== parentOf(after);

/** Vehicles with a service end that a move brings under other rules. */
async function vehiclesBelow(tx: Queryable, departmentIds: readonly number[]): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(sql`
    with recursive below as (
      select id from department where id = any(${[...departmentIds]})
      union select d.id from department d join below b on d.parent_id = b.id
    )
    select v.id from vehicle v
    where v.deleted_at is null and v.service_to is not null and v.department_id in (select id from below)`);
  return rows.map(({ id }) => id);
}

/** Only the root stays without a parent; the platform itself creates it. */
const topless = (changes: readonly Change[], { accountId }: Actor): Refusal[] =>
  changes.flatMap(({ kind, before, after }, at): Refusal[] =>
    accountId !== null && after && parentOf(after) === null && (kind === 'add' || parentOf(before) !== null)
      ? [{ at, faults: [{ path: 'parentId', key: fieldTexts.required }] }]
      : [],
  );

/** The caller's own department stays where it is, and 未分组 stays what it is. */
async function refuseFixedOnes(tx: Queryable, changes: readonly Change[], own: number): Promise<void> {
  const ids = changes.filter((change) => change.kind === 'remove' || isMoved(change));
  if (ids.some(({ id }) => id === own)) throw new CallError('forbidden', `own department ${own}`);
  const kept = await tx.first(sql`
    select id from department where kind = 'unassigned' and id = any(${ids.map(({ id }) => id)})`);
  if (kept) throw new CallError('forbidden', 'the department of unassigned vehicles');
}

/** A department under itself, or too deep. */
async function misplaced(tx: Queryable, changes: readonly Change[]): Promise<Refusal[]> {
  const placed = changes.filter((change) => (change.kind === 'add' || isMoved(change)) && parentOf(change.after) !== null);
  if (placed.length === 0) return [];
  const rows = await tx.query<{ id: number; parent_id: number | null }>(sql`select id, parent_id from department`);
  const parents = new Map(rows.map(({ id, parent_id }) => [id, parent_id]));
  const children = Map.groupBy(rows, ({ parent_id }) => parent_id);
  for (const { id, after } of placed) parents.set(id, parentOf(after));
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
