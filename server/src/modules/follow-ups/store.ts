import type { OfflineNote } from '@fleetwarden/contract/follow-ups/schemas';
import { at, type Queryable, sql } from '../../platform/db/database.ts';

/** A vehicle with notes: plate, company, and last message, epoch ms (null: never). */
export type Followed = {
  readonly id: number;
  readonly plate: string;
  readonly departmentId: number;
  readonly heardAt: number | null;
  /** Whether its terminal is connected. */
  readonly online: boolean;
};

/** The vehicle within the scope, locked against concurrent writers. */
export const lockVehicle = (tx: Queryable, id: number, scope: Iterable<number>): Promise<Followed | undefined> =>
  tx.first<Followed>(sql`
    select v.id, v.plate, v.department_id as "departmentId",
      greatest((select l.received_at from vehicle_latest l where l.vehicle_id = v.id),
        (select o.last_msg_at from online_session o where o.vehicle_id = v.id order by o.login_at desc limit 1)) as "heardAt",
      exists (select from online_session o where o.vehicle_id = v.id and o.logout_at is null) as online
    from vehicle v where v.id = ${id} and v.deleted_at is null and v.department_id = any(${[...scope]}) for no key update of v`);

export const newestNote = async (tx: Queryable, vehicleId: number): Promise<number | null> =>
  (
    await tx.first<{ id: number }>(sql`
      select id from offline_note where vehicle_id = ${vehicleId} order by noted_at desc, id desc limit 1`)
  )?.id ?? null;

/** Days yyyy-MM-dd. */
export type NewNote = {
  readonly vehicleId: number;
  /** Epoch ms. */
  readonly offlineSince: number | null;
  readonly kind: 1 | 2 | 3;
  readonly reason: number;
  readonly expectedOn: string | null;
  readonly way: number | null;
  readonly result: number | null;
  readonly text: string;
  readonly accountId: number;
  readonly notedAt: number;
  readonly validFrom: string | null;
  readonly validTo: string | null;
};

export async function addNote(tx: Queryable, note: NewNote): Promise<number> {
  const row = await tx.first<{ id: number }>(sql`
    insert into offline_note (vehicle_id, offline_since, kind, reason, expected_on, way, result, text, account_id, noted_at, valid_from, valid_to)
    values (${note.vehicleId}, ${at(note.offlineSince)}, ${note.kind}, ${note.reason}, ${note.expectedOn}, ${note.way}, ${note.result},
      ${note.text}, ${note.accountId}, ${at(note.notedAt)}, ${note.validFrom}, ${note.validTo}) returning id`);
  return row!.id;
}

/** Whether a stop of the vehicle holds on one of these days. */
export const hasStop = async (tx: Queryable, vehicleId: number, from: string, to: string): Promise<boolean> =>
  (await tx.first(sql`
    select from offline_note where vehicle_id = ${vehicleId} and kind = 3 and valid_to >= valid_from
      and valid_from <= ${to}::date and valid_to >= ${from}::date limit 1`)) !== undefined;

export type Stop = {
  readonly vehicleId: number;
  readonly plate: string;
  readonly validFrom: string;
  readonly validTo: string;
  readonly version: number;
};

/** A filed stop of a vehicle of the scope, locked. */
export const lockStop = (tx: Queryable, id: number, scope: Iterable<number>): Promise<Stop | undefined> =>
  tx.first<Stop>(sql`
    select n.vehicle_id as "vehicleId", v.plate, n.valid_from::text as "validFrom", n.valid_to::text as "validTo", n.version
    from offline_note n join vehicle v on v.id = n.vehicle_id
    where n.id = ${id} and n.kind = 3 and v.deleted_at is null and v.department_id = any(${[...scope]}) for update of n`);

export const endStop = (tx: Queryable, id: number, validTo: string): Promise<number> =>
  tx.run(sql`update offline_note set valid_to = ${validTo}, version = version + 1 where id = ${id}`);

/** A page of the notes of a vehicle of the scope, the newest first, and how many there are. undefined: no such vehicle. */
export async function notesOf(
  db: Queryable,
  wanted: { readonly vehicleId: number; readonly kind: number | null; readonly scope: Iterable<number> },
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly list: OfflineNote[]; readonly total: number } | undefined> {
  const { vehicleId, kind, scope } = wanted;
  const known = await db.first(sql`select from vehicle where id = ${vehicleId} and department_id = any(${[...scope]})`);
  if (!known) return undefined;
  const those = sql`n.vehicle_id = ${vehicleId} and (${kind}::smallint is null or n.kind = ${kind}::smallint)`;
  const list = await db.query<OfflineNote>(sql`
    select n.id::text as "noteId", n.kind, n.reason, n.expected_on::text as "expectOnline", n.way, n.result, n.text,
      a.user_name as "userName", n.noted_at as "noteTime", n.offline_since as "offlineSince", n.valid_from::text as "validFrom",
      n.valid_to::text as "validTo", n.version
    from offline_note n left join account a on a.id = n.account_id
    where ${those} order by n.noted_at desc, n.id desc limit ${limit} offset ${offset}`);
  const row = await db.first<{ total: number }>(sql`select count(*) as total from offline_note n where ${those}`);
  return { list, total: row!.total };
}

export async function addCheck(
  tx: Queryable,
  check: {
    readonly vehicle: Pick<Followed, 'id' | 'departmentId'>;
    readonly accountId: number;
    /** Epoch ms. */
    readonly at: number;
    readonly kind: number;
    readonly result: number;
    readonly note: string;
  },
): Promise<number> {
  const { vehicle, accountId, kind, result, note } = check;
  const row = await tx.first<{ id: number }>(sql`
    insert into spot_check (vehicle_id, department_id, account_id, at, kind, result, note)
    values (${vehicle.id}, ${vehicle.departmentId}, ${accountId}, ${at(check.at)}, ${kind}, ${result}, ${note}) returning id`);
  return row!.id;
}
