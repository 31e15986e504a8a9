import type { PastTerminal } from '@fleetwarden/contract/fleet/schemas';
import { type Db, json, type Queryable, sql } from '../../platform/db/database.ts';
import type { Change } from '../../platform/resources/change.ts';
import type { Values } from '../../platform/resources/model.ts';
import type { Actor } from '../../platform/resources/resource.ts';

const MAX_LISTED = 200;

/** Whether a change replaces or removes the device or the SIM card. */
export const isReplaced = (before: Values, after: Values): boolean =>
  before['phone'] != null &&
  (before['phone'] !== after['phone'] || (before['terminalNo'] != null && before['terminalNo'] !== after['terminalNo']));

/** Stores replaced terminals, in the transaction, after the changes. */
export async function keepTerminals(tx: Queryable, changes: readonly Change[], { accountId }: Actor): Promise<void> {
  const gone = changes.flatMap(({ kind, id, before, after }) =>
    kind === 'edit' && isReplaced(before, after)
      ? [
          {
            id,
            phone: before['phone'],
            terminalNo: before['terminalNo'],
            maker: before['manufacturerId'],
            model: before['terminalModel'],
            iccid: before['iccid'],
            imei: before['imei'],
            recordedAt: new Date(before.createdAt).toISOString(),
          },
        ]
      : [],
  );
  if (gone.length === 0) return;
  await tx.run(sql`
    insert into terminal_history (vehicle_id, phone, terminal_no, maker, model, iccid, imei, since, until, account_id, account_name)
    select r.id, r.phone, r."terminalNo", r.maker, r.model, r.iccid, r.imei,
      coalesce(greatest((select max(h.until) from terminal_history h where h.vehicle_id = r.id), e.created_at), r."recordedAt"),
      now(), ${accountId}::integer, coalesce((select user_name from account where id = ${accountId}), '')
    from jsonb_to_recordset(${json(gone)}::jsonb) r (id integer, phone text, "terminalNo" text, maker text, model text, iccid text,
      imei text, "recordedAt" timestamptz)
    left join terminal e on e.vehicle_id = r.id`);
}

/** Sets the reason of the last replacement. */
export const nameReplacement = (tx: Queryable, vehicleId: number, reason: string) =>
  tx.run(sql`
    update terminal_history set reason = ${reason}
    where id = (select max(id) from terminal_history where vehicle_id = ${vehicleId}) and until = now()`);

/** The terminals a vehicle had, the newest first. */
export const listTerminals = (db: Db, vehicleId: number): Promise<PastTerminal[]> =>
  db.query<PastTerminal>(sql`
    select id::text as id, phone, terminal_no as "terminalNo", maker as "manufacturerId", model as "terminalModel", iccid, imei, since,
      until, account_name as "userName", reason
    from terminal_history where vehicle_id = ${vehicleId} order by terminal_history.id desc limit ${MAX_LISTED}`);
