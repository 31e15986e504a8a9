import type { alarmRulesCalls } from '@fleetwarden/contract/alarm-rules/routes';
import type { Scheme } from '@fleetwarden/contract/alarm-rules/schemas';
import { CallError } from '@fleetwarden/contract/errors';
import type { Db, Queryable } from '../../platform/db/database.ts';
import { hasSqlState } from '../../platform/db/sql-state.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { type Below, parseParams, requireDepartment, requireRight, requireSchemes, requireTargets } from './rule-access.ts';
import * as store from './store.ts';

type Handler = Handlers<typeof alarmRulesCalls>;

const duplicateNameError = () => new CallError('validation', 'name', [{ path: 'schemeName', key: 'warnScheme.nameTaken' }]);

/** Calls that change schemes: their parameters, targets and activation. */
export function createSchemeChanges({
  db,
  below,
  changed,
  timeZone,
}: {
  readonly db: Db;
  readonly below: Below;
  /** Schemes are others now. */
  readonly changed: () => void;
  readonly timeZone: string;
}): Pick<Handler, 'saveScheme' | 'delScheme' | 'enableScheme' | 'bindTarget'> {
  const saveScheme: Handler['saveScheme'] = async (data, { user, note }) => {
    const { schemeType: code, id, version, deptId, addCars, addDepts, ...rest } = data;
    requireRight(user, code, id === undefined ? 'add' : 'edit');
    note({ object: rest.schemeName });
    const scope = await below(user.departmentId);
    const values = { ...rest, departmentId: requireDepartment(deptId, scope), params: parseParams(code, rest.params) };
    const targets = await requireTargets(db, addCars, addDepts, scope);
    const [before] = id === undefined ? [] : await requireSchemes(db, code, [id], scope);
    if (before === undefined && targets.vehicleIds.length + targets.departmentIds.length === 0)
      throw new CallError('validation', 'no target', [{ path: 'addCars', key: 'warnScheme.noTarget' }]);
    const by = { accountId: user.accountId, timeZone };
    const write = (tx: Queryable) =>
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
        await store.note(tx, written.id, {
          accountId: user.accountId,
          action,
          before: before && pickValues(before),
          after: rest,
        });
        return written;
      })
      .catch((error) => {
        throw hasSqlState(error, 'uniqueViolation') ? duplicateNameError() : error;
      });
    note({ object: rest.schemeName, ...(before ? { before: pickValues(before) } : {}), after: rest });
    changed();
    return { id: String(saved.id), version: saved.version };
  };

  const bindTarget: Handler['bindTarget'] = async ({ schemeType: code, id, ...which }, { user, note }) => {
    requireRight(user, code, 'assign');
    const scope = await below(user.departmentId);
    const [scheme] = await requireSchemes(db, code, [id], scope);
    note({ object: scheme!.schemeName });
    const wanted = await requireTargets(db, which.addCars, which.addDepts, scope);
    const unwanted = await requireTargets(db, which.removeCars, which.removeDepts, scope);
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

  return {
    saveScheme,
    bindTarget,
    delScheme: async ({ schemeType, ids }, { user, note }) => {
      requireRight(user, schemeType, 'remove');
      const rows = await requireSchemes(db, schemeType, ids, await below(user.departmentId));
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
      const rows = await requireSchemes(db, schemeType, ids, await below(user.departmentId));
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
  };
}

const names = (rows: readonly Scheme[]) => rows.map(({ schemeName }) => schemeName).join(', ');

/** The values of a scheme in its history. */
function pickValues({
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
