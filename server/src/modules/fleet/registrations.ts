import type { RefusedRegistration } from '@fleetwarden/contract/fleet/terminals';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { plateColourFromWire } from '@fleetwarden/domain/plate-colour';
import { at, type Db, type Queryable, sql } from '../../platform/db/database.ts';
import { contains, pageOf } from '../../platform/db/list.ts';

/** How long another device may register after an operator allowed it. */
const OPEN_MS = DAY_MS;

type Row = Omit<RefusedRegistration, 'announcedColor'> & { readonly wireColour: number };

/** Refused registrations of the terminals in a scope, the newest first. */
export async function listRefused(
  db: Db,
  { scope, phone }: { readonly scope: ReadonlySet<number>; readonly phone?: string | undefined },
  page: { readonly limit: number; readonly offset: number },
): Promise<{ list: RefusedRegistration[]; total: number }> {
  const { rows, total } = await pageOf<Row>(
    db,
    {
      columns: sql`v.id::text as "carId", v.plate as "carNo", v.plate_colour as "carColor", t.phone, r.reason,
        r.terminal_no as "terminalNo", r.maker as "manufacturerId", r.model as "terminalModel", r.plate as "announcedNo",
        r.plate_colour as "wireColour", r.protocol_version as version, r.peer_ip as "peerIp", r.times, r.first_at as "firstAt",
        r.last_at as "lastAt", t.terminal_no as "knownTerminalNo", t.registration_open_until as "allowedUntil"`,
      from: sql`from registration_refusal r join terminal t on t.id = r.terminal_id join vehicle v on v.id = t.vehicle_id
        where v.deleted_at is null and v.department_id = any(${[...scope]}) ${contains(sql`t.phone`, phone)}`,
      order: sql`order by r.last_at desc, r.terminal_id`,
    },
    page,
  );
  const list = rows.map(({ wireColour, ...row }) => ({ ...row, announcedColor: plateColourFromWire(wireColour) }));
  return { list, total };
}

/** Lets another device register once, from `now` (epoch ms) for a day. Returns the end; null: the vehicle has no terminal. */
export async function openRegistration(tx: Queryable, vehicleId: number, now: number): Promise<number | null> {
  const until = now + OPEN_MS;
  const changed = await tx.run(sql`update terminal set registration_open_until = ${at(until)} where vehicle_id = ${vehicleId}`);
  return changed === 0 ? null : until;
}
