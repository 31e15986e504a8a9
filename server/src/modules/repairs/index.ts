import { CallError } from '@fleetwarden/contract/errors';
import { REPAIR_ENDED, REPAIR_MOVES, type RepairAction } from '@fleetwarden/contract/repairs/repair-moves';
import { repair } from '@fleetwarden/contract/repairs/repair-resource';
import type { repairsCalls } from '@fleetwarden/contract/repairs/routes';
import { type Db, type Queryable, sql } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Refusal } from '../../platform/resources/change.ts';
import type { Values } from '../../platform/resources/model.ts';
import type { Stored } from '../../platform/resources/read.ts';
import { refused } from '../../platform/resources/refusals.ts';
import type { Actor, Hooks, ResourceStore } from '../../platform/resources/resource.ts';
import type { Resources } from '../../platform/resources/resources.ts';
import type { WriteRequest } from '../../platform/resources/write-request.ts';
import type { Scopes } from '../identity/index.ts';
import { type Move, moves, writeMove } from './store.ts';

export type Repair = {
  readonly handlers: Handlers<typeof repairsCalls>;
  readonly store: ResourceStore;
  /**
   * Moves a repair to another state at a time (epoch ms); throws CallError notFound, forbidden, staleVersion, and validation if the
   * transition is not allowed or a required field is empty.
   */
  move(tx: Queryable, id: number, step: Step, actor: Actor, time: number): Promise<void>;
};
type Step = { readonly action: RepairAction; readonly values?: Values; readonly note?: string };

/** Repairs of vehicles and their equipment: reported, assigned, done, checked. */
export function createRepair(deps: {
  readonly db: Db;
  readonly resources: Resources;
  readonly scopes: Scopes;
  readonly now?: () => number;
}): Repair {
  const { db, resources, scopes, now = Date.now } = deps;
  const store = resources.keep(repair, hooks(scopes));
  const known = async (tx: Queryable, id: string | number, departmentId: number): Promise<Stored> => {
    const [row] = await store.reader.byIds(tx, [Number(id)], await scopes.of(departmentId));
    if (!row) throw new CallError('notFound', `repair ${id}`);
    return row;
  };
  /** The transition of an action, if the caller may do it and the state allows it. */
  const moveOf = (row: Stored, action: string, actor: Actor) => {
    const move = REPAIR_MOVES.find((each) => each.action === action)!;
    if (!actor.rights.has(move.code)) throw new CallError('forbidden', `repair ${action} without ${move.code}`);
    if (!move.from.includes(Number(row['state'])))
      throw new CallError('validation', `repair ${row.id}: no ${action}`, [{ path: 'action', key: 'repair.notNow' }]);
    return move;
  };
  /** The result of a step with its values; throws if it is not allowed. */
  const planned = (before: Stored, { action, values = {}, note }: Step, actor: Actor, time: number) => {
    const move = moveOf(before, action, actor);
    const given = Object.fromEntries(move.fields.flatMap((key) => (values[key] === undefined ? [] : [[key, values[key]]])));
    const missing = move.needs.filter((key) => (given[key] ?? before[key]) === null);
    if (missing.length > 0)
      throw new CallError(
        'validation',
        `repair ${before.id}`,
        missing.map((key) => ({ path: `values.${key}`, key: 'field.required' })),
      );
    const [from, to] = [Number(before['state']), move.to];
    const made: Move = { repairId: before.id, action, from, to, note: note || null, accountId: actor.accountId, at: time };
    return { given, made };
  };
  const write = async (tx: Queryable, version: number, { given, made }: ReturnType<typeof planned>, actor: Actor) => {
    // the version is compared with the record locked, so one of two concurrent moves fails
    const wishes: WriteRequest[] = [{ kind: 'edit', id: made.repairId, version, values: given }];
    const { refusals } = await store.try(tx, wishes, actor);
    if (refusals.length > 0) throw refused(repair, wishes, refusals);
    await writeMove(tx, made);
  };

  return {
    store,
    move: async (tx, id, step, actor, time) => {
      const before = await known(tx, id, actor.departmentId);
      await write(tx, before.version, planned(before, step, actor, time), actor);
    },
    handlers: {
      changeState: async ({ id, version, action, values, note: text }, { user, note }) => {
        const before = await known(db, id, user.departmentId);
        const plan = planned(before, { action, values, ...(text ? { note: text } : {}) }, user, now());
        const { made, given } = plan;
        note({ object: String(before['repairNo']), before: { state: made.from }, after: { state: made.to, ...given } });
        await db.transaction((tx) => write(tx, version, plan, user));
        return { state: made.to };
      },
      listMove: async ({ id }, { user }) => {
        const row = await known(db, id, user.departmentId);
        return { list: await moves(db, row.id) };
      },
    },
  };
}

const hooks = (scopes: Scopes): Hooks => ({
  computed: {
    repairNo: sql`t.repair_no`,
    state: sql`t.state`,
    overdue: sql`(t.plan_at is not null and t.plan_at < now() and not (t.state = any(${[...REPAIR_ENDED]})))`,
    startAt: sql`t.start_at`,
    endAt: sql`t.end_at`,
  },
  check: async (tx, changes, actor) => {
    const refusals: Refusal[] = [];
    const scope = [...(await scopes.of(actor.departmentId))];
    for (const [at, { kind, before, after }] of changes.entries()) {
      if (kind === 'edit' && REPAIR_ENDED.includes(Number(before['state'])))
        refusals.push({ at, faults: [{ path: 'description', key: 'repair.ended' }] });
      if (!after || after['vehicleId'] === before?.['vehicleId']) continue;
      // a vehicle of a department above could be chosen, and its repair never be seen
      const own = await tx.first(sql`
        select from vehicle where id = ${Number(after['vehicleId'])} and department_id = any(${scope})`);
      if (!own) refusals.push({ at, faults: [{ path: 'vehicleId', key: 'field.noSuchRecord' }] });
    }
    return refusals;
  },
});
