import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HOUR_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addVehicle } from '../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { sql } from '../../platform/db/database.ts';
import { createPartitions } from '../../platform/db/partitions.ts';

let server: TestServer;
let car: number;
let bare: number;
let foreign: number;
const tokens = new Map<string, string>();

beforeAll(async () => {
  // the service of this test is on this machine
  server = await startTestServer({ mayReach: () => true });
  const partitions = createPartitions(server.db, 400);
  await partitions.ensureAhead(server.clock.now);
  // for messages of a day and an hour ago
  await partitions.ensureAhead(server.clock.now - 25 * HOUR_MS);
  const root = await server.department('Head office');
  const north = await server.department('North', root);
  const south = await server.department('South', root);
  car = await addVehicle(server, { plate: '粤A00001', departmentId: north, phone: '13900000001', driver: '王伟' });
  bare = await addVehicle(server, { plate: '粤A00002', departmentId: north });
  foreign = await addVehicle(server, { plate: '粤C00001', departmentId: south, phone: '13900000003' });
  await server.db.run(
    sql`update vehicle set owner_name = '通达物流', owner_phone = '13712345678', vin = 'LGWEF4A57KF000001' where id = ${car}`,
  );
  for (const [name, codes] of [
    ['operator', ['20204', '20210']],
    ['owner', ['20205']],
    ['manager', ['20204', '60510']],
    ['looker', ['2']],
  ] as const) {
    await server.account(name, north, codes);
    tokens.set(name, await server.signIn(name));
  }
});
afterAll(() => server.stop());

const call = async (name: string, path: string, data: object, language = 'zh') =>
  (await server.call('POST', path, data, { authorization: tokens.get(name)!, 'accept-language': language })).body;

async function report(vehicleId: number, agoMs: number, extra: string | null): Promise<number> {
  const at = new Date(server.clock.now - agoMs);
  await server.db.run(sql`
    insert into position (vehicle_id, gnss_at, received_at, lng, lat, altitude_m, speed_kmh, heading, alarm_bits, status_bits,
      backfill, quality, extra)
    values (${vehicleId}, ${at}, ${at}, 113.26, 23.13, 0, 0, 0, 0, 3, false, 0, ${extra === null ? null : Buffer.from(extra, 'hex')})`);
  return at.getTime();
}

describe('an address', () => {
  it('is returned to every session in the specified format', async () => {
    expect(await call('looker', 'location/getAddress', { lng: 114.0579, lat: 22.5431 })).toMatchObject({
      code: '0',
      data: { code: 200, data: { addressInfo: '广东省深圳市' } },
    });
  });
  it('returns code 404 where no address is known', async () => {
    expect((await call('looker', 'location/getAddress', { lng: 0, lat: 0 })).data).toEqual({ code: 404, data: null });
  });
  it.each([
    [{ lng: 181, lat: 0 }, 'lng'],
    [{ lng: 0, lat: 91 }, 'lat'],
    [{ lng: '114', lat: 22 }, 'lng'],
    [{ lat: 22 }, 'lng'],
  ])('of %j is refused at %s', async (data, path) => {
    const { code, data: told } = await call('looker', 'location/getAddress', data);
    expect([code, told.fields[0].path]).toEqual(['4001', path]);
  });
  it('uses the configured address service', async () => {
    const service = createServer((request, reply) => reply.end(JSON.stringify({ data: { addressInfo: `at ${request.url}` } })));
    await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening));
    // settings refuse addresses of this machine; this form leads there
    const url = `http://[::ffff:127.0.0.1]:${(service.address() as AddressInfo).port}/{lng}/{lat}`;
    await server.db.run(sql`insert into setting_value (key, value) values ('addressServiceUrl', ${JSON.stringify(url)}::jsonb)`);
    server.bus.publish('settings.changed', { departmentId: null });
    expect((await call('looker', 'location/getAddress', { lng: 114, lat: 22 })).data.data).toEqual({
      addressInfo: 'at /114.000000/22.000000',
    });
    service.close();
    await server.db.run(sql`delete from setting_value where key = 'addressServiceUrl'`);
    server.bus.publish('settings.changed', { departmentId: null });
  });
});

describe('the records of a vehicle', () => {
  it('show vehicle, terminal and driver, masked and without the owner', async () => {
    const { data } = await call('operator', 'car/getCarInfo', { targId: `${car}` });
    expect(data.vehicle).toMatchObject({ carNo: '粤A00001', vin: 'LGWEF4A57KF000001', phone: '13900000001', deptName: 'North' });
    expect(data.vehicle).not.toHaveProperty('ownerName');
    expect(data.vehicle).not.toHaveProperty('ownerTel');
    expect(data.driver).toMatchObject({ driverName: '王伟', mobile: '138****8000' });
  });
  it('show a driver’s number to users with permission', async () => {
    expect((await call('manager', 'car/getCarInfo', { targId: `${car}` })).data.driver.mobile).toBe('13800138000');
  });
  it('return null for a missing driver and a missing terminal', async () => {
    const { data } = await call('operator', 'car/getCarInfo', { targId: `${bare}` });
    expect([data.driver, data.vehicle.phone]).toEqual([null, null]);
  });
  it('show full owner data to users with permission, and write an audit log entry', async () => {
    const { data } = await call('owner', 'car/getOwnerInfo', { targId: `${car}` });
    expect(data.vehicle).toMatchObject({ ownerName: '通达物流', ownerTel: '13712345678' });
    expect(data.vehicle).not.toHaveProperty('vin');
    const row = await server.db.first(sql`select account, area, action, object from audit_log where action = 'getOwnerInfo'`);
    expect(row).toEqual({ account: 'owner', area: 'details', action: 'getOwnerInfo', object: '粤A00001' });
  });
  it.each([
    ['looker', 'car/getCarInfo'],
    ['operator', 'car/getOwnerInfo'],
    ['owner', 'car/getCarInfo'],
  ])('are not shown to a %s by %s', async (name, path) => {
    expect((await call(name, path, { targId: `${car}` })).code).toBe('4003');
  });
  it('outside the scope return the same error as unknown vehicles', async () => {
    for (const [name, path, field] of [
      ['operator', 'car/getCarInfo', 'targId'],
      ['owner', 'car/getOwnerInfo', 'targId'],
      ['operator', 'setting/queryTirePressure', 'carId'],
    ] as const) {
      const other = await call(name, path, { [field]: `${foreign}` });
      expect(other).toEqual(await call(name, path, { [field]: '999999999' }));
      expect(other.code).toBe('4004');
    }
  });
});

describe('tyre pressures', () => {
  const query = async (id = car) => (await call('operator', 'setting/queryTirePressure', { carId: `${id}` })).data;

  it('are empty if the terminal reports none', async () => {
    await report(bare, 1_000, '300114');
    await report(bare, 2_000, null);
    expect(await query(bare)).toEqual({ time: null, list: [] });
  });
  it('are the bytes of the newest report that contains them', async () => {
    await report(car, 60_000, '050450ffff51');
    const at = await report(car, 30_000, '0504525350ff');
    await report(car, 1_000, '300114');
    const tyre = (no: number, value: number) => ({
      no,
      value,
      pressureKpa: null,
      temperatureC: null,
      batteryPercent: null,
      alarms: [],
    });
    expect(await query()).toEqual({ time: at, list: [tyre(1, 0x52), tyre(2, 0x53), tyre(3, 0x50)] });
  });
  it('are in kilopascals if a tyre monitor reports them', async () => {
    const item = `${'00'.repeat(40)}010000030320001e0050`;
    const at = await report(car, 500, `66${(item.length / 2).toString(16)}${item}`);
    expect(await query()).toEqual({
      time: at,
      list: [{ no: 1, pressureKpa: 800, temperatureC: 30, batteryPercent: 80, alarms: [1], value: null }],
    });
  });
  it('older than a day are not returned', async () => {
    const old = await addVehicle(server, {
      plate: '粤A00009',
      departmentId: (await server.db.first<{ department_id: number }>(sql`select department_id from vehicle where id = ${car}`))!
        .department_id,
    });
    await report(old, 25 * HOUR_MS, '05025051');
    expect(await query(old)).toEqual({ time: null, list: [] });
  });
});
