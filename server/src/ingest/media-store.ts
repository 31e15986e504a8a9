import { createHash } from 'node:crypto';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { CLOCK_TOLERANCE_MS, goodDeviceTime, onEarth } from '@fleetwarden/domain/quality';
import { isFixed } from '@fleetwarden/domain/status-bits';
import type { ServerBus } from '../platform/bus/server-events.ts';
import { at, type Db, sql } from '../platform/db/database.ts';
import { detectMediaType } from '../platform/files/media-type.ts';
import type { SignedFiles } from '../platform/files/signed-files.ts';
import { MEDIA_BYTES_A_DAY, MEDIA_FORGOTTEN, MEDIA_PER_DAY } from './limits.ts';

/** A photo, audio or video file of a terminal. */
export type TerminalMedia = {
  readonly vehicleId: number;
  /** Media id assigned by the terminal. */
  readonly mediaNo: number;
  readonly event: number;
  readonly channel: number;
  /** Epoch ms. */
  readonly receivedAt: number;
  /** Position and time of the recording, if sent. */
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
   * Stores file and row; idempotent. False: the vehicle's daily limit is reached. Rejects while the
   * database is unavailable.
   */
  keep(taken: TerminalMedia): Promise<boolean>;
};

export function createMediaStore(deps: {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly files: Pick<SignedFiles, 'create' | 'remove'>;
}): MediaStore {
  const { db, bus, files } = deps;

  const isKnown = async ({ vehicleId, mediaNo }: TerminalMedia, digest: Buffer): Promise<boolean> =>
    (await db.first(sql`select from media where vehicle_id = ${vehicleId} and media_no = ${mediaNo} and digest = ${digest}`)) !==
    undefined;
  const mayKeep = async ({ vehicleId, receivedAt, data }: TerminalMedia): Promise<boolean> => {
    const sent = await db.first<{ files: number; bytes: number }>(sql`
      select count(*)::integer as files, coalesce(sum(bytes), 0)::float8 as bytes from media
      where vehicle_id = ${vehicleId} and received_at > ${at(receivedAt - DAY_MS)}`);
    return sent!.files < MEDIA_PER_DAY && sent!.bytes + data.length <= MEDIA_BYTES_A_DAY;
  };

  return {
    keep: async (taken) => {
      const { vehicleId, mediaNo, event, channel, receivedAt, location, data } = taken;
      const type = detectMediaType(data);
      const digest = createHash('sha256').update(data).digest();
      if (await isKnown(taken, digest)) return true;
      if (!(await mayKeep(taken))) return false;
      const { id: file } = await files.create(`taken.${type.extension}`, async (stream) => void stream.write(data));
      const somewhere = location && isFixed(location.statusBits) && onEarth(location.lng, location.lat) ? location : null;
      const row = await db
        .first<{ id: string }>(sql`
          insert into media (vehicle_id, media_no, kind, event, channel, at, received_at, lng, lat, speed_kmh, extension, bytes,
            digest, file)
          values (${vehicleId}, ${mediaNo}, ${type.kind}, ${event}, ${channel}, ${at(findMediaTime(taken))}, ${at(receivedAt)},
            ${somewhere?.lng ?? null}, ${somewhere?.lat ?? null}, ${somewhere?.speedKmh ?? null}, ${type.extension},
            ${data.length}, ${digest}, ${file})
          on conflict do nothing returning id::text as id`)
        .catch(async (error: unknown) => {
          await files.remove(file);
          throw error;
        });
      // A parallel upload of the same file was faster.
      if (!row) await files.remove(file);
      else bus.publish('media.stored', { vehicleId, mediaId: Number(row.id) });
      return true;
    },
  };
}

/** The terminal's time if believable, else the time of arrival. */
function findMediaTime({ location, receivedAt }: TerminalMedia): number {
  const deviceAt = location?.deviceAt ?? null;
  return goodDeviceTime(deviceAt, receivedAt) ? Math.min(deviceAt, receivedAt + CLOCK_TOLERANCE_MS) : receivedAt;
}

/** Deletes files received before `before` (epoch ms), except evidence, for the maintenance job. Returns their number. */
export async function deleteExpiredMedia(db: Db, files: Pick<SignedFiles, 'remove'>, before: number): Promise<number> {
  let gone = 0;
  for (let rows = MEDIA_FORGOTTEN; rows === MEDIA_FORGOTTEN; gone += rows) {
    const forgotten = await db.query<{ file: string }>(sql`
      delete from media where id = any(array(
        select m.id from media m where m.received_at < ${at(before)} and not media_is_evidence(m.vehicle_id, m.event, m.at)
        order by m.received_at limit ${MEDIA_FORGOTTEN})) returning file`);
    for (const { file } of forgotten) await files.remove(file);
    rows = forgotten.length;
  }
  return gone;
}
