import { at, type Queryable, sql } from '../../platform/db/database.ts';
import { between, orderBy, pageOf } from '../../platform/db/list.ts';
import type { PageWindow } from '../../platform/http/page.ts';
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
  db.query<{ channel: number; name: string; kind: number; icon: number }>(sql`
    select logical as channel, name, kind, icon from vehicle_channel where vehicle_id = ${vehicleId} order by logical`);

export async function insertView(db: Queryable, grant: Grant, peerIp: string, startedAt: number): Promise<number> {
  const { vehicleId, channel, streamType, dataType, accountId, account } = grant;
  const row = await db.first<{ id: number }>(sql`
    insert into video_view (vehicle_id, account_id, account_name, channel, stream_type, data_type, peer_ip, started_at)
    values (${vehicleId}, ${accountId}, ${account}, ${channel}, ${streamType}, ${dataType}, ${peerIp}, ${at(startedAt)})
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

/** Ends views that an earlier process left open. */
export const endLostViews = (db: Queryable) =>
  db.run(sql`update video_view set ended_at = coalesce(played_at, started_at), reason = 'stopping' where ended_at is null`);

export const forgetViews = (db: Queryable, before: number): Promise<number> =>
  db.run(sql`delete from video_view where started_at < ${at(before)}`);

export type ViewRow = {
  readonly id: number;
  readonly channel: number;
  readonly stream_type: 0 | 1;
  readonly data_type: 0 | 1;
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
      columns: sql`w.id, w.channel, w.stream_type, w.data_type, w.account_name, w.peer_ip, w.started_at, w.played_at, w.ended_at,
        w.bytes, w.reason`,
      from: sql`from video_view w join vehicle v on v.id = w.vehicle_id
        where w.vehicle_id = ${filter.vehicleId} and v.department_id = any(${[...scope]})
          ${between(sql`w.started_at`, filter.start, filter.end)}`,
      order: orderBy(sql`w.started_at`, sql`w.id`, 'desc'),
    },
    page,
  );
