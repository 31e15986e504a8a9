import { UPLOAD_STATE, type UploadReason, type UploadState } from '@fleetwarden/contract/video/upload-states';
import { at, json, type Queryable, sql } from '../../../platform/db/database.ts';
import { between, orderBy, pageOf } from '../../../platform/db/list.ts';
import type { PageWindow } from '../../../platform/http/page.ts';
import type { Scope } from '../../identity/index.ts';

/** Rows of `video_task`. */

export type NewTask = {
  readonly vehicleId: number;
  readonly accountId: number;
  readonly account: string;
  readonly channel: number;
  readonly startTime: number;
  readonly endTime: number;
  readonly mediaType: number;
  readonly streamType: number;
  readonly storage: number;
  readonly videoAlarmBits: number;
  readonly alarmBits: number;
  readonly conditionBits: number;
  readonly sizeBytes?: number | undefined;
};

export const insertTask = async (db: Queryable, task: NewTask, now: number): Promise<number> =>
  (await db.first<{ id: number }>(sql`
    insert into video_task (vehicle_id, account_id, account_name, channel, start_time, end_time, media_type, stream_type, storage,
      video_alarm_bits, alarm_bits, condition_bits, size_bytes, next_at, progress_at, created_at)
    values (${task.vehicleId}, ${task.accountId}, ${task.account}, ${task.channel}, ${at(task.startTime)}, ${at(task.endTime)},
      ${task.mediaType}, ${task.streamType}, ${task.storage}, ${task.videoAlarmBits}, ${task.alarmBits}, ${task.conditionBits},
      ${task.sizeBytes ?? null}, ${at(now)}, ${at(now)}, ${at(now)})
    returning id`))!.id;

/** Unfinished tasks of a vehicle and of an account. */
export const countOpen = async (db: Queryable, vehicleId: number, accountId: number) =>
  (await db.first<{ vehicle: number; account: number }>(sql`
    select count(*) filter (where vehicle_id = ${vehicleId}) as vehicle, count(*) filter (where account_id = ${accountId}) as account
    from video_task where state < 3`))!;

/** A file on its way into the store. */
export type PlannedFile = {
  readonly name: string;
  readonly key: string;
  readonly bytes: number;
  readonly format: string;
  readonly playable: boolean;
  readonly codec: string | null;
};

/** An unfinished task, with the state of its last command. */
export type OpenTask = {
  readonly id: number;
  readonly vehicle_id: number;
  readonly account_id: number | null;
  readonly account_name: string;
  readonly channel: number;
  readonly start_time: number;
  readonly end_time: number;
  readonly media_type: number;
  readonly stream_type: number;
  readonly storage: number;
  readonly video_alarm_bits: number;
  readonly alarm_bits: number;
  readonly condition_bits: number;
  readonly size_bytes: number | null;
  readonly state: UploadState;
  readonly reason: UploadReason | null;
  readonly attempts: number;
  readonly fruitless: number;
  readonly serial: number | null;
  readonly result: number | null;
  readonly received_bytes: number;
  readonly start_bytes: number;
  readonly files: readonly PlannedFile[] | null;
  readonly next_at: number;
  readonly progress_at: number;
  readonly created_at: number;
  /** null: no command, or it is deleted. */
  readonly command_state: number | null;
  readonly command_result: number | null;
  readonly command_serial: number | null;
};

export const openTasks = (db: Queryable) =>
  db.query<OpenTask>(sql`
    select t.*, c.state as command_state, c.result_code as command_result, (c.result_data ->> 'serial')::integer as command_serial
    from video_task t left join command c on c.id = t.command_id
    where t.state < 3 order by t.id`);

export type Change = {
  readonly state?: UploadState;
  readonly reason?: UploadReason | null;
  readonly attempts?: number;
  readonly fruitless?: number;
  readonly passwordHash?: Buffer | null;
  readonly commandId?: number | null;
  readonly serial?: number | null;
  readonly result?: number | null;
  readonly receivedBytes?: number;
  readonly startBytes?: number;
  readonly files?: readonly PlannedFile[];
  readonly nextAt?: number;
  readonly progressAt?: number;
  readonly endedAt?: number;
};

const COLUMNS: { readonly [K in keyof Required<Change>]: (value: never) => ReturnType<typeof sql> } = {
  state: (value: number) => sql`state = ${value}`,
  reason: (value: string | null) => sql`reason = ${value}`,
  attempts: (value: number) => sql`attempts = ${value}`,
  fruitless: (value: number) => sql`fruitless = ${value}`,
  passwordHash: (value: Buffer | null) => sql`password_hash = ${value}`,
  commandId: (value: number | null) => sql`command_id = ${value}`,
  serial: (value: number | null) => sql`serial = ${value}`,
  result: (value: number | null) => sql`result = ${value}`,
  receivedBytes: (value: number) => sql`received_bytes = ${value}`,
  startBytes: (value: number) => sql`start_bytes = ${value}`,
  files: (value: readonly PlannedFile[]) => sql`files = ${json(value)}`,
  nextAt: (value: number) => sql`next_at = ${at(value)}`,
  progressAt: (value: number) => sql`progress_at = ${at(value)}`,
  endedAt: (value: number) => sql`ended_at = ${at(value)}`,
};

/** Changes a task that is in one of these states; whether it was. */
export async function changeTask(db: Queryable, id: number, states: readonly UploadState[], change: Change): Promise<boolean> {
  const sets = Object.entries(change).map(([key, value]) => COLUMNS[key as keyof Change](value as never));
  const list = sets.reduce((all, each) => sql`${all}, ${each}`);
  return (await db.run(sql`update video_task set ${list} where id = ${id} and state = any(${[...states]})`)) > 0;
}

/** Queued tasks of a vehicle that is online now need not wait. */
export const wakeTasks = (db: Queryable, vehicleId: number, now: number) =>
  db.run(sql`update video_task set next_at = ${at(now)} where vehicle_id = ${vehicleId} and state = ${UPLOAD_STATE.queued}
    and reason = 'terminalOffline'`);

/** The hash of the FTP account; undefined: there is none. */
export const findAccount = (db: Queryable, id: number) =>
  db.first<{ password_hash: Buffer }>(sql`
    select password_hash from video_task where id = ${id} and state in (1, 2) and password_hash is not null`);

export const linkFile = (db: Queryable, fileId: number, taskId: number) =>
  db.run(sql`update video_file set task_id = ${taskId} where id = ${fileId}`);

/** Whether the files of a task have their rows. */
export const hasFiles = async (db: Queryable, taskId: number): Promise<boolean> =>
  (await db.first(sql`select from video_file where task_id = ${taskId} limit 1`)) !== undefined;

export const forgetTasks = (db: Queryable, before: number) =>
  db.run(sql`delete from video_task where state >= 3 and created_at < ${at(before)}`);

export type TaskRow = OpenTask & {
  readonly plate: string;
  readonly plate_colour: number;
  readonly department_id: number;
  readonly ended_at: number | null;
  readonly uploaded: readonly { readonly id: number; readonly bytes: number; readonly playable: boolean }[];
};

const ROW = sql`t.*, v.plate, v.plate_colour, v.department_id, coalesce((
    select jsonb_agg(jsonb_build_object('id', f.id, 'bytes', f.bytes, 'playable', f.playable) order by f.id)
    from video_file f where f.task_id = t.id), '[]') as uploaded`;
const inScope = (scope: Scope) => sql`
  from video_task t join vehicle v on v.id = t.vehicle_id where v.department_id = any(${[...scope]}) and v.deleted_at is null`;

export const findTask = (db: Queryable, scope: Scope, id: number) =>
  db.first<TaskRow>(sql`select ${ROW} ${inScope(scope)} and t.id = ${id}`);

/** The vehicle and department of a task; undefined if it is gone. */
export const findPlace = (db: Queryable, id: number) =>
  db.first<{ vehicle_id: number; department_id: number; state: UploadState }>(sql`
    select t.vehicle_id, v.department_id, t.state from video_task t join vehicle v on v.id = t.vehicle_id where t.id = ${id}`);

export const listTasks = (
  db: Queryable,
  scope: Scope,
  filter: {
    readonly vehicleId: number | undefined;
    readonly states: readonly number[] | undefined;
    readonly start: number | undefined;
    readonly end: number | undefined;
  },
  page: PageWindow,
) =>
  pageOf<TaskRow>(
    db,
    {
      columns: ROW,
      from: sql`${inScope(scope)}
        ${filter.vehicleId === undefined ? sql`` : sql`and t.vehicle_id = ${filter.vehicleId}`}
        ${filter.states === undefined ? sql`` : sql`and t.state = any(${[...filter.states]})`}
        ${between(sql`t.created_at`, filter.start, filter.end)}`,
      order: orderBy(sql`t.created_at`, sql`t.id`, 'desc'),
    },
    page,
  );
