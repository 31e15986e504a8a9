import { ROLLOUT_STAGES, ROLLOUT_STATES, UPGRADE_STATES, UPGRADE_TERMINAL } from '@fleetwarden/contract/firmware/firmware-limits';
import { at, type Queryable, sql } from '../../platform/db/database.ts';
import { contains, pageOf } from '../../platform/db/list.ts';
import type { PageWindow } from '../../platform/http/page.ts';
import { ANSWERED } from '../commands/index.ts';
import type { Scope } from '../identity/index.ts';

export type NewRollout = {
  readonly firmwareId: number;
  readonly departmentId: number;
  readonly accountId: number;
  readonly way: number;
  readonly percent: number;
  readonly stopAfter: number;
  readonly autoNext: boolean;
  readonly note: string;
  readonly state: number;
  /** Epoch ms; null: it needs no approval. */
  readonly approveBy: number | null;
};

export type RolloutRow = {
  readonly id: number;
  readonly firmware_id: number;
  readonly file_name: string;
  readonly kind: 0 | 12 | 52;
  readonly version: string;
  readonly way: 1 | 2;
  readonly percent: number;
  readonly stop_after: number;
  readonly auto_next: boolean;
  readonly state: number;
  readonly stage: 1 | 2;
  readonly note: string;
  readonly dept_name: string;
  readonly user_name: string | null;
  readonly created_at: number;
  readonly ended_at: number | null;
  readonly approve_by: number | null;
  readonly first_cars: number;
  readonly cars: number;
  readonly waiting: number;
  readonly sending: number;
  readonly sent: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly withdrawn: number;
  readonly progress: number;
};

export type TargetRow = {
  readonly vehicle_id: number;
  readonly plate: string;
  readonly plate_colour: number;
  readonly dept_name: string;
  readonly model: string | null;
  readonly stage: 1 | 2;
  readonly state: number;
  readonly parts: number | null;
  readonly parts_done: number;
  readonly attempts: number;
  readonly result_code: number | null;
  readonly reported_version: string | null;
  readonly started_at: number | null;
  readonly ended_at: number | null;
};

/** Stores a roll-out: `first` vehicles of the first stage, and the `others`. Rejects if a vehicle is in another one. */
export async function insertRollout(
  tx: Queryable,
  rollout: NewRollout,
  first: readonly number[],
  others: readonly number[],
): Promise<number> {
  const stage = others.length === 0 ? ROLLOUT_STAGES.all : ROLLOUT_STAGES.first;
  const row = await tx.first<{ id: number }>(sql`
    insert into firmware_rollout (firmware_id, department_id, account_id, way, percent, stop_after, auto_next, stage, note, state,
      approve_by)
    values (${rollout.firmwareId}, ${rollout.departmentId}, ${rollout.accountId}, ${rollout.way}, ${rollout.percent},
      ${rollout.stopAfter}, ${rollout.autoNext}, ${stage}, ${rollout.note}, ${rollout.state}, ${at(rollout.approveBy)})
    returning id`);
  await tx.run(sql`
    insert into firmware_target (rollout_id, vehicle_id, stage)
    select ${row!.id}::integer, id, ${ROLLOUT_STAGES.first}::smallint from unnest(${[...first]}::integer[]) id
    union all
    select ${row!.id}::integer, id, ${ROLLOUT_STAGES.all}::smallint from unnest(${[...others]}::integer[]) id`);
  return row!.id;
}

const count = (state: number) => sql`count(*) filter (where t.state = ${state})::integer`;
/** The share of its data that one vehicle has. */
const share = sql`
  case when t.state between ${UPGRADE_STATES.sent} and ${UPGRADE_STATES.succeeded} then 1.0
       when r.way = 2 then least(t.downloaded::float8 / f.bytes, 1)
       else coalesce(t.parts_done::float8 / nullif(t.parts, 0), 0) end`;

export const listRollouts = (
  db: Queryable,
  scope: Scope,
  { id, state }: { readonly id?: number | undefined; readonly state?: number | undefined },
  page: PageWindow,
) =>
  pageOf<RolloutRow>(
    db,
    {
      columns: sql`
        r.id, r.firmware_id, f.name as file_name, f.kind, f.version, r.way, r.percent, r.stop_after, r.auto_next, r.state,
        r.stage, r.note, d.name as dept_name, a.user_name, r.created_at, r.ended_at, r.approve_by, c.*`,
      from: sql`
        from firmware_rollout r join firmware f on f.id = r.firmware_id join department d on d.id = r.department_id
          left join account a on a.id = r.account_id
          cross join lateral (
            select count(*) filter (where t.stage = ${ROLLOUT_STAGES.first})::integer as first_cars, count(*)::integer as cars,
              ${count(UPGRADE_STATES.waiting)} as waiting, ${count(UPGRADE_STATES.sending)} as sending,
              ${count(UPGRADE_STATES.sent)} as sent, ${count(UPGRADE_STATES.succeeded)} as succeeded,
              ${count(UPGRADE_STATES.failed)} as failed, ${count(UPGRADE_STATES.cancelled)} as cancelled,
              ${count(UPGRADE_STATES.withdrawn)} as withdrawn, coalesce(avg(${share}), 0)::float8 as progress
            from firmware_target t where t.rollout_id = r.id) c
        where r.department_id = any(${[...scope]})
          ${id === undefined ? sql`` : sql`and r.id = ${id}`}
          ${state === undefined ? sql`` : sql`and r.state = ${state}`}`,
      order: sql`order by r.id desc`,
    },
    page,
  );

export const findRollout = (db: Queryable, scope: Scope, id: number) =>
  db.first<{ id: number; state: number; account_id: number | null; version: string; name: string }>(sql`
    select r.id, r.state, r.account_id, f.version, f.name from firmware_rollout r join firmware f on f.id = r.firmware_id
    where r.id = ${id} and r.department_id = any(${[...scope]})`);

export const departmentsOf = (db: Queryable, ids: readonly number[]) =>
  db.query<{ id: number; department_id: number }>(sql`
    select id, department_id from firmware_rollout where id = any(${[...ids]})`);

export const listTargets = (
  db: Queryable,
  scope: Scope,
  { id, state, plate }: { readonly id: number; readonly state?: number | undefined; readonly plate?: string | undefined },
  page: PageWindow,
) =>
  pageOf<TargetRow>(
    db,
    {
      columns: sql`
        t.vehicle_id, v.plate, v.plate_colour, d.name as dept_name, m.model, t.stage, t.state, t.parts, t.parts_done, t.attempts,
        t.result_code, t.started_at, t.ended_at,
        (select c.result_data ->> 'firmware' from command c
          where c.id = t.read_command and c.state = ${ANSWERED}) as reported_version`,
      from: sql`
        from firmware_target t join vehicle v on v.id = t.vehicle_id join department d on d.id = v.department_id
          left join terminal m on m.vehicle_id = v.id
        where t.rollout_id = ${id} and v.department_id = any(${[...scope]})
          ${state === undefined ? sql`` : sql`and t.state = ${state}`} ${contains(sql`v.plate`, plate)}`,
      // those under way, then those with a result, then those that wait
      order: sql`order by case when t.state in (1, 2) then 0 when t.state = 0 then 2 else 1 end, t.ended_at desc nulls last, v.plate`,
    },
    page,
  );

/** Sets the state of a roll-out that has one of the states `from`; whether it did. */
export async function setRolloutState(db: Queryable, id: number, from: readonly number[], state: number): Promise<boolean> {
  const rows = await db.run(sql`
    update firmware_rollout r set state = ${state},
      ended_at = case when ${state} >= ${ROLLOUT_STATES.finished} then now() end,
      -- a user who resumes it accepts the failures so far
      forgiven = case when ${state} = ${ROLLOUT_STATES.running}
        then (select count(*) from firmware_target t where t.rollout_id = r.id and t.state in (4, 5)) else r.forgiven end
    where r.id = ${id} and r.state = any(${[...from]}::smallint[])`);
  return rows > 0;
}

export const releaseAll = (db: Queryable, id: number) =>
  db.run(sql`update firmware_rollout set stage = ${ROLLOUT_STAGES.all} where id = ${id}`);

/** Failed vehicles wait again, unless another roll-out has them; returns their number. */
export const retryFailed = (db: Queryable, id: number) =>
  db.run(sql`
    update firmware_target t set state = ${UPGRADE_STATES.waiting}, result_code = null, ended_at = null, parts_done = 0,
      first_serial = null, downloaded = 0, attempts = 0, lease_until = null
    where t.rollout_id = ${id} and t.state in (${UPGRADE_STATES.failed}, ${UPGRADE_STATES.cancelled})
      and not exists (select from firmware_target o where o.vehicle_id = t.vehicle_id and o.state < 3)`);

/** Takes back what was not sent completely; what was, still gets its result. */
export const withdraw = (db: Queryable, id: number, now: number) =>
  db.run(sql`
    update firmware_target set state = ${UPGRADE_STATES.withdrawn}, ended_at = ${at(now)}, token = null
    where rollout_id = ${id} and state < ${UPGRADE_STATES.sent}`);

/** Starts a roll-out that a second user approves in time; whether it waited for that. */
export const approveRollout = async (
  db: Queryable,
  id: number,
  { accountId, now }: { readonly accountId: number; readonly now: number },
): Promise<boolean> =>
  (await db.run(sql`
    update firmware_rollout set state = ${ROLLOUT_STATES.running}, approved_by = ${accountId}
    where id = ${id} and state = ${ROLLOUT_STATES.awaiting} and approve_by > ${at(now)}`)) > 0;

/** Ends roll-outs that were not approved in time, and frees their vehicles; their ids. */
export async function expireRollouts(db: Queryable, now: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    with expired as (
      update firmware_rollout set state = ${ROLLOUT_STATES.expired}, ended_at = ${at(now)}
      where state = ${ROLLOUT_STATES.awaiting} and approve_by <= ${at(now)} returning id
    ), freed as (
      update firmware_target set state = ${UPGRADE_STATES.withdrawn}, ended_at = ${at(now)}
      where rollout_id in (select id from expired)
    )
    select id from expired`);
  return rows.map(({ id }) => id);
}

export const saveNote = (db: Queryable, id: number, note: string) =>
  db.run(sql`update firmware_rollout set note = ${note} where id = ${id}`);

/** A download that a terminal may begin or continue. */
export type Download = { readonly rollout_id: number; readonly vehicle_id: number; readonly file: string; readonly name: string };

export const findDownload = (db: Queryable, token: string) =>
  db.first<Download>(sql`
    select t.rollout_id, t.vehicle_id, f.file, f.name from firmware_target t
      join firmware_rollout r on r.id = t.rollout_id join firmware f on f.id = r.firmware_id
    where t.token = ${token} and t.state in (${UPGRADE_STATES.sending}, ${UPGRADE_STATES.sent}) and r.state = 0 and f.deleted_at is null`);

/** Vehicles whose terminal was upgraded after `since` (epoch ms) and was not asked for its version. */
export const listUnread = (db: Queryable, since: number) =>
  db.query<{ rollout_id: number; vehicle_id: number }>(sql`
    select t.rollout_id, t.vehicle_id from firmware_target t
      join firmware_rollout r on r.id = t.rollout_id join firmware f on f.id = r.firmware_id
    where t.state = ${UPGRADE_STATES.succeeded} and t.read_command is null and t.ended_at > ${at(since)}
      and f.kind = ${UPGRADE_TERMINAL}`);

/** Stores the command that asks a terminal for its version; 0: none was sent. */
export const saveRead = (
  db: Queryable,
  target: { readonly rollout_id: number; readonly vehicle_id: number },
  commandId: number,
) =>
  db.run(sql`
    update firmware_target set read_command = ${commandId}
    where rollout_id = ${target.rollout_id} and vehicle_id = ${target.vehicle_id}`);

/** Stores that a terminal has all bytes up to `bytes`; `resultBy` (epoch ms): it has all, and the address ends. */
export const saveDownload = (db: Queryable, token: string, bytes: number, resultBy: number | null) =>
  db.run(sql`
    update firmware_target set downloaded = greatest(downloaded, ${bytes}),
      token = case when ${resultBy !== null} then null else token end,
      state = case when ${resultBy !== null} then ${UPGRADE_STATES.sent}::smallint else state end,
      result_by = coalesce(${at(resultBy)}::timestamptz, result_by)
    where token = ${token}`);
