import { createServer, type Server } from 'node:net';
import { sign } from '@fleetwarden/contract/sign';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startMailbox } from '../../../test/support/mail/mail-server.ts';
import { PASSWORD } from '../../../test/support/test-calls.ts';
import { addVehicle } from '../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { cleanupsOf } from '../../cleanups.ts';
import { at, sql } from '../../platform/db/database.ts';
import { checkRowCount } from '../reports/export/export-request.ts';
import { TESTS_PER_MINUTE } from './limits.ts';
import { createMailServer } from './mail-server.ts';

const HOME = '10.1.2.3';
const AWAY = '203.0.113.9';

let server: TestServer;
let root: number;
let boss: string;
let listener: Server;
let port: number;
/** Answer of the map provider; undefined: it does not answer. */
let providerSays: string | undefined;
let asked: string[];

beforeAll(async () => {
  listener = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  port = (listener.address() as { readonly port: number }).port;
  server = await startTestServer({
    trustProxy: true,
    // the addresses of this machine stand for others
    mayReach: (address) => address === '127.0.0.1',
    terminalAccess: { host: '127.0.0.1', port: 6_808, badFrames: () => [] },
    mediaPorts: { mediaPort: port, evidencePort: 1 },
    fetchText: async (url) => {
      asked.push(url);
      if (providerSays === undefined) throw new Error('no answer');
      return providerSays;
    },
  });
  root = await server.department('Head office');
  await server.account('boss', root, ['70201', '70203', '601', '60101', '60106', '609', '60901']);
  await server.account('looker', root, ['70201']);
  boss = await server.signIn('boss');
});
afterAll(async () => {
  listener.close();
  await server.stop();
});
beforeEach(async () => {
  asked = [];
  providerSays = undefined;
  for (const table of ['setting_value', 'setting_version']) await server.db.run(`delete from ${table}`);
  server.bus.publish('settings.changed', { departmentId: null });
});

const ask = async (path: string, data: object, token = boss, peer = HOME) =>
  (
    await server.post(
      path,
      { data, sign: sign(data as Record<string, unknown>) },
      { authorization: token, 'x-forwarded-for': peer },
    )
  ).body;
let version = 0;
const save = async (values: object, peer = HOME) => {
  version = (await ask('setting/getPlatSetting', {})).data.version;
  return ask('setting/savePlatSetting', { version, values }, boss, peer);
};

const login = async (account: string, from: string) => {
  const vPasswd = await server.vPasswd(PASSWORD);
  return (await server.call('POST', 'user/login', { account, vPasswd }, { 'x-forwarded-for': from })).body;
};

it('the list of allowed login addresses must include the own address, and applies at the next login', async () => {
  const refused = await save({ ipList: ['192.0.2.0/24'] });
  expect(refused).toMatchObject({ code: '4001', data: { fields: [{ path: 'ipList' }] } });
  expect((await login('looker', AWAY)).code).toBe('0');
  expect((await save({ ipList: ['10.0.0.0/8', '2001:db8::/32'] })).code).toBe('0');
  expect((await login('looker', AWAY)).code).toBe('4003');
  expect((await login('looker', HOME)).code).toBe('0');
  expect((await login('looker', '2001:db8::7')).code).toBe('0');
  expect((await save({ ipList: null })).code).toBe('0');
  expect((await login('looker', AWAY)).code).toBe('0');
});

it('the console of each user receives the settings of the watermark and of alarm sounds', async () => {
  const user = async () => (await ask('user/getLoginInfo', {})).data.userInfo;
  expect(await user()).toMatchObject({ watermark: false, bellSounds: true });
  await save({ watermark: true, bellSounds: false });
  expect(await user()).toMatchObject({ watermark: true, bellSounds: false });
});

it('an export contains at most the number of rows in the setting', async () => {
  expect((await ask('car/exportCar', { format: 'csv' })).code).toBe('0');
  await save({ exportRows: 1_000 });
  await server.db.run(sql`
    insert into vehicle (plate, department_id, vehicle_type, plate_colour)
    select '京E' || i, ${root}, 21, 2 from generate_series(10000, 11000) i`);
  expect(await ask('car/exportCar', { format: 'csv' })).toMatchObject({
    code: '4001',
    data: { fields: [{ message: expect.stringContaining('1000') }] },
  });
  await server.db.run(sql`delete from vehicle where plate = '京E11000'`);
  expect((await ask('car/exportCar', { format: 'csv' })).code).toBe('0');
  // reports ask the same limit
  expect(() => checkRowCount('csv', 1_001, 1_000)).toThrow(expect.objectContaining({ kind: 'exportTooLong' }));
  expect(() => checkRowCount('csv', 1_000, 1_000)).not.toThrow();
});

describe('retention', () => {
  const cleanups = () => cleanupsOf({ ...server, settings: server.settingsArea, mediaKeptMs: 400 * DAY_MS });

  it('of a deleted vehicle follows the setting, in its list and in the cleanup', async () => {
    const id = await addVehicle(server, { plate: '京R10001', departmentId: root });
    await server.db.run(sql`update vehicle set deleted_at = ${at(server.clock.now - 40 * DAY_MS)} where id = ${id}`);
    const keptUntil = async () => (await ask('car/listDeletedCar', {})).data.list[0]?.keptUntil;
    expect(await keptUntil()).toBe(server.clock.now + 140 * DAY_MS);
    expect(await cleanups()['removedVehicles']!(server.clock.now)).toBe(0);
    await save({ recycleDays: 30 });
    expect(await keptUntil()).toBe(server.clock.now - 10 * DAY_MS);
    expect(await cleanups()['removedVehicles']!(server.clock.now)).toBe(1);
  });

  it('of terminal messages follows the setting', async () => {
    const id = await addVehicle(server, { plate: '京R10002', departmentId: root });
    await server.db.run(sql`
      insert into terminal_message (vehicle_id, received_at, message_id, serial, reason, bytes, body)
      values (${id}, ${at(server.clock.now - 20 * DAY_MS)}, 2304, 1, 1, 1, '\\x01')`);
    expect(await cleanups()['terminalMessages']!(server.clock.now)).toBe(0);
    await save({ messageLogDays: 7 });
    expect(await cleanups()['terminalMessages']!(server.clock.now)).toBe(1);
  });
});

describe('the mail server of the settings', () => {
  const email = { messageId: 'x@y', to: 'a@example.org', subject: 's', text: 't' };
  const settings = { mailHost: '', mailPort: 25, mailAccount: 'fleet@example.com' };

  it('sends email if no other server is configured, and connects only to allowed addresses', async () => {
    const box = await startMailbox();
    const own = { settings: { ...settings, mailHost: '127.0.0.1', mailPort: box.port }, password: null };
    await createMailServer({ ...own, mayReach: () => true })!.send(email);
    expect(box.letters).toMatchObject([{ from: 'fleet@example.com', to: ['a@example.org'] }]);
    await expect(createMailServer({ ...own, mayReach: () => false })!.send(email)).rejects.toThrow('not allowed');
    expect(box.letters).toHaveLength(1);
    await box.stop();
  });

  it('does not exist without a host or an account', async () => {
    const mayReach = () => true;
    expect(createMailServer({ settings, password: null, mayReach })).toBeUndefined();
    expect(
      createMailServer({ settings: { ...settings, mailHost: 'a', mailAccount: '' }, password: null, mayReach }),
    ).toBeUndefined();
    expect(await server.mail.ready()).toBe(false);
    await save({ mailHost: 'mail.example.com', mailAccount: 'fleet@example.com', mailPassword: 'hunter2' });
    expect(await server.mail.ready()).toBe(true);
  });
});

describe('a test of a map key', () => {
  it('queries the provider with the entered key, or with the stored one', async () => {
    providerSays = '{"status":220,"message":"APP Referer校验失败"}';
    const typed = await ask('setting/testMapKey', { key: 'baiduMapKey', value: 'a&b' });
    expect(typed.data).toEqual({ result: 'valid', code: '220' });
    await save({ tenxunMapKey: 'stored' });
    providerSays = '{"status":311}';
    expect((await ask('setting/testMapKey', { key: 'tenxunMapKey' })).data).toEqual({ result: 'unknown', code: '311' });
    expect(asked).toEqual([
      expect.stringMatching(/^https:\/\/api\.map\.baidu\.com\/.*ak=a%26b$/),
      expect.stringMatching(/^https:\/\/apis\.map\.qq\.com\/.*key=stored$/),
    ]);
  });

  it.each([
    ['{"status":"0","infocode":"10009"}', 'valid', '10009'],
    ['{"status":"1","infocode":"10000"}', 'wrongType', '10000'],
    ['{"status":"0","infocode":"10001"}', 'unknown', '10001'],
    ['{"status":"0","infocode":"10003"}', 'exhausted', '10003'],
    ['<html>', 'noAnswer', ''],
    ['null', 'noAnswer', ''],
    [undefined, 'noAnswer', ''],
  ])('maps the response %s to %s', async (answer, result, code) => {
    server.clock.now += 61_000;
    providerSays = answer;
    expect((await ask('setting/testMapKey', { key: 'gaodeMapKey', value: 'k' })).data).toEqual({ result, code });
  });

  it('needs a key, permission to change settings, and has a rate limit', async () => {
    server.clock.now += 61_000;
    expect(await ask('setting/testMapKey', { key: 'gaodeMapKey' })).toMatchObject({
      code: '4001',
      data: { fields: [{ path: 'gaodeMapKey' }] },
    });
    expect((await ask('setting/testMapKey', { key: 'gaodeMapKey', value: 'k' }, await server.signIn('looker'))).code).toBe(
      '4003',
    );
    for (let i = 1; i < TESTS_PER_MINUTE; i++) await ask('setting/testMapKey', { key: 'gaodeMapKey', value: 'k' });
    expect((await ask('setting/testMapKey', { key: 'gaodeMapKey', value: 'k' })).code).toBe('4029');
    expect(server.logged.join('')).not.toContain('key=k');
  });
});

describe('a test of the media addresses', () => {
  it('shows which ones accept a connection, also before saving, and connects to no other address', async () => {
    server.clock.now += 61_000;
    const test = async (values: object) => (await ask('setting/testMedia', { values })).data;
    expect(await test({})).toEqual({
      list: [
        { service: 'media', host: '127.0.0.1', port, reachable: true },
        { service: 'evidence', host: '127.0.0.1', port: 1, reachable: false },
      ],
    });
    const typed = await test({ evidenceHost: '127.0.0.1', evidencePort: port });
    expect(typed.list[1]).toEqual({ service: 'evidence', host: '127.0.0.1', port, reachable: true });
    // the address of a cloud's metadata
    await save({ evidenceHost: '169.254.169.254', evidencePort: 6_060 });
    expect((await test({})).list[1]).toMatchObject({ host: '169.254.169.254', reachable: false });
    expect((await ask('setting/testMedia', { values: { evidencePort: 80 } })).code).toBe('4001');
  });
});
