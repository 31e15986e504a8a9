import { createHash } from 'node:crypto';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { CLOCK_TOLERANCE_MS, goodDeviceTime, onEarth } from '@fleetwarden/domain/quality';
import { isFixed } from '@fleetwarden/domain/status-bits';
import type { ServerBus } from '../platform/bus/server-events.ts';
import { at, type Db, sql } from '../platform/db/database.ts';
import type { SignedFiles } from '../platform/files/signed-files.ts';
import { MEDIA_BYTES_A_DAY, MEDIA_FORGOTTEN, MEDIA_PER_DAY } from './limits.ts';
import { mediaTypeOf } from './media-type.ts';

/** What a terminal took. */
export type Taken = {
  readonly vehicleId: number;
  /** The terminal's own number of it. */
  readonly mediaNo: number;
  readonly event: number;
  readonly channel: number;
  /** Epoch ms. */
  readonly receivedAt: number;
  /** Where and when it was taken, as far as the terminal says so. */
  readonly location: {
    readonly deviceAt: number | null;
    readonly lng: number;
    readonly lat: number;
    readonly speedKmh: number;
    readonly statusBits: number;
  } | null;
  readonly data: Uint8Array;
};

export type MediaStore = {
  /**
   * Keeps it: file and row, once, however often it is sent. False: it is nothing that is kept, or more than a vehicle may send in a
   * day. Rejects while the database is away.
   */
  keep(taken: Taken): Promise<boolean>;
};

export function createMediaStore(deps: {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly files: Pick<SignedFiles, 'create' | 'remove'>;
}): MediaStore {
  const { db, bus, files } = deps;

  const isKnown = async ({ vehicleId, mediaNo }: Taken, digest: Buffer): Promise<boolean> =>
    (await db.first(sql`select from media where vehicle_id = ${vehicleId} and media_no = ${mediaNo} and digest = ${digest}`)) !==
    undefined;
  const mayKeep = async ({ vehicleId, receivedAt, data }: Taken): Promise<boolean> => {
    const sent = await db.first<{ files: number; bytes: number }>(sql`
      select count(*)::integer as files, coalesce(sum(bytes), 0)::float8 as bytes from media
      where vehicle_id = ${vehicleId} and received_at > ${at(receivedAt - DAY_MS)}`);
    return sent!.files < MEDIA_PER_DAY && sent!.bytes + data.length <= MEDIA_BYTES_A_DAY;
  };

  return {
    keep: async (taken) => {
      const { vehicleId, mediaNo, event, channel, receivedAt, location, data } = taken;
      const type = mediaTypeOf(data);
      if (!type) return false;
      const digest = createHash('sha256').update(data).digest();
      if (await isKnown(taken, digest)) return true;
      if (!(await mayKeep(taken))) return false;
      const { id: file } = await files.create(`taken.${type.extension}`, async (stream) => void stream.write(data));
      const somewhere = location && isFixed(location.statusBits) && onEarth(location.lng, location.lat) ? location : null;
      const row = await db
        .first<{ id: string }>(sql`
          insert into media (vehicle_id, media_no, kind, event, channel, at, received_at, lng, lat, speed_kmh, extension, bytes,
            digest, file)
          values (${vehicleId}, ${mediaNo}, ${type.kind}, ${event}, ${channel}, ${at(takenAt(taken))}, ${at(receivedAt)},
            ${somewhere?.lng ?? null}, ${somewhere?.lat ?? null}, ${somewhere?.speedKmh ?? null}, ${type.extension},
            ${data.length}, ${digest}, ${file})
          on conflict do nothing returning id::text as id`)
        .catch(async (error: unknown) => {
          await files.remove(file);
          throw error;
        });
      // sent twice at a time
      if (!row) await files.remove(file);
      else bus.publish('media.kept', { vehicleId, mediaId: Number(row.id) });
      return true;
    },
  };
}

/** Its own time where that can be believed. */
function takenAt({ location, receivedAt }: Taken): number {
  const deviceAt = location?.deviceAt ?? null;
  return goodDeviceTime(deviceAt, receivedAt) ? Math.min(deviceAt, receivedAt + CLOCK_TOLERANCE_MS) : receivedAt;
}

/** For the maintenance job: forgets what came before `before` (epoch ms), files and all. Returns how many. */
export async function forgetMedia(db: Db, files: Pick<SignedFiles, 'remove'>, before: number): Promise<number> {
  let gone = 0;
  for (let rows = MEDIA_FORGOTTEN; rows === MEDIA_FORGOTTEN; gone += rows) {
    const forgotten = await db.query<{ file: string }>(sql`
      delete from media where id = any(array(
        select id from media where received_at < ${at(before)} order by received_at limit ${MEDIA_FORGOTTEN})) returning file`);
    for (const { file } of forgotten) await files.remove(file);
    rows = forgotten.length;
  }
  return gone;
}
