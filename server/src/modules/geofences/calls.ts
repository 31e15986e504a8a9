import { CallError } from '@fleetwarden/contract/errors';
import type { geofencesCalls } from '@fleetwarden/contract/geofences/routes';
import type { SignedFiles } from '../../platform/files/signed-files.ts';
import type { AuditNote } from '../../platform/http/audit.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { GetText } from '../../platform/http/replies.ts';
import type { Scope, Stored } from '../../platform/resources/read.ts';
import type { ResourceStore } from '../../platform/resources/resource.ts';
import { platesOf } from '../commands/index.ts';
import { requireDepartment } from './require-department.ts';
import type { Sending } from './sending.ts';
import { createShapeFileCalls } from './shape-file-calls.ts';
import * as store from './store.ts';

type Handler = Handlers<typeof geofencesCalls>;
type Order = { readonly id: string; readonly targIds?: readonly string[] | undefined; readonly queueOffline: boolean };
type Context = { readonly user: Principal; readonly note: (note: AuditNote) => void };
type Deps = {
  readonly areas: ResourceStore;
  readonly sending: Sending;
  /** Ids of a department and everything below it. */
  readonly below: (departmentId: number) => Promise<Scope>;
  readonly files: Pick<SignedFiles, 'create'>;
  readonly getText: GetText;
  /** Called when the vehicles of a geofence changed. */
  readonly bound: () => void;
};

/** Calls of areas that are not those of every resource. */
export function createAreaCalls({ areas, sending, below, files, getText, bound }: Deps): Handler {
  const { db, reader } = areas;
  /** The record; throws notFound outside the scope. */
  const recordOf = async (id: string, scope: Scope): Promise<Stored> => {
    const [row] = await reader.byIds(db, [Number(id)], scope);
    if (!row) throw new CallError('notFound', `area ${id}`);
    return row;
  };
  const nameOf = ({ areaName }: Stored): string => String(areaName);
  /** Departments of the scope, each with everything below it. */
  const spread = async (deptIds: readonly string[], scope: Scope): Promise<number[]> => {
    const roots = deptIds.map((id) => requireDepartment(id, scope));
    const all = await Promise.all(roots.map(below));
    return [...new Set(all.flatMap((each) => [...each]))];
  };

  const bindAreaCar: Handler['bindAreaCar'] = async (asked, { user, note }) => {
    const scope = await below(user.departmentId);
    const object = nameOf(await recordOf(asked.id, scope));
    note({ object });
    const which = async (cars: readonly string[], depts: readonly string[]) => ({
      vehicleIds: [...new Set(cars.map(Number))],
      departmentIds: await spread(depts, scope),
    });
    const wanted = await which(asked.addCars, asked.addDepts);
    const unwanted = await which(asked.removeCars, asked.removeDepts);
    const done = await db.transaction(async (tx) => {
      if ((await store.countVehicles(tx, wanted.vehicleIds, scope)) < wanted.vehicleIds.length)
        throw new CallError('notFound', 'a vehicle of an area');
      const removed = await store.unbind(tx, Number(asked.id), unwanted, scope);
      return { removed, added: await store.bind(tx, Number(asked.id), wanted, scope) };
    });
    note({ object, after: done });
    bound();
    return done;
  };

  const send =
    (how: 'send' | 'erase') =>
    async ({ id, targIds, queueOffline }: Order, { user, note }: Context) => {
      const scope = await below(user.departmentId);
      const record = await recordOf(id, scope);
      note({ object: nameOf(record) });
      const { list, targets } = await sending[how](user, record, scope, { targIds, queueOffline });
      note({ object: nameOf(record), after: { vehicles: targets.length, plates: platesOf(targets) } });
      return { list };
    };

  return {
    nextAreaNo: async ({ deptId }, { user }) => ({
      areaNo: await store.nextAreaNo(db, requireDepartment(deptId, await below(user.departmentId))),
    }),
    bindAreaCar,
    listAreaCar: async ({ id, carNo }, { user, page }) => {
      const scope = await below(user.departmentId);
      const record = await recordOf(id, scope);
      return store.listBound(db, { id: record.id, scope, carNo }, page);
    },
    listSent: async ({ id, mayHold }, { user, page }) => {
      const scope = await below(user.departmentId);
      const { id: areaId, version } = await recordOf(id, scope);
      return store.listSent(db, { id: areaId, version, scope, onlyHolding: mayHold }, page);
    },
    sendArea: send('send'),
    eraseArea: send('erase'),
    ...createShapeFileCalls({ areas, below, files, getText }),
  };
}
