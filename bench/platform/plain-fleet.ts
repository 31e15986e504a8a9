import { type Db, sql } from '../../server/src/platform/db/database.ts';

/** A minimal fleet in an empty database; the measured rows are in other tables. */
export type PlainFleet = {
  readonly vehicles: number;
  readonly departments: number;
  /** Since when there are vehicles, yyyy-MM-dd. */
  readonly since: string;
};

/** Departments below the first, and in each as many vehicles with terminals and drivers; the ids of all of them begin at 1. */
export async function fillPlainFleet(db: Db, { vehicles, departments, since }: PlainFleet): Promise<void> {
  await db.run(sql`insert into department (name) values ('Root')`);
  await db.run(
    sql`insert into department (name, parent_id) select 'D' || n, 1 from generate_series(2, ${departments}::integer) n`,
  );
  const department = sql`1 + n % ${departments}::integer`;
  const each = sql`generate_series(1, ${vehicles}::integer) n`;
  await db.run(sql`
    insert into driver (name, department_id, qual_no) select '司机' || n, ${department}, 'Q' || lpad(n::text, 8, '0') from ${each}`);
  await db.run(sql`
    insert into vehicle (plate, department_id, vehicle_type, plate_colour, industry, driver_id, created_at)
    select '粤B' || lpad(n::text, 5, '0'), ${department}, 21, 2, 1 + n % 6, n, ${since}::date from ${each}`);
  await db.run(sql`insert into terminal (phone, vehicle_id) select (13800000000 + n)::text, n from ${each}`);
}
