import type { CommandState } from '@fleetwarden/contract/commands/schemas';
import type { ViewKind } from '@fleetwarden/contract/video/live-video';
import type { TerminalFile } from '@fleetwarden/contract/video/replay-schemas';
import { at, json, type Queryable, sql } from '../../platform/db/database.ts';
import { between, orderBy, pageOf } from '../../platform/db/list.ts';
import type { PageWindow } from '../../platform/http/page.ts';
import { ANSWERED } from '../commands/index.ts';
import type { Scope } from '../identity/index.ts';
import type { Grant } from './tickets.ts';

export type StreamFacts = {
  readonly department_id: number;
  /** Without leading zeros; null: the vehicle has no terminal. */
  readonly phone: string | null;
  /** Remote address of the open 808 session. */
  readonly peer_ip: string | null;
};

export const streamFacts = (db: Queryable, vehicleId: number) =>
  db.first<StreamFacts>(sql`
    select v.department_id, t.phone, s.peer_ip from vehicle v
      left join terminal t on t.vehicle_id = v.id
      left join lateral (
        select peer_ip from online_session where vehicle_id = v.id and logout_at is null order by login_at desc limit 1
      ) s on true
    where v.id = ${vehicleId}`);

/** 0x1003 as stored with its command. */
export type StoredAttributes = {
  readonly audioCodec: number;
  readonly audioChannels: number;
  readonly sampleRate: number;
  readonly sampleBits: number;
  readonly audioFrameBytes: number;
  readonly hasAudioOutput: number;
  readonly videoCodec: number;
  readonly maxAudioChannels: number;
  readonly maxVideoChannels: number;
};

/** What the terminal told of its media last. */
export const lastAttributes = (db: Queryable, vehicleId: number) =>
  db.first<{ attributes: StoredAttributes; read_at: number }>(sql`
    select result_data as attributes, answered_at as read_at from command
    where vehicle_id = ${vehicleId} and cmd_code = '9003' and state = ${ANSWERED} order by id desc limit 1`);

export const platesById = async (db: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, string>> =>
  new Map(
    (await db.query<{ id: number; plate: string }>(sql`select id, plate from vehicle where id = any(${[...ids]})`)).map(
      ({ id, plate }) => [id, plate],
    ),
  );

/** Whether a number, without leading zeros, is that of any terminal. */
export async function isKnownPhone(db: Queryable, phone: string): Promise<boolean> {
  return (await db.first(sql`select from terminal where phone = ${phone}`)) !== undefined;
}

/** Limits on streams of the department and of those above it. */
export const streamQuotas = (db: Queryable, departmentId: number) =>
  db.query<{ department_id: number; video_streams: number }>(sql`
    with recursive above as (
      select id, parent_id from department where id = ${departmentId}
      union
      select d.id, d.parent_id from department d join above on d.id = above.parent_id
    )
    select q.department_id, q.video_streams from quota q join above on above.id = q.department_id
    where q.video_streams is not null`);

export const channels = (db: Queryable, vehicleId: number) =>
  db.query<{ channel: number; name: string; kind: number; icon: number; yuntai: boolean }>(sql`
    select logical as channel, name, kind, icon, yuntai from vehicle_channel where vehicle_id = ${vehicleId} order by logical`);

/** An entry of the log of views. */
export type ViewEntry = Pick<Grant, 'vehicleId' | 'channel' | 'streamType' | 'dataType' | 'accountId' | 'account' | 'patrol'> & {
  readonly kind: ViewKind;
};

/** Logs that a view, a talk, a recording or a download begins. */
export async function insertView(db: Queryable, entry: ViewEntry, peerIp: string, startedAt: number): Promise<number> {
  const { kind, vehicleId, channel, streamType, dataType, accountId, account, patrol = false } = entry;
  const row = await db.first<{ id: number }>(sql`
    insert into video_view (kind, vehicle_id, account_id, account_name, channel, stream_type, data_type, peer_ip, started_at, patrol)
    values (${kind}, ${vehicleId}, ${accountId}, ${account}, ${channel}, ${streamType}, ${dataType}, ${peerIp}, ${at(startedAt)}, ${patrol})
    returning id`);
  return row!.id;
}

export type EndedView = {
  readonly endedAt: number;
  readonly playedAt: number | null;
  readonly bytes: number;
  readonly reason: string | null;
};

export const endView = (db: Queryable, id: number, { endedAt, playedAt, bytes, reason }: EndedView) =>
  db.run(sql`
    update video_view set ended_at = ${at(endedAt)}, played_at = ${playedAt === null ? null : at(playedAt)}, bytes = ${bytes},
      reason = ${reason}
    where id = ${id}`);

/** Counts what was sent of a file whose view is logged. */
export const addViewBytes = (db: Queryable, id: number, bytes: number, now: number) =>
  db.run(sql`
    update video_view set bytes = bytes + ${bytes}, ended_at = ${at(now)}, played_at = coalesce(played_at, ${at(now)})
    where id = ${id}`);

/** Ends views that an earlier process left open. */
export const endLostViews = (db: Queryable) =>
  db.run(sql`update video_view set ended_at = coalesce(played_at, started_at), reason = 'stopping' where ended_at is null`);

export const forgetViews = (db: Queryable, before: number): Promise<number> =>
  db.run(sql`delete from video_view where started_at < ${at(before)}`);

export type ViewRow = {
  readonly id: number;
  readonly kind: ViewKind;
  readonly channel: number;
  readonly stream_type: 0 | 1;
  readonly data_type: number;
  readonly account_name: string;
  readonly peer_ip: string;
  readonly started_at: number;
  readonly played_at: number | null;
  readonly ended_at: number | null;
  readonly bytes: number;
  readonly reason: string | null;
};

export const listViews = (
  db: Queryable,
  scope: Scope,
  filter: { readonly vehicleId: number; readonly start: number | undefined; readonly end: number | undefined },
  page: PageWindow,
) =>
  pageOf<ViewRow>(
    db,
    {
      columns: sql`w.id, w.kind, w.channel, w.stream_type, w.data_type, w.account_name, w.peer_ip, w.started_at, w.played_at, w.ended_at,
        w.bytes, w.reason`,
      from: sql`from video_view w join vehicle v on v.id = w.vehicle_id
        where w.vehicle_id = ${filter.vehicleId} and v.department_id = any(${[...scope]})
          ${between(sql`w.started_at`, filter.start, filter.end)}`,
      order: orderBy(sql`w.started_at`, sql`w.id`, 'desc'),
    },
    page,
  );

/** A list of recordings as the gateway stored it; `bytes` in place of a longer one. */
export type RecordingList = { readonly count: number; readonly items: readonly TerminalFile[] } | { readonly bytes: number };

/** A request for recordings, in the scope; undefined: there is none. */
export const recordingRequest = (db: Queryable, scope: Scope, id: number) =>
  db.first<{
    state: CommandState;
    result_code: number | null;
    result_data: RecordingList | null;
    answered_at: number | null;
  }>(sql`
    select c.state, c.result_code, c.result_data, c.answered_at from command c join vehicle v on v.id = c.vehicle_id
    where c.id = ${id} and c.cmd_code = '9205' and v.department_id = any(${[...scope]})`);

/** The newest request with these parameters that was answered since a time, or is not answered yet. */
export const usableRecordingRequest = (db: Queryable, vehicleId: number, params: object, since: number) =>
  db.first<{ id: number; state: CommandState; result_code: number | null }>(sql`
    select id, state, result_code from command
    where vehicle_id = ${vehicleId} and cmd_code = '9205' and created_at > ${at(since)} and params = ${json(params)}
      and (state < 2 or state = 6)
    order by id desc limit 1`);
