import {
  type Duty,
  type DutyCard,
  type DutySource,
  differing,
  type GivenDriver,
  resolveDuties,
} from '../../../engine/drivers/duty.ts';
import { json, type Queryable, type Sql, sql } from '../../../platform/db/database.ts';

/** A time span of a vehicle, epoch ms, both ends included. */
export type VehicleSpan = { readonly vehicleId: number; readonly from: number; readonly until: number };

/** The end of an open duty, epoch ms: 9999-12-31. */
export const NEVER = 253_402_214_400_000;
/** A sign-in without a readable card changes nothing. */
const WAS_READ = sql`(c.action = 2 or coalesce(c.read_result, 0) = 0)`;

export const toInstant = (ms: Sql): Sql => sql`to_timestamp(${ms} / 1000.0)`;
/** Spans as rows `u` (vehicle_id, from_ms, until_ms). */
export const spanRows = (spans: readonly VehicleSpan[]): Sql => sql`unnest(${spans.map(({ vehicleId }) => vehicleId)}::integer[],
  ${spans.map(({ from }) => from)}::float8[], ${spans.map(({ until }) => until)}::float8[]) u (vehicle_id, from_ms, until_ms)`;

/** Groups rows by vehicle. */
export function groupByVehicle<T extends { readonly vehicleId: number }>(rows: readonly T[]): (vehicleId: number) => T[] {
  const added = Map.groupBy(rows, ({ vehicleId }) => vehicleId);
  return (vehicleId) => added.get(vehicleId) ?? [];
}

type Of<T> = T & { readonly vehicleId: number };
type Bounded = { readonly vehicleId: number; readonly since: number | null; readonly end: number | null };

/**
 * Recalculates who was on duty where cards or assigned drivers changed, one span per vehicle. Returns the changed spans; the
 * caller recounts their alarms.
 */
export async function rebuildDuties(tx: Queryable, spans: readonly VehicleSpan[]): Promise<VehicleSpan[]> {
  // the window between the neighbouring card events
  const bounds = await tx.query<Bounded>(sql`
    select u.vehicle_id as "vehicleId",
      (select max(c.at) from driver_card c where c.vehicle_id = u.vehicle_id and c.at < ${toInstant(sql`u.from_ms`)} and ${WAS_READ}) as since,
      (select min(c.at) from driver_card c where c.vehicle_id = u.vehicle_id and c.at > ${toInstant(sql`u.until_ms`)} and ${WAS_READ}) as end
    from ${spanRows(spans)}`);
  const within = (column: Sql): Sql => sql`(g.since is null or ${column} >= to_timestamp(g.since / 1000.0))
    and (g.end is null or ${column} < to_timestamp(g.end / 1000.0))`;
  const boundRows = sql`jsonb_to_recordset(${json(bounds)}::jsonb) g ("vehicleId" integer, since float8, "end" float8)`;
  const cards = groupByVehicle(
    await tx.query<Of<DutyCard>>(sql`
      select c.vehicle_id as "vehicleId", c.at, c.action = 1 as in, c.driver_id as "driverId",
        case when c.action = 1 then (
          select min(o.at) from driver_card o where o.driver_id = c.driver_id and o.action = 1 and coalesce(o.read_result, 0) = 0
            and o.vehicle_id <> c.vehicle_id and (o.at, o.vehicle_id) > (c.at, c.vehicle_id)) end as "elsewhereAt"
      from ${boundRows} join driver_card c on c.vehicle_id = g."vehicleId" and ${within(sql`c.at`)} and ${WAS_READ}
      order by c.vehicle_id, c.at, c.action desc`),
  );
  const drivers = groupByVehicle(
    await tx.query<Of<GivenDriver>>(sql`
      select k.vehicle_id as "vehicleId", k.since_at as since, k.driver_id as "driverId" from given_driver k
      where k.vehicle_id = any(${bounds.map(({ vehicleId }) => vehicleId)}::integer[]) order by k.vehicle_id, k.since_at`),
  );
  const known = groupByVehicle(
    await tx.query<Of<Duty>>(sql`
      select k.vehicle_id as "vehicleId", k.start_at as "startAt", k.end_at as "endAt", k.driver_id as "driverId", k.source
      from ${boundRows} join driver_duty k on k.vehicle_id = g."vehicleId" and ${within(sql`k.start_at`)}
      order by k.vehicle_id, k.start_at`),
  );
  const removed: { vehicleId: number; startAt: number }[] = [];
  const added: Of<Duty>[] = [];
  const changed: VehicleSpan[] = [];
  for (const { vehicleId, since, end } of bounds) {
    const before = known(vehicleId);
    const after = resolveDuties(cards(vehicleId), drivers(vehicleId), since ?? -Infinity, end ?? Infinity);
    const rows = new Set(before.map(dutyKey));
    const expected = new Set(after.map(dutyKey));
    removed.push(...before.filter((duty) => !expected.has(dutyKey(duty))));
    added.push(...after.filter((duty) => !rows.has(dutyKey(duty))).map((duty) => ({ ...duty, vehicleId })));
    const other = differing(before, after);
    if (other !== null) changed.push({ vehicleId, from: other.from, until: Math.min(other.until, NEVER) });
  }
  await write(tx, removed, added);
  await tx.run(sql`
    insert into alarm_day_due (vehicle_id, start_at)
    select a.vehicle_id, a.start_at from ${spanRows(changed)} join alarm a on a.vehicle_id = u.vehicle_id
      and a.start_at >= ${toInstant(sql`u.from_ms`)} and a.start_at < ${toInstant(sql`u.until_ms`)} order by a.vehicle_id, a.start_at`);
  return changed;
}

const dutyKey = ({ startAt, endAt, driverId, source }: Duty): string => `${startAt} ${endAt} ${driverId} ${source}`;

async function write(
  tx: Queryable,
  removed: readonly { readonly vehicleId: number; readonly startAt: number }[],
  added: readonly Of<Duty>[],
): Promise<void> {
  await tx.run(sql`
    delete from driver_duty k using unnest(${removed.map(({ vehicleId }) => vehicleId)}::integer[], ${removed.map(({ startAt }) => startAt)}::float8[])
      u (vehicle_id, start_ms) where k.vehicle_id = u.vehicle_id and k.start_at = ${toInstant(sql`u.start_ms`)}`);
  await tx.run(sql`
    insert into driver_duty (vehicle_id, start_at, end_at, driver_id, source)
    select v.id, ${toInstant(sql`u.start_ms`)}, ${toInstant(sql`u.end_ms`)}, u.driver_id, u.source
    from unnest(${added.map(({ vehicleId }) => vehicleId)}::integer[], ${added.map(({ startAt }) => startAt)}::float8[],
      ${added.map(({ endAt }) => endAt)}::float8[], ${added.map(({ driverId }) => driverId)}::integer[],
      ${added.map(({ source }): DutySource => source)}::smallint[]) u (vehicle_id, start_ms, end_ms, driver_id, source)
      join vehicle v on v.id = u.vehicle_id`);
}
