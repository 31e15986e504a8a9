import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { allPermissions } from '@fleetwarden/contract/permission-tree';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addVehicle } from '../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { sql } from '../../platform/db/database.ts';
import { isExternalAddress } from './connectivity-probe.ts';

let server: TestServer;
let listener: Server;
let [root, east, west, port] = [0, 0, 0, 0];
let [boss, clerk, viewer] = ['', '', ''];

const CODES = allPermissions.filter((code) => /^6(08|10)/.test(code));
const call = async (token: string, path: string, data: object = {}) =>
  (await server.call('POST', path, data, { authorization: token, cookie: 'language=en' })).body;
const state = async (token: string, name: string) => (await call(token, 'plat/listLinkState', { platName: name })).data.list[0];

const superior = (more: object = {}) => ({
  platName: '省监管平台',
  deptId: String(east),
  standard: 1,
  linkState: 0,
  ip: '127.0.0.1',
  port,
  userId: '10001',
  password: 'abc_123',
  accessCode: '7',
  localIp: '10.0.0.1',
  localPort: 9001,
  versionFlag: '1.0.0',
  heartbeat: 60,
  reconnect: 10,
  encrypt: 0,
  m1: '1',
  ia1: '2',
  ic1: '3',
  coord: 1,
  sendPosition: true,
  ...more,
});
const add = async (more: object = {}) => (await call(boss, 'plat/addSuperior', { values: superior(more) })).data.id as string;

beforeAll(async () => {
  // the listener of these tests is on this machine
  server = await startTestServer({ mayReach: (address) => address === '127.0.0.1' || isExternalAddress(address) });
  listener = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  ({ port } = listener.address() as AddressInfo);
  root = await server.department('集团');
  east = await server.department('华东', root);
  west = await server.department('华西', root);
  await server.account('boss', root, CODES);
  await server.account('clerk', west, CODES);
  await server.account('viewer', root, ['61001']);
  [boss, clerk, viewer] = [await server.signIn('boss'), await server.signIn('clerk'), await server.signIn('viewer')];
});
afterAll(async () => {
  listener.close();
  await server.stop();
});

describe('the monitoring of superior platforms', () => {
  it('shows a link that was not started, and the gaps in its record', async () => {
    const id = await add({ platName: '甲平台', localPort: 9101, versionFlag: '', sendPosition: false, sendStatic: false });
    const row = await state(viewer, '甲平台');
    expect(row).toMatchObject({ id, mainState: 4, subState: 4, mainSince: null, sent: 0, failed: 0, queued: 0, vehicles: 0 });
    // version, vehicles, upload, not wanted
    expect(row.gaps).toEqual([4, 5, 6, 7]);
    const car = await addVehicle(server, { plate: '沪A70001', departmentId: east });
    await call(boss, 'plat/bindCar', { id, addCars: [String(car)] });
    await call(boss, 'plat/linkSuperior', { ids: [id], linkState: 1 });
    await call(boss, 'plat/editSuperior', {
      id,
      version: 2,
      values: superior({ platName: '甲平台', localPort: 9101, linkState: 1 }),
    });
    expect(await state(viewer, '甲平台')).toMatchObject({ gaps: [], vehicles: 1, online: 0, linkState: 1 });
    await server.db.run(sql`update vehicle set deleted_at = now() where id = ${car}`);
    expect(await state(viewer, '甲平台')).toMatchObject({ gaps: [5], vehicles: 0 });
  });

  it('shows the link state that the link service stored', async () => {
    const id = await add({ platName: '乙平台', localPort: 9102 });
    const since = Date.parse('2026-11-20T10:00:00Z');
    await server.db.run(sql`
      insert into superior_link (superior_id, main_state, main_since, sub_state, sub_reason, heartbeat_at, sent, failed, queued)
      values (${Number(id)}, 2, to_timestamp(${since / 1000}), 3, 'connection reset', to_timestamp(${since / 1000}), 5000000000, 3, 2)`);
    expect(await state(viewer, '乙平台')).toMatchObject({
      mainState: 2,
      mainSince: since,
      subState: 3,
      subReason: 'connection reset',
      heartbeatAt: since,
      sent: 5_000_000_000,
      failed: 3,
      queued: 2,
    });
    const { data } = await call(viewer, 'plat/listLinkState', { mainState: 2 });
    expect(data.list.map(({ platName }: { platName: string }) => platName)).toEqual(['乙平台']);
    // deleting the platform deletes the state of its link
    await call(boss, 'plat/delSuperior', { ids: [id] });
    expect(await server.db.query(sql`select from superior_link where superior_id = ${Number(id)}`)).toEqual([]);
  });

  it('shows the upload delay of vehicles, messages sent today, and answers to checks and tasks', async () => {
    const id = Number(await add({ platName: '庚平台', localPort: 9106 }));
    expect(await state(viewer, '庚平台')).toMatchObject({ uploaded: 0, delay: 0, sentToday: 0, checksAsked: 0, tasksAsked: 0 });
    const car = await addVehicle(server, { plate: '沪A70006', departmentId: east });
    await server.db.run(sql`
      insert into superior_vehicle (superior_id, vehicle_id, taken_to) values (${id}, ${car}, now() - interval '10 minutes')`);
    await server.db.run(sql`
      insert into link_traffic (superior_id, hour, message_id, down, messages, bytes)
      values (${id}, now(), ${0x1202}, false, 7, 100), (${id}, now(), ${0x9301}, true, 3, 100),
        (${id}, now() - interval '2 days', ${0x1202}, false, 100, 100)`);
    const check = (reply: string, minutes: number) =>
      server.db.run(sql`
        insert into post_check (superior_id, serial, info_id, object_type, object_id, question, received_at, deadline_at, reply, replied_at)
        values (${id}, 1, 7, 1, '7', '在吗', now() - interval '1 hour', now() - interval '50 minutes', nullif(${reply}, ''),
          case when ${reply} <> '' then now() - interval '1 hour' + make_interval(mins => ${minutes}) end)`);
    await check('在', 1);
    await check('迟', 30);
    await check('', 0);
    expect(await state(viewer, '庚平台')).toMatchObject({
      uploaded: 1,
      sentToday: 7,
      checksAsked: 3,
      checksAnswered: 2,
      checksInTime: 1,
      tasksAsked: 0,
      tasksAnswered: 0,
    });
  });

  it('is limited to the caller’s departments', async () => {
    await add({ platName: '丙平台', localPort: 9103, deptId: String(west) });
    const names = (await call(clerk, 'plat/listLinkState')).data.list.map(({ platName }: { platName: string }) => platName);
    expect(names).toEqual(['丙平台']);
  });
});

describe('the test of a superior platform', () => {
  it('opens a real connection, is stored with the platform until its address changes, and is logged', async () => {
    const id = await add({ platName: '丁平台', localPort: 9104 });
    expect(await state(viewer, '丁平台')).toMatchObject({ probeResult: null, probedAt: null, address: `127.0.0.1:${port}` });
    const met = once(listener, 'connection');
    const tested = await call(boss, 'plat/testSuperior', { id });
    await met;
    expect(tested).toMatchObject({ code: '0', data: { result: 0 } });
    expect(await state(viewer, '丁平台')).toMatchObject({
      probeResult: 0,
      probeMs: tested.data.ms,
      probedAt: server.clock.now,
    });
    const [entry] = await server.db.query(sql`
      select object, after from audit_log where action = 'testSuperior' order by id desc limit 1`);
    expect(entry).toMatchObject({ object: '丁平台', after: { address: `127.0.0.1:${port}`, result: 0 } });
    const moved = superior({ platName: '丁平台', localPort: 9104, ip: '169.254.169.254' });
    await call(boss, 'plat/editSuperior', { id, version: 1, values: moved });
    expect(await state(viewer, '丁平台')).toMatchObject({ probeResult: null });
    // metadata addresses of clouds are no platform
    expect((await call(boss, 'plat/testSuperior', { id })).data).toEqual({ result: 5, ms: null });
    expect(await state(viewer, '丁平台')).toMatchObject({ probeResult: 5, probeMs: null });
  });

  it('requires permission and scope, and is rate-limited', async () => {
    const id = await add({ platName: '戊平台', localPort: 9105 });
    expect((await call(viewer, 'plat/testSuperior', { id })).code).toBe('4003');
    expect((await call(clerk, 'plat/testSuperior', { id })).code).toBe('4004');
    server.clock.now += 60_000;
    const codes = [];
    for (let turn = 0; turn < 11; turn++) codes.push((await call(boss, 'plat/testSuperior', { id })).code);
    expect(codes).toEqual([...Array.from({ length: 10 }, () => '0'), '4029']);
    server.clock.now += 60_000;
    expect((await call(boss, 'plat/testSuperior', { id })).code).toBe('0');
  });
});
