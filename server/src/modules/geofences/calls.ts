import { readFile } from 'node:fs/promises';
import { CallError } from '@fleetwarden/contract/errors';
import { area } from '@fleetwarden/contract/geofences/area-resource';
import type { geofencesCalls } from '@fleetwarden/contract/geofences/routes';
import { MAX_IN_FILE } from '@fleetwarden/contract/geofences/schemas';
import { valuesSchema } from '@fleetwarden/contract/resources/record-schemas';
import { drained } from '../../platform/files/drained.ts';
import type { SignedFiles } from '../../platform/files/signed-files.ts';
import type { AuditNote } from '../../platform/http/audit.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { filled, type TextOf } from '../../platform/http/replies.ts';
import { parseInput } from '../../platform/http/validation.ts';
import type { Scope, Stored } from '../../platform/resources/read.ts';
import type { ResourceStore } from '../../platform/resources/resource.ts';
import { platesOf } from '../commands/index.ts';
import { NoGeoJson, readGeoJson, type WrittenArea, writeGeoJson } from './geojson.ts';
import { NoKml, readKml, writeKml } from './kml.ts';
import { MAX_EXPORTED } from './limits.ts';
import type { Sending } from './sending.ts';
import type { FileShape } from './shape-file.ts';
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
  readonly textOf: TextOf;
  /** Told when an area is meant for other vehicles than before. */
  readonly bound: () => void;
};

/** Calls of areas that are not those of every resource. */
export function createAreaCalls({ areas, sending, below, files, textOf, bound }: Deps): Handler {
  const { db, reader } = areas;
  /** The record as it is; throws notFound where it lies outside the scope. */
  const recordOf = async (id: string, scope: Scope): Promise<Stored> => {
    const [row] = await reader.byIds(db, [Number(id)], scope);
    if (!row) throw new CallError('notFound', `area ${id}`);
    return row;
  };
  const nameOf = ({ areaName }: Stored): string => String(areaName);
  const requireDepartment = (deptId: string, scope: Scope): number => {
    if (!scope.has(Number(deptId))) throw new CallError('notFound', `department ${deptId}`);
    return Number(deptId);
  };
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

  const readShapes: Handler['readShapes'] = async (_data, { language, file, note }) => {
    note({ object: file.name });
    const say = (problem: { readonly key: string; readonly params?: Readonly<Record<string, string | number>> }) =>
      filled(textOf(language, problem.key), problem.params);
    const list = shapesIn(await readFile(file.path, 'utf8')).map(({ name, color, read }) => ({
      areaName: name,
      color,
      geo: 'geometry' in read ? read.geometry : null,
      problem: 'problem' in read ? say(read.problem) : '',
    }));
    return { list };
  };

  const addShapes: Handler['addShapes'] = async ({ deptId, useFor, areas: shapes }, { user, note }) => {
    const departmentId = requireDepartment(deptId, await below(user.departmentId));
    note({ object: shapes.map(({ areaName }) => String(areaName)).join(', ') });
    const first = await store.nextAreaNo(db, departmentId);
    const wishes = shapes.map((shape, at) => ({
      kind: 'add' as const,
      values: parseInput(valuesSchema(area, false), { ...shape, deptId, useFor, areaNo: first + at }) as Readonly<
        Record<string, unknown>
      >,
    }));
    const changes = await areas.change(wishes, user);
    return { ids: changes.map(({ id }) => String(id)) };
  };

  /** The areas to be written, at once: each has a few hundred points at the most. */
  const chosen = async (ids: readonly string[] | undefined, user: Principal): Promise<WrittenArea[]> => {
    const options = { only: ids?.map(Number), most: MAX_EXPORTED, batch: 500 };
    const filter = { sort: 'areaNo', order: 'asc' } as const;
    const rows: Stored[] = [];
    await reader.each(db, filter, await below(user.departmentId), options, async (batches) => {
      for await (const batch of batches) rows.push(...batch);
    });
    return rows as unknown as WrittenArea[];
  };
  const exportShapes: Handler['exportShapes'] = async ({ ids, format }, { user, language, note }) => {
    const rows = await chosen(ids, user);
    const name = `${textOf(language, 'page.areasAndGeofences')}.${format}`;
    note({ object: name, after: { format, areas: rows.length } });
    const { url } = await files.create(name, async (stream) => {
      for (const piece of (format === 'kml' ? writeKml : writeGeoJson)(rows)) if (!stream.write(piece)) await drained(stream);
      stream.end();
    });
    return { url };
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
    readShapes,
    addShapes,
    exportShapes,
  };
}

/** The shapes of a file, whichever format it is of. Throws CallError validation where it is of none, or holds none or too many. */
function shapesIn(text: string): FileShape[] {
  const refused = (key: string, params?: Readonly<Record<string, string | number>>) =>
    new CallError('validation', key, [{ path: 'file', key, ...(params ? { params } : {}) }]);
  try {
    const shapes = /^\ufeff?\s*</.test(text) ? readKml(text) : readGeoJson(text);
    if (shapes.length === 0) throw refused('areas.emptyFile');
    if (shapes.length > MAX_IN_FILE) throw refused('areas.tooManyInFile', { max: MAX_IN_FILE });
    return shapes;
  } catch (error) {
    if (error instanceof NoKml || error instanceof NoGeoJson) throw refused('areas.noSuchFormat');
    throw error;
  }
}
