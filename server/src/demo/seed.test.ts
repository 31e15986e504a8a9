import { valuesSchema } from '@fleetwarden/contract/resources/record-schemas';
import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/support/db/test-database.ts';
import { scopeOf } from '../modules/identity/index.ts';
import { type Db, sql } from '../platform/db/database.ts';
import { demoFleet } from './demo-fleet.ts';
import { demoVehicle } from './demo-records.ts';
import { COMPANIES, FLEETS, ROOT_DEPARTMENT } from './fleets.ts';
import { isDemo, seedDemo } from './seed.ts';

const DEMO_KEY = 'a key of thirty-two characters!!';

let db: Db;
beforeAll(async () => {
  ({ db } = await testDatabase());
});

const count = async (table: 'department' | 'driver' | 'vehicle' | 'terminal') =>
  (await db.first<{ n: number }>(`select count(*) as n from ${table}`))?.n;

describe('demo records', () => {
  it('are created once, grow, and mark the database', async () => {
    expect(await isDemo(db)).toBe(false);
    const first = await seedDemo(db, 120, DEMO_KEY);
    expect(await isDemo(db)).toBe(true);
    expect(first.terminals).toHaveLength(120);
    const again = await seedDemo(db, 120, DEMO_KEY);
    expect(again).toEqual(first);
    expect(await count('department')).toBe(1 + COMPANIES.length + FLEETS.length);
    const more = await seedDemo(db, 150, DEMO_KEY);
    expect(more.terminals.slice(0, 120)).toEqual(first.terminals);
    for (const table of ['driver', 'vehicle', 'terminal'] as const) expect(await count(table)).toBe(150);
    expect((await seedDemo(db, 30, DEMO_KEY)).terminals).toHaveLength(30);
    expect(await count('vehicle')).toBe(150);
  });

  it('are consistent: every vehicle has a driver of its own fleet, a terminal, and a position below the root', async () => {
    const { rootDepartmentId } = await seedDemo(db, 150, DEMO_KEY);
    const rows = await db.query<{ fleet: string; plate: string; root: string; same: boolean; phone: string }>(sql`
      select f.name as fleet, v.plate, r.name as root, d.department_id = v.department_id as same, t.phone
      from vehicle v
      join driver d on d.id = v.driver_id
      join terminal t on t.vehicle_id = v.id
      join department f on f.id = v.department_id
      join department c on c.id = f.parent_id
      join department r on r.id = c.parent_id and r.id = ${rootDepartmentId}`);
    expect(rows).toHaveLength(150);
    for (const row of rows) {
      expect(row.root).toBe(ROOT_DEPARTMENT);
      expect(row.same).toBe(true);
      expect(row.phone).toMatch(/^1000\d{7}$/);
      expect(row.plate.startsWith(FLEETS.find((fleet) => fleet.name === row.fleet)?.plates ?? '?')).toBe(true);
    }
    expect(new Set(rows.map(({ fleet }) => fleet)).size).toBe(FLEETS.length);
  });

  it('pass the validation of user input', async () => {
    const { rootDepartmentId } = await seedDemo(db, 150, DEMO_KEY);
    const stores = demoFleet(db, db, DEMO_KEY);
    const below = await scopeOf(db, rootDepartmentId);
    for (const store of [stores.drivers, stores.vehicles]) {
      const { rows } = await store.reader.list(db, {}, below, { limit: 150, offset: 0 });
      expect(rows.length).toBeGreaterThan(100);
      const schema = valuesSchema(store.resource, false);
      const typed = Object.entries(store.resource.fields).filter(([, { computed }]) => !computed);
      for (const row of rows) {
        const sent = typed.map(([key, { kind }]) => [key, kind === 'link' && row[key] !== null ? String(row[key]) : row[key]]);
        expect(schema.safeParse(Object.fromEntries(sent)).error?.issues ?? []).toEqual([]);
      }
    }
  });

  it('have documents: SIM cards as their terminals report them, seats, load, permit and installation', async () => {
    await seedDemo(db, 150, DEMO_KEY);
    const rows = await db.query<Record<string, unknown>>(sql`
      select t.iccid, t.install_date as installed, v.seats, v.tonnage, v.trans_cert_from as "from", v.trans_cert_to as "to"
      from vehicle v join terminal t on t.vehicle_id = v.id`);
    for (const row of rows) expect(Object.values(row)).not.toContain(null);
    for (const column of ['iccid', 'installed', 'seats', 'tonnage', 'from', 'to'])
      expect(new Set(rows.map((row) => row[column])).size, column).toBeGreaterThan(4);
    const { phone, iccid } = demoVehicle(7);
    expect(iccid).toBe(`8986${phone.padStart(16, '0')}`);
  });

  it('do not restore what an operator deleted', async () => {
    const gone = demoVehicle(3);
    await db.run(sql`update vehicle set deleted_at = now() where plate = ${gone.plate}`);
    const { terminals } = await seedDemo(db, 150, DEMO_KEY);
    expect(terminals).toHaveLength(149);
    expect(terminals.map(({ phone }) => phone)).not.toContain(gone.phone);
  });

  it('never assign a plate twice', () => {
    const plates = Array.from({ length: 20_000 }, (_, i) => demoVehicle(i)).map((v) => `${v.plate}/${v.plateColour}`);
    expect(new Set(plates).size).toBe(plates.length);
  });

  it('refuse more vehicles than available numbers', async () => {
    await expect(seedDemo(db, 100_001, DEMO_KEY)).rejects.toThrow('demo: got 100001 vehicles, takes 0 to 100000');
  });
});
