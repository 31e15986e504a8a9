import { canTry } from '@fleetwarden/contract/alarm-rules/kinds';
import { ruleRight } from '@fleetwarden/contract/alarm-rules/rights';
import type { alarmRulesCalls } from '@fleetwarden/contract/alarm-rules/routes';
import { CallError } from '@fleetwarden/contract/errors';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SignedFiles } from '../../platform/files/signed-files.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { GetText } from '../../platform/http/replies.ts';
import type { Tasks } from '../../platform/tasks/tasks.ts';
import type { TryTask } from './dry-run.ts';
import { writeSchemes } from './export.ts';
import { MAX_EXPORTED } from './limits.ts';
import { createRoadCalls } from './road-calls.ts';
import {
  type Below,
  departmentsWithin,
  parseParams,
  requireDepartment,
  requireRight,
  requireSchemes,
  requireTargets,
} from './rule-access.ts';
import { createSchemeChanges } from './scheme-changes.ts';
import * as store from './store.ts';

/** Calls of the pages of alarm rules. */
export function createRuleCalls({
  db,
  bus,
  below,
  files,
  tasks,
  trying,
  getText,
  timeZone,
}: {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly below: Below;
  readonly files: Pick<SignedFiles, 'create'>;
  readonly tasks: Pick<Tasks, 'start'>;
  readonly trying: TryTask;
  readonly getText: GetText;
  readonly timeZone: string;
}): Handlers<typeof alarmRulesCalls> {
  const changed = () => bus.publish('rules.changed', {});
  return {
    ...createSchemeChanges({ db, below, changed, timeZone }),
    ...createRoadCalls({ db, below, changed }),
    warnSchemeListYL: async ({ schemeType, deptId, ids, ...filter }, { user, page }) => {
      requireRight(user, schemeType, 'view');
      const scope = await below(user.departmentId);
      const departmentIds = await departmentsWithin(below, deptId, scope);
      return store.list(db, schemeType, scope, { ...filter, departmentIds, ids: ids?.map(Number) }, page);
    },
    warnSchemeDetailsListYL: async ({ schemeType, id, what }, { user, page }) => {
      requireRight(user, schemeType, 'view');
      const scope = await below(user.departmentId);
      await requireSchemes(db, schemeType, [id], scope);
      if (what === 'log') return store.listLog(db, Number(id), page);
      if (what === 'effects') return store.listEffects(db, Number(id), scope, page);
      return store.listTargets(db, Number(id), scope, page);
    },
    countWarnSchemeByName: async ({ schemeType, deptId, schemeName, id }, { user }) => {
      requireRight(user, schemeType, 'view');
      const departmentId = requireDepartment(deptId, await below(user.departmentId));
      return {
        count: await store.countName(db, schemeType, departmentId, schemeName, id === undefined ? undefined : Number(id)),
      };
    },
    exportScheme: async ({ schemeType, ids }, { user, language, note }) => {
      requireRight(user, schemeType, 'export');
      const scope = await below(user.departmentId);
      const { list } =
        ids === undefined
          ? await store.list(db, schemeType, scope, {}, { page: 1, limit: MAX_EXPORTED, offset: 0 })
          : { list: await requireSchemes(db, schemeType, ids, scope) };
      const name = `${getText(language, `warnScheme.kind_${schemeType}`)}.xlsx`;
      note({ object: name, after: { schemes: list.length } });
      const { url } = await files.create(name, async (stream) => {
        await writeSchemes(stream, schemeType, list, { getText, language, timeZone });
        stream.end();
      });
      return { url };
    },
    tryScheme: async ({ schemeType, targIds, ...wish }, { user, language, note }) => {
      requireRight(user, schemeType, 'tryOut');
      if (!canTry(schemeType))
        throw new CallError('validation', schemeType, [{ path: 'schemeType', key: 'warnScheme.notTried' }]);
      const params = parseParams(schemeType, wish.params);
      const { vehicleIds } = await requireTargets(db, targIds, [], await below(user.departmentId));
      note({ object: schemeType, after: { day: wish.day, days: wish.days, vehicles: vehicleIds.length } });
      const title = {
        key: 'warnScheme.tryOf',
        params: { kind: getText(language, `warnScheme.kind_${schemeType}`), day: wish.day },
      };
      const payload = { ...wish, schemeType, params, vehicleIds: [...vehicleIds] };
      const permission = ruleRight(schemeType, 'tryOut');
      return { taskId: await tasks.start(trying, payload, { user, permission, language, title }) };
    },
  };
}
