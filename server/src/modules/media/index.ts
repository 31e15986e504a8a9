import { CallError } from '@fleetwarden/contract/errors';
import { MEDIA_LIST_DAYS } from '@fleetwarden/contract/media/media-kinds';
import type { mediaCalls } from '@fleetwarden/contract/media/routes';
import type { Media, MediaFilter, MediaNews } from '@fleetwarden/contract/media/schemas';
import { permission } from '@fleetwarden/contract/permissions';
import { DAY_MS } from '@fleetwarden/domain/durations';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SignedFiles } from '../../platform/files/signed-files.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { GetText } from '../../platform/http/replies.ts';
import type { Hub } from '../../platform/live/hub.ts';
import type { Tasks } from '../../platform/tasks/tasks.ts';
import type { Commands } from '../commands/index.ts';
import type { Scopes } from '../identity/index.ts';
import { packTask } from './pack-task.ts';
import * as store from './store.ts';

export { MEDIA_ADDRESS_MS } from './limits.ts';

export type Multimedia = {
  readonly handlers: Handlers<typeof mediaCalls>;
  /** Media of a vehicle from `start` to before `end`, epoch ms; the caller checks the scope. */
  of(vehicleId: number, start: number, end: number): Promise<Media[]>;
  stop(): void;
};

/** Users who may see the media, besides the user who requested it. */
const MAY_SEE = [permission.photograph, permission.trackPlayback, permission.viewMedia];

/** Media of terminals: for their command, on tracks, and as news for consoles. */
export function createMultimedia(deps: {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly hub: Hub;
  readonly scopes: Scopes;
  readonly commands: Pick<Commands, 'seen'>;
  readonly files: Pick<SignedFiles, 'addressOf' | 'read' | 'remove'>;
  readonly tasks: Pick<Tasks, 'register' | 'start'>;
  readonly getText: GetText;
  readonly timeZone: string;
  readonly now: () => number;
}): Multimedia {
  const { db, bus, hub, scopes, commands, files, tasks, now } = deps;
  const packing = packTask(deps);
  tasks.register(packing);

  /** `session`: the address ends with it. */
  const toMedia = (row: store.MediaRow, session?: string): Media => {
    const { id, plate, kind, event, channel, at, lng, lat, speed_kmh, extension, bytes, file } = row;
    const name = `${plate} ${id}.${extension}`;
    return {
      id,
      kind,
      event,
      channel,
      time: at,
      x: lng,
      y: lat,
      sp: speed_kmh,
      bytes,
      name,
      url: files.addressOf(file, name, { session }),
    };
  };

  /** The search of a filter. Throws CallError notFound for a department outside the scope. */
  const searchOf = async (user: Principal, filter: MediaFilter): Promise<store.MediaSearch> => {
    const { targId, deptId, carNo, startTime, endTime, ...values } = filter;
    const scope = await scopes.of(user.departmentId);
    if (deptId !== undefined && !scope.has(Number(deptId))) throw new CallError('notFound', `department ${deptId}`);
    const end = endTime ?? (startTime === undefined ? undefined : startTime + MEDIA_LIST_DAYS * DAY_MS);
    return {
      kind: values.kind,
      event: values.event,
      channel: values.channel,
      plate: carNo,
      vehicleId: targId === undefined ? undefined : Number(targId),
      departments: deptId === undefined ? scope : await scopes.of(Number(deptId)),
      start: startTime ?? (end ?? now()) - MEDIA_LIST_DAYS * DAY_MS,
      end,
    };
  };
  /** Throws CallError notFound if one of the files is not in the scope. */
  const chosen = async (user: Principal, ids: readonly string[]) => {
    const wanted = [...new Set(ids)];
    const rows = await store.chosenMedia(db, wanted, await scopes.of(user.departmentId));
    if (rows.length < wanted.length) throw new CallError('notFound', 'media');
    return rows;
  };

  const stop = bus.subscribe('media.stored', async ({ vehicleId, mediaId }) => {
    const departmentId = await store.departmentOf(db, vehicleId);
    if (departmentId === undefined) return;
    const data: MediaNews = { targId: String(vehicleId), id: String(mediaId) };
    await hub.publish(
      {
        who: async (user) =>
          MAY_SEE.some((code) => user.rights.has(code)) && (await scopes.of(user.departmentId)).has(departmentId),
      },
      { type: 'media', data },
    );
  });

  return {
    handlers: {
      listTaken: async ({ seqId }, { user }) => {
        await commands.seen(user, [seqId]);
        const asked = await store.askedBy(db, Number(seqId));
        if (!asked) return { list: [], expected: null };
        const rows = await store.mediaFor(db, asked);
        return { list: rows.map((row) => toMedia(row)), expected: asked.media_nos?.length ?? null };
      },
      listMediaVehicle: async (filter, { user, page }) => {
        const { rows, total } = await store.listMediaVehicles(db, await searchOf(user, filter), page);
        const list = rows.map(({ vehicle_id, plate, plate_colour, dept_name, count, last_at }) => ({
          targId: String(vehicle_id),
          carNo: plate,
          color: plate_colour,
          deptName: dept_name,
          count,
          lastTime: last_at,
        }));
        return { list, total };
      },
      listMedia: async (filter, { user, page }) => {
        const { rows, total } = await store.listMedia(db, await searchOf(user, filter), page);
        const list = rows.map((row) => ({
          ...toMedia(row, user.prefix),
          targId: String(row.vehicle_id),
          carNo: row.plate,
          color: row.plate_colour,
          deptName: row.dept_name,
        }));
        return { list, total };
      },
      delMedia: async ({ ids }, { user, note }) => {
        const rows = await chosen(user, ids);
        const kept = await store.countEvidence(db, ids);
        if (kept > 0) throw new CallError('evidenceLocked', ids.join(), [], { count: kept });
        note({ object: [...new Set(rows.map(({ plate }) => plate))].join(), before: { files: rows.length, ids } });
        const removed = await store.deleteMedia(db, ids);
        for (const { file } of rows) await files.remove(file);
        return { removed };
      },
      packMedia: async ({ ids }, { user, language, note }) => {
        const rows = await chosen(user, ids);
        note({ object: [...new Set(rows.map(({ plate }) => plate))].join(), after: { files: rows.length } });
        const title = { key: 'media.packed' };
        return { taskId: await tasks.start(packing, { ids }, { user, permission: permission.exportMedia, language, title }) };
      },
    },
    of: async (vehicleId, start, end) => (await store.mediaOf(db, vehicleId, start, end)).map((row) => toMedia(row)),
    stop,
  };
}
