import { randomBytes } from 'node:crypto';
import { plateColourFromWire } from '@fleetwarden/domain/plate-colour';
import { type Db, json, type Queryable, sql } from '../platform/db/database.ts';

/** Details of a terminal from 0x0100, cleaned; '' where the message has none. */
export type TerminalDetails = {
  readonly maker: string;
  readonly model: string;
  readonly terminalNo: string;
  /** The wire's number (JT/T 697.7); 0: the vehicle has no plate, and `plate` is its VIN. */
  readonly plateColour: number;
  readonly plate: string;
};

const AUTH_CODE_BYTES = 8;
const ISSUED_CODE = /^[0-9a-f]{16}$/;

/** A code of 0x8100 that cannot be guessed. */
export const createAuthCode = (): string => randomBytes(AUTH_CODE_BYTES).toString('hex');

/** Whether a code looks like one of `createAuthCode`, not like one that a terminal brought. */
export const isIssuedCode = (code: string): boolean => ISSUED_CODE.test(code);

const UNASSIGNED = '未分组';
const MAX_TEXT_LENGTH = 64;

/** Removes control characters (PostgreSQL refuses NUL) and replacement characters, and limits the length. */
export function cleanText(text: string): string {
  return text
    .replace(/[\p{Cc}\ufffd]/gu, '')
    .trim()
    .slice(0, MAX_TEXT_LENGTH);
}

/** Reason of replacement by a registration, in the list of a vehicle's terminals. */
const REGISTERED_ANEW = '0x0100';

/**
 * Stores the code of 0x8100 with the device that gets it. Call it before sending the code, so that every code of a terminal is
 * known here. A replaced terminal id goes into the vehicle's history. `terminalNo`: of the record from now on. Resolves to whether
 * settings of its model exist.
 */
export async function storeRegistration(
  db: Db,
  terminalId: number,
  registration: {
    readonly code: string;
    readonly terminalNo: string | null;
    readonly device: TerminalDetails;
    readonly version: number;
  },
): Promise<boolean> {
  const { code, terminalNo, device, version } = registration;
  const { maker, model } = device;
  return db.transaction(async (tx) => {
    await tx.run(sql`
      insert into terminal_history (vehicle_id, phone, terminal_no, maker, model, iccid, imei, since, until, reason)
      select t.vehicle_id, t.phone, t.terminal_no, t.maker, t.model, t.iccid, t.imei,
        coalesce((select max(h.until) from terminal_history h where h.vehicle_id = t.vehicle_id), t.created_at), now(), ${REGISTERED_ANEW}
      from terminal t where t.id = ${terminalId} and t.vehicle_id is not null
        and t.terminal_no is not null and t.terminal_no is distinct from ${terminalNo}::text`);
    await tx.run(sql`
      update terminal set auth_code = ${code}, registered_at = now(), protocol_version = ${version},
        authenticated_at = case when auth_code = ${code} then authenticated_at end,
        terminal_no = ${terminalNo},
        maker = coalesce(${maker || null}, maker), model = coalesce(${model || null}, model),
        registered_device = ${json(device)}::jsonb, registration_open_until = null
      where id = ${terminalId}`);
    const known = await tx.first(sql`
      select from terminal t join terminal_model m on m.maker = t.maker and m.model = t.model where t.id = ${terminalId}`);
    return known !== undefined;
  });
}

/** Stores a code that the terminal brought itself. */
export async function storeAuthCode(db: Db, terminalId: number, code: string): Promise<void> {
  await db.run(sql`update terminal set auth_code = ${code} where id = ${terminalId}`);
}

/** Stores a successful authentication. From now on the terminal must always authenticate. */
export async function storeAuthentication(db: Db, terminalId: number, code: string, version: number): Promise<void> {
  await db.run(sql`
    update terminal set auth_code = ${code}, authenticated_at = now(), open_until_auth = false, protocol_version = ${version}
    where id = ${terminalId}`);
}

/** Revokes the code of a terminal (0x0003). */
export async function storeUnregistration(db: Db, terminalId: number): Promise<void> {
  await db.run(
    sql`update terminal set auth_code = null, registered_at = coalesce(registered_at, now()) where id = ${terminalId}`,
  );
}

/**
 * Creates an unknown terminal with its vehicle in department 未分组. The plate of the vehicle is the phone number if there is no
 * plate, or if another vehicle has it. Returns the vehicle's id; undefined if the terminal exists already.
 */
export async function createTerminal(db: Db, phone: string, details: TerminalDetails | null): Promise<number | undefined> {
  return db.transaction(async (tx) => {
    const known = await tx.first(sql`select from terminal where phone = ${phone}`);
    if (known !== undefined) return undefined;
    const departmentId = await ensureUnassignedDepartment(tx);
    const vehicleId = await createVehicle(tx, departmentId, phone, details);
    const inserted = await tx.run(sql`
      insert into terminal (phone, vehicle_id, terminal_no, maker, model, open_until_auth)
      values (${phone}, ${vehicleId}, ${details?.terminalNo || null}, ${details?.maker || null}, ${details?.model || null}, true)
      on conflict (phone) do nothing`);
    if (inserted === 0) {
      // another connection created it first
      await tx.run(sql`delete from vehicle where id = ${vehicleId}`);
      return undefined;
    }
    return vehicleId;
  });
}

async function ensureUnassignedDepartment(tx: Queryable): Promise<number> {
  const findDepartment = () => tx.first<{ id: number }>(sql`select id from department where kind = 'unassigned'`);
  const existing = await findDepartment();
  if (existing !== undefined) return existing.id;
  await tx.run(sql`
    insert into department (parent_id, name, kind, sort)
    values ((select id from department where parent_id is null order by id limit 1), ${UNASSIGNED}, 'unassigned', 9999)
    on conflict (kind) where kind = 'unassigned' do nothing`);
  const created = await findDepartment();
  if (created === undefined) throw new Error(`department ${UNASSIGNED} was not created`);
  return created.id;
}

async function createVehicle(
  tx: Queryable,
  departmentId: number,
  phone: string,
  details: TerminalDetails | null,
): Promise<number> {
  const colour = plateColourFromWire(details?.plateColour ?? 9);
  const unplated = details?.plateColour === 0;
  const vin = unplated ? details.plate || null : null;
  const plates = unplated || !details?.plate ? [] : [details.plate];
  // the phone number is unique among terminals, but an old vehicle may still have it as its plate
  for (const plate of [...plates, phone, `${phone}-${Date.now().toString(36)}`]) {
    const created = await tx.first<{ id: number }>(sql`
      insert into vehicle (department_id, plate, plate_colour, vin) values (${departmentId}, ${plate}, ${colour},
        case when exists (select from vehicle where vin = ${vin} and deleted_at is null) then null else ${vin}::text end)
      on conflict (plate, plate_colour) where deleted_at is null do nothing returning id`);
    if (created !== undefined) return created.id;
  }
  throw new Error(`no free plate for the vehicle of terminal ${phone}`);
}
