import { randomBytes } from 'node:crypto';
import {
  type FileSound,
  type FileState,
  fileState,
  type RecordReason,
  type VideoSource,
} from '@fleetwarden/contract/video/recording';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { at, type Queryable, sql } from '../../platform/db/database.ts';
import type { FileKey } from '../../platform/files/file-store.ts';
import type { Scope } from '../identity/index.ts';

/** Rows of video files. */

const KEY_BYTES = 16;

/** A new key; `type` is the ending of the file. */
export const newVideoKey = (now: number, type: string): FileKey =>
  `video/${new Date(now).toISOString().slice(0, 7)}/${randomBytes(KEY_BYTES).toString('hex')}.${type}`;

export type NewVideoFile = {
  readonly vehicleId: number;
  readonly channel: number;
  readonly source: VideoSource;
  readonly streamType: 0 | 1;
  /** Time of the pictures, epoch ms. `endedAt` null: it grows. */
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly fileKey: FileKey;
  readonly bytes: number;
  /** Type by content, as 'mp4'. */
  readonly format: string;
  readonly playable: boolean;
  readonly codec: string | null;
  readonly width?: number;
  readonly height?: number;
  readonly sound: FileSound;
  readonly accountId: number | null;
  readonly account: string;
};

/** Adds a file; its bytes are in the store before, unless it grows. Returns its id. */
export async function addVideoFile(db: Queryable, file: NewVideoFile): Promise<number> {
  const endedAt = file.endedAt === null ? null : at(file.endedAt);
  const row = await db.first<{ id: number }>(sql`
    insert into video_file (vehicle_id, channel, source, state, stream_type, started_at, ended_at, file_key, bytes, format, playable,
      codec, width, height, sound, account_id, account_name)
    values (${file.vehicleId}, ${file.channel}, ${file.source}, ${endedAt ? fileState.complete : fileState.growing},
      ${file.streamType}, ${at(file.startedAt)}, ${endedAt}, ${file.fileKey}, ${file.bytes}, ${file.format}, ${file.playable},
      ${file.codec}, ${file.width ?? null}, ${file.height ?? null}, ${file.sound}, ${file.accountId}, ${file.account})
    returning id`);
  return row!.id;
}

export type FinishedFile = {
  readonly state: FileState;
  /** Of the first picture; absent: there is none. */
  readonly startedAt?: number;
  readonly endedAt: number;
  readonly bytes: number;
  readonly codec: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly sound: FileSound;
  readonly reason: RecordReason | null;
};

/** Tells how a growing file ended. */
export const finishVideoFile = (db: Queryable, id: number, file: FinishedFile) =>
  db.run(sql`
    update video_file set state = ${file.state}, started_at = ${file.startedAt === undefined ? sql`started_at` : at(file.startedAt)},
      ended_at = ${at(file.endedAt)}, bytes = ${file.bytes}, codec = ${file.codec},
      playable = ${file.state === fileState.complete}, width = ${file.width}, height = ${file.height}, sound = ${file.sound},
      reason = ${file.reason}
    where id = ${id} and state = ${fileState.growing}`);

export type VideoFileRow = {
  readonly id: number;
  readonly vehicle_id: number;
  readonly department_id: number;
  readonly plate: string;
  readonly channel: number;
  readonly source: VideoSource;
  readonly state: FileState;
  readonly stream_type: 0 | 1;
  readonly started_at: number;
  readonly ended_at: number | null;
  readonly file_key: FileKey;
  readonly bytes: number;
  readonly format: string;
  readonly playable: boolean;
  readonly codec: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly sound: FileSound;
  readonly account_name: string;
  readonly reason: string | null;
};

const COLUMNS = sql`f.id, f.vehicle_id, v.department_id, v.plate, f.channel, f.source, f.state, f.stream_type, f.started_at,
  f.ended_at, f.file_key, f.bytes, f.format, f.playable, f.codec, f.width, f.height, f.sound, f.account_name, f.reason`;

/** undefined: there is none in the scope. */
export const findVideoFile = (db: Queryable, scope: Scope, id: number) =>
  db.first<VideoFileRow>(sql`
    select ${COLUMNS} from video_file f join vehicle v on v.id = f.vehicle_id
    where f.id = ${id} and v.department_id = any(${[...scope]}) and v.deleted_at is null`);

export const videoFilesByIds = (db: Queryable, ids: readonly number[]) =>
  db.query<VideoFileRow>(sql`
    select ${COLUMNS} from video_file f join vehicle v on v.id = f.vehicle_id where f.id = any(${ids}) order by f.started_at, f.id`);

type Window = { readonly vehicleId: number; readonly startTime: number; readonly endTime: number };

/** No file is longer: bounds the search of those that began before a time. */
const LONGEST_FILE_MS = DAY_MS;

const touches = ({ vehicleId, startTime, endTime }: Window) => sql`
  f.vehicle_id = ${vehicleId} and f.started_at > ${at(startTime - LONGEST_FILE_MS)} and f.started_at < ${at(endTime)}
    and coalesce(f.ended_at, now()) > ${at(startTime)}`;

/** Files whose time touches a window; failed ones have nothing to show. */
export const listVideoFiles = (db: Queryable, window: Window & { readonly channel: number | undefined }) =>
  db.query<VideoFileRow>(sql`
    select ${COLUMNS} from video_file f join vehicle v on v.id = f.vehicle_id
    where ${touches(window)} and f.state <> ${fileState.failed}
      ${window.channel === undefined ? sql`` : sql`and f.channel = ${window.channel}`}
    order by f.started_at, f.id`);

/** Days of files as 'yyyy-mm-dd'. A file over midnight is of both days. */
export const listVideoDays = async (db: Queryable, window: Window, timeZone: string): Promise<string[]> =>
  (
    await db.query<{ day: string }>(sql`
      select distinct to_char(d, 'YYYY-MM-DD') as day
      from video_file f, generate_series(
        date_trunc('day', greatest(f.started_at, ${at(window.startTime)}) at time zone ${timeZone}::text),
        least(coalesce(f.ended_at, now()), ${at(window.endTime)}) at time zone ${timeZone}::text, interval '1 day') d
      where ${touches(window)} and f.state <> ${fileState.failed}
      order by day`)
  ).map(({ day }) => day);

/** Bytes of the files of departments. */
export const storedBytes = async (db: Queryable, scope: Scope): Promise<number> =>
  (await db.first<{ bytes: number }>(sql`
    select coalesce(sum(f.bytes), 0)::bigint as bytes from video_file f join vehicle v on v.id = f.vehicle_id
    where v.department_id = any(${[...scope]})`))!.bytes;

/** GB of storage that the department and those above it may have. */
export const storageQuotas = (db: Queryable, departmentId: number) =>
  db.query<{ department_id: number; storage_gb: number }>(sql`
    with recursive above as (
      select id, parent_id from department where id = ${departmentId}
      union
      select d.id, d.parent_id from department d join above on d.id = above.parent_id
    )
    select q.department_id, q.storage_gb::float8 as storage_gb from quota q join above on above.id = q.department_id
    where q.storage_gb is not null`);

/** Files that grow: at the start of a process, those of an earlier one. */
export const growingFiles = (db: Queryable) =>
  db.query<{ id: number; file_key: FileKey }>(sql`select id, file_key from video_file where state = ${fileState.growing}`);

/** Recordings and clips whose files have these names and are in the work folder. */
export const unstoredFiles = (db: Queryable, names: readonly string[]) =>
  db.query<{ id: number; file_key: FileKey; state: FileState }>(sql`
    select id, file_key, state from video_file
    where split_part(file_key, '/', 3) = any(${names}) and state <> ${fileState.failed}`);

export const deleteVideoFile = (db: Queryable, id: number) => db.run(sql`delete from video_file where id = ${id}`);

/** Files past their retention, and those of vehicles that are gone. Not those that grow. */
export const expiredVideoFiles = (db: Queryable, before: number, limit: number) =>
  db.query<{ id: number; file_key: FileKey }>(sql`
    select id, file_key from video_file
    where state <> ${fileState.growing} and (ended_at < ${at(before)} or vehicle_id is null) order by id limit ${limit}`);

/** What privacy rules know of a file. */
export const viewOfFile = ({ department_id, channel, started_at, ended_at }: VideoFileRow) => ({
  departmentId: department_id,
  channel,
  startTime: started_at,
  endTime: ended_at ?? undefined,
});
