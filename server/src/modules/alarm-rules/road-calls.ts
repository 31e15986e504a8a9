import { readFile } from 'node:fs/promises';
import type { alarmRulesCalls } from '@fleetwarden/contract/alarm-rules/routes';
import { CallError } from '@fleetwarden/contract/errors';
import type { Db, Queryable } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { readRoads, readSpots } from './road-file.ts';
import * as roads from './road-store.ts';
import { type Below, departmentsWithin, requireDepartment, requireRight } from './rule-access.ts';

type Handler = Handlers<typeof alarmRulesCalls>;

/** Calls about the roads and places that rules look at. */
export function createRoadCalls({
  db,
  below,
  changed,
}: {
  readonly db: Db;
  readonly below: Below;
  /** Roads or places are others now. */
  readonly changed: () => void;
}): Pick<Handler, 'importRoads' | 'listRoad' | 'delRoad'> {
  const importRoads: Handler['importRoads'] = async ({ schemeType, deptId, replace }, { user, file, note }) => {
    requireRight(user, schemeType, 'edit');
    note({ object: file.name });
    const departmentId = requireDepartment(deptId, await below(user.departmentId));
    const text = await readFile(file.path, 'utf8');
    const purpose = getPurpose(schemeType);
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
    importRoads,
    listRoad: async ({ schemeType, name, deptId }, { user, page }) => {
      requireRight(user, schemeType, 'view');
      const scope = await below(user.departmentId);
      const departmentIds = (await departmentsWithin(below, deptId, scope)) ?? [...scope];
      return roads.listRoads(db, { purpose: getPurpose(schemeType), departmentIds, name }, page);
    },
    delRoad: async ({ schemeType, ids }, { user, note }) => {
      requireRight(user, schemeType, 'remove');
      const departmentIds = [...(await below(user.departmentId))];
      const wanted = [...new Set(ids.map(Number))];
      const gone = await db.transaction(async (tx) => {
        const names = await roads.removeRoads(tx, { purpose: getPurpose(schemeType), departmentIds, ids: wanted });
        if (names.length < wanted.length) throw new CallError('notFound', `roads ${ids.slice(0, 10).join()}`);
        return names;
      });
      note({ object: gone.join(', '), after: { removed: gone.length } });
      changed();
      return { removed: gone.length };
    },
  };
}

const getPurpose = (code: '130111' | '130113') => (code === '130113' ? 'roads' : 'spots');

/** Features that are read, entered later. */
const adding =
  <F>(features: readonly F[], add: (tx: Queryable, departmentId: number, features: readonly F[]) => Promise<number>) =>
  (tx: Queryable, departmentId: number) =>
    add(tx, departmentId, features);
