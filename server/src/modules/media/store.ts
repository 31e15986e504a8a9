import { at, type Queryable, type Sql, sql } from '../../platform/db/database.ts';
import { between, contains, orderBy, pageOf } from '../../platform/db/list.ts';
import type { PageWindow } from '../../platform/http/page.ts';
import type { Scope } from '../identity/index.ts';
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

const columns = sql`m.id::text as id, v.plate, m.kind, m.event, m.channel, m.at, m.lng, m.lat, m.speed_kmh, m.extension, m.bytes, m.file`;
const select = (where: Sql): Sql => sql`
  select ${columns} from media m join vehicle v on v.id = m.vehicle_id
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

export type MediaSearch = {
  readonly vehicleId: number | undefined;
  readonly departments: Scope;
  readonly plate: string | undefined;
  readonly kind: number | undefined;
  readonly event: number | undefined;
  readonly channel: number | undefined;
  readonly start: number;
  readonly end: number | undefined;
};

const equals = (column: Sql, value: number | undefined): Sql => (value === undefined ? sql`` : sql`and ${column} = ${value}`);
const matching = ({ vehicleId, departments, plate, kind, event, channel, start, end }: MediaSearch): Sql => sql`
  from media m join vehicle v on v.id = m.vehicle_id join department d on d.id = v.department_id
  where v.department_id = any(${[...departments]}) ${between(sql`m.at`, start, end)}
    ${equals(sql`m.vehicle_id`, vehicleId)} ${equals(sql`m.kind`, kind)} ${equals(sql`m.event`, event)}
    ${equals(sql`m.channel`, channel)} ${contains(sql`v.plate`, plate)}`;

const ofVehicle = sql`m.vehicle_id, v.plate_colour, d.name as dept_name`;

export type VehicleMediaRow = MediaRow & {
  readonly vehicle_id: number;
  readonly plate_colour: number;
  readonly dept_name: string;
};

export const listMedia = (db: Queryable, search: MediaSearch, page: PageWindow) =>
  pageOf<VehicleMediaRow>(
    db,
    {
      columns: sql`${columns}, ${ofVehicle}`,
      from: matching(search),
      order: orderBy(sql`m.at`, sql`m.id`, 'desc'),
    },
    page,
  );

export type MediaVehicleRow = {
  readonly vehicle_id: number;
  readonly plate: string;
  readonly plate_colour: number;
  readonly dept_name: string;
  readonly count: number;
  readonly last_at: number;
};

/** Vehicles with matching media, that with the newest first. */
export const listMediaVehicles = (db: Queryable, search: MediaSearch, page: PageWindow) =>
  pageOf<MediaVehicleRow>(
    db,
    {
      columns: sql`g.vehicle_id, g.plate, g.plate_colour, g.dept_name, g.count, g.last_at`,
      from: sql`from (
        select m.vehicle_id, v.plate, v.plate_colour, d.name as dept_name, count(*)::integer as count, max(m.at) as last_at
        ${matching(search)} group by m.vehicle_id, v.plate, v.plate_colour, d.name) g`,
      order: orderBy(sql`g.last_at`, sql`g.vehicle_id`, 'desc'),
    },
    page,
  );

/** Those of the media that are in the scope, in time order. */
export const chosenMedia = (db: Queryable, ids: readonly string[], scope: Scope) =>
  db.query<VehicleMediaRow>(sql`
    select ${columns}, ${ofVehicle}
    from media m join vehicle v on v.id = m.vehicle_id join department d on d.id = v.department_id
    where m.id = any(${[...ids]}::bigint[]) and v.department_id = any(${[...scope]}) order by m.at, m.id`);

/** How many of these are evidence of an alarm, and must stay. */
export const countEvidence = async (db: Queryable, ids: readonly string[]): Promise<number> =>
  (await db.first<{ count: number }>(sql`
    select count(*)::integer as count from media m
    where m.id = any(${[...ids]}::bigint[]) and media_is_evidence(m.vehicle_id, m.event, m.at)`))!.count;

export const deleteMedia = (db: Queryable, ids: readonly string[]) =>
  db.run(sql`delete from media where id = any(${[...ids]}::bigint[])`);
