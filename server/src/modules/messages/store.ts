import type { CommandState } from '@fleetwarden/contract/commands/schemas';
import type { MessageKind } from '@fleetwarden/contract/messages/message-limits';
import { type Queryable, type Sql, sql } from '../../platform/db/database.ts';
import { between, contains, pageOf } from '../../platform/db/list.ts';
import type { PageWindow } from '../../platform/http/page.ts';
import type { Scope } from '../identity/index.ts';
import { MENU_CODES, type MenuCommand, QUESTION_CODE } from './terminal-menus.ts';

/** Commands that are messages to drivers, and reports of drivers, by kind. */
export const SENT_KINDS: Readonly<Partial<Record<MessageKind, string>>> = { text: '8300', question: QUESTION_CODE, info: '8304' };
export const REPORT_KINDS: Readonly<Partial<Record<MessageKind, number>>> = { event: 1, answer: 2, demand: 3 };

/** A user's view: own commands, and those that the user may send; always within the scope. */
export type Viewer = { readonly accountId: number; readonly scope: Scope; readonly codes: readonly string[] };

type OfVehicle = {
  readonly vehicle_id: number;
  readonly plate: string;
  readonly plate_colour: number;
  readonly dept_name: string;
};

export type MessageRow = OfVehicle & {
  /** 'c' with the id of a command, 'r' with the id of a report. */
  readonly id: string;
  readonly cmd_code: string | null;
  readonly report_kind: number | null;
  readonly command_id: number | null;
  readonly params: Readonly<Record<string, unknown>> | null;
  readonly number: number | null;
  readonly value: number | null;
  readonly state: CommandState | null;
  readonly result_code: number | null;
  readonly user_name: string | null;
  readonly at: number;
  readonly answered_at: number | null;
};

export type MessageFilter = {
  readonly codes: readonly string[];
  readonly reports: readonly number[];
  readonly vehicleId: number | undefined;
  readonly plate: string | undefined;
  readonly text: string | undefined;
  readonly state: CommandState | undefined;
  readonly startTime: number | undefined;
  readonly endTime: number | undefined;
};

const NOTHING = sql``;
const ofVehicle = sql`v.plate, v.plate_colour, d.name as dept_name`;
const vehicles = sql`join vehicle v on v.id = m.vehicle_id join department d on d.id = v.department_id`;

/** Messages in both directions, newest first. Filters stand inside, so that each part uses its own index. */
export const listMessages = (db: Queryable, viewer: Viewer, filter: MessageFilter, page: PageWindow) => {
  const { codes, reports, vehicleId, plate, text, state, startTime, endTime } = filter;
  const ofOne = (column: Sql) => (vehicleId === undefined ? NOTHING : sql`and ${column} = ${vehicleId}`);
  // a driver's message has neither a text of its own nor a state
  const shownReports = text || state !== undefined ? [] : [...reports];
  return pageOf<MessageRow>(
    db,
    {
      columns: sql`m.*, ${ofVehicle}, a.user_name`,
      from: sql`
        from (
          select 'c' || c.id as id, c.vehicle_id, c.cmd_code, null::smallint as report_kind, c.id as command_id, c.params,
            null::integer as number, null::integer as value, c.state, c.result_code, c.account_id, c.created_at as at, c.answered_at
          from command c
          where c.cmd_code = any(${[...codes]}) and (c.account_id = ${viewer.accountId} or c.cmd_code = any(${[...viewer.codes]}))
            ${ofOne(sql`c.vehicle_id`)} ${contains(sql`coalesce(c.params ->> 'text', c.params ->> 'question')`, text)}
            ${state === undefined ? NOTHING : sql`and c.state = ${state}`} ${between(sql`c.created_at`, startTime, endTime)}
          union all
          select 'r' || r.id, r.vehicle_id, null, r.kind, r.command_id, null, r.number, r.value, null, null, null, r.received_at, null
          from terminal_report r
          where r.kind = any(${shownReports}::smallint[]) ${ofOne(sql`r.vehicle_id`)} ${between(sql`r.received_at`, startTime, endTime)}
        ) m ${vehicles} left join account a on a.id = m.account_id
        where v.department_id = any(${[...viewer.scope]}) ${contains(sql`v.plate`, plate)}`,
      order: sql`order by m.at desc, m.id desc`,
    },
    page,
  );
};

/** 2 succeeded, 6 answered with data. */
const ACCEPTED = [2, 6];
const ALL_CODES = [...MENU_CODES, QUESTION_CODE];

/** Accepted commands of these vehicles that changed what drivers see, in the order of their answers. */
export const menuCommands = (db: Queryable, vehicleIds: readonly number[]) =>
  db.query<MenuCommand & { readonly id: number; readonly vehicle_id: number }>(sql`
    select id, vehicle_id, cmd_code, params, result_data, answered_at from command
    where vehicle_id = any(${[...vehicleIds]}) and cmd_code = any(${ALL_CODES}) and state = any(${ACCEPTED})
    order by answered_at, id`);

type VehicleFilter = { readonly vehicleId: number | undefined; readonly plate: string | undefined };
const vehicleWhere = (scope: Scope, { vehicleId, plate }: VehicleFilter) => sql`
  v.department_id = any(${[...scope]}) and v.deleted_at is null ${contains(sql`v.plate`, plate)}
  ${vehicleId === undefined ? NOTHING : sql`and v.id = ${vehicleId}`}`;

/** Vehicles whose terminals were given something for drivers, by plate. */
export const listMenuVehicles = (db: Queryable, scope: Scope, filter: VehicleFilter, page: PageWindow) =>
  pageOf<OfVehicle>(
    db,
    {
      columns: sql`v.id as vehicle_id, ${ofVehicle}`,
      from: sql`
        from vehicle v join department d on d.id = v.department_id
        where ${vehicleWhere(scope, filter)} and exists (
          select from command c where c.vehicle_id = v.id and c.cmd_code = any(${ALL_CODES}) and c.state = any(${ACCEPTED}))`,
      order: sql`order by v.plate, v.id`,
    },
    page,
  );

export type SubscriptionRow = OfVehicle & { readonly number: number; readonly since: number };

/** The last request of a vehicle for each information, if it is a subscription. */
export const listSubscriptions = (
  db: Queryable,
  scope: Scope,
  { infoType, ...filter }: VehicleFilter & { readonly infoType: number | undefined },
  page: PageWindow,
) =>
  pageOf<SubscriptionRow>(
    db,
    {
      columns: sql`m.vehicle_id, m.number, m.received_at as since, ${ofVehicle}`,
      from: sql`
        from (
          select distinct on (vehicle_id, number) vehicle_id, number, value, received_at from terminal_report
          where kind = ${REPORT_KINDS.demand} ${infoType === undefined ? NOTHING : sql`and number = ${infoType}`}
          order by vehicle_id, number, received_at desc, id desc
        ) m ${vehicles}
        where m.value = 1 and ${vehicleWhere(scope, filter)}`,
      order: sql`order by m.received_at desc, m.vehicle_id, m.number`,
    },
    page,
  );

export const departmentOf = async (db: Queryable, vehicleId: number): Promise<number | undefined> =>
  (await db.first<{ department_id: number }>(sql`select department_id from vehicle where id = ${vehicleId}`))?.department_id;
