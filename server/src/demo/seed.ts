import { DAY_MS } from '@fleetwarden/domain/durations';
import type { FleetRecords } from '../modules/fleet/index.ts';
import { type Db, json, type Queryable, sql } from '../platform/db/database.ts';
import { demoFleet } from './demo-fleet.ts';
import { type DemoVehicle, demoVehicle, MAX_DEMO_VEHICLES, type SimulatedTerminal, simulatedTerminal } from './demo-records.ts';
import { departmentIds, enter, entering, type Values } from './entry.ts';
import { COMPANIES, FLEETS, KIND_RECORDS, ROOT_DEPARTMENT } from './fleets.ts';

/** Setting of a database that was made as a demo. */
const SETTING = 'demo';
/** `vehicles`: how many numbered vehicles were ever created; those that a user deleted are not created again. */
type DemoSetting = { readonly rootDepartmentId: number; readonly vehicles: number };

/** Key of the advisory lock that lets one node enter the records: 'flws' in ASCII. */
const LOCK = 0x66_6c_77_73;
const ROWS_AT_ONCE = 2_000;
const YEAR_DAYS = 365;
/** Days from a permit's first to its last day. */
const PERMIT_DAYS = 4 * YEAR_DAYS;
/** No vehicle's service ends before. */
const SPARE_DAYS = 40;
/** Days ago at which vehicles joined: the least, and the span above it. */
const MIN_JOINED_DAYS = 75;
const JOINED_SPAN_DAYS = 60;
/** DEPT_TYPE */
const DEPT = { platform: 1, company: 3, fleet: 5 } as const;

export type DemoRecords = {
  readonly rootDepartmentId: number;
  /** The terminals to simulate: the first `count` vehicles without deleted ones. */
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

/** Contacts of each company; their numbers are not in use in China. */
const CONTACTS = ['孙立军', '周敏', '梁志远', '胡晓燕', '何建国'];
const ADDRESSES = [
  '北京市大兴区物流园区东路 18 号',
  '上海市嘉定区联运大道 206 号',
  '广州市白云区货运中心 3 栋',
  '武汉市东西湖区保税大道 77 号',
  '成都市青白江区国际铁路港 9 号',
];

async function enterDepartments({ departments }: FleetRecords, tx: Queryable): Promise<number> {
  const add = (rows: readonly Values[], rootId: number) => enter(tx, departments, rows, entering(rootId));
  const [rootId = 0] = await add([{ deptName: ROOT_DEPARTMENT, parentId: null, deptType: DEPT.platform, sort: 0 }], 0);
  const companies = COMPANIES.map((deptName, sort) => ({
    deptName,
    parentId: rootId,
    deptType: DEPT.company,
    sort,
    contact: CONTACTS[sort],
    contactTel: `1009000000${sort}`,
    address: ADDRESSES[sort],
  }));
  const companyIds = await add(companies, rootId);
  const fleets = COMPANIES.flatMap((company, i) =>
    FLEETS.filter((fleet) => fleet.company === company).map(({ name, code }, sort) => ({
      deptName: name,
      parentId: companyIds[i]!,
      deptType: DEPT.fleet,
      sort,
      area: code,
    })),
  );
  await add(fleets, rootId);
  await tx.run(
    sql`update department set created_at = now() - interval '1 day' * ${MIN_JOINED_DAYS + JOINED_SPAN_DAYS}::integer where id >= ${rootId}`,
  );
  return rootId;
}

async function enterVehicles(
  { drivers, vehicles }: FleetRecords,
  tx: Queryable,
  { fleetIds, rootId, today }: { fleetIds: ReadonlyMap<string, number>; rootId: number; today: number },
  [from, until]: readonly [number, number],
): Promise<void> {
  const rows = Array.from({ length: until - from }, (_, i) => demoVehicle(from + i));
  const deptOf = ({ fleet }: DemoVehicle) => fleetIds.get(fleet.name) ?? rootId;
  const by = entering(rootId);
  const people = await enter(
    tx,
    drivers,
    rows.map((row) => ({ ...driverValues(row, today), deptId: deptOf(row) })),
    by,
  );
  const cars = rows.map((row, i) => ({ ...vehicleValues(row, today), deptId: deptOf(row), driverId: people[i]! }));
  const ids = await enter(tx, vehicles, cars, by);
  // a fleet that opens its first month reports has been there for longer
  await tx.run(sql`
    update vehicle v set created_at = now() - interval '1 day' * (${MIN_JOINED_DAYS}::integer + n.place * 37 % ${JOINED_SPAN_DAYS}::integer)
    from unnest(${ids}::integer[]) with ordinality as n (id, place) where v.id = n.id`);
}

/** 'YYYY-MM-DD', `days` after `today` (epoch ms). */
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
  const { vehicleType, industry, seats, tonnage } = KIND_RECORDS[fleet.kind];
  const permitTo = (dueInDays * 3) % PERMIT_DAYS;
  return {
    carNo: row.plate,
    nativePlace: fleet.code,
    plateColor: row.plateColour,
    vin: row.vin,
    vehicleType,
    industryType: industry,
    runState: 1,
    inspectDue: dayAfter(today, dueInDays),
    compulsoryDue: dayAfter(today, (dueInDays * 7) % YEAR_DAYS),
    ownerName: fleet.company,
    serviceFrom: dayAfter(today, dueInDays - YEAR_DAYS * 3),
    // vehicles without service are not monitored
    serviceTo: dayAfter(today, dueInDays + SPARE_DAYS),
    phone: row.phone,
    terminalNo: row.terminalNo,
    manufacturerId: row.maker,
    terminalModel: row.model,
    protocol: PROTOCOLS[version],
    // as the terminal says it
    iccid: row.iccid,
    installDate: dayAfter(today, dueInDays - YEAR_DAYS * 3),
    seats,
    tonnage,
    transCertNo: `99${row.phone.padStart(12, '0')}`,
    transCertFrom: dayAfter(today, permitTo - PERMIT_DAYS),
    transCertTo: dayAfter(today, permitTo),
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
