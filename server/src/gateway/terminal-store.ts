import { plateColourFromWire } from '@fleetwarden/domain/plate-colour';
import { type Db, type Queryable, sql } from '../platform/db/database.ts';

/** What 0x0100 says of a terminal, cleaned for the archive; empty where it says nothing. */
export type Announced = {
  readonly maker: string;
  readonly model: string;
  readonly terminalNo: string;
  /** The wire's number (JT/T 697.7); 0: the plate is the VIN of a vehicle without one. */
  readonly plateColour: number;
  readonly plate: string;
};

const UNASSIGNED = '未分组';
const MAX_TEXT = 64;

/** Text from the wire that may be stored: without control characters (PostgreSQL takes no NUL) and replacements for bad bytes, bounded. */
export function cleanText(text: string): string {
  return text
    .replace(/[\p{Cc}\ufffd]/gu, '')
    .trim()
    .slice(0, MAX_TEXT);
}

/** The code of 0x8100 is stored before it is sent: a terminal never holds one that we do not know. */
export async function storeRegistration(
  db: Db,
  terminalId: number,
  code: string,
  said: Announced,
  version: number,
): Promise<void> {
  await db.run(sql`
    update terminal set auth_code = ${code}, registered_at = now(), protocol_version = ${version},
      terminal_no = coalesce(terminal_no, ${said.terminalNo || null}),
      maker = coalesce(${said.maker || null}, maker), model = coalesce(${said.model || null}, model)
    where id = ${terminalId}`);
}

/** A code the terminal brought from elsewhere. */
export async function storeAdoption(db: Db, terminalId: number, code: string): Promise<void> {
  await db.run(sql`update terminal set auth_code = ${code} where id = ${terminalId}`);
}

/** The terminal proved who it is: from now on it always has to. */
export async function storeAuthentication(db: Db, terminalId: number, code: string, version: number): Promise<void> {
  await db.run(sql`
    update terminal set auth_code = ${code}, authenticated_at = now(), open_until_auth = false, protocol_version = ${version}
    where id = ${terminalId}`);
}

/** The terminal left its vehicle (0x0003): its code is no longer good. */
export async function storeUnregistration(db: Db, terminalId: number): Promise<void> {
  await db.run(
    sql`update terminal set auth_code = null, registered_at = coalesce(registered_at, now()) where id = ${terminalId}`,
  );
}

/**
 * Makes a terminal nobody knows, and its vehicle, in the department 未分组 (made where missing). The vehicle is named by the plate,
 * or by the phone number where there is none or another vehicle has it. Returns the vehicle's id; undefined when the terminal
 * exists by now.
 */
export async function createTerminal(db: Db, phone: string, said: Announced | null): Promise<number | undefined> {
  return db.transaction(async (tx) => {
    const known = await tx.first(sql`select from terminal where phone = ${phone}`);
    if (known !== undefined) return undefined;
    const departmentId = await unassignedDepartment(tx);
    const vehicleId = await createVehicle(tx, departmentId, phone, said);
    const made = await tx.run(sql`
      insert into terminal (phone, vehicle_id, terminal_no, maker, model, open_until_auth)
      values (${phone}, ${vehicleId}, ${said?.terminalNo || null}, ${said?.maker || null}, ${said?.model || null}, true)
      on conflict (phone) do nothing`);
    if (made === 0) {
      // another connection was faster
      await tx.run(sql`delete from vehicle where id = ${vehicleId}`);
      return undefined;
    }
    return vehicleId;
  });
}

async function unassignedDepartment(tx: Queryable): Promise<number> {
  const find = () => tx.first<{ id: number }>(sql`select id from department where kind = 'unassigned'`);
  const found = await find();
  if (found !== undefined) return found.id;
  await tx.run(sql`
    insert into department (parent_id, name, kind, sort)
    values ((select id from department where parent_id is null order by id limit 1), ${UNASSIGNED}, 'unassigned', 9999)
    on conflict (kind) where kind = 'unassigned' do nothing`);
  const made = await find();
  if (made === undefined) throw new Error(`department ${UNASSIGNED} could not be made`);
  return made.id;
}

async function createVehicle(tx: Queryable, departmentId: number, phone: string, said: Announced | null): Promise<number> {
  const colour = plateColourFromWire(said?.plateColour ?? 9);
  const unplated = said?.plateColour === 0;
  const vin = unplated ? said.plate || null : null;
  const plates = unplated || !said?.plate ? [] : [said.plate];
  // the phone number is unique among terminals; a vehicle of that name may still be left from an earlier one
  for (const plate of [...plates, phone, `${phone}-${Date.now().toString(36)}`]) {
    const made = await tx.first<{ id: number }>(sql`
      insert into vehicle (department_id, plate, plate_colour, vin) values (${departmentId}, ${plate}, ${colour},
        case when exists (select from vehicle where vin = ${vin} and deleted_at is null) then null else ${vin}::text end)
      on conflict (plate, plate_colour) where deleted_at is null do nothing returning id`);
    if (made !== undefined) return made.id;
  }
  throw new Error(`no name is free for the vehicle of terminal ${phone}`);
}
