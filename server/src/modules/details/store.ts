import { at, type Queryable, sql } from '../../platform/db/database.ts';

/** A vehicle of the scope; undefined for any other. */
export const vehicleOf = (db: Queryable, id: number, scope: ReadonlySet<number>) =>
  db.first<{ id: number; driver_id: number | null }>(sql`
    select id, driver_id from vehicle where id = ${id} and department_id = any(${[...scope]}) and deleted_at is null`);

/** Additional items of a vehicle's newest reports since a moment (epoch ms), newest first. */
export const newestExtras = (db: Queryable, vehicleId: number, since: number, most: number) =>
  db.query<{ gnss_at: number; extra: Buffer }>(sql`
    select gnss_at, extra from position
    where vehicle_id = ${vehicleId} and gnss_at >= ${at(since)} and extra is not null order by gnss_at desc limit ${most}`);
