import { at, type Queryable, type Sql, sql } from '../../platform/db/database.ts';
import { between, contains, pageOf } from '../../platform/db/list.ts';
import type { PageWindow } from '../../platform/http/page.ts';
import type { Scope } from '../identity/index.ts';

type Window = { readonly startTime?: number | undefined; readonly endTime?: number | undefined };
export type Filter = Window & { readonly superiorId?: number | undefined; readonly id?: number | undefined };

const NOTHING = sql``;
const only = (column: Sql, value: number | undefined): Sql => (value === undefined ? NOTHING : sql`and ${column} = ${value}`);

export type CheckRow = {
  readonly id: number;
  readonly superior_id: number;
  readonly platform: string;
  readonly department_id: number;
  readonly question: string;
  readonly object_type: number;
  readonly object_id: string;
  readonly received_at: number;
  readonly deadline_at: number;
  readonly reply: string | null;
  readonly replied_at: number | null;
  readonly replied_by: string | null;
  readonly automatic: boolean;
  readonly taken_at: number | null;
  readonly called: readonly number[] | null;
};

const CHECK = sql`c.called, c.id, c.superior_id, p.name as platform, p.department_id, c.question, c.object_type, c.object_id, c.received_at,
  c.deadline_at, c.reply, c.replied_at, a.user_name as replied_by, c.automatic, c.taken_at`;
const CHECKS = sql`
  from post_check c join superior_platform p on p.id = c.superior_id left join account a on a.id = c.replied_by`;

/** Post-checks of the scope's platforms, newest first. */
export const checks = (db: Queryable, scope: Scope, { superiorId, startTime, endTime }: Filter, page: PageWindow) =>
  pageOf<CheckRow>(
    db,
    {
      columns: CHECK,
      from: sql`${CHECKS} where p.department_id = any(${[...scope]}) ${only(sql`c.superior_id`, superiorId)}
        ${between(sql`c.received_at`, startTime, endTime)}`,
      order: sql`order by c.received_at desc, c.id desc`,
    },
    page,
  );

/** Those nobody answered, whose time is not over, and that call this account. */
export const openChecks = (db: Queryable, scope: Scope, accountId: number, now: number, most: number) =>
  db.query<CheckRow>(sql`
    select ${CHECK} ${CHECKS} where p.department_id = any(${[...scope]}) and c.replied_at is null and c.deadline_at > ${at(now)}
      and (c.called is null or ${accountId} = any(c.called))
    order by c.deadline_at limit ${most}`);

export const check = (db: Queryable, id: number) => db.first<CheckRow>(sql`select ${CHECK} ${CHECKS} where c.id = ${id}`);

/** Answers a post-check, in its time and if nobody did before; false otherwise. */
export const replyCheck = async (db: Queryable, id: number, reply: string, accountId: number, now: number): Promise<boolean> =>
  (await db.run(sql`
    update post_check set reply = ${reply}, replied_by = ${accountId}, replied_at = ${at(now)}, call_next_at = null
    where id = ${id} and replied_at is null and deadline_at > ${at(now)}`)) > 0;

export type TaskRow = {
  readonly id: number;
  readonly superior_id: number;
  readonly platform: string;
  readonly department_id: number;
  readonly vehicle_department_id: number | null;
  readonly vehicle_id: number | null;
  readonly plate: string;
  readonly warn_source: number | null;
  readonly warn_type: number | null;
  readonly warn_at: number;
  readonly deadline_at: number;
  readonly level: number;
  readonly supervisor: string;
  readonly phone: string;
  readonly mail: string;
  readonly received_at: number;
  readonly result: 0 | 1 | 2 | 3 | null;
  readonly note: string | null;
  readonly replied_at: number | null;
  readonly replied_by: string | null;
  readonly taken_at: number | null;
};

const TASK = sql`s.id, s.superior_id, p.name as platform, p.department_id, v.department_id as vehicle_department_id, s.vehicle_id, s.plate,
  s.warn_source, s.warn_type, s.warn_at, s.deadline_at, s.level, s.supervisor, s.phone, s.mail, s.received_at, s.result, s.note, s.replied_at,
  a.user_name as replied_by, s.taken_at`;
const TASKS = sql`
  from supervision s join superior_platform p on p.id = s.superior_id left join vehicle v on v.id = s.vehicle_id
  left join account a on a.id = s.replied_by`;
/** Of a platform of the scope, or about a vehicle of it. */
const taskSeen = (scope: Scope) => sql`(p.department_id = any(${[...scope]}) or v.department_id = any(${[...scope]}))`;

/** Supervisions of the scope, newest first. */
export const tasks = (
  db: Queryable,
  scope: Scope,
  filter: Filter & { readonly plate?: string | undefined; readonly answered?: boolean | undefined },
  page: PageWindow,
) => {
  const { superiorId, startTime, endTime, plate, answered } = filter;
  return pageOf<TaskRow>(
    db,
    {
      columns: TASK,
      from: sql`${TASKS} where ${taskSeen(scope)} ${only(sql`s.superior_id`, superiorId)} ${contains(sql`s.plate`, plate)}
        ${answered === undefined ? NOTHING : answered ? sql`and s.replied_at is not null` : sql`and s.replied_at is null`}
        ${between(sql`s.received_at`, startTime, endTime)}`,
      order: sql`order by s.received_at desc, s.id desc`,
    },
    page,
  );
};

export const task = (db: Queryable, id: number) => db.first<TaskRow>(sql`select ${TASK} ${TASKS} where s.id = ${id}`);

/** Answers a supervision; one that is in progress or for later may be answered again. False where it is settled. */
export const replyTask = async (
  db: Queryable,
  id: number,
  { result, note }: { readonly result: number; readonly note: string },
  accountId: number,
  now: number,
): Promise<boolean> =>
  (await db.run(sql`
    update supervision set result = ${result}, note = ${note}, replied_by = ${accountId}, replied_at = ${at(now)}, taken_at = null
    where id = ${id} and (result is null or result in (0, 3))`)) > 0;

export type TextRow = {
  readonly id: number;
  readonly superior_id: number;
  readonly platform: string;
  readonly department_id: number;
  readonly object_type: number;
  readonly object_id: string;
  readonly content: string;
  readonly received_at: number;
  readonly note: string | null;
  readonly answered_at: number | null;
  readonly answered_by: string | null;
};

const TEXT = sql`m.id, m.superior_id, p.name as platform, p.department_id, m.object_type, m.object_id, m.content, m.received_at, m.note,
  m.answered_at, a.user_name as answered_by`;
const TEXTS = sql`
  from platform_message m join superior_platform p on p.id = m.superior_id left join account a on a.id = m.answered_by`;

export const texts = (db: Queryable, scope: Scope, { superiorId, startTime, endTime }: Filter, page: PageWindow) =>
  pageOf<TextRow>(
    db,
    {
      columns: TEXT,
      from: sql`${TEXTS} where p.department_id = any(${[...scope]}) ${only(sql`m.superior_id`, superiorId)}
        ${between(sql`m.received_at`, startTime, endTime)}`,
      order: sql`order by m.received_at desc, m.id desc`,
    },
    page,
  );

export const text = (db: Queryable, id: number) => db.first<TextRow>(sql`select ${TEXT} ${TEXTS} where m.id = ${id}`);

export const noteText = (db: Queryable, id: number, note: string, accountId: number, now: number) =>
  db.run(sql`update platform_message set note = ${note}, answered_by = ${accountId}, answered_at = ${at(now)} where id = ${id}`);

/** A superior platform of the scope. */
export const superior = (db: Queryable, id: number, scope: Scope) =>
  db.first<{ id: number }>(sql`select id from superior_platform where id = ${id} and department_id = any(${[...scope]})`);

export type LinkLog = {
  readonly id: number;
  readonly at: number;
  readonly link: number;
  readonly state: number;
  readonly reason: string | null;
};

export const linkLog = (db: Queryable, superiorId: number, { startTime, endTime }: Window, page: PageWindow) =>
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

export const messages = (
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

export const message = (db: Queryable, id: number, scope: Scope) =>
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

export const hours = (db: Queryable, superiorId: number, start: number, end: number) =>
  db.query<HourRow>(sql`
    select hour, message_id, down, messages, bytes from link_traffic
    where superior_id = ${superiorId} ${between(sql`hour`, start, end)} order by hour, message_id, down`);

export type FiguresRow = {
  readonly asked: number;
  readonly answered: number;
  readonly in_time: number;
  readonly mean_ms: number | null;
};

/** How questions of a time were answered. */
export const figures = (db: Queryable, table: 'post_check' | 'supervision', superiorId: number, start: number, end: number) =>
  db.first<FiguresRow>(sql`
    select count(*) as asked, count(replied_at) as answered, count(*) filter (where replied_at <= deadline_at) as in_time,
      round(avg(extract(epoch from replied_at - received_at)) * 1000)::float8 as mean_ms
    from ${table === 'post_check' ? sql`post_check` : sql`supervision`}
    where superior_id = ${superiorId} ${between(sql`received_at`, start, end)}`);

/** Which states the links to a platform have, and whose it is. */
export const linkStates = (db: Queryable, superiorId: number) =>
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

/** Vehicles of the scope that are bound to a platform, those furthest behind first. */
export const uploadCars = (db: Queryable, superiorId: number, scope: Scope, plate: string | undefined, page: PageWindow) =>
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

/** Has positions of a time, in it epoch ms, told again; how many vehicles that is about. */
export const resend = (
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
