import { at, type Queryable, type Sql, sql } from '../../platform/db/database.ts';
import { MAX_MEDIA } from './limits.ts';

export type MediaRow = {
  readonly id: string;
  readonly plate: string;
  readonly kind: 0 | 1 | 2 | 3;
  readonly event: number;
  readonly channel: number;
  readonly at: number;
  readonly lng: number | null;
  readonly lat: number | null;
  readonly speed_kmh: number | null;
  readonly extension: string;
  readonly bytes: number;
  readonly file: string;
};

const select = (where: Sql): Sql => sql`
  select m.id::text as id, v.plate, m.kind, m.event, m.channel, m.at, m.lng, m.lat, m.speed_kmh, m.extension, m.bytes, m.file
  from media m join vehicle v on v.id = m.vehicle_id
  where ${where} order by m.at, m.id limit ${MAX_MEDIA}`;

/** Media of a vehicle from `start` to before `end` (epoch ms), in time order, up to a limit. */
export const mediaOf = (db: Queryable, vehicleId: number, start: number, end: number) =>
  db.query<MediaRow>(select(sql`m.vehicle_id = ${vehicleId} and m.at >= ${at(start)} and m.at < ${at(end)}`));

/** A command for photos. */
export type Asked = {
  readonly vehicle_id: number;
  /** Null: it was not sent. */
  readonly sent_at: number | null;
  /** The terminal's numbers of the media; null: not reported. */
  readonly media_nos: readonly number[] | null;
  /** Time of the next request. */
  readonly until: number | null;
};

export const askedBy = (db: Queryable, commandId: number) =>
  db.first<Asked>(sql`
    select c.vehicle_id, c.sent_at,
      case when jsonb_typeof(c.result_data -> 'mediaIds') = 'array'
        then array(select jsonb_array_elements_text(c.result_data -> 'mediaIds')::float8) end as media_nos,
      (select min(n.sent_at) from command n where n.vehicle_id = c.vehicle_id and n.cmd_code = c.cmd_code and n.id > c.id) as until
    from command c where c.id = ${commandId}`);

/**
 * Media of a command: those with the numbers that the terminal reported; without numbers (revision 2011), those
 * it marked as requested by the platform, until the next request.
 */
export const mediaFor = (db: Queryable, { vehicle_id, sent_at, media_nos, until }: Asked) =>
  sent_at === null
    ? []
    : db.query<MediaRow>(
        select(sql`m.vehicle_id = ${vehicle_id} and m.received_at >= ${at(sent_at)}
          ${media_nos ? sql`and m.media_no = any(${[...media_nos]}::bigint[])` : sql`and m.event = 0`}
          ${until === null || media_nos ? sql`` : sql`and m.received_at < ${at(until)}`}`),
      );

export const departmentOf = async (db: Queryable, vehicleId: number): Promise<number | undefined> =>
  (await db.first<{ department_id: number }>(sql`select department_id from vehicle where id = ${vehicleId}`))?.department_id;
