import { type Db, sql } from '../../server/src/platform/db/database.ts';

/** The terminals of a benchmark: numbered from 0, archived, with one authentication code. */
export const CODE = 'bench';
const FIRST_PHONE = 14_000_000_000;

export const phoneOf = (terminal: number): string => String(FIRST_PHONE + terminal);

/** Archives `count` terminals in a database without any; vehicle ids are terminal numbers plus one. */
export async function archiveFleet(db: Db, count: number): Promise<void> {
  await db.run(`insert into department (name) select '测试车队' where not exists (select from department)`);
  await db.run(sql`
    insert into vehicle (id, department_id, plate)
    select n + 1, (select min(id) from department), '测' || n from generate_series(0, ${count - 1}::int) as n`);
  await db.run(sql`
    insert into terminal (phone, vehicle_id, auth_code, registered_at, authenticated_at, protocol_version)
    select (${FIRST_PHONE}::bigint + n)::text, n + 1, ${CODE}, now(), now(), 2013 from generate_series(0, ${count - 1}::int) as n`);
}
