import type { BatchCounts, BatchState, CommandState } from '@fleetwarden/contract/commands/schemas';
import { at, json, type Queryable, sql } from '../../platform/db/database.ts';
import { pageOf } from '../../platform/db/list.ts';
import type { PageWindow } from '../../platform/http/page.ts';
import type { Viewer } from './store.ts';

/** States of a batch. */
export const BATCH = { awaiting: 0, running: 1, paused: 2, done: 3, cancelled: 4, refused: 5, expired: 6 } as const;

export type NewBatch = {
  readonly accountId: number;
  readonly departmentId: number;
  readonly name: string;
  readonly cmdCode: string;
  readonly params: unknown;
  readonly queueOffline: boolean;
  readonly state: BatchState;
  readonly approveBy: number | null;
  readonly createdAt: number;
};

export const noCounts = (pending: number): BatchCounts => ({
  pending,
  waiting: 0,
  sent: 0,
  succeeded: 0,
  failed: 0,
  timedOut: 0,
  cancelled: 0,
});

export async function insertBatch(tx: Queryable, batch: NewBatch, vehicleIds: readonly number[]): Promise<number> {
  const row = await tx.first<{ id: number }>(sql`
    insert into command_batch (account_id, department_id, name, cmd_code, params, queue_offline, state, total, counts, approve_by,
      created_at)
    values (${batch.accountId}, ${batch.departmentId}, ${batch.name}, ${batch.cmdCode}, ${json(batch.params)}::jsonb,
      ${batch.queueOffline}, ${batch.state}, ${vehicleIds.length}, ${json(noCounts(vehicleIds.length))}::jsonb,
      ${batch.approveBy === null ? null : at(batch.approveBy)}, ${at(batch.createdAt)})
    returning id`);
  await tx.run(sql`
    insert into command_batch_vehicle (batch_id, vehicle_id) select ${row!.id}, id from unnest(${[...vehicleIds]}::integer[]) v (id)`);
  return row!.id;
}

/** Number of an account's batches that have not ended. */
export async function openBatches(db: Queryable, accountId: number): Promise<number> {
  const row = await db.first<{ n: number }>(
    sql`select count(*) as n from command_batch where account_id = ${accountId} and state < 3`,
  );
  return row!.n;
}

export type BatchRow = {
  readonly id: number;
  readonly account_id: number | null;
  readonly department_id: number;
  readonly name: string;
  readonly cmd_code: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly queue_offline: boolean;
  readonly state: BatchState;
  readonly total: number;
  readonly counts: BatchCounts;
  readonly approve_by: number | null;
  readonly decided_at: number | null;
  readonly note: string | null;
  readonly created_at: number;
  readonly finished_at: number | null;
  readonly user_name: string | null;
  readonly decided_name: string | null;
};

const COLUMNS = sql`b.id, b.account_id, b.department_id, b.name, b.cmd_code, b.params, b.queue_offline, b.state, b.total, b.counts,
  b.approve_by, b.decided_at, b.note, b.created_at, b.finished_at, a.user_name, d.user_name as decided_name`;
const FROM = sql`from command_batch b left join account a on a.id = b.account_id left join account d on d.id = b.decided_by`;
const NOTHING = sql``;

/** Whether a user sees a batch: an own one, or one of a user of the scope with a command that the user may send. */
const visible = ({ accountId, scope, codes }: Viewer) => sql`
  (b.account_id = ${accountId} or (b.department_id = any(${[...scope]}) and b.cmd_code = any(${[...codes]})))`;

export type BatchFilter = { readonly state?: BatchState | undefined; readonly mine: boolean; readonly toDecide: boolean };

/** A page of the visible batches, newest first. */
export const listBatches = (db: Queryable, viewer: Viewer, { state, mine, toDecide }: BatchFilter, page: PageWindow) =>
  pageOf<BatchRow>(
    db,
    {
      columns: COLUMNS,
      from: sql`${FROM} where ${visible(viewer)}
        ${state === undefined ? NOTHING : sql`and b.state = ${state}`}
        ${mine ? sql`and b.account_id = ${viewer.accountId}` : NOTHING}
        ${toDecide ? sql`and b.state = 0 and b.account_id <> ${viewer.accountId}` : NOTHING}`,
      order: sql`order by b.created_at desc, b.id desc`,
    },
    page,
  );

/** A visible batch. */
export const findBatch = (db: Queryable, viewer: Viewer, id: number) =>
  db.first<BatchRow>(sql`select ${COLUMNS} ${FROM} where b.id = ${id} and ${visible(viewer)}`);

/** Batches by id, for messages to consoles. */
export const batchesById = (db: Queryable, ids: readonly number[]) =>
  db.query<BatchRow>(sql`select ${COLUMNS} ${FROM} where b.id = any(${[...ids]}) order by b.id`);

/** Changes the state of a batch that is in one of `from`; whether it was. */
export async function moveBatch(
  db: Queryable,
  id: number,
  from: readonly BatchState[],
  to: BatchState,
  finishedAt: number | null = null,
): Promise<boolean> {
  const changed = await db.run(sql`
    update command_batch set state = ${to}, finished_at = ${finishedAt === null ? null : at(finishedAt)}
    where id = ${id} and state = any(${[...from]})`);
  return changed > 0;
}

/** Approves or refuses a batch that waits for it; false if it does not wait any more. */
export async function decideBatch(
  db: Queryable,
  id: number,
  decision: { readonly state: BatchState; readonly by: number; readonly note: string; readonly now: number },
): Promise<boolean> {
  const { state, by, note, now } = decision;
  const changed = await db.run(sql`
    update command_batch set state = ${state}, decided_by = ${by}, decided_at = ${at(now)}, note = ${note},
      finished_at = ${state === BATCH.running ? null : at(now)}
    where id = ${id} and state = ${BATCH.awaiting} and approve_by > ${at(now)}`);
  return changed > 0;
}

/** Ends batches that were not approved in time; their ids. */
export async function expireBatches(db: Queryable, now: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    update command_batch set state = ${BATCH.expired}, finished_at = ${at(now)}
    where state = ${BATCH.awaiting} and approve_by <= ${at(now)} returning id`);
  return rows.map(({ id }) => id);
}

export const runningBatches = (db: Queryable) =>
  db.query<{ id: number }>(sql`select id from command_batch where state = ${BATCH.running} order by id`);

/** Locks a running batch for this transaction; undefined if it does not run, or another node has it. */
export const lockBatch = (tx: Queryable, id: number) =>
  tx.first<Pick<BatchRow, 'id' | 'account_id' | 'cmd_code' | 'params' | 'queue_offline'>>(sql`
    select id, account_id, cmd_code, params, queue_offline from command_batch
    where id = ${id} and state = ${BATCH.running} for update skip locked`);

export async function pendingVehicles(tx: Queryable, batchId: number, limit: number): Promise<number[]> {
  const rows = await tx.query<{ vehicle_id: number }>(sql`
    select vehicle_id from command_batch_vehicle where batch_id = ${batchId} and command_id is null and refused is null
    order by vehicle_id limit ${limit}`);
  return rows.map(({ vehicle_id }) => vehicle_id);
}

export const setCommands = (
  tx: Queryable,
  batchId: number,
  commands: readonly { readonly vehicleId: number; readonly id: number }[],
) =>
  tx.run(sql`
    update command_batch_vehicle v set command_id = u.command_id
    from unnest(${commands.map(({ vehicleId }) => vehicleId)}::integer[], ${commands.map(({ id }) => id)}::bigint[]) u (vehicle_id, command_id)
    where v.batch_id = ${batchId} and v.vehicle_id = u.vehicle_id`);

export const refuseVehicles = (tx: Queryable, batchId: number, vehicleIds: readonly number[] | null, code: number) =>
  tx.run(sql`
    update command_batch_vehicle set refused = ${code}
    where batch_id = ${batchId} and command_id is null and refused is null
      ${vehicleIds === null ? NOTHING : sql`and vehicle_id = any(${[...vehicleIds]})`}`);

/** Commands of running batches that wait to be sent: a process may have died before it told the gateway. */
export const waitingVehicles = (db: Queryable) =>
  db.query<{ vehicle_id: number }>(sql`
    select v.vehicle_id from command_batch b join command_batch_vehicle v on v.batch_id = b.id join command c on c.id = v.command_id
    where b.state = ${BATCH.running} and c.state = 0`);

/** Commands of a batch that wait to be sent. */
export async function waitingCommands(db: Queryable, batchId: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    select c.id from command_batch_vehicle v join command c on c.id = v.command_id where v.batch_id = ${batchId} and c.state = 0`);
  return rows.map(({ id }) => id);
}

/** The batches of these commands. */
export async function batchesOfCommands(db: Queryable, ids: readonly number[]): Promise<number[]> {
  const rows = await db.query<{ batch_id: number }>(sql`
    select distinct batch_id from command_batch_vehicle where command_id = any(${[...ids]}::bigint[])`);
  return rows.map(({ batch_id }) => batch_id);
}

/** CMD_STATE of a vehicle's result. */
const STATE = sql`case when v.refused is not null then 3 else c.state end`;

/** Counts the results of a batch, stores them, and ends it if it runs and nothing is open; undefined for a deleted one. */
export async function summarize(db: Queryable, id: number, now: number): Promise<BatchRow | undefined> {
  const counted = await db.query<{ state: CommandState | null; n: number }>(sql`
    select ${STATE} as state, count(*) as n from command_batch_vehicle v left join command c on c.id = v.command_id
    where v.batch_id = ${id} group by 1`);
  const of = (...states: readonly (CommandState | null)[]) =>
    counted.filter(({ state }) => states.includes(state)).reduce((sum, { n }) => sum + n, 0);
  const counts: BatchCounts = {
    pending: of(null),
    waiting: of(0),
    sent: of(1),
    succeeded: of(2, 6),
    failed: of(3),
    timedOut: of(4),
    cancelled: of(5),
  };
  const isOver = counts.pending + counts.waiting + counts.sent === 0;
  await db.run(sql`update command_batch set counts = ${json(counts)}::jsonb where id = ${id}`);
  if (isOver) await moveBatch(db, id, [BATCH.running], BATCH.done, now);
  return (await batchesById(db, [id]))[0];
}

/**
 * Makes failed, timed out and cancelled vehicles pending again, in a batch that is done or cancelled; how many, or null in another state.
 * `approveBy`: it waits for approval again.
 */
export async function reopenBatch(tx: Queryable, batchId: number, approveBy: number | null): Promise<number | null> {
  const changed = await tx.run(sql`
    update command_batch set state = ${approveBy === null ? BATCH.running : BATCH.awaiting}, finished_at = null,
      approve_by = ${approveBy === null ? null : at(approveBy)}, decided_by = null, decided_at = null, note = null
    where id = ${batchId} and state = any(${[BATCH.done, BATCH.cancelled]})`);
  if (changed === 0) return null;
  return tx.run(sql`
    update command_batch_vehicle v set command_id = null, refused = null
    where v.batch_id = ${batchId} and (v.refused is not null
      or exists (select from command c where c.id = v.command_id and c.state = any(${[3, 4, 5]})))`);
}

/** Plates of the vehicles that a retry would send to, with those that a cancelled batch did not reach. */
export const retriedVehicles = (db: Queryable, batchId: number) =>
  db.query<{ plate: string }>(sql`
    select x.plate from command_batch_vehicle v join vehicle x on x.id = v.vehicle_id left join command c on c.id = v.command_id
    where v.batch_id = ${batchId} and (v.command_id is null or c.state = any(${[3, 4, 5]}))`);

export type BatchVehicleRow = {
  readonly vehicle_id: number;
  readonly plate: string;
  readonly plate_colour: number;
  readonly dept_name: string;
  readonly command_id: number | null;
  readonly state: CommandState | null;
  readonly result_code: number | null;
  readonly result_data: unknown;
  readonly sent_at: number | null;
  readonly answered_at: number | null;
};

/** A page of the vehicles of a batch in the viewer's scope, with their results. */
export const listBatchVehicles = (
  db: Queryable,
  batchId: number,
  filter: { readonly scope: ReadonlySet<number>; readonly state?: CommandState | undefined; readonly pending: boolean },
  page: PageWindow,
) =>
  pageOf<BatchVehicleRow>(
    db,
    {
      columns: sql`v.vehicle_id, x.plate, x.plate_colour, d.name as dept_name, v.command_id, ${STATE} as state,
        coalesce(v.refused, c.result_code) as result_code, c.result_data, c.sent_at, c.answered_at`,
      from: sql`
        from command_batch_vehicle v join vehicle x on x.id = v.vehicle_id join department d on d.id = x.department_id
          left join command c on c.id = v.command_id
        where v.batch_id = ${batchId} and x.department_id = any(${[...filter.scope]})
          ${filter.state === undefined ? NOTHING : sql`and ${STATE} = ${filter.state}`}
          ${filter.pending ? sql`and v.command_id is null and v.refused is null` : NOTHING}`,
      order: sql`order by v.vehicle_id`,
    },
    page,
  );

/** Number of vehicles of a batch outside a scope. */
export async function vehiclesOutside(db: Queryable, batchId: number, scope: ReadonlySet<number>): Promise<number> {
  const row = await db.first<{ n: number }>(sql`
    select count(*) as n from command_batch_vehicle v join vehicle x on x.id = v.vehicle_id
    where v.batch_id = ${batchId} and not x.department_id = any(${[...scope]})`);
  return row!.n;
}

/** Deletes batches that were started before (epoch ms). */
export const forgetBatches = (db: Queryable, before: number) =>
  db.run(sql`delete from command_batch where created_at < ${at(before)}`);
