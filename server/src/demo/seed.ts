import { type Db, json, type Queryable, sql } from '../platform/db/database.ts';
import { demoVehicle, MAX_DEMO_VEHICLES, type SimulatedTerminal, simulatedTerminal } from './demo-records.ts';
import { COMPANIES, FLEETS, KIND_RECORDS, ROOT_DEPARTMENT } from './fleets.ts';

/** Setting of a database that was made as a demo. */
const SETTING = 'demo';
/** `vehicles`: how many of the numbered vehicles were ever entered; what an operator deleted is not entered again. */
type DemoSetting = { readonly rootDepartmentId: number; readonly vehicles: number };

/** Key of the advisory lock that lets one node enter the records: 'flws' in ASCII. */
const LOCK = 0x66_6c_77_73;
const ROWS_AT_ONCE = 2_000;

export type DemoRecords = {
  readonly rootDepartmentId: number;
  /** The terminals to simulate: of the first `count` vehicles, those that are still in the records. */
  readonly terminals: readonly SimulatedTerminal[];
};

/** Whether this database was made as a demo. */
export async function isDemo(db: Queryable): Promise<boolean> {
  return (await demoSetting(db)) !== undefined;
}

async function demoSetting(db: Queryable): Promise<DemoSetting | undefined> {
  return (await db.first<{ value: DemoSetting }>(sql`select value from setting where key = ${SETTING}`))?.value;
}

/**
 * Enters the demo's departments, drivers, vehicles and terminals in one transaction and marks the database as a demo. A second
 * call enters only vehicles beyond those of the first. Throws a RangeError for more vehicles than there are numbers for.
 */
export async function seedDemo(db: Db, count: number): Promise<DemoRecords> {
  if (!Number.isInteger(count) || count < 0 || count > MAX_DEMO_VEHICLES) {
    throw new RangeError(`demo: got ${count} vehicles, takes 0 to ${MAX_DEMO_VEHICLES}`);
  }
  return db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(${LOCK})`);
    const before = await demoSetting(tx);
    const rootDepartmentId = before?.rootDepartmentId ?? (await enterDepartments(tx));
    const entered = before?.vehicles ?? 0;
    if (count > entered) {
      const fleetIds = await departmentIds(tx, rootDepartmentId);
      for (let from = entered; from < count; from += ROWS_AT_ONCE) {
        await enterVehicles(tx, fleetIds, from, Math.min(count, from + ROWS_AT_ONCE));
      }
    }
    const setting: DemoSetting = { rootDepartmentId, vehicles: Math.max(entered, count) };
    await tx.run(sql`
      insert into setting (key, value) values (${SETTING}, ${json(setting)}::jsonb)
      on conflict (key) do update set value = excluded.value, updated_at = now()`);
    return { rootDepartmentId, terminals: await presentTerminals(tx, count) };
  });
}

/** Makes an account follow the whole demo group, what joins it later included. */
export async function followAll(db: Queryable, accountId: number): Promise<void> {
  await db.run(sql`
    insert into follow (account_id, kind, object_id)
    select ${accountId}, 'department', (value->>'rootDepartmentId')::integer from setting where key = ${SETTING}
    on conflict (account_id, kind, object_id) do update set followed = true`);
}

async function enterDepartments(tx: Queryable): Promise<number> {
  const enter = async (name: string, parentId: number | null, order: number) =>
    (await tx.first<{ id: number }>(sql`
      insert into department (name, parent_id, sort) values (${name}, ${parentId}, ${order}) returning id`))!.id;
  const rootId = await enter(ROOT_DEPARTMENT, null, 0);
  for (const [i, company] of COMPANIES.entries()) {
    const companyId = await enter(company, rootId, i);
    const fleets = FLEETS.filter((fleet) => fleet.company === company);
    for (const [j, fleet] of fleets.entries()) await enter(fleet.name, companyId, j);
  }
  return rootId;
}

/** The departments below the root by name; a fleet an operator renamed or removed is missing. */
async function departmentIds(tx: Queryable, rootId: number): Promise<Map<string, number>> {
  const rows = await tx.query<{ id: number; name: string }>(sql`
    with recursive below as (
      select id, name from department where id = ${rootId}
      union all
      select d.id, d.name from department d join below b on d.parent_id = b.id
    )
    select id, name from below`);
  return new Map(rows.map(({ id, name }) => [name, id]));
}

async function enterVehicles(tx: Queryable, fleetIds: Map<string, number>, from: number, until: number): Promise<void> {
  const rootId = fleetIds.get(ROOT_DEPARTMENT);
  const rows = Array.from({ length: until - from }, (_, i) => {
    const { fleet, ...vehicle } = demoVehicle(from + i);
    const { vehicleType, industry } = KIND_RECORDS[fleet.kind];
    return { ...vehicle, vehicleType, industry, owner: fleet.company, departmentId: fleetIds.get(fleet.name) ?? rootId };
  });
  await tx.run(sql`
    with entry as (
      select * from jsonb_to_recordset(${json(rows)}::jsonb) as r (
        "departmentId" integer, plate text, "plateColour" smallint, "vehicleType" smallint, industry smallint, vin text, owner text,
        "driverName" text, "driverPhone" text, "licenceNo" text, phone text, "terminalNo" text, maker text, model text)
    ), new_driver as (
      insert into driver (department_id, name, phone, licence_no)
      select "departmentId", "driverName", "driverPhone", "licenceNo" from entry
      returning id, licence_no
    ), new_vehicle as (
      insert into vehicle (department_id, plate, plate_colour, vehicle_type, industry, driver_id, owner_name, vin)
      select "departmentId", plate, "plateColour", "vehicleType", industry, new_driver.id, owner, vin
      from entry join new_driver on new_driver.licence_no = "licenceNo"
      returning id, vin
    )
    insert into terminal (phone, vehicle_id, terminal_no, maker, model)
    select phone, new_vehicle.id, "terminalNo", maker, model from entry join new_vehicle on new_vehicle.vin = entry.vin`);
}

async function presentTerminals(tx: Queryable, count: number): Promise<SimulatedTerminal[]> {
  const terminals = Array.from({ length: count }, (_, i) => simulatedTerminal(i));
  const present = await tx.query<{ phone: string }>(sql`
    select t.phone from terminal t join vehicle v on v.id = t.vehicle_id
    where v.deleted_at is null and t.phone = any(${terminals.map(({ phone }) => phone)})`);
  const phones = new Set(present.map(({ phone }) => phone));
  return terminals.filter(({ phone }) => phones.has(phone));
}
