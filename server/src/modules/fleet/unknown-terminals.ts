import type { UnknownTerminal } from '@fleetwarden/contract/fleet/terminals';
import { type Db, sql } from '../../platform/db/database.ts';
import { contains, pageOf } from '../../platform/db/list.ts';

/**
 * Terminals that the gateway refused because no record has their number. Users of the root department see all,
 * other users those that name a vehicle of their scope.
 */
export async function listUnknown(
  db: Db,
  {
    scope,
    departmentId,
    phone,
  }: { readonly scope: ReadonlySet<number>; readonly departmentId: number; readonly phone?: string | undefined },
  page: { readonly limit: number; readonly offset: number },
): Promise<{ list: UnknownTerminal[]; total: number }> {
  const { rows, total } = await pageOf<UnknownTerminal>(
    db,
    {
      columns: sql`u.phone, u.terminal_no as "terminalNo", u.maker as "manufacturerId", u.model as "terminalModel", u.plate as "carNo",
        u.plate_colour as "plateColor", u.protocol_version as version, u.peer_ip as "peerIp", u.times, u.first_at as "firstAt",
        u.last_at as "lastAt", v.id::text as "carId"`,
      from: sql`from unknown_terminal u
        left join vehicle v on v.plate = u.plate and v.plate_colour = u.plate_colour and v.deleted_at is null
          and v.department_id = any(${[...scope]})
        where not exists (select from terminal t where t.phone = u.phone)
          and (v.id is not null or (select parent_id from department where id = ${departmentId}) is null)
          ${contains(sql`u.phone`, phone)}`,
      order: sql`order by u.last_at desc, u.phone`,
    },
    page,
  );
  return { list: rows, total };
}
