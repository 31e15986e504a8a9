import { CallError } from '@fleetwarden/contract/errors';
import type { platformsCalls } from '@fleetwarden/contract/platforms/routes';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { AuditNote } from '../../platform/http/audit.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Scope } from '../../platform/resources/read.ts';
import type { ResourceStore } from '../../platform/resources/resource.ts';
import { FORWARD_VEHICLES, OPERATOR_VEHICLES, SUPERIOR_VEHICLES } from './hooks.ts';
import * as companies from './store.ts';
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

/** The calls of platforms beyond those of every resource. */
export function platformHandlers({
  agents,
  operators,
  superiors,
  forwards,
  below,
  bus,
}: Deps): Omit<Handlers<typeof platformsCalls>, 'testSuperior'> {
  /** The record's name; throws notFound outside the scope. */
  const loadName = async (store: ResourceStore, id: string, scope: Scope): Promise<string> => {
    const [row] = await store.reader.byIds(store.db, [Number(id)], scope);
    if (!row) throw new CallError('notFound', `${store.resource.name} ${id}`);
    return String(row[store.resource.title]);
  };
  /** Departments of the scope, each with everything below it. */
  const expandDepartments = async (deptIds: readonly string[], scope: Scope): Promise<number[]> => {
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
      await loadName(store, id, scope);
      return listPairs(store.db, pairs, { id: Number(id), scope, carNo }, page);
    };
  const bind =
    (store: ResourceStore, pairs: Pairs) =>
    async (binding: Binding, { user, note }: Context) => {
      const scope = await below(user.departmentId);
      const object = await loadName(store, binding.id, scope);
      note({ object });
      const resolveTargets = async (cars: readonly string[], depts: readonly string[]) => ({
        vehicleIds: [...new Set(cars.map(Number))],
        departmentIds: await expandDepartments(depts, scope),
      });
      const additions = await resolveTargets(binding.addCars, binding.addDepts);
      const removals = await resolveTargets(binding.removeCars, binding.removeDepts);
      const id = Number(binding.id);
      const done = await store.db.transaction(async (tx) => {
        const removed = await removePairs(tx, pairs, id, removals, scope);
        if ((await countVehicles(tx, additions.vehicleIds, scope)) < additions.vehicleIds.length)
          throw new CallError('notFound', 'a vehicle to be bound');
        return { removed, added: await addPairs(tx, pairs, id, additions, scope) };
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
      const object = await loadName(agents, id, scope);
      note({ object });
      const wanted = [...new Set(deptIds.map(Number))];
      if (wanted.some((each) => !scope.has(each))) throw new CallError('notFound', 'a department of an agent');
      await agents.db.transaction((tx) => companies.bindCompanies(tx, Number(id), wanted, scope));
      note({ object, after: { deptIds: wanted } });
      return { bound: wanted.length };
    },
    listAgentDept: async ({ id }, { user }) => {
      const scope = await below(user.departmentId);
      await loadName(agents, id, scope);
      return { list: await companies.listCompanies(agents.db, Number(id), scope) };
    },
    enableOperator: enable(operators),
    bindOperatorCar: bind(operators, OPERATOR_VEHICLES),
    listOperatorCar: list(operators, OPERATOR_VEHICLES),
    linkSuperior: ({ ids, linkState }, context) => set(superiors, ids, { linkState }, context),
    switchLink: ({ ids, linkState }, context) => set(superiors, ids, { linkState }, context),
    bindSuperiorCar: async (binding, context) => {
      const done = await bind(superiors, SUPERIOR_VEHICLES)(binding, context);
      bus.publish('superiors.changed', {});
      return done;
    },
    listSuperiorCar: list(superiors, SUPERIOR_VEHICLES),
    enableForward: enable(forwards),
    bindForwardCar: bind(forwards, FORWARD_VEHICLES),
    listForwardCar: list(forwards, FORWARD_VEHICLES),
  };
}
