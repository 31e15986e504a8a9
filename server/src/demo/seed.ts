import type { FleetRecords } from '../areas/fleet/index.ts';
import { type Db, json, type Queryable, sql } from '../platform/db/database.ts';
import type { ResourceStore, Wish } from '../platform/resources/resource.ts';
import type { Change } from '../platform/resources/write.ts';
import { demoFleet } from './demo-fleet.ts';
import { type DemoVehicle, demoVehicle, MAX_DEMO_VEHICLES, type SimulatedTerminal, simulatedTerminal } from './demo-records.ts';
import { COMPANIES, FLEETS, KIND_RECORDS, ROOT_DEPARTMENT } from './fleets.ts';

/** Setting of a database that was made as a demo. */
const SETTING = 'demo';
/** `vehicles`: how many of the numbered vehicles were ever entered; what an operator deleted is not entered again. */
type DemoSetting = { readonly rootDepartmentId: number; readonly vehicles: number };

/** Key of the advisory lock that lets one node enter the records: 'flws' in ASCII. */
const LOCK = 0x66_6c_77_73;
const ROWS_AT_ONCE = 2_000;
const DAY_MS = 86_400_000;
const YEAR_DAYS = 365;
/** DEPT_TYPE */
const DEPT = { platform: 1, company: 3, fleet: 5 } as const;

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
 * Enters the demo's departments, drivers, vehicles and terminals as the records of any operator, in one transaction, and marks the
 * database as a demo. A second call enters only vehicles beyond those of the first. Throws a RangeError for more vehicles than there are numbers for.
 */
export async function seedDemo(db: Db, count: number, secretKey: string): Promise<DemoRecords> {
  if (!Number.isInteger(count) || count < 0 || count > MAX_DEMO_VEHICLES) {
    throw new RangeError(`demo: got ${count} vehicles, takes 0 to ${MAX_DEMO_VEHICLES}`);
  }
  return db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(${LOCK})`);
    const before = await demoSetting(tx);
    const fleet = demoFleet(db, tx, secretKey);
    const rootDepartmentId = before?.rootDepartmentId ?? (await enterDepartments(fleet, tx));
    const entered = before?.vehicles ?? 0;
    if (count > entered) {
      const place = { fleetIds: await departmentIds(tx, rootDepartmentId), rootId: rootDepartmentId, today: Date.now() };
      for (let from = entered; from < count; from += ROWS_AT_ONCE) {
        await enterVehicles(fleet, tx, place, [from, Math.min(count, from + ROWS_AT_ONCE)]);
      }
    }
    const setting: DemoSetting = { rootDepartmentId, vehicles: Math.max(entered, count) };
    await tx.run(sql`
      insert into setting (key, value) values (${SETTING}, ${json(setting)}::jsonb)
      on conflict (key) do update set value = excluded.value, updated_at = now()`);
    return { rootDepartmentId, terminals: await presentTerminals(tx, count) };
  });
}

async function enterDepartments({ departments }: FleetRecords, tx: Queryable): Promise<number> {
  const enter = async (rows: readonly { name: string; parentId: number | null; type: number; sort: number }[], root: number) => {
    const wishes = rows.map(({ name, parentId, type, sort }) => ({
      kind: 'add' as const,
      values: { deptName: name, parentId, deptType: type, sort },
    }));
    return (await entered(departments, tx, wishes, root)).map(({ id }) => id);
  };
  const [rootId = 0] = await enter([{ name: ROOT_DEPARTMENT, parentId: null, type: DEPT.platform, sort: 0 }], 0);
  const companies = COMPANIES.map((name, sort) => ({ name, parentId: rootId, type: DEPT.company, sort }));
  const companyIds = await enter(companies, rootId);
  const fleets = COMPANIES.flatMap((company, i) =>
    FLEETS.filter((fleet) => fleet.company === company).map(({ name }, sort) => ({
      ...{ name, parentId: companyIds[i]!, type: DEPT.fleet, sort },
    })),
  );
  await enter(fleets, rootId);
  return rootId;
}

/** Enters records as the product itself, who may do it all. Throws where the records would be refused to anybody. */
async function entered(store: ResourceStore, tx: Queryable, wishes: readonly Wish[], rootId: number): Promise<readonly Change[]> {
  const product = { accountId: null, departmentId: rootId, rights: new Set<string>() };
  const { changes, refusals } = await store.try(tx, wishes, product);
  const [first] = refusals;
  if (first) throw new Error(`demo: ${store.resource.name} ${first.at} is refused: ${JSON.stringify(first)}`);
  return changes;
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

async function enterVehicles(
  { drivers, vehicles }: FleetRecords,
  tx: Queryable,
  { fleetIds, rootId, today }: { fleetIds: ReadonlyMap<string, number>; rootId: number; today: number },
  [from, until]: readonly [number, number],
): Promise<void> {
  const rows = Array.from({ length: until - from }, (_, i) => demoVehicle(from + i));
  const deptOf = ({ fleet }: DemoVehicle) => fleetIds.get(fleet.name) ?? rootId;
  const add = (values: Record<string, unknown>) => ({ kind: 'add' as const, values });
  const people = await entered(
    drivers,
    tx,
    rows.map((row) => add({ ...driverValues(row, today), deptId: deptOf(row) })),
    rootId,
  );
  const cars = rows.map((row, i) => add({ ...vehicleValues(row, today), deptId: deptOf(row), driverId: people[i]!.id }));
  await entered(vehicles, tx, cars, rootId);
}

/** 'YYYY-MM-DD', so many days after `today` (epoch ms). */
const dayAfter = (today: number, days: number) => new Date(today + days * DAY_MS).toISOString().slice(0, 10);

const driverValues = ({ driverName, driverPhone, idCard, qualNo, dueInDays }: DemoVehicle, today: number) => ({
  driverName,
  mobile: driverPhone,
  idCard,
  post: 1,
  state: 1,
  licenceNo: idCard,
  licenceClass: 'A2',
  licenceTo: dayAfter(today, dueInDays),
  qualNo,
  qualType: [2],
  qualTo: dayAfter(today, 2 * dueInDays),
});

const PROTOCOLS = { 2011: 1, 2013: 2, 2019: 3 } as const;

function vehicleValues({ fleet, dueInDays, version, ...row }: DemoVehicle, today: number) {
  const { vehicleType, industry } = KIND_RECORDS[fleet.kind];
  return {
    carNo: row.plate,
    plateColor: row.plateColour,
    vin: row.vin,
    vehicleType,
    industryType: industry,
    runState: 1,
    inspectDue: dayAfter(today, dueInDays),
    ownerName: fleet.company,
    serviceFrom: dayAfter(today, dueInDays - YEAR_DAYS * 3),
    serviceTo: dayAfter(today, dueInDays),
    phone: row.phone,
    terminalNo: row.terminalNo,
    manufacturerId: row.maker,
    terminalModel: row.model,
    protocol: PROTOCOLS[version],
    features: [],
  };
}

async function presentTerminals(tx: Queryable, count: number): Promise<SimulatedTerminal[]> {
  const terminals = Array.from({ length: count }, (_, i) => simulatedTerminal(i));
  const present = await tx.query<{ phone: string }>(sql`
    select t.phone from terminal t join vehicle v on v.id = t.vehicle_id
    where v.deleted_at is null and t.phone = any(${terminals.map(({ phone }) => phone)})`);
  const phones = new Set(present.map(({ phone }) => phone));
  return terminals.filter(({ phone }) => phones.has(phone));
}
