import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type PrivateTestDatabase, privateTestDatabase } from '../support/db/test-database.ts';
import { addVehicle, live } from '../support/test-fleet.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let database: PrivateTestDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await privateTestDatabase();
  server = await startTestServer({ database });
});
afterAll(() => server.stop());

it('without the database calls fail, and work again when it is back', async () => {
  const root = await server.department('Head office');
  const vehicleId = await addVehicle(server, { plate: '粤A00001', departmentId: root });
  await server.account('boss', root);
  const authorization = await server.signIn('boss');
  const ask = async () =>
    (await server.call('GET', 'car/locate', { carId: `${vehicleId}` }, { authorization, cookie: 'language=zh' })).body;
  server.bus.publish('vehicles.updated', [live(vehicleId)]);

  await database.stopDatabase();
  expect(await ask()).toEqual({ code: '5000', msg: '请求失败,请联系管理员', data: null });
  expect((await server.http.app.inject('/readyz')).statusCode).toBe(503);
  expect((await server.http.app.inject('/healthz')).statusCode).toBe(200);
  // a change of the fleet meanwhile is read when it can be
  server.bus.publish('fleet.changed', { vehicleIds: [vehicleId] });

  await database.startDatabase();
  await vi.waitFor(async () => expect((await ask()).data).toMatchObject({ cno: '粤A00001', x: 113.2644 }), { timeout: 10_000 });
});
