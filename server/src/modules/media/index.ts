import type { mediaCalls } from '@fleetwarden/contract/media/routes';
import type { Media, MediaNews } from '@fleetwarden/contract/media/schemas';
import { permission } from '@fleetwarden/contract/permissions';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SignedFiles } from '../../platform/files/signed-files.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Hub } from '../../platform/live/hub.ts';
import type { Commands } from '../commands/index.ts';
import type { Scopes } from '../identity/index.ts';
import * as store from './store.ts';

export { MEDIA_ADDRESS_MS } from './limits.ts';

export type Multimedia = {
  readonly handlers: Handlers<typeof mediaCalls>;
  /** Media of a vehicle from `start` to before `end`, epoch ms; the caller checks the scope. */
  of(vehicleId: number, start: number, end: number): Promise<Media[]>;
  stop(): void;
};

/** Users who may see the media, besides the user who requested it. */
const MAY_SEE = [permission.photograph, permission.trackPlayback];

/** Media of terminals: for their command, on tracks, and as news for consoles. */
export function createMultimedia(deps: {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly hub: Hub;
  readonly scopes: Scopes;
  readonly commands: Pick<Commands, 'seen'>;
  readonly files: Pick<SignedFiles, 'addressOf'>;
}): Multimedia {
  const { db, bus, hub, scopes, commands, files } = deps;

  const told = ({ id, plate, kind, event, channel, at, lng, lat, speed_kmh, extension, bytes, file }: store.MediaRow): Media => {
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
      url: files.addressOf(file, name),
    };
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
        return { list: rows.map(told), expected: asked.media_nos?.length ?? null };
      },
    },
    of: async (vehicleId, start, end) => (await store.mediaOf(db, vehicleId, start, end)).map(told),
    stop,
  };
}
