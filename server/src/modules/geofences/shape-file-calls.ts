import { readFile } from 'node:fs/promises';
import { CallError } from '@fleetwarden/contract/errors';
import { area } from '@fleetwarden/contract/geofences/area-resource';
import { MAX_IN_FILE } from '@fleetwarden/contract/geofences/limits';
import type { geofencesCalls } from '@fleetwarden/contract/geofences/routes';
import { valuesSchema } from '@fleetwarden/contract/resources/record-schemas';
import type { SignedFiles } from '../../platform/files/signed-files.ts';
import { waitForDrain } from '../../platform/files/wait-for-drain.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { filled, type GetText } from '../../platform/http/replies.ts';
import { parseInput } from '../../platform/http/validation.ts';
import type { Scope, Stored } from '../../platform/resources/read.ts';
import type { ResourceStore } from '../../platform/resources/resource.ts';
import { NoGeoJson, readGeoJson, type WrittenArea, writeGeoJson } from './geojson.ts';
import { NoKml, readKml, writeKml } from './kml.ts';
import { MAX_EXPORTED } from './limits.ts';
import { requireDepartment } from './require-department.ts';
import type { FileShape } from './shape-file.ts';
import * as store from './store.ts';

type Handler = Pick<Handlers<typeof geofencesCalls>, 'readShapes' | 'addShapes' | 'exportShapes'>;

/** The calls that read and write files of shapes. */
export function createShapeFileCalls(deps: {
  readonly areas: ResourceStore;
  /** Ids of a department and its descendants. */
  readonly below: (departmentId: number) => Promise<Scope>;
  readonly files: Pick<SignedFiles, 'create'>;
  readonly getText: GetText;
}): Handler {
  const { areas, below, files, getText } = deps;
  const { db, reader } = areas;

  const readShapes: Handler['readShapes'] = async (_data, { language, file, note }) => {
    note({ object: file.name });
    const say = (problem: { readonly key: string; readonly params?: Readonly<Record<string, string | number>> }) =>
      filled(getText(language, problem.key), problem.params);
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

  /** Loads all areas at once: each has a few hundred points at the most. */
  const loadAreas = async (ids: readonly string[] | undefined, user: Principal): Promise<WrittenArea[]> => {
    const options = { only: ids?.map(Number), most: MAX_EXPORTED, batch: 500 };
    const filter = { sort: 'areaNo', order: 'asc' } as const;
    const rows: Stored[] = [];
    await reader.each(db, filter, await below(user.departmentId), options, async (batches) => {
      for await (const batch of batches) rows.push(...batch);
    });
    return rows as unknown as WrittenArea[];
  };
  const exportShapes: Handler['exportShapes'] = async ({ ids, format }, { user, language, note }) => {
    const rows = await loadAreas(ids, user);
    const name = `${getText(language, 'page.areasAndGeofences')}.${format}`;
    note({ object: name, after: { format, areas: rows.length } });
    const { url } = await files.create(name, async (stream) => {
      for (const piece of (format === 'kml' ? writeKml : writeGeoJson)(rows))
        if (!stream.write(piece)) await waitForDrain(stream);
      stream.end();
    });
    return { url };
  };

  return { readShapes, addShapes, exportShapes };
}

/** The shapes of a KML or GeoJSON file. Throws CallError validation for another format, and for no or too many shapes. */
function shapesIn(text: string): FileShape[] {
  const refused = (key: string, params?: Readonly<Record<string, string | number>>) =>
    new CallError('validation', key, [{ path: 'file', key, ...(params ? { params } : {}) }]);
  try {
    const shapes = /^\ufeff?\s*</.test(text) ? readKml(text) : readGeoJson(text);
    if (shapes.length === 0) throw refused('geofences.emptyFile');
    if (shapes.length > MAX_IN_FILE) throw refused('geofences.tooManyInFile', { max: MAX_IN_FILE });
    return shapes;
  } catch (error) {
    if (error instanceof NoKml || error instanceof NoGeoJson) throw refused('geofences.noSuchFormat');
    throw error;
  }
}
