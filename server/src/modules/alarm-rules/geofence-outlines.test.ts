import { SHAPE } from '@fleetwarden/domain/area-geometry';
import { HOUR_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addVehicle } from '../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import type { GeofenceSnapshot, VisitPlace } from '../../engine/visits/geofence-snapshot.ts';
import { json, sql } from '../../platform/db/database.ts';
import { loadPastGeofences } from './geofence-outlines.ts';

let server: TestServer;
const departments = { group: 0, branch: 0, sister: 0 };
const cars = { group: 0, branch: 0, sister: 0 };
const [LNG, LAT] = [113.2644, 23.1291];

beforeAll(async () => {
  server = await startTestServer();
  departments.group = await server.department('集团');
  departments.branch = await server.department('分公司', departments.group);
  departments.sister = await server.department('姐妹公司', departments.group);
  for (const name of ['group', 'branch', 'sister'] as const)
    cars[name] = await addVehicle(server, { plate: `粤B1000${departments[name]}`, departmentId: departments[name] });
});
afterAll(() => server.stop());

async function enterArea(departmentId: number, meantFor: readonly number[] = []): Promise<number> {
  const geo = { shape: SHAPE.circle, lng: LNG, lat: LAT, radius: 500 };
  const row = await server.db.first<{ id: number }>(sql`
    insert into area (department_id, area_no, name, geo)
    values (${departmentId}, (select count(*) + 1 from area), '货场', ${json(geo)}::jsonb) returning id`);
  for (const vehicleId of meantFor)
    await server.db.run(sql`insert into area_vehicle (area_id, vehicle_id) values (${row!.id}, ${vehicleId})`);
  return row!.id;
}
const places = async (area: number) =>
  (await server.db.query<{ id: number }>(sql`select id from area_outline where area_id = ${area} order by id`)).map(
    ({ id }) => id,
  );
/** The vehicles that may visit a place at an instant; default: the snapshot's hour. */
const whose = (ground: GeofenceSnapshot, place: number, at = Date.now()) => {
  const names = (Object.keys(cars) as (keyof typeof cars)[]).filter((name) => ground.place(place)?.holds(cars[name], at));
  const found: VisitPlace[] = [];
  ground.find(cars.group, LNG, LAT, found);
  expect(found.some(({ id }) => id === place)).toBe(ground.place(place) !== undefined);
  return names;
};
const now = async () => {
  await server.activeRules.reload();
  return server.activeRules.visits()!;
};
const past = (from = Date.now() - HOUR_MS, until = Date.now() + HOUR_MS) =>
  loadPastGeofences(server.db, Object.values(cars), from, until);

describe('visited geofences', () => {
  it('apply to vehicles of their department and its descendants, and to bound vehicles', async () => {
    const [all] = await places(await enterArea(departments.group));
    const [own] = await places(await enterArea(departments.branch));
    const [lent] = await places(await enterArea(departments.branch, [cars.sister]));
    for (const ground of [await now(), await past()])
      expect([all, own, lent].map((place) => whose(ground, place!))).toEqual([
        ['group', 'branch', 'sister'],
        ['branch'],
        ['branch', 'sister'],
      ]);
  });

  it('have an outline history: the first outline covers the complete past, each later one starts at its date', async () => {
    const area = await enterArea(departments.branch);
    await server.db.run(sql`update area set geo = jsonb_set(geo, '{radius}', '600') where id = ${area}`);
    const [first, second] = (await places(area)) as [number, number];
    const longAgo = Date.now() - 1000 * HOUR_MS;
    const then = await past(longAgo);
    expect([whose(then, first, longAgo), whose(then, second, longAgo)]).toEqual([['branch'], []]);
    expect([whose(then, first, Date.now() + 1000), whose(then, second, Date.now() + 1000)]).toEqual([[], ['branch']]);
    const current = await now();
    expect([current.place(first), whose(current, second, Date.now() + 1000)]).toEqual([undefined, ['branch']]);
  });

  it('remember their vehicles after deletion, and vehicles with recorded visits', async () => {
    const area = await enterArea(departments.branch, [cars.sister]);
    const [place = 0] = await places(area);
    const before = Date.now() - HOUR_MS;
    await server.db.run(sql`delete from area where id = ${area}`);
    expect(whose(await past(), place, before)).toEqual(['branch', 'sister']);
    expect((await now()).place(place)).toBeUndefined();
    await server.db.run(sql`
      insert into area_visit (vehicle_id, place_id, enter_at, leave_at, distance_km, continued, ended)
      values (${cars.group}, ${place}, to_timestamp(${before / 1000 + 60}::float8), now(), 1, false, true)`);
    expect(whose(await past(), place, before)).toEqual(['group', 'branch', 'sister']);
  });
});
