import { readFile } from 'node:fs/promises';
import { CallError } from '@fleetwarden/contract/errors';
import { canTry, RULE_KINDS, type RuleCode } from '@fleetwarden/contract/rules/kinds';
import { type RuleButton, ruleRight } from '@fleetwarden/contract/rules/rights';
import type { Scheme, warnSchemesCalls } from '@fleetwarden/contract/warn-schemes';
import { z } from 'zod';
import type { ServerBus } from '../../events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SignedFiles } from '../../platform/files/signed-files.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { TextOf } from '../../platform/http/replies.ts';
import { parseInput } from '../../platform/http/validation.ts';
import type { Scope } from '../../platform/resources/read.ts';
import type { Tasks } from '../../platform/tasks/tasks.ts';
import type { TryTask } from './dry-run.ts';
import { writeSchemes } from './export.ts';
import { MOST_EXPORTED } from './limits.ts';
import { readRoads, readSpots } from './road-file.ts';
import * as roads from './road-store.ts';
import * as store from './store.ts';

type Handler = Handlers<typeof warnSchemesCalls>;
type Deps = {
  readonly db: Db;
  readonly bus: ServerBus;
  /** Ids of a department and everything below it. */
  readonly below: (departmentId: number) => Promise<Scope>;
  readonly files: Pick<SignedFiles, 'create'>;
  readonly tasks: Pick<Tasks, 'start'>;
  readonly trying: TryTask;
  readonly textOf: TextOf;
  readonly timeZone: string;
};

/** Throws CallError forbidden where somebody may not do this on the page of a kind. */
function requireRight(user: Principal, code: RuleCode, button: RuleButton): void {
  const right = ruleRight(code, button);
  if (!user.rights.has(right)) throw new CallError('forbidden', right);
}

const UNIQUE_VIOLATION = '23505';
const nameTaken = () => new CallError('validation', 'name', [{ path: 'schemeName', key: 'warnScheme.nameTaken' }]);

/** Parameters of a scheme of a kind, with all defaults. Throws CallError validation whose paths begin with `params`. */
export const paramsOf = (code: RuleCode, params: unknown): Record<string, unknown> =>
  parseInput(z.object({ params: RULE_KINDS[code].params as z.ZodObject }), { params }).params;

/** Calls of the pages of alarm rules. */
export function createRuleCalls({ db, bus, below, files, tasks, trying, textOf, timeZone }: Deps): Handler {
  const changed = () => bus.publish('rules.changed', {});
  const scopeOf = (user: Principal) => below(user.departmentId);
  const requireDepartment = (deptId: string, scope: Scope): number => {
    if (!scope.has(Number(deptId))) throw new CallError('notFound', `department ${deptId}`);
    return Number(deptId);
  };
  /** A department and everything below it; undefined where none is asked for. */
  const within = async (deptId: string | undefined, scope: Scope) =>
    deptId === undefined ? undefined : [...(await below(requireDepartment(deptId, scope)))];
  const known = async (code: RuleCode, ids: readonly string[], scope: Scope): Promise<Scheme[]> => {
    const wanted = [...new Set(ids.map(Number))];
    const rows = await store.byIds(db, code, scope, wanted);
    if (rows.length < wanted.length) throw new CallError('notFound', `schemes ${ids.slice(0, 10).join()}`);
    return rows;
  };
  const targetsOf = async (cars: readonly string[], depts: readonly string[], scope: Scope): Promise<store.Targets> => {
    const vehicleIds = [...new Set(cars.map(Number))];
    const departmentIds = [...new Set(depts.map((id) => requireDepartment(id, scope)))];
    if ((await store.countVehicles(db, vehicleIds, scope)) < vehicleIds.length)
      throw new CallError('notFound', 'a vehicle of a scheme');
    return { vehicleIds, departmentIds };
  };
  const names = (rows: readonly Scheme[]) => rows.map(({ schemeName }) => schemeName).join(', ');

  const saveScheme: Handler['saveScheme'] = async (data, { user, note }) => {
    const { schemeType: code, id, version, deptId, addCars, addDepts, ...rest } = data;
    requireRight(user, code, id === undefined ? 'add' : 'edit');
    note({ object: rest.schemeName });
    const scope = await scopeOf(user);
    const values = { ...rest, departmentId: requireDepartment(deptId, scope), params: paramsOf(code, rest.params) };
    const targets = await targetsOf(addCars, addDepts, scope);
    const [before] = id === undefined ? [] : await known(code, [id], scope);
    if (before === undefined && targets.vehicleIds.length + targets.departmentIds.length === 0)
      throw new CallError('validation', 'no target', [{ path: 'addCars', key: 'warnScheme.noTarget' }]);
    const by = { accountId: user.accountId, timeZone };
    const write = (tx: Parameters<Parameters<Db['transaction']>[0]>[0]) =>
      before === undefined
        ? store.insert(tx, code, values, by)
        : store.update(tx, { id: Number(id), version: version! }, values, by).then((next) => {
            if (next === undefined) throw new CallError('staleVersion', `scheme ${id}`);
            return { id: Number(id), version: next };
          });
    const saved = await db
      .transaction(async (tx) => {
        const written = await write(tx);
        await store.addTargets(tx, written.id, targets);
        const action = before === undefined ? 'add' : 'edit';
        await store.note(tx, written.id, { accountId: user.accountId, action, before: before && valuesOf(before), after: rest });
        return written;
      })
      .catch((error) => {
        throw (error as { code?: unknown }).code === UNIQUE_VIOLATION ? nameTaken() : error;
      });
    note({ object: rest.schemeName, ...(before ? { before: valuesOf(before) } : {}), after: rest });
    changed();
    return { id: String(saved.id), version: saved.version };
  };

  const bindTarget: Handler['bindTarget'] = async ({ schemeType: code, id, ...which }, { user, note }) => {
    requireRight(user, code, 'assign');
    const scope = await scopeOf(user);
    const [scheme] = await known(code, [id], scope);
    note({ object: scheme!.schemeName });
    const wanted = await targetsOf(which.addCars, which.addDepts, scope);
    const unwanted = await targetsOf(which.removeCars, which.removeDepts, scope);
    const done = await db.transaction(async (tx) => {
      const removed = await store.removeTargets(tx, Number(id), unwanted);
      const added = await store.addTargets(tx, Number(id), wanted);
      await store.note(tx, Number(id), { accountId: user.accountId, action: 'bind', after: which });
      return { added, removed };
    });
    note({ object: scheme!.schemeName, after: done });
    changed();
    return done;
  };

  const importRoads: Handler['importRoads'] = async ({ schemeType, deptId, replace }, { user, file, note }) => {
    requireRight(user, schemeType, 'edit');
    note({ object: file.name });
    const departmentId = requireDepartment(deptId, await scopeOf(user));
    const text = await readFile(file.path, 'utf8');
    const purpose = purposeOf(schemeType);
    const add = purpose === 'roads' ? adding(readRoads(text), roads.addRoads) : adding(readSpots(text), roads.addSpots);
    const done = await db.transaction(async (tx) => {
      const removed = replace ? await roads.clearRoads(tx, departmentId, purpose) : 0;
      return { removed, added: await add(tx, departmentId) };
    });
    note({ object: file.name, after: done });
    changed();
    return done;
  };

  return {
    warnSchemeListYL: async ({ schemeType, deptId, ids, ...filter }, { user, page }) => {
      requireRight(user, schemeType, 'view');
      const scope = await scopeOf(user);
      const departmentIds = await within(deptId, scope);
      return store.list(db, schemeType, scope, { ...filter, departmentIds, ids: ids?.map(Number) }, page);
    },
    warnSchemeDetailsListYL: async ({ schemeType, id, what }, { user, page }) => {
      requireRight(user, schemeType, 'view');
      const scope = await scopeOf(user);
      await known(schemeType, [id], scope);
      if (what === 'log') return store.listLog(db, Number(id), page);
      if (what === 'effects') return store.listEffects(db, Number(id), scope, page);
      return store.listTargets(db, Number(id), scope, page);
    },
    countWarnSchemeByName: async ({ schemeType, deptId, schemeName, id }, { user }) => {
      requireRight(user, schemeType, 'view');
      const departmentId = requireDepartment(deptId, await scopeOf(user));
      return {
        count: await store.countName(db, schemeType, departmentId, schemeName, id === undefined ? undefined : Number(id)),
      };
    },
    saveScheme,
    delScheme: async ({ schemeType, ids }, { user, note }) => {
      requireRight(user, schemeType, 'remove');
      const rows = await known(schemeType, ids, await scopeOf(user));
      note({ object: names(rows) });
      const removed = await store.remove(
        db,
        rows.map(({ id }) => Number(id)),
      );
      changed();
      return { removed };
    },
    enableScheme: async ({ schemeType, ids, enabled }, { user, note }) => {
      requireRight(user, schemeType, 'enable');
      const rows = await known(schemeType, ids, await scopeOf(user));
      note({ object: names(rows), after: { enabled } });
      const done = await db.transaction(async (tx) => {
        const wanted = rows.map(({ id }) => Number(id));
        const others = await store.enable(tx, wanted, enabled, user.accountId);
        const action = enabled ? 'enable' : 'disable';
        for (const id of others) await store.note(tx, id, { accountId: user.accountId, action });
        return others.length;
      });
      changed();
      return { changed: done };
    },
    bindTarget,
    exportScheme: async ({ schemeType, ids }, { user, language, note }) => {
      requireRight(user, schemeType, 'export');
      const scope = await scopeOf(user);
      const { list } =
        ids === undefined
          ? await store.list(db, schemeType, scope, {}, { page: 1, limit: MOST_EXPORTED, offset: 0 })
          : { list: await known(schemeType, ids, scope) };
      const name = `${textOf(language, `warnScheme.kind_${schemeType}`)}.xlsx`;
      note({ object: name, after: { schemes: list.length } });
      const { url } = await files.create(name, async (stream) => {
        await writeSchemes(stream, schemeType, list, { textOf, language, timeZone });
        stream.end();
      });
      return { url };
    },
    tryScheme: async ({ schemeType, targIds, ...wish }, { user, language, note }) => {
      requireRight(user, schemeType, 'tryOut');
      if (!canTry(schemeType))
        throw new CallError('validation', schemeType, [{ path: 'schemeType', key: 'warnScheme.notTried' }]);
      const params = paramsOf(schemeType, wish.params);
      const { vehicleIds } = await targetsOf(targIds, [], await scopeOf(user));
      note({ object: schemeType, after: { day: wish.day, days: wish.days, vehicles: vehicleIds.length } });
      const title = {
        key: 'warnScheme.tryOf',
        params: { kind: textOf(language, `warnScheme.kind_${schemeType}`), day: wish.day },
      };
      const payload = { ...wish, schemeType, params, vehicleIds: [...vehicleIds] };
      const permission = ruleRight(schemeType, 'tryOut');
      return { taskId: await tasks.start(trying, payload, { user, permission, language, title }) };
    },
    importRoads,
    listRoad: async ({ schemeType, name, deptId }, { user, page }) => {
      requireRight(user, schemeType, 'view');
      const scope = await scopeOf(user);
      const departmentIds = (await within(deptId, scope)) ?? [...scope];
      return roads.listRoads(db, { purpose: purposeOf(schemeType), departmentIds, name }, page);
    },
    delRoad: async ({ schemeType, ids }, { user, note }) => {
      requireRight(user, schemeType, 'remove');
      const departmentIds = [...(await scopeOf(user))];
      const wanted = [...new Set(ids.map(Number))];
      const gone = await db.transaction(async (tx) => {
        const names = await roads.removeRoads(tx, { purpose: purposeOf(schemeType), departmentIds, ids: wanted });
        if (names.length < wanted.length) throw new CallError('notFound', `roads ${ids.slice(0, 10).join()}`);
        return names;
      });
      note({ object: gone.join(', '), after: { removed: gone.length } });
      changed();
      return { removed: gone.length };
    },
  };
}

const purposeOf = (code: '130111' | '130113') => (code === '130113' ? 'roads' : 'spots');

/** What of a scheme is noted in its history. */
function valuesOf({
  id: _id,
  version: _version,
  updatedAt: _at,
  updatedBy: _by,
  vehicles: _v,
  departments: _d,
  ...rest
}: Scheme) {
  return rest;
}

/** Features that are read, entered later. */
const adding =
  <F>(
    features: readonly F[],
    add: (tx: Pick<Db, 'query' | 'first' | 'run'>, departmentId: number, features: readonly F[]) => Promise<number>,
  ) =>
  (tx: Pick<Db, 'query' | 'first' | 'run'>, departmentId: number) =>
    add(tx, departmentId, features);
