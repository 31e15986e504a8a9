import { at, type Queryable, type Sql, sql } from '../../../platform/db/database.ts';
import type { Scope } from '../../identity/index.ts';

export type HoldRow = {
  readonly id: number;
  readonly vehicle_id: number | null;
  readonly plate: string | null;
  readonly driver_id: number | null;
  readonly driver: string | null;
  readonly reason: string;
  readonly held_by: string;
  readonly held_at: number;
  readonly released_at: number | null;
  readonly released_by: string;
  readonly release_reason: string;
};

type Target = { readonly targId?: string | undefined; readonly driverId?: string | undefined };
type Act = { readonly reason: string; readonly username: string; readonly now: number };

/** Holds `h` of the scope: of its vehicles `v` and drivers `d`. */
const inScope = (scope: Scope): Sql => sql`evidence_hold h left join vehicle v on v.id = h.vehicle_id
  left join driver d on d.id = h.driver_id where coalesce(v.department_id, d.department_id) = any(${[...scope]})`;

/** undefined: no such vehicle or driver in the scope. */
export async function hold(
  db: Queryable,
  scope: Scope,
  { targId, driverId }: Target,
  act: Act,
): Promise<{ readonly id: number; readonly name: string } | undefined> {
  const target =
    driverId === undefined
      ? sql`select v.id as vehicle_id, null::integer as driver_id, v.plate as name from vehicle v
          where v.id = ${Number(targId)} and v.department_id = any(${[...scope]})`
      : sql`select null::integer as vehicle_id, d.id as driver_id, d.name from driver d
          where d.id = ${Number(driverId)} and d.department_id = any(${[...scope]})`;
  return db.first(sql`
    with t as (${target}), held as (
      insert into evidence_hold (vehicle_id, driver_id, reason, held_by, held_at)
      select t.vehicle_id, t.driver_id, ${act.reason}, ${act.username}, ${at(act.now)} from t returning id
    ) select held.id, t.name from held, t`);
}

/** Resolves to the plate or the driver. undefined: no such hold in force in the scope. */
export async function release(
  db: Queryable,
  scope: Scope,
  id: number,
  { reason, username, now }: Act,
): Promise<string | undefined> {
  const row = await db.first<{ name: string }>(sql`
    update evidence_hold u set released_at = ${at(now)}, released_by = ${username}, release_reason = ${reason}
    from (select h.id, coalesce(v.plate, d.name) as name from ${inScope(scope)} and h.id = ${id}) found
    where u.id = found.id and u.released_at is null returning found.name`);
  return row?.name;
}

export async function listHolds(
  db: Queryable,
  scope: Scope,
  { released, targId, driverId }: Target & { readonly released?: boolean | undefined },
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: HoldRow[]; readonly total: number }> {
  const from = sql`from ${inScope(scope)}
    ${released === undefined ? sql`` : released ? sql`and h.released_at is not null` : sql`and h.released_at is null`}
    ${targId === undefined ? sql`` : sql`and h.vehicle_id = ${Number(targId)}`}
    ${driverId === undefined ? sql`` : sql`and h.driver_id = ${Number(driverId)}`}`;
  const [rows, total] = await Promise.all([
    db.query<HoldRow>(sql`
      select h.id, h.vehicle_id, v.plate, h.driver_id, d.name as driver, h.reason, h.held_by, h.held_at, h.released_at,
        h.released_by, h.release_reason ${from} order by h.held_at desc, h.id desc limit ${limit} offset ${offset}`),
    db.first<{ total: number }>(sql`select count(*)::integer as total ${from}`),
  ]);
  return { rows, total: total!.total };
}

export const holdReply = (row: HoldRow) => ({
  id: String(row.id),
  targId: row.vehicle_id === null ? '' : String(row.vehicle_id),
  carNo: row.plate ?? '',
  driverId: row.driver_id === null ? '' : String(row.driver_id),
  driverName: row.driver ?? '',
  reason: row.reason,
  username: row.held_by,
  heldAt: row.held_at,
  releasedAt: row.released_at,
  releasedBy: row.released_by,
  releaseReason: row.release_reason,
});
