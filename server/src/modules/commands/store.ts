import { COMMAND_LIST_DAYS, type CommandState } from '@fleetwarden/contract/commands/schemas';
import type { TerminalCommand } from '@fleetwarden/contract/commands/terminal-commands';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { at, json, type Queryable, sql } from '../../platform/db/database.ts';
import { between, contains, pageOf } from '../../platform/db/list.ts';
import type { PageWindow } from '../../platform/http/page.ts';
import type { Scope } from '../identity/index.ts';
import { LIST_MS, OPEN_OF_VEHICLE, SENDS_TO_VEHICLE } from './limits.ts';

/** A vehicle a command may go to. */
export type Target = {
  readonly id: number;
  readonly plate: string;
  /** null: its terminal has not reported it, or there is none. */
  readonly protocol_version: number | null;
  /** Number of the terminal. */
  readonly terminal_no: string | null;
};

/** The terminal of a target in replies. */
export const terminalOf = ({
  terminal_no: terminal,
  protocol_version: version,
}: Pick<Target, 'terminal_no' | 'protocol_version'>) => ({
  terminal: terminal ?? '',
  version,
});

/** These vehicles within the scope; null: any scope. */
export const targets = (db: Queryable, ids: readonly number[], scope: Scope | null) =>
  db.query<Target>(sql`
    select v.id, v.plate, t.protocol_version, t.terminal_no from vehicle v left join terminal t on t.vehicle_id = v.id
    where v.id = any(${[...ids]}) and v.deleted_at is null
      ${scope === null ? sql`` : sql`and v.department_id = any(${[...scope]})`}`);

/** The vehicles of departments and of those below them, in the scope; one more than `most` where there are more. */
export const targetsOfDepartments = (db: Queryable, ids: readonly number[], scope: Scope, most: number) =>
  db.query<Target>(sql`
    with recursive below as (
      select id from department where id = any(${[...ids]})
      union
      select d.id from department d join below on d.parent_id = below.id
    )
    select v.id, v.plate, t.protocol_version, t.terminal_no from vehicle v left join terminal t on t.vehicle_id = v.id
    where v.department_id in (select id from below) and v.department_id = any(${[...scope]}) and v.deleted_at is null
    order by v.id limit ${most + 1}`);

/** The end of the calendar, epoch ms. */
const LAST_INSTANT = 8_640_000_000_000_000;
/** The key of the advisory locks around the sends of an account: 'send' in ASCII. */
const LOCK = 0x73656e64;

/** Holds up other sends of the account until the transaction ends. */
export const lockSends = (tx: Queryable, accountId: number | null) =>
  tx.query(sql`select pg_advisory_xact_lock(${LOCK}::integer, ${accountId ?? 0}::integer)`);

/** Number of commands that an account has entered since (epoch ms). */
export async function sentSince(db: Queryable, accountId: number | null, since: number): Promise<number> {
  const row = await db.first<{ n: number }>(sql`
    select count(*) as n from command
    where ${accountId === null ? sql`account_id is null` : sql`account_id = ${accountId}`} and created_at > ${at(since)}`);
  return row!.n;
}

/** The vehicles among these that accept no more commands for now: too many sent since (epoch ms), or open. */
export async function busyVehicles(db: Queryable, ids: readonly number[], since: number): Promise<ReadonlySet<number>> {
  const rows = await db.query<{ vehicle_id: number }>(sql`
    select vehicle_id from command where vehicle_id = any(${[...ids]}) and state < 2
    group by vehicle_id having count(*) >= ${OPEN_OF_VEHICLE}
    union
    select vehicle_id from command
    where vehicle_id = any(${[...ids]}) and created_at > ${at(since)} and (sends > 0 or state = 0)
    group by vehicle_id having count(*) >= ${SENDS_TO_VEHICLE}`);
  return new Set(rows.map(({ vehicle_id }) => vehicle_id));
}

/** Values common to all vehicles of a send. */
export type Shared = {
  /** null: the platform. */
  readonly accountId: number | null;
  readonly cmdCode: string;
  readonly command: Pick<TerminalCommand, 'messageId' | 'answerId' | 'limitMs' | 'resends'>;
  readonly params: unknown;
  /** Epoch ms. */
  readonly createdAt: number;
  readonly expireAt: number;
};
export type Judged = {
  readonly vehicleId: number;
  readonly state: CommandState;
  readonly resultCode: number | null;
  /** Parameters of this vehicle alone, in addition to those of all. */
  readonly params: Readonly<Record<string, number>> | null;
};

/** Enters a command for each vehicle; the ids are in the order of the vehicles'. */
export async function insertCommands(db: Queryable, shared: Shared, judged: readonly Judged[]): Promise<number[]> {
  const { accountId, cmdCode, command, params, createdAt, expireAt } = shared;
  const rows = await db.query<{ id: number; vehicle_id: number }>(sql`
    insert into command (vehicle_id, account_id, cmd_code, message_id, params, answer_id, resends, limit_ms, state, result_code,
      created_at, expire_at)
    select u.vehicle_id, ${accountId}::integer, ${cmdCode}, ${command.messageId}, ${json(params)}::jsonb || coalesce(u.params, '{}'),
      ${command.answerId}::integer,
      ${command.resends}, ${command.limitMs}, u.state, u.result_code, ${at(createdAt)}, ${at(expireAt)}
    from unnest(${judged.map(({ vehicleId }) => vehicleId)}::integer[], ${judged.map(({ state }) => state)}::smallint[],
      ${judged.map(({ resultCode }) => resultCode)}::integer[], ${judged.map(({ params: own }) => own && JSON.stringify(own))}::jsonb[])
      with ordinality u (vehicle_id, state, result_code, params, place)
    order by u.place
    returning id, vehicle_id`);
  const idOf = new Map(rows.map(({ id, vehicle_id }) => [vehicle_id, id]));
  return judged.map(({ vehicleId }) => idOf.get(vehicleId)!);
}

/** Current states of commands. */
/** CMD_STATE: answered with data. */
export const ANSWERED = 6;

export const states = (db: Queryable, ids: readonly number[]) =>
  db.query<{ id: number; state: CommandState; result_code: number | null }>(sql`
    select id, state, result_code from command where id = any(${[...ids]})`);

/** A user's view of commands: their own, and those they may send; always within the scope. */
export type Viewer = { readonly accountId: number; readonly scope: Scope; readonly codes: readonly string[] };

const visible = ({ accountId, scope, codes }: Viewer) => sql`
  v.department_id = any(${[...scope]}) and (c.account_id = ${accountId} or c.cmd_code = any(${[...codes]}))`;

export type CommandRow = {
  readonly id: number;
  readonly vehicle_id: number;
  readonly plate: string;
  readonly plate_colour: number;
  readonly dept_name: string;
  readonly user_name: string | null;
  readonly cmd_code: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly state: CommandState;
  readonly result_code: number | null;
  readonly result_data: unknown;
  readonly sends: number;
  readonly created_at: number;
  readonly sent_at: number | null;
  readonly answered_at: number | null;
  readonly expire_at: number;
};

export type Filter = {
  readonly ids?: readonly number[] | undefined;
  readonly vehicleId?: number | undefined;
  readonly cmdCode?: string | undefined;
  readonly state?: CommandState | undefined;
  readonly accountId?: number | undefined;
  /** A part of a text that was sent. */
  readonly text?: string | undefined;
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
};

/** Range of a list of commands that names one end or none (epoch ms). */
export function listWindow(
  { startTime, endTime }: Pick<Filter, 'startTime' | 'endTime'>,
  now: number,
): Required<Pick<Filter, 'startTime' | 'endTime'>> {
  if (startTime === undefined) return { startTime: (endTime ?? now) - LIST_MS, endTime };
  return { startTime, endTime: endTime ?? Math.min(startTime + COMMAND_LIST_DAYS * DAY_MS, LAST_INSTANT) };
}

const NOTHING = sql``;

/** A page of the visible commands, newest first. */
export const list = (db: Queryable, viewer: Viewer, filter: Filter, page: PageWindow) => {
  const { ids, vehicleId, cmdCode, state, accountId, text, startTime, endTime } = filter;
  return pageOf<CommandRow>(
    db,
    {
      columns: sql`c.id, c.vehicle_id, v.plate, v.plate_colour, d.name as dept_name, a.user_name, c.cmd_code, c.params, c.state,
        c.result_code, c.result_data, c.sends, c.created_at, c.sent_at, c.answered_at, c.expire_at`,
      from: sql`
        from command c join vehicle v on v.id = c.vehicle_id join department d on d.id = v.department_id
          left join account a on a.id = c.account_id
        where ${visible(viewer)}
          ${ids === undefined ? NOTHING : sql`and c.id = any(${[...ids]}::bigint[])`}
          ${vehicleId === undefined ? NOTHING : sql`and c.vehicle_id = ${vehicleId}`}
          ${cmdCode === undefined ? NOTHING : sql`and c.cmd_code = ${cmdCode}`}
          ${state === undefined ? NOTHING : sql`and c.state = ${state}`}
          ${accountId === undefined ? NOTHING : sql`and c.account_id = ${accountId}`}
          ${contains(sql`c.params ->> 'text'`, text)}
          ${between(sql`c.created_at`, startTime, endTime)}`,
      order: sql`order by c.created_at desc, c.id desc`,
    },
    page,
  );
};

export type Seen = Pick<CommandRow, 'id' | 'vehicle_id' | 'plate' | 'cmd_code' | 'params' | 'state'>;

/** The visible commands among these. */
export const seen = (db: Queryable, viewer: Viewer, ids: readonly number[]) =>
  db.query<Seen>(sql`
    select c.id, c.vehicle_id, v.plate, c.cmd_code, c.params, c.state from command c join vehicle v on v.id = c.vehicle_id
    where c.id = any(${[...ids]}::bigint[]) and ${visible(viewer)} order by c.id`);

/** Cancels what still waits; returns what was. */
export async function cancel(db: Queryable, ids: readonly number[], now: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    update command set state = 5, answered_at = ${at(now)} where id = any(${[...ids]}::bigint[]) and state = 0 returning id`);
  return rows.map(({ id }) => id);
}

export type NewsRow = Pick<CommandRow, 'id' | 'vehicle_id' | 'cmd_code' | 'state' | 'result_code' | 'result_data'> & {
  readonly account_id: number | null;
  readonly department_id: number;
};

/** News of commands for consoles, without those of batches, which tell their progress. */
export const news = (db: Queryable, ids: readonly number[]) =>
  db.query<NewsRow>(sql`
    select c.id, c.vehicle_id, c.account_id, v.department_id, c.cmd_code, c.state, c.result_code, c.result_data
    from command c join vehicle v on v.id = c.vehicle_id
    where c.id = any(${[...ids]}::bigint[]) and not exists (select from command_batch_vehicle b where b.command_id = c.id)
    order by c.id`);

/** Vehicles whose terminals are online, as far as it is written. */
export const onlineVehicles = (db: Queryable) =>
  db.query<{ vehicle_id: number }>(sql`select distinct vehicle_id from online_session where logout_at is null`);

/** Forgets commands that were made before (epoch ms); returns how many. */
export const forgetCommands = (db: Queryable, before: number) =>
  db.run(sql`
    delete from command c where created_at < ${at(before)}
      -- what terminals still offer to drivers: event lists, information menus and phone books that no later one replaced
      and not (state = 2 and cmd_code in ('8301', '8303', '8401') and not exists (
        select from command n where n.vehicle_id = c.vehicle_id and n.cmd_code = c.cmd_code and n.id > c.id and n.state = 2
          and n.params ->> 'action' in ('0', '1')))`);
