import { CallError } from '@fleetwarden/contract/errors';
import type { platformsCalls } from '@fleetwarden/contract/platforms/routes';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import { type Queryable, sql } from '../../platform/db/database.ts';
import type { AuditNote } from '../../platform/http/audit.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Scope } from '../../platform/resources/read.ts';
import type { ResourceStore } from '../../platform/resources/resource.ts';
import { FORWARD_VEHICLES, OPERATOR_VEHICLES, SUPERIOR_VEHICLES } from './platforms.ts';
import { addPairs, countVehicles, listPairs, type Pairs, removePairs } from './vehicle-pairs.ts';

type Deps = {
  readonly agents: ResourceStore;
  readonly operators: ResourceStore;
  readonly superiors: ResourceStore;
  readonly forwards: ResourceStore;
  readonly bus: ServerBus;
  /** Ids of a department and everything below it. */
  readonly below: (departmentId: number) => Promise<Scope>;
};
type Context = { readonly user: Principal; readonly note: (note: AuditNote) => void };
type Binding = {
  readonly id: string;
  readonly addCars: readonly string[];
  readonly addDepts: readonly string[];
  readonly removeCars: readonly string[];
  readonly removeDepts: readonly string[];
};

/** Calls of agents, operators and other platforms that are not those of every resource. */
export function platformHandlers({
  agents,
  operators,
  superiors,
  forwards,
  below,
  bus,
}: Deps): Omit<Handlers<typeof platformsCalls>, 'testSuperior'> {
  /** The record's name; throws notFound where it lies outside the scope. */
  const nameOf = async (store: ResourceStore, id: string, scope: Scope): Promise<string> => {
    const [row] = await store.reader.byIds(store.db, [Number(id)], scope);
    if (!row) throw new CallError('notFound', `${store.resource.name} ${id}`);
    return String(row[store.resource.title]);
  };
  /** Departments of the scope, each with everything below it. */
  const spread = async (deptIds: readonly string[], scope: Scope): Promise<number[]> => {
    const roots = deptIds.map(Number);
    const foreign = roots.find((id) => !scope.has(id));
    if (foreign !== undefined) throw new CallError('notFound', `department ${foreign}`);
    const all = await Promise.all(roots.map(below));
    return [...new Set(all.flatMap((each) => [...each]))];
  };
  const list =
    (store: ResourceStore, pairs: Pairs): Handlers<typeof platformsCalls>['listSuperiorCar'] =>
    async ({ id, carNo }, { user, page }) => {
      const scope = await below(user.departmentId);
      await nameOf(store, id, scope);
      return listPairs(store.db, pairs, { id: Number(id), scope, carNo }, page);
    };
  const bind =
    (store: ResourceStore, pairs: Pairs) =>
    async (asked: Binding, { user, note }: Context) => {
      const scope = await below(user.departmentId);
      const object = await nameOf(store, asked.id, scope);
      note({ object });
      const which = async (cars: readonly string[], depts: readonly string[]) => ({
        vehicleIds: [...new Set(cars.map(Number))],
        departmentIds: await spread(depts, scope),
      });
      const [wanted, unwanted] = [await which(asked.addCars, asked.addDepts), await which(asked.removeCars, asked.removeDepts)];
      const id = Number(asked.id);
      const done = await store.db.transaction(async (tx) => {
        const removed = await removePairs(tx, pairs, id, unwanted, scope);
        if ((await countVehicles(tx, wanted.vehicleIds, scope)) < wanted.vehicleIds.length)
          throw new CallError('notFound', 'a vehicle to be bound');
        return { removed, added: await addPairs(tx, pairs, id, wanted, scope) };
      });
      note({ object, after: done });
      return done;
    };
  const enable =
    (store: ResourceStore) =>
    async ({ ids, enabled }: { readonly ids: readonly string[]; readonly enabled: boolean }, context: Context) =>
      set(store, ids, { state: enabled ? 1 : 0 }, context);
  const set = async (store: ResourceStore, ids: readonly string[], values: Record<string, number>, { user, note }: Context) => {
    note({ object: `${store.resource.name} ${ids.join(', ')}` });
    const changes = await store.change(
      [...new Set(ids)].map((id) => ({ kind: 'edit' as const, id: Number(id), values })),
      user,
    );
    note({ object: changes.map(({ before }) => String(before?.[store.resource.title])).join(', '), after: values });
    return { changed: changes.length };
  };

  return {
    enableAgent: enable(agents),
    bindDept: async ({ id, deptIds }, { user, note }) => {
      const scope = await below(user.departmentId);
      const object = await nameOf(agents, id, scope);
      note({ object });
      const wanted = [...new Set(deptIds.map(Number))];
      if (wanted.some((each) => !scope.has(each))) throw new CallError('notFound', 'a department of an agent');
      await agents.db.transaction((tx) => bindCompanies(tx, Number(id), wanted, scope));
      note({ object, after: { deptIds: wanted } });
      return { bound: wanted.length };
    },
    listAgentDept: async ({ id }, { user }) => {
      const scope = await below(user.departmentId);
      await nameOf(agents, id, scope);
      const rows = await agents.db.query<{ deptId: string; deptName: string }>(sql`
        select d.id::text as "deptId", d.name as "deptName" from agent_company c join department d on d.id = c.department_id
        where c.agent_id = ${Number(id)} and d.id = any(${[...scope]}) order by d.name, d.id`);
      return { list: rows };
    },
    enableOperator: enable(operators),
    bindOperatorCar: bind(operators, OPERATOR_VEHICLES),
    listOperatorCar: list(operators, OPERATOR_VEHICLES),
    linkSuperior: ({ ids, linkState }, context) => set(superiors, ids, { linkState }, context),
    switchLink: ({ ids, linkState }, context) => set(superiors, ids, { linkState }, context),
    bindSuperiorCar: async (asked, context) => {
      const done = await bind(superiors, SUPERIOR_VEHICLES)(asked, context);
      bus.publish('superiors.changed', {});
      return done;
    },
    listSuperiorCar: list(superiors, SUPERIOR_VEHICLES),
    enableForward: enable(forwards),
    bindForwardCar: bind(forwards, FORWARD_VEHICLES),
    listForwardCar: list(forwards, FORWARD_VEHICLES),
  };
}

/** The companies of an agent, of a scope, in place of those before. Throws a validation error that names those another agent has already. */
export async function bindCompanies(tx: Queryable, agentId: number, wanted: readonly number[], scope: Scope): Promise<void> {
  await tx.run(sql`
    delete from agent_company where agent_id = ${agentId} and department_id = any(${[...scope]})
    and department_id <> all(${[...wanted]})`);
  await tx.run(sql`
    insert into agent_company (department_id, agent_id) select id, ${agentId}::integer from unnest(${[...wanted]}::integer[]) w (id)
    on conflict do nothing`);
  const others = await tx.query<{ name: string }>(sql`
    select d.name from agent_company c join department d on d.id = c.department_id
    where c.department_id = any(${[...wanted]}) and c.agent_id <> ${agentId} order by d.name`);
  if (others.length > 0)
    throw new CallError('validation', 'companies of another agent', [
      { path: 'deptIds', key: 'agent.companyTaken', params: { name: others.map(({ name }) => name).join(', ') } },
    ]);
}
