import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addVehicle } from '../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { at, sql } from '../../platform/db/database.ts';

let server: TestServer;
let [east, west] = [0, 0];
let tokens: Record<'clerk' | 'stranger', string>;
const CODES = ['623', '62301', '62302', '62303', '62304', '62310', '62311', '62312', '612', '61201'];

beforeAll(async () => {
  server = await startTestServer();
  const root = await server.department('集团');
  east = await server.department('华东', root);
  west = await server.department('华西', root);
  await server.account('clerk', east, CODES);
  await server.account('stranger', west, CODES);
  tokens = { clerk: await server.signIn('clerk'), stranger: await server.signIn('stranger') };
});
afterAll(() => server.stop());

const call = async (who: keyof typeof tokens, path: string, data: object = {}) =>
  (await server.call('POST', path, data, { authorization: tokens[who], cookie: 'language=zh' })).body;
const values = (more: object = {}) => ({
  carNo: '沪a00001',
  plateColor: 2,
  deptId: String(east),
  kind: 1,
  installer: '王芳',
  installerTel: '13800001234',
  phone: '13912345678',
  terminalNo: 'T0001',
  terminalModel: 'FW-1',
  features: [0, 1],
  ...more,
});
const add = async (more: object = {}): Promise<string> =>
  (await call('clerk', 'install/addInstall', { values: values(more) })).data.id;
const get = async (id: string) => (await call('clerk', 'install/getInstall', { id })).data;
const check = async (id: string) => (await call('clerk', 'install/runCheck', { id })).data;

/** A terminal that has registered, is online and has a fix of now. */
async function fitted(phone: string, departmentId: number) {
  const vehicleId = await addVehicle(server, { plate: `沪A${phone.slice(-5)}`, departmentId, phone });
  const now = at(server.clock.now);
  await server.db.run(sql`update terminal set registered_at = ${now}, maker = 'FW', model = 'FW-1' where phone = ${phone}`);
  await server.db.run(sql`
    insert into online_session (vehicle_id, login_at, last_msg_at, transport) values (${vehicleId}, ${now}, ${now}, 'tcp')`);
  await server.db.run(sql`
    insert into vehicle_latest (vehicle_id, gnss_at, received_at, lng, lat, altitude_m, speed_kmh, heading, alarm_bits, status_bits,
      status, status_since)
    values (${vehicleId}, ${now}, ${now}, 121, 31, 0, 0, 0, 0, 3, 1, ${now})`);
  return vehicleId;
}

describe('installations', () => {
  it('are checked against data that the terminals reported', async () => {
    const id = await add();
    expect(await get(id)).toMatchObject({ installNo: `AZ${id.padStart(6, '0')}`, carNo: '沪A00001', state: 1, checkedAt: null });
    expect(await check(id)).toEqual({ registered: false, online: false, fixed: false });
    const vehicleId = await fitted('13912345678', east);
    expect(await check(id)).toEqual({ registered: true, online: true, fixed: true });
    expect(await get(id)).toMatchObject({ state: 3, registered: true, online: true, fixed: true, checkedAt: server.clock.now });
    await server.db.run(sql`update vehicle_latest set status_bits = 1 where vehicle_id = ${vehicleId}`);
    await server.db.run(sql`update online_session set logout_at = login_at where vehicle_id = ${vehicleId}`);
    expect(await check(id)).toEqual({ registered: true, online: false, fixed: false });
  });

  it('reveal no data of terminals outside the scope', async () => {
    await fitted('13912340000', west);
    expect(await check(await add({ phone: '13912340000' }))).toEqual({ registered: false, online: false, fixed: false });
  });

  it('are rejected with a reason and accepted once', async () => {
    const id = await add({ phone: '13912341111' });
    const decide = async (call_: string, more: object = {}) =>
      call('clerk', `install/${call_}Install`, { id, version: (await get(id)).version, ...more });
    expect((await decide('accept')).data.fields[0].message).toBe('请先自动检测');
    await check(id);
    expect((await decide('reject', { reason: ' ' })).code).toBe('4001');
    expect((await decide('reject', { reason: '照片不清楚' })).data).toEqual({ state: 5 });
    expect(await get(id)).toMatchObject({ state: 5, rejectReason: '照片不清楚' });
    await check(id);
    expect((await call('clerk', 'install/acceptInstall', { id, version: 1 })).code).toBe('4010');
    expect((await decide('accept')).data).toEqual({ state: 4 });
    expect(await get(id)).toMatchObject({ state: 4, rejectReason: null, decidedAt: server.clock.now });
    for (const refused of [
      await decide('reject', { reason: '晚了' }),
      await call('clerk', 'install/runCheck', { id }),
      await call('clerk', 'install/editInstall', { id, version: (await get(id)).version, values: values() }),
    ])
      expect(refused.data.fields[0].message).toBe('已验收通过，不能再修改');
  });

  it('create a vehicle record with its terminal, or change an existing one', async () => {
    const settle = async (more: object) => {
      const id = await add({ carNo: '沪B12345', ...more });
      await check(id);
      return call('clerk', 'install/acceptInstall', { id, version: (await get(id)).version });
    };
    const kept = () =>
      server.db.query(sql`
        select v.department_id, t.phone, t.terminal_no from vehicle v left join terminal t on t.vehicle_id = v.id
        where v.plate = '沪B12345'`);
    expect((await settle({ phone: '13912343333', terminalNo: 'T0003' })).code).toBe('0');
    expect(await kept()).toEqual([{ department_id: east, phone: '13912343333', terminal_no: 'T0003' }]);
    expect((await settle({ kind: 2, phone: '13912344444', terminalNo: 'T0004' })).code).toBe('0');
    expect(await kept()).toEqual([{ department_id: east, phone: '13912344444', terminal_no: 'T0004' }]);
    const taken = await settle({ carNo: '沪B54321', phone: '13912344444', terminalNo: 'T0005' });
    expect(taken.data.fields[0]).toMatchObject({
      path: 'values.phone',
      message: expect.stringMatching(/^已被 沪B12345（.+）使用$/),
    });
    expect((await settle({ kind: 3, phone: '13912344444', terminalNo: 'T0004' })).code).toBe('0');
    expect(await kept()).toEqual([{ department_id: east, phone: null, terminal_no: null }]);
  });

  it('outside the scope cannot be seen, checked or accepted', async () => {
    const id = await add({ phone: '13912342222' });
    expect((await call('stranger', 'install/runCheck', { id })).code).toBe('4004');
    expect((await call('stranger', 'install/acceptInstall', { id, version: 1 })).code).toBe('4004');
    expect((await call('stranger', 'install/listInstall')).data.list).toEqual([]);
  });
});

describe('device attributes', () => {
  it('are those reported by terminals in the scope', async () => {
    const { list } = (await call('clerk', 'device/listDevice', { phone: '13912345678' })).data;
    expect(list).toMatchObject([
      { carNo: '沪A45678', phone: '13912345678', maker: 'FW', terminalModel: 'FW-1', protocolVersion: 2019, online: false },
    ]);
    expect(list[0]).toMatchObject({ registeredAt: server.clock.now, lastAt: server.clock.now, authenticatedAt: null });
    const west = (await call('stranger', 'device/listDevice', { sort: 'lastAt', order: 'asc' })).data.list;
    expect(west.map(({ phone }: { phone: string }) => phone)).toEqual(['13912340000']);
    expect((await call('stranger', 'device/listDevice', { online: true })).data.list).toHaveLength(1);
    expect((await call('stranger', 'device/getDevice', { id: list[0].id })).code).toBe('4004');
  });
});
