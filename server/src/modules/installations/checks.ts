import { at, type Queryable, sql } from '../../platform/db/database.ts';

/** State of a terminal from stored data. */
export type Checks = { readonly registered: boolean; readonly online: boolean; readonly fixed: boolean };

/** An older fix does not show the current reception. */
const FIX_AGE_MS = 600_000;
/** Bit 1 of the status: positioned (JT/T 808, 0x0200). */
const POSITIONED = 2;

/**
 * Whether the terminal with this phone number has registered, is online and has a recent fix. A terminal of a vehicle outside
 * the scope is reported as unknown.
 */
export async function checked(db: Queryable, phone: string, scope: ReadonlySet<number>, now: number): Promise<Checks> {
  const row = await db.first<Checks>(sql`
    select e.registered_at is not null as registered,
      exists (select from online_session s where s.vehicle_id = v.id and s.logout_at is null) as online,
      coalesce((l.status_bits & ${POSITIONED}::bigint) <> 0 and l.gnss_at > ${at(now - FIX_AGE_MS)}, false) as fixed
    from terminal e join vehicle v on v.id = e.vehicle_id left join vehicle_latest l on l.vehicle_id = v.id
    where e.phone = ltrim(${phone}, '0') and v.deleted_at is null and v.department_id = any(${[...scope]})`);
  return row ?? { registered: false, online: false, fixed: false };
}
