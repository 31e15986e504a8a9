import { DAY_MS } from '@fleetwarden/domain/durations';
import { z } from 'zod';
import { at, type Db, type Queryable, type Sql, sql } from '../platform/db/database.ts';
import { listChangeColumns, selectStatusChanges } from '../platform/db/status-changes.ts';
import type { Job } from '../platform/jobs/job.ts';
import type { Jobs } from '../platform/jobs/runner.ts';
import { LATE_RUN_MS } from './limits.ts';

const EVERY_FIVE_MINUTES = '*/5 * * * *';
/** Days that are stored when a vehicle is first counted. */
const FIRST_DAYS = 8;
/** Vehicles per transaction. */
const VEHICLES = 50;

type StatusChangeOptions = {
  readonly db: Db;
  /** BUSINESS_TZ */
  readonly timeZone: string;
};

/** Registers the job that stores the status changes of days that are over. */
export function registerStatusChanges(jobs: Pick<Jobs, 'register' | 'schedule'>, options: StatusChangeOptions): void {
  const job: Job<object> = {
    kind: 'ingest.statusChanges',
    lane: 'maintenance',
    payload: z.object({}),
    maxAttempts: 1,
    run: async (_payload, { signal }) => {
      await storeStatusChanges(options, signal);
    },
  };
  jobs.register(job);
  jobs.schedule(job, EVERY_FIVE_MINUTES, {});
}

/**
 * Stores the status changes before the day of each vehicle's newest position, until 50 s are over. Returns the number of vehicles.
 * Older positions that come later are late: their recalculation stores the changes again. Throws on `signal`.
 */
export async function storeStatusChanges({ db, timeZone }: StatusChangeOptions, signal: AbortSignal): Promise<number> {
  const endAt = performance.now() + LATE_RUN_MS;
  let stored = 0;
  while (performance.now() < endAt) {
    signal.throwIfAborted();
    const vehicles = await db.transaction((tx) => storeNext(tx, timeZone));
    if (vehicles === 0) break;
    stored += vehicles;
  }
  return stored;
}

async function storeNext(tx: Queryable, timeZone: string): Promise<number> {
  const due = await tx.query<{ vehicleId: number; fromAt: number | null; untilAt: number }>(sql`
    select l.vehicle_id as "vehicleId", k.until_at as "fromAt", n.day_at as "untilAt"
    from vehicle_latest l left join status_change_range k on k.vehicle_id = l.vehicle_id
      cross join lateral (select date_trunc('day', l.gnss_at, ${timeZone}) as day_at) n
    where not l.stale and (k.until_at is null or k.until_at < n.day_at) order by l.vehicle_id limit ${VEHICLES}`);
  if (due.length === 0) return 0;
  const ids = due.map(({ vehicleId }) => vehicleId);
  const targets = sql`unnest(${ids}::integer[], ${due.map(({ untilAt }) => at(untilAt))}::timestamptz[]) n (vehicle_id, until_at)`;
  const first = sql`n.until_at - ${FIRST_DAYS}::integer * interval '1 day'`;
  await tx.run(sql`
    insert into status_change_range (vehicle_id, from_at, until_at) select n.vehicle_id, ${first}, ${first} from ${targets}
    order by n.vehicle_id on conflict (vehicle_id) do nothing`);
  await lockRanges(tx, ids);
  const from = Math.min(...due.map(({ fromAt, untilAt }) => fromAt ?? untilAt - FIRST_DAYS * DAY_MS)) - DAY_MS;
  await replaceChanges(
    tx,
    sql`select k.vehicle_id, k.until_at as from_at, n.until_at from ${targets} join status_change_range k on k.vehicle_id = n.vehicle_id`,
    { from, until: Math.max(...due.map(({ untilAt }) => untilAt)) },
  );
  await tx.run(sql`
    update status_change_range k set until_at = n.until_at from ${targets} where k.vehicle_id = n.vehicle_id and k.until_at < n.until_at`);
  return due.length;
}

/** Stores the changes of a time again, epoch ms, as far as they were stored, with the position after it. */
export async function recountStatusChanges(
  tx: Queryable,
  vehicleIds: readonly number[],
  from: number,
  until: number,
): Promise<void> {
  await lockRanges(tx, vehicleIds);
  const within = { from, until: until + DAY_MS };
  const next = sql`(select p.gnss_at + interval '1 ms' from position p where p.vehicle_id = k.vehicle_id
    and p.gnss_at >= ${at(until)} and p.gnss_at < ${at(within.until)} order by p.gnss_at limit 1)`;
  await replaceChanges(
    tx,
    sql`select k.vehicle_id, greatest(k.from_at, ${at(from)}) as from_at, least(k.until_at, coalesce(${next}, ${at(until)})) as until_at
      from status_change_range k where k.vehicle_id = any(${[...vehicleIds]}::integer[])`,
    within,
  );
}

/** One writer for each vehicle: positions that another one could not see yet are read after it. */
const lockRanges = (tx: Queryable, vehicleIds: readonly number[]): Promise<unknown> =>
  tx.query(sql`
    select from status_change_range where vehicle_id = any(${[...vehicleIds]}::integer[]) order by vehicle_id for update`);

/** `ranges`: vehicle_id, from_at, until_at. */
const replaceChanges = (tx: Queryable, ranges: Sql, within: { readonly from: number; readonly until: number }): Promise<number> =>
  tx.run(sql`
    with ranges as materialized (${ranges}), found as materialized (
      select r.vehicle_id, c.* from ranges r cross join lateral (${selectStatusChanges({
        vehicle: sql`r.vehicle_id`,
        from: sql`r.from_at`,
        until: sql`r.until_at`,
        within,
      })}) c
    ), gone as (
      delete from status_change s using ranges r where s.vehicle_id = r.vehicle_id and s.gnss_at >= r.from_at and s.gnss_at < r.until_at
        and not exists (select from found f where f.vehicle_id = s.vehicle_id and f.gnss_at = s.gnss_at)
    )
    insert into status_change as s select f.vehicle_id, ${listChangeColumns(sql`f`)} from found f
    on conflict (vehicle_id, gnss_at) do update set bits_before = excluded.bits_before
    where s.bits_before is distinct from excluded.bits_before`);

/** Deletes changes whose positions retention has deleted, for the maintenance job. Returns their number. */
export const deleteExpiredChanges = (db: Db, before: number): Promise<number> =>
  db.run(sql`delete from status_change where gnss_at < ${at(before)}`);
