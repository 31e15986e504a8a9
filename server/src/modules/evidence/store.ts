import { type EvidenceState, EVIDENCE_STATE as STATE } from '@fleetwarden/contract/alarms/attachments';
import type { AlarmLevel } from '@fleetwarden/domain/alarm-bits';
import type { AlarmInfo } from '@fleetwarden/domain/alarm-item';
import { at, type Queryable, type Sql, sql } from '../../platform/db/database.ts';
import type { FileKey } from '../../platform/files/file-store.ts';
import type { Scope } from '../identity/index.ts';
import { PHOTO_OF_ALARM } from './alarm-photos.ts';
import { MAX_DUE } from './limits.ts';

export type AlarmWithFiles = {
  readonly gid: string;
  readonly vehicleId: number;
  readonly typeId: number;
  readonly level: AlarmLevel;
  readonly speedKmh: number;
  readonly info: AlarmInfo | null;
};

/** Alarms since `since` whose files were not requested: those of a crash. */
export const unrequestedAlarms = (db: Queryable, since: number) =>
  db.query<AlarmWithFiles>(sql`
    select a.gid, a.vehicle_id as "vehicleId", a.type_id as "typeId", a.level, a.max_kmh as "speedKmh", a.info from alarm a
    where a.start_at > ${at(since)} and (a.info #>> '{identification,attachments}')::integer > 0
      and not exists (select from evidence_request r where r.alarm_gid = a.gid)
    order by a.start_at limit ${MAX_DUE}`);

export const requestsOfMonth = async (db: Queryable, vehicleId: number, since: number): Promise<number> =>
  (await db.first<{ count: number }>(sql`
    select count(*)::integer as count from evidence_request
    where vehicle_id = ${vehicleId} and created_at >= ${at(since)} and state <> ${STATE.skipped}`))!.count;

export type NewRequest = {
  readonly alarmGid: string;
  readonly vehicleId: number;
  readonly alarmNo: string;
  readonly identification: Uint8Array;
  readonly expected: number;
  readonly reason: string | null;
  readonly now: number;
};

/** Nothing if this alarm of the terminal is known already. */
export const insertRequest = (db: Queryable, row: NewRequest) =>
  db.run(sql`
    insert into evidence_request (alarm_gid, vehicle_id, alarm_no, identification, expected, state, reason, due_at, created_at)
    values (${row.alarmGid}, ${row.vehicleId}, ${row.alarmNo}, ${Buffer.from(row.identification)}, ${row.expected},
      ${row.reason === null ? STATE.waiting : STATE.skipped}, ${row.reason}, ${row.reason === null ? at(row.now) : null}, ${at(row.now)})
    on conflict do nothing`);

export type DueRequest = {
  readonly id: number;
  readonly alarm_gid: string;
  readonly vehicle_id: number;
  readonly alarm_no: string;
  readonly identification: Buffer;
  readonly tries: number;
  readonly created_at: number;
  readonly due_at: number;
  /** Of the last request; null: none. */
  readonly command_state: number | null;
  readonly files: number;
  readonly peer_ip: string | null;
};

export const dueRequests = (db: Queryable, now: number) =>
  db.query<DueRequest>(sql`
    select r.id, r.alarm_gid, r.vehicle_id, r.alarm_no, r.identification, r.tries, r.created_at, r.due_at, c.state as command_state,
      (select count(*)::integer from evidence_file f where f.request_id = r.id and f.received_at is not null) as files, s.peer_ip
    from evidence_request r left join command c on c.id = r.command_id
      left join lateral (
        select peer_ip from online_session where vehicle_id = r.vehicle_id and logout_at is null order by login_at desc limit 1
      ) s on true
    where r.due_at <= ${at(now)} and r.state < ${STATE.complete} order by r.due_at limit ${MAX_DUE}`);

export const markRequested = (db: Queryable, id: number, commandId: number, due: number) =>
  db.run(sql`
    update evidence_request set state = ${STATE.requested}, tries = tries + 1, command_id = ${commandId}, due_at = ${at(due)}, reason = null
    where id = ${id} and state < ${STATE.complete}`);

/** Waits for the terminal to come online, until `due` at most. One that was woken since it was read stays due. */
export const markOffline = (db: Queryable, { id, due_at }: Pick<DueRequest, 'id' | 'due_at'>, due: number) =>
  db.run(sql`
    update evidence_request set state = ${STATE.waiting}, reason = 'offline', due_at = ${at(due)}
    where id = ${id} and state < ${STATE.complete} and due_at = ${at(due_at)}`);

export const markFailed = (db: Queryable, id: number, reason: string, now: number) =>
  db.run(sql`
    update evidence_request set state = ${STATE.failed}, reason = ${reason}, due_at = null, ended_at = ${at(now)}
    where id = ${id} and state < ${STATE.complete}`);

export const noteReason = (db: Queryable, id: number, reason: string) =>
  db.run(sql`update evidence_request set reason = ${reason} where id = ${id} and state < ${STATE.complete}`);

/** Requests that waited for a terminal are due. Resolves with their number. */
export const wake = (db: Queryable, vehicleId: number, now: number) =>
  db.run(sql`update evidence_request set due_at = ${at(now)} where vehicle_id = ${vehicleId} and state = ${STATE.waiting}`);

/** A user requests files again. Resolves with the number of requests. */
export const renew = (db: Queryable, gids: readonly string[], now: number) =>
  db.run(sql`
    update evidence_request set state = ${STATE.waiting}, reason = null, tries = 0, due_at = ${at(now)}, ended_at = null
    where alarm_gid = any(${[...gids]}::uuid[]) and state <> ${STATE.complete} and expired_at is null`);

export type OpenRequest = { readonly id: number; readonly vehicle_id: number; readonly alarm_gid: string };

/** The request of this number, of the vehicle whose terminal has this phone. Uploads may come after the last try. */
export const findRequest = (db: Queryable, alarmNo: string, phone: string) =>
  db.first<OpenRequest>(sql`
    select r.id, r.vehicle_id, r.alarm_gid from evidence_request r join terminal t on t.vehicle_id = r.vehicle_id
    where r.alarm_no = ${alarmNo} and t.phone = ${phone} and r.state <> ${STATE.skipped} and r.expired_at is null`);

export const filesOf = (db: Queryable, requestId: number) =>
  db.query<{ name: string; size_bytes: number; received: boolean }>(sql`
    select name, size_bytes, received_at is not null as received from evidence_file where request_id = ${requestId}`);

export const announceFile = (db: Queryable, requestId: number, name: string, kind: number, sizeBytes: number) =>
  db.run(sql`
    insert into evidence_file (request_id, name, kind, size_bytes) values (${requestId}, ${name}, ${kind}, ${sizeBytes})
    on conflict (request_id, name) do update set size_bytes = excluded.size_bytes, kind = excluded.kind
    where evidence_file.received_at is null`);

export const bytesOfDay = async (db: Queryable, vehicleId: number, since: number): Promise<number> =>
  (await db.first<{ bytes: number }>(sql`
    select coalesce(sum(f.size_bytes), 0)::float8 as bytes from evidence_file f join evidence_request r on r.id = f.request_id
    where r.vehicle_id = ${vehicleId} and r.created_at > ${at(since)} and f.received_at > ${at(since)}`))!.bytes;

/** Names the file before the store has it, so that a crash leaves none without a row. */
export const nameFile = (db: Queryable, requestId: number, name: string, { key, playKey }: FileKeys) =>
  db.run(sql`
    update evidence_file set file_key = ${key}, play_key = ${playKey} where request_id = ${requestId} and name = ${name}`);

/** `playKey`: of the copy that browsers play; null: there is none. */
type FileKeys = { readonly key: FileKey; readonly playKey: FileKey | null };

export type StoredFile = {
  readonly kind: number;
  readonly extension: string;
  readonly digest: Buffer;
  readonly playBytes: number | null;
};

export const markStored = (db: Queryable, requestId: number, name: string, file: StoredFile, now: number) =>
  db.run(sql`
    update evidence_file set received_at = ${at(now)}, kind = ${file.kind}, extension = ${file.extension}, digest = ${file.digest},
      play_bytes = ${file.playBytes}
    where request_id = ${requestId} and name = ${name}`);

/** Two connections may store the last two files of a request at once: each must see the file of the other. */
export const lockRequest = (db: Queryable, requestId: number) =>
  db.run(sql`select from evidence_request where id = ${requestId} for update`);

/** Completes a request if all announced files are there. */
export const completeRequest = (db: Queryable, requestId: number, now: number) =>
  db.run(sql`
    update evidence_request set state = ${STATE.complete}, reason = null, due_at = null, ended_at = ${at(now)}
    where id = ${requestId} and state <> ${STATE.complete}
      and not exists (select from evidence_file where request_id = ${requestId} and received_at is null)`);

/** Keys of files whose storing was cut off; their rows forget them. */
export const takeUnfinished = (db: Queryable) =>
  db.query<{ keys: FileKey[] }>(sql`
    with found as (select id, file_key, play_key from evidence_file where received_at is null and file_key is not null for update)
    update evidence_file f set file_key = null, play_key = null from found where f.id = found.id
    returning array_remove(array[found.file_key, found.play_key], null) as keys`);

export type FileRow = {
  readonly id: number;
  readonly name: string;
  readonly kind: 0 | 1 | 2 | 3 | 4;
  readonly extension: string;
  readonly size_bytes: number;
  readonly received_at: number;
};

export const filesOfAlarm = (db: Queryable, gid: string) =>
  db.query<FileRow>(sql`
    select f.id, f.name, f.kind, f.extension, f.size_bytes, f.received_at
    from evidence_file f join evidence_request r on r.id = f.request_id
    where r.alarm_gid = ${gid} and f.received_at is not null order by f.kind = 2, f.kind, f.name`);

export type StateRow = {
  readonly alarm_gid: string;
  readonly state: EvidenceState;
  readonly reason: string | null;
  readonly expected: number;
  readonly received: number;
};

export const stateOfAlarm = (db: Queryable, gid: string) =>
  db.first<StateRow>(sql`
    select r.alarm_gid, min(r.state) as state, max(r.reason) as reason, sum(r.expected)::integer as expected,
      sum((select count(*) from evidence_file f where f.request_id = r.id and f.received_at is not null))::integer as received
    from evidence_request r where r.alarm_gid = ${gid} group by r.alarm_gid`);

/** Whether alarm `a` is in the evidence centre. */
const IS_EVIDENCE = sql`exists (select from evidence_record e where e.alarm_gid = a.gid)`;

/** Type and department of an alarm, for pushes. */
export const audienceOf = (db: Queryable, gid: string) =>
  db.first<{ type_id: number; department_id: number; vehicle_id: number; is_evidence: boolean }>(sql`
    select a.type_id, v.department_id, a.vehicle_id, ${IS_EVIDENCE} as is_evidence from alarm a join vehicle v on v.id = a.vehicle_id where a.gid = ${gid}`);

export type Photo = {
  readonly id: string;
  readonly plate: string;
  readonly extension: string;
  readonly kind: 0 | 1 | 2 | 3;
  readonly bytes: number;
};

/** Files of 0x0801 that the terminal took by itself around the start of an alarm. */
export const photosOfAlarm = (db: Queryable, gid: string) =>
  db.query<Photo>(sql`
    select m.id::text as id, v.plate, m.extension, m.kind, m.bytes from alarm a join vehicle v on v.id = a.vehicle_id
      join media m on ${PHOTO_OF_ALARM} where a.gid = ${gid} order by m.at, m.id`);

/** Alarms whose time a photo that the terminal took by itself fits. */
export const alarmsOfPhoto = (db: Queryable, vehicleId: number, mediaId: number, beforeMs: number, afterMs: number) =>
  db.query<{ gid: string }>(sql`
    select a.gid from media m join alarm a on a.vehicle_id = m.vehicle_id
      and a.start_at between m.at - ${afterMs} * interval '1 ms' and m.at + ${beforeMs} * interval '1 ms'
    where m.id = ${mediaId} and m.vehicle_id = ${vehicleId} and m.event > 1`);

export type ServedFile = {
  /** The file as received, or the copy that browsers play. */
  readonly key: FileKey;
  readonly bytes: number;
  readonly extension: string;
  readonly type_id: number;
  readonly department_id: number;
  readonly is_evidence: boolean;
};

export const findFile = (db: Queryable, id: number, scope: Scope) =>
  db.query<ServedFile>(sql`
    select coalesce(f.play_key, f.file_key) as key, coalesce(f.play_bytes, f.size_bytes) as bytes,
      case when f.play_key is null then f.extension else 'mp4' end as extension, a.type_id, v.department_id,
      ${IS_EVIDENCE} as is_evidence
    from evidence_file f join evidence_request r on r.id = f.request_id join vehicle v on v.id = r.vehicle_id
      join alarm a on a.gid = r.alarm_gid
    where f.id = ${id} and f.received_at is not null and v.department_id = any(${[...scope]})`);

/** A photo of 0x0801, once for each alarm that it belongs to. */
export const findPhoto = (db: Queryable, id: number, scope: Scope) =>
  db.query<ServedFile>(sql`
    select m.file as key, m.bytes, m.extension, a.type_id, v.department_id, ${IS_EVIDENCE} as is_evidence
    from media m join alarm a on ${PHOTO_OF_ALARM} join vehicle v on v.id = m.vehicle_id
    where m.id = ${id} and v.department_id = any(${[...scope]})`);

/** A number of an evidence file, or of a photo of 0x0801. */
export type FileRef = { readonly id: number; readonly isPhoto: boolean };

/** `listed`: shown in a list, not opened. */
export type View = {
  readonly file: FileRef;
  readonly accountId: number;
  readonly account: string;
  readonly peerIp: string;
  readonly listed: boolean;
};

const columnOf = ({ isPhoto }: FileRef): Sql => (isPhoto ? sql`media_id` : sql`file_id`);

export const insertView = (db: Queryable, { file, accountId, account, peerIp, listed }: View, now: number, sameMs: number) =>
  db.run(sql`
    insert into evidence_view (${columnOf(file)}, account_id, account_name, peer_ip, viewed_at, listed)
    select ${file.id}, ${accountId}, ${account}, ${peerIp}, ${at(now)}, ${listed}
    where not exists (
      select from evidence_view
      where ${columnOf(file)} = ${file.id} and account_id = ${accountId} and viewed_at > ${at(now - sameMs)} and listed <= ${listed})`);

/** Ends of retention by level, epoch ms. */
export type Before = Readonly<Record<1 | 2 | 3, number>>;

/** Whether a time lies before the end of the retention of a level. An alarm that is gone counts as level 1. */
const isExpired = (time: Sql, level: Sql, before: Before): Sql =>
  sql`${time} < case ${level} when 3 then ${at(before[3])}::timestamptz when 2 then ${at(before[2])}::timestamptz else ${at(before[1])}::timestamptz end`;

/** The next requests past their time after this one, except those of locked and held alarms. */
export const expiredRequests = (db: Queryable, before: Before, after: number, limit: number) =>
  db.query<{ id: number }>(sql`
    select r.id from evidence_request r left join alarm a on a.gid = r.alarm_gid
    where r.id > ${after} and r.expired_at is null and r.created_at < ${at(Math.max(before[1], before[2], before[3]))}
      and ${isExpired(sql`r.created_at`, sql`a.level`, before)}
      and not evidence_is_kept(r.alarm_gid, r.vehicle_id, coalesce(a.start_at, r.created_at))
    order by r.id limit ${limit}`);

/** Removes the files of requests. The requests stay with the counts of their files for as long as their alarms. */
export async function expireRequests(tx: Queryable, ids: readonly number[], now: number): Promise<void> {
  await tx.run(sql`select remove_evidence_files(${[...ids]}::bigint[], ${at(now)}::timestamptz)`);
  await tx.run(sql`
    update evidence_request set expired_at = ${at(now)}, due_at = null,
      reason = case state when ${STATE.complete}::smallint then 'expired' else reason end,
      state = case state when ${STATE.complete}::smallint then ${STATE.failed}::smallint else state end
    where id = any(${[...ids]}::bigint[])`);
  await tx.run(sql`
    delete from evidence_request r where r.id = any(${[...ids]}::bigint[]) and not exists (select from alarm a where a.gid = r.alarm_gid)`);
}

/** Deletes evidence whose files expired, and evidence without files that is past its time. */
export const deleteExpiredRecords = (db: Queryable, before: Before) =>
  db.run(sql`
    delete from evidence_record e where not exists (select from evidence_request r where r.alarm_gid = e.alarm_gid and r.expired_at is null)
      and (e.file_state is not null or ${isExpired(sql`e.entered_at`, sql`e.level`, before)})
      and not evidence_is_kept(e.alarm_gid, e.vehicle_id, e.start_at)`);

/** Keys of files whose rows are deleted. */
export const removedFiles = (db: Queryable, limit: number) =>
  db.query<{ key: FileKey }>(sql`select file_key as key from evidence_removed limit ${limit}`);

export const forgetRemoved = (db: Queryable, keys: readonly FileKey[]) =>
  db.run(sql`delete from evidence_removed where file_key = any(${[...keys]}::text[])`);
