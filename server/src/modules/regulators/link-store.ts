import { at, type Queryable, sql } from '../../platform/db/database.ts';
import { between, contains, pageOf } from '../../platform/db/list.ts';
import type { PageWindow } from '../../platform/http/page.ts';
import type { Scope } from '../identity/index.ts';
import { NOTHING, only, type Window } from './filters.ts';

/** A superior platform of the scope. */
export const findSuperior = (db: Queryable, id: number, scope: Scope) =>
  db.first<{ id: number }>(sql`select id from superior_platform where id = ${id} and department_id = any(${[...scope]})`);

type Outage = {
  readonly superiorId: number;
  readonly from: number;
  readonly until: number;
  readonly note: string;
  readonly accountId: number;
};
/** Files an outage of a link. Returns its id. */
export const fileOutage = async (db: Queryable, { superiorId, from, until, note, accountId }: Outage, now: number) =>
  (await db.first<{ id: number }>(sql`
    insert into link_outage (superior_id, from_at, until_at, note, account_id, created_at)
    values (${superiorId}, ${at(from)}, ${at(until)}, ${note}, ${accountId}, ${at(now)}) returning id`))!.id;

export type LinkLog = {
  readonly id: number;
  readonly at: number;
  readonly link: number;
  readonly state: number;
  readonly reason: string | null;
};

export const listLinkLog = (db: Queryable, superiorId: number, { startTime, endTime }: Window, page: PageWindow) =>
  pageOf<LinkLog>(
    db,
    {
      columns: sql`id, at, link, state, reason`,
      from: sql`from link_log where superior_id = ${superiorId} ${between(sql`at`, startTime, endTime)}`,
      order: sql`order by id desc`,
    },
    page,
  );

export type MessageRow = {
  readonly id: number;
  readonly at: number;
  readonly link: number;
  readonly down: boolean;
  readonly message_id: number;
  readonly serial: number;
  readonly plate: string | null;
  readonly bytes: number;
  readonly fault: string | null;
};

const MESSAGE = sql`m.id, m.at, m.link, m.down, m.message_id, m.serial, m.plate, octet_length(m.body) as bytes, m.fault`;

export const listMessages = (
  db: Queryable,
  superiorId: number,
  filter: Window & {
    readonly messageId?: number | undefined;
    readonly plate?: string | undefined;
    readonly down?: boolean | undefined;
  },
  page: PageWindow,
) => {
  const { startTime, endTime, messageId, plate, down } = filter;
  return pageOf<MessageRow>(
    db,
    {
      columns: MESSAGE,
      from: sql`from link_message m where m.superior_id = ${superiorId} ${only(sql`m.message_id`, messageId)}
        ${contains(sql`m.plate`, plate)} ${down === undefined ? NOTHING : sql`and m.down = ${down}`}
        ${between(sql`m.at`, startTime, endTime)}`,
      order: sql`order by m.id desc`,
    },
    page,
  );
};

export const findMessage = (db: Queryable, id: number, scope: Scope) =>
  db.first<MessageRow & { readonly body: Buffer; readonly revision: number | null }>(sql`
    select ${MESSAGE}, m.body, m.revision from link_message m join superior_platform p on p.id = m.superior_id
    where m.id = ${id} and p.department_id = any(${[...scope]})`);

export type HourRow = {
  readonly hour: number;
  readonly message_id: number;
  readonly down: boolean;
  readonly messages: number;
  readonly bytes: number;
};

export const loadHours = (db: Queryable, superiorId: number, start: number, end: number) =>
  db.query<HourRow>(sql`
    select hour, message_id, down, messages, bytes from link_traffic
    where superior_id = ${superiorId} ${between(sql`hour`, start, end)} order by hour, message_id, down`);

/** The states of the links to a platform, and its department. */
export const findLinkStates = (db: Queryable, superiorId: number) =>
  db.first<{ department_id: number; main_state: number; sub_state: number }>(sql`
    select p.department_id, l.main_state, l.sub_state from superior_link l join superior_platform p on p.id = l.superior_id
    where l.superior_id = ${superiorId}`);

type UploadCarRow = {
  readonly id: number;
  readonly plate: string;
  readonly department: string;
  readonly status: number;
  readonly last_at: number | null;
  readonly taken_to: number | null;
  readonly resending: boolean;
};

/** Lists the vehicles of the scope that are bound to a platform, greatest lag first. */
export const listUploadCars = (db: Queryable, superiorId: number, scope: Scope, plate: string | undefined, page: PageWindow) =>
  pageOf<UploadCarRow>(
    db,
    {
      columns: sql`v.id, v.plate, d.name as department, coalesce(x.status, 0) as status, x.gnss_at as last_at, s.taken_to,
        exists (select from superior_resend r where r.superior_id = s.superior_id and r.vehicle_id = v.id) as resending`,
      from: sql`from superior_vehicle s join vehicle v on v.id = s.vehicle_id join department d on d.id = v.department_id
        left join vehicle_latest x on x.vehicle_id = v.id
        where s.superior_id = ${superiorId} and v.deleted_at is null and v.department_id = any(${[...scope]})
        ${contains(sql`v.plate`, plate)}`,
      order: sql`order by s.taken_to nulls first, v.id`,
    },
    page,
  );

/** Requests a re-upload of positions from `start` to `end` (epoch ms); resolves to the number of vehicles. */
export const requestResend = (
  db: Queryable,
  superiorId: number,
  scope: Scope,
  {
    start,
    end,
    vehicleIds,
  }: { readonly start: number; readonly end: number; readonly vehicleIds: readonly number[] | undefined },
): Promise<number> =>
  db.run(sql`
    insert into superior_resend (superior_id, vehicle_id, taken_to, until_at)
    select s.superior_id, v.id, ${at(start - 1)}, ${at(end)} from superior_vehicle s join vehicle v on v.id = s.vehicle_id
    where s.superior_id = ${superiorId} and v.deleted_at is null and v.department_id = any(${[...scope]})
      ${vehicleIds ? sql`and v.id = any(${[...vehicleIds]})` : NOTHING}
    on conflict (superior_id, vehicle_id, until_at) do update set taken_to = least(superior_resend.taken_to, excluded.taken_to)`);
