import type { SetState } from '@fleetwarden/contract/terminal-settings/schemas';
import { at, json, type Queryable, sql } from '../../platform/db/database.ts';
import { between, pageOf } from '../../platform/db/list.ts';
import type { PageWindow } from '../../platform/http/page.ts';
import { ANSWERED } from '../commands/index.ts';
import type { Scope } from '../identity/index.ts';
import type { Values } from './compare-values.ts';

export type SetSource = 'manual' | 'template' | 'default' | 'copy';

/** What became of a set for one vehicle at its beginning. */
export type SetVehicle = {
  readonly vehicleId: number;
  readonly values: Values;
  readonly notApplicable: readonly string[];
  readonly commandId: number | null;
  readonly state: SetState;
  readonly resultCode: number | null;
};

/** Enters a set with its vehicles; returns its number. */
export async function insertSet(
  tx: Queryable,
  set: {
    readonly accountId: number | null;
    readonly source: SetSource;
    readonly templateName: string | null;
    readonly at: number;
  },
  vehicles: readonly SetVehicle[],
): Promise<number> {
  const row = await tx.first<{ id: number }>(sql`
    insert into parameter_set (account_id, source, template_name, created_at)
    values (${set.accountId}::integer, ${set.source}, ${set.templateName}::text, ${at(set.at)}) returning id`);
  await tx.run(sql`
    insert into parameter_set_vehicle (set_id, vehicle_id, parameters, not_applicable, command_id, state, result_code, changed_at)
    select ${row!.id}, x."vehicleId", x.values, x."notApplicable", x."commandId", x.state, x."resultCode", ${at(set.at)}
    from jsonb_to_recordset(${json(vehicles)}::jsonb)
      x ("vehicleId" integer, values jsonb, "notApplicable" text[], "commandId" bigint, state text, "resultCode" integer)`);
  return row!.id;
}

/** Remembers the batch that sends vehicles of a set. */
export const noteBatch = (db: Queryable, setId: number, vehicleIds: readonly number[], batchId: number) =>
  db.run(sql`
    update parameter_set_vehicle set batch_id = ${batchId} where set_id = ${setId} and vehicle_id = any(${[...vehicleIds]})`);

/** Gives approved sets the commands that their batch sent. */
export const adoptCommands = (tx: Queryable, commandIds: readonly number[], now: number) =>
  tx.run(sql`
    update parameter_set_vehicle sv set command_id = b.command_id, state = 'sent', changed_at = ${at(now)}
    from command_batch_vehicle b
    where b.command_id = any(${[...commandIds]}::bigint[]) and sv.batch_id = b.batch_id and sv.vehicle_id = b.vehicle_id
      and sv.state in ('awaiting', 'failed') and sv.command_id is distinct from b.command_id`);

/** Command states. */
const [OK, FAILED, CANCELLED] = [2, 3, 5];

/** Those of these commands that read or set parameters and ended. Most commands do neither. */
export async function endedCommands(db: Queryable, ids: readonly number[]): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    select id from command
    where id = any(${[...ids]}::bigint[]) and cmd_code in ('8103', '8103server', '8104', '8106') and state >= ${OK}`);
  return rows.map(({ id }) => id);
}

/** A set of one vehicle that changed its state. */
export type ChangedSet = {
  readonly set_id: number;
  readonly vehicle_id: number;
  readonly command_id: number;
  readonly state: SetState;
};
export type Accepted = ChangedSet & { readonly ids: readonly string[]; readonly protocol_version: number | null };

/** Sets whose command the terminal accepted: they are to be read back. A command that was answered late still counts. */
export const takeAccepted = (tx: Queryable, commandIds: readonly number[], now: number) =>
  tx.query<Accepted>(sql`
    update parameter_set_vehicle sv set state = 'reading', result_code = c.result_code, changed_at = ${at(now)}
    from command c left join terminal t on t.vehicle_id = c.vehicle_id
    where sv.command_id = any(${[...commandIds]}::bigint[]) and c.id = sv.command_id and sv.state in ('sent', 'failed')
      and c.state = ${OK}
    returning sv.set_id, sv.vehicle_id, sv.command_id, sv.state, t.protocol_version,
      array(select jsonb_object_keys(sv.parameters)) as ids`);

/** Remembers the commands that read sets back. */
export const noteReads = (
  tx: Queryable,
  reads: readonly { readonly setId: number; readonly vehicleId: number; readonly id: number }[],
) =>
  tx.run(sql`
    update parameter_set_vehicle sv set read_command_id = x.id
    from jsonb_to_recordset(${json(reads)}::jsonb) x ("setId" integer, "vehicleId" integer, id bigint)
    where sv.set_id = x."setId" and sv.vehicle_id = x."vehicleId"`);

/** Sets that cannot be read back. */
export const noteUnread = (tx: Queryable, sets: readonly Pick<ChangedSet, 'set_id' | 'vehicle_id'>[], now: number) =>
  tx.run(sql`
    update parameter_set_vehicle sv set state = 'unconfirmed', changed_at = ${at(now)}
    from jsonb_to_recordset(${json(sets)}::jsonb) x (set_id integer, vehicle_id integer)
    where sv.set_id = x.set_id and sv.vehicle_id = x.vehicle_id`);

/** Sets whose command failed, and those whose values could not be read back. */
export const takeFailed = (tx: Queryable, commandIds: readonly number[], now: number) =>
  tx.query<ChangedSet>(sql`
    update parameter_set_vehicle sv set
      state = case when sv.command_id = c.id then 'failed' else 'unconfirmed' end, result_code = c.result_code, changed_at = ${at(now)}
    from command c
    where c.id = any(${[...commandIds]}::bigint[]) and c.state between ${FAILED} and ${CANCELLED}
      and ((sv.command_id = c.id and sv.state = 'sent') or (sv.read_command_id = c.id and sv.state = 'reading'))
    returning sv.set_id, sv.vehicle_id, sv.command_id, sv.state`);

export type ReadBack = ChangedSet & { readonly parameters: Values; readonly returned: Values | null };

/** Sets whose values were read back. */
export const readBack = (tx: Queryable, commandIds: readonly number[]) =>
  tx.query<ReadBack>(sql`
    select sv.set_id, sv.vehicle_id, sv.command_id, sv.state, sv.parameters, c.result_data -> 'parameters' as returned
    from parameter_set_vehicle sv join command c on c.id = sv.read_command_id
    where sv.read_command_id = any(${[...commandIds]}::bigint[]) and sv.state in ('reading', 'unconfirmed') and c.state = ${ANSWERED}
    for update of sv skip locked`);

/** Closes a set: confirmed, or the values that differ. */
export const closeSet = (tx: Queryable, { set_id, vehicle_id }: ChangedSet, differing: Values, now: number) =>
  tx.run(sql`
    update parameter_set_vehicle set state = ${Object.keys(differing).length > 0 ? 'differs' : 'confirmed'},
      differing = ${json(differing)}::jsonb, changed_at = ${at(now)}
    where set_id = ${set_id} and vehicle_id = ${vehicle_id}`);

/** Commands of open sets: after a start, those that ended in between are followed. */
export async function openCommands(db: Queryable): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    select coalesce(sv.read_command_id, sv.command_id) as id from parameter_set_vehicle sv
    where sv.state in ('sent', 'reading') and coalesce(sv.read_command_id, sv.command_id) is not null`);
  return rows.map(({ id }) => id);
}

export type SetRow = {
  readonly set_id: number;
  readonly vehicle_id: number;
  readonly plate: string;
  readonly plate_colour: number;
  readonly dept_name: string;
  readonly source: SetSource;
  readonly template_name: string | null;
  readonly parameters: Values;
  readonly differing: Values;
  readonly not_applicable: readonly string[];
  readonly command_id: number | null;
  readonly state: SetState;
  readonly cmd_state: 0 | 1 | 2 | 3 | 4 | 5 | 6 | null;
  readonly result_code: number | null;
  readonly user_name: string | null;
  readonly created_at: number;
  readonly changed_at: number;
};

export type SetFilter = {
  readonly setId?: number | undefined;
  readonly vehicleIds?: readonly number[] | undefined;
  readonly state?: SetState | undefined;
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
};

const NOTHING = sql``;
/** States of a batch from which it is not sent: cancelled, refused, expired. */
const UNSENT = 4;
const STATE = sql`
  case when sv.state = 'awaiting' and exists (select from command_batch b where b.id = sv.batch_id and b.state >= ${UNSENT})
    then 'refused' else sv.state end`;

/** Sets of vehicles of the scope, newest first. */
export const listSets = (db: Queryable, scope: Scope, filter: SetFilter, page: PageWindow) =>
  pageOf<SetRow>(
    db,
    {
      columns: sql`sv.set_id, sv.vehicle_id, v.plate, v.plate_colour, d.name as dept_name, s.source, s.template_name, sv.parameters,
        sv.differing, sv.not_applicable, sv.command_id, ${STATE} as state,
        (select c.state from command c where c.id = sv.command_id) as cmd_state, sv.result_code, a.user_name, s.created_at,
        sv.changed_at`,
      from: sql`
        from parameter_set_vehicle sv join parameter_set s on s.id = sv.set_id join vehicle v on v.id = sv.vehicle_id
          join department d on d.id = v.department_id left join account a on a.id = s.account_id
        where v.department_id = any(${[...scope]})
          ${filter.setId === undefined ? NOTHING : sql`and sv.set_id = ${filter.setId}`}
          ${filter.vehicleIds === undefined ? NOTHING : sql`and sv.vehicle_id = any(${[...filter.vehicleIds]})`}
          ${filter.state === undefined ? NOTHING : sql`and ${STATE} = ${filter.state}`}
          ${between(sql`s.created_at`, filter.startTime, filter.endTime)}`,
      order: sql`order by sv.set_id desc, sv.vehicle_id`,
    },
    page,
  );

export type PendingRow = {
  readonly id: string;
  readonly value: unknown;
  readonly set_id: number;
  readonly state: SetState;
  readonly changed_at: number;
};

/** The newest sent value of each parameter of a vehicle that is not confirmed; `since` epoch ms. */
export const pendingValues = (db: Queryable, vehicleId: number, since: number) =>
  db.query<PendingRow>(sql`
    select * from (
      select distinct on (x.key) x.key as id, x.value, sv.set_id, sv.state, sv.changed_at
      from parameter_set_vehicle sv join parameter_set s on s.id = sv.set_id cross join lateral jsonb_each(sv.parameters) x
      where sv.vehicle_id = ${vehicleId} and s.created_at >= ${at(since)} and sv.state not in ('failed', 'refused')
      order by x.key, sv.set_id desc
    ) newest where state <> 'confirmed'`);

/** Departments of vehicles, for messages to consoles. */
export const departmentsOf = (db: Queryable, vehicleIds: readonly number[]) =>
  db.query<{ id: number; department_id: number }>(sql`select id, department_id from vehicle where id = any(${[...vehicleIds]})`);

/** Forgets sets that were made before (epoch ms); returns how many. */
export const forgetSets = (db: Queryable, before: number) =>
  db.run(sql`delete from parameter_set where created_at < ${at(before)}`);
