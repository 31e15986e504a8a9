import { socketPath } from '@fleetwarden/contract/live/live-sockets';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addVehicle, live } from '../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { upgradeRefusal } from '../../../test/support/test-upgrade.ts';
import { sql } from '../../platform/db/database.ts';

const PLATE = '粤A12345';

let server: TestServer;
let root: number;
let fleet: number;
let carId: number;
let keeper: string;
beforeAll(async () => {
  server = await startTestServer();
  root = await server.department('Head office');
  fleet = await server.department('Fleet', root);
  carId = await addVehicle(server, { plate: PLATE, departmentId: fleet });
  await server.account('keeper', root, ['60103']);
  keeper = await server.login('keeper');
});
afterAll(() => server.stop());

const makePassword = async (id = carId, authorization = keeper) =>
  (await server.call('POST', 'car/makeInspectPasswd', { carId: String(id) }, { authorization })).body;
const login = async (password: string, carNo = PLATE, color = 2) =>
  (await server.call('POST', 'car/login', { carNo, color, vPasswd: await server.vPasswd(password) })).body;
const call = async (method: 'GET' | 'POST', path: string, authorization: string) =>
  (await server.call(method, path, {}, { authorization })).body;

describe('an inspection', () => {
  it('starts with plate, colour and the generated password, and returns its vehicle', async () => {
    const { password } = (await makePassword()).data;
    expect(password).toMatch(/^[a-hijkmnp-z2-9]{10}$/);
    const { data } = await login(password, ' 粤a12345 ');
    expect(data).toMatchObject({
      rights: [],
      userInfo: {
        userId: '',
        account: PLATE,
        deptId: String(fleet),
        deptName: 'Fleet',
        timeZone: 'Asia/Shanghai',
        mustChangePassword: false,
        inspection: { carNo: PLATE, carId: String(carId), targId: String(carId), color: 2 },
      },
    });
    expect((await call('POST', 'user/getLoginInfo', data.token)).data).toEqual({ userInfo: data.userInfo, rights: [] });
    const row = await server.db.first(sql`
      select kind, account_id, vehicle_id from session where prefix = ${data.token.split('.')[0]}`);
    expect(row).toEqual({ kind: 'inspection', account_id: null, vehicle_id: carId });
    expect(server.logged.join()).not.toContain(password);
  });

  it('shows the position of the vehicle, and nothing until it has reported', async () => {
    const { token } = (await login((await makePassword()).data.password)).data;
    const list = async () => (await call('GET', 'car/inspect/list', token)).data.list;
    expect(await list()).toEqual([]);
    server.bus.publish('fleet.changed', { vehicleIds: [carId] });
    server.bus.publish('vehicles.updated', [live(carId)]);
    await vi.waitFor(async () =>
      expect(await list()).toEqual([
        expect.objectContaining({
          cid: String(carId),
          tid: String(carId),
          cno: PLATE,
          x: 113.2644,
          y: 23.1291,
          deptName: 'Fleet',
        }),
      ]),
    );
  });

  it('allows only viewing the vehicle and signing out', async () => {
    const { token } = (await login((await makePassword()).data.password)).data;
    for (const path of ['mainPage/countByStatus', 'user/getUserDetail', 'user/exchangeTicket', 'user/listOwnSession'])
      expect(await call('POST', path, token)).toMatchObject({ code: '4003', msg: 'You do not have permission' });
    const port = await server.http.listen({ host: '127.0.0.1', port: 0 });
    for (const kind of ['init', 'gpsmsg', 'commonmsg'] as const) {
      const url = `ws://127.0.0.1:${port}${socketPath[kind](token.split('.')[0])}`;
      expect(await upgradeRefusal(url, { authorization: token })).toBe(403);
    }
    expect((await call('POST', 'user/loginOut', token)).code).toBe('0');
    expect((await call('GET', 'car/inspect/list', token)).code).toBe('4007');
  });

  it('is refused with the same reply for a wrong password, unknown plate, other colour, unset password or deleted vehicle', async () => {
    const { password } = (await makePassword()).data;
    const bare = await addVehicle(server, { plate: '粤B00001', departmentId: fleet });
    const gone = await addVehicle(server, { plate: '粤B00002', departmentId: fleet });
    const lost = (await makePassword(gone)).data.password;
    const during = (await login(lost, '粤B00002')).data.token;
    await server.db.run(sql`update vehicle set deleted_at = now() where id = ${gone}`);
    const replies = [
      await login('wrong'),
      await login(password, '粤Z99999'),
      await login(password, PLATE, 1),
      await login('', '粤B00001'),
      await login(lost, '粤B00002'),
    ];
    for (const reply of replies) expect(reply).toEqual({ code: '4001', msg: 'Incorrect account or password', data: null });
    expect((await call('GET', 'car/inspect/list', during)).code).toBe('4007');
    expect((await makePassword(gone)).code).toBe('4004');
    expect((await makePassword(bare)).code).toBe('0');
  });

  it('is locked for the plate after five failures, even if the plate does not exist', async () => {
    for (const plate of ['粤B00003', '粤B00004']) {
      if (plate === '粤B00003') await makePassword(await addVehicle(server, { plate, departmentId: fleet }));
      for (let i = 0; i < 5; i++) expect((await login('wrong', plate)).code).toBe('4001');
      expect(await login('wrong', plate)).toMatchObject({ code: '4029', msg: 'Too many failed sign-ins. Try again in 15 min' });
    }
  });

  it('ends when a new password is made', async () => {
    const first = (await makePassword()).data.password;
    const { token } = (await login(first)).data;
    await makePassword();
    expect((await call('GET', 'car/inspect/list', token)).code).toBe('4007');
    expect((await login(first)).code).toBe('4001');
  });

  it('is enabled only for vehicles within the scope', async () => {
    const other = await server.department('Elsewhere');
    await server.account('stranger', other, ['60103']);
    const stranger = await server.login('stranger');
    for (const id of [carId, 987_654, 999_999_999_999]) expect((await makePassword(id, stranger)).code).toBe('4004');
  });
});
