import { createHash } from 'node:crypto';
import { MAX_LOGO_BYTES } from '@fleetwarden/contract/settings/platform-settings';
import { sign } from '@fleetwarden/contract/sign';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { sql } from '../../platform/db/database.ts';
import { createSettings } from './index.ts';

const VIEW = '70201';
const EDIT = '70203';
const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('the rest of it')]);
const JPEG = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from('the rest of it')]);
const WEBP = Buffer.concat([Buffer.from('RIFF'), Buffer.from([9, 0, 0, 0]), Buffer.from('WEBPVP8 ')]);

let server: TestServer;
let root: number;
let branch: number;
let fleet: number;
let other: number;
let boss: string;
let manager: string;
let managerId: number;

beforeAll(async () => {
  server = await startTestServer();
  root = await server.department('Head office');
  branch = await server.department('Branch', root);
  fleet = await server.department('Fleet', branch);
  other = await server.department('Other branch', root);
  await server.account('boss', root, [VIEW, EDIT]);
  managerId = await server.account('manager', branch, [VIEW, EDIT, '20108']);
  await server.account('looker', branch, [VIEW]);
  server.bus.publish('fleet.changed', { vehicleIds: [] });
  boss = await server.signIn('boss');
  manager = await server.signIn('manager');
});
afterAll(() => server.stop());
beforeEach(async () => {
  for (const table of ['setting_value', 'setting_version', 'logo']) await server.db.run(`delete from ${table}`);
  server.bus.publish('settings.changed', { departmentId: null });
});

const ask = async (token: string, path: string, data: object, headers = {}) =>
  (await server.post(path, { data, sign: sign(data as Record<string, unknown>) }, { authorization: token, ...headers })).body;
const read = (token: string, deptId?: number) => ask(token, 'setting/getPlatSetting', deptId ? { deptId: `${deptId}` } : {});
const save = (token: string, values: object, version = 0, deptId?: number, headers = {}) =>
  ask(token, 'setting/savePlatSetting', { ...(deptId ? { deptId: `${deptId}` } : {}), version, values }, headers);
const upload = (token: string, image: Buffer | string, deptId?: number) =>
  ask(token, 'dept/uploadLogo', {
    ...(deptId ? { deptId: `${deptId}` } : {}),
    image: typeof image === 'string' ? image : image.toString('base64'),
  });

describe('the effective value of a setting', () => {
  it('is the default, the value of the platform, or the nearest own value of an ancestor', async () => {
    const levels = async () =>
      Promise.all([null, root, branch, fleet, other].map((id) => server.settingsArea.get('mapLevel', id)));
    expect(await levels()).toEqual([12, 12, 12, 12, 12]);
    expect(await save(boss, { mapLevel: 8 })).toMatchObject({ code: '0', data: { version: 1 } });
    expect(await levels()).toEqual([8, 8, 8, 8, 8]);
    expect((await save(manager, { mapLevel: 15 }, 0, branch)).code).toBe('0');
    expect(await levels()).toEqual([8, 8, 15, 15, 8]);
    expect((await save(manager, { mapLevel: null }, 1, branch)).data).toEqual({ version: 2 });
    expect(await levels()).toEqual([8, 8, 8, 8, 8]);
  });

  it('for an unknown department is the value of the platform', async () => {
    await save(boss, { footer: 'F' });
    expect(await server.settingsArea.get('footer', 999_999)).toBe('F');
    expect((await server.settingsArea.of(null)).footer).toBe('F');
  });

  it('includes the defaults of the specification for identity', async () => {
    expect(await server.settingsArea.of(fleet)).toMatchObject({
      sessionMinutes: 720,
      oneSession: true,
      captcha: true,
      loginFailures: 5,
      lockMinutes: 15,
      passwordDays: 90,
      changeInitial: true,
      mapCentre: '116.3964|39.9093',
      mapLevel: 12,
      mapProvider: 'BaiduMap',
      alarmPollSeconds: 30,
      helpUrl: '',
      certificateUrl: '',
      storageUrl: '',
      footer: '',
    });
    expect(Object.keys(await server.settingsArea.of(null))).not.toContain('baiduMapKey');
  });

  it('is updated within 10 s after a change by another node or directly in the database', async () => {
    expect(await server.settingsArea.get('lockMinutes', null)).toBe(15);
    await server.db.run(sql`insert into setting_value (key, value) values ('lockMinutes', '20')`);
    server.clock.now += 9_999;
    expect(await server.settingsArea.get('lockMinutes', null)).toBe(15);
    server.clock.now += 1;
    expect(await server.settingsArea.get('lockMinutes', null)).toBe(20);
  });

  it('ignores stored values that are invalid or unknown, and department values of platform settings', async () => {
    await server.db.run(sql`
      insert into setting_value (department_id, key, value)
      values (null, 'lockMinutes', '"soon"'), (null, 'mapLevel', '99'), (null, 'forgotten', '1'), (${branch}, 'loginFailures', '20')`);
    server.bus.publish('settings.changed', { departmentId: null });
    expect(await server.settingsArea.of(branch)).toMatchObject({ lockMinutes: 15, mapLevel: 12, loginFailures: 5 });
  });
});

describe('reading settings', () => {
  it('shows each value, whether it is inherited, and the fallback', async () => {
    await save(boss, { platName: 'Harbour watch', mapLevel: 8 });
    await save(manager, { mapLevel: 15 }, 0, branch);
    const { data } = await read(manager, branch);
    expect(data).toMatchObject({ deptId: `${branch}`, version: 1, logoUrl: '' });
    expect(data.values.platName).toEqual({ value: 'Harbour watch', inherited: true, fallback: 'Harbour watch' });
    expect(data.values.mapLevel).toEqual({ value: 15, inherited: false, fallback: 8 });
    expect(data.values).not.toHaveProperty('lockMinutes');
    expect((await read(boss)).data.values).toMatchObject({
      lockMinutes: { value: 15, inherited: true, fallback: 15 },
      mapLevel: { value: 8, inherited: false, fallback: 12 },
    });
  });

  it('without a department returns the platform for users of a root department, otherwise their own department', async () => {
    expect((await read(boss)).data.deptId).toBeNull();
    expect((await read(manager)).data.deptId).toBe(`${branch}`);
  });

  it('of a department outside the scope responds as for an unknown one', async () => {
    for (const id of [root, other, 999_999, 99_999_999_999]) expect((await read(manager, id)).code).toBe('4004');
    expect((await read(manager, fleet)).code).toBe('0');
  });
});

describe('saving settings', () => {
  it('of the platform needs a root department, and of a department needs that department within the scope', async () => {
    expect((await save(manager, { mapLevel: 5 })).code).toBe('4003');
    for (const id of [root, other, 999_999]) expect((await save(manager, { mapLevel: 5 }, 0, id)).code).toBe('4004');
    expect((await save(manager, { mapLevel: 5 }, 0, fleet)).code).toBe('0');
    expect((await save(await server.signIn('looker'), { mapLevel: 5 }, 0, branch)).code).toBe('4003');
    expect((await save(boss, { mapLevel: 5 }, 0, branch)).code).toBe('0');
  });

  it('needs a signature', async () => {
    const reply = await server.post('setting/savePlatSetting', { data: { version: 0, values: {} } }, { authorization: boss });
    expect(reply.body.code).toBe('4002');
  });

  it('refuses an outdated version, and writes nothing', async () => {
    expect((await save(boss, { mapLevel: 8 })).data).toEqual({ version: 1 });
    for (const version of [0, 2]) expect((await save(boss, { mapLevel: 9 }, version)).code).toBe('4010');
    expect(await server.settingsArea.get('mapLevel', null)).toBe(8);
    expect((await save(boss, { mapLevel: 9 }, 1)).data).toEqual({ version: 2 });
  });

  it('lets only one of two concurrent saves succeed', async () => {
    const codes = (await Promise.all([save(boss, { mapLevel: 8 }), save(boss, { mapLevel: 9 })])).map(({ code }) => code);
    expect(codes.sort()).toEqual(['0', '4010']);
  });

  it('names each invalid key in the language of the caller, and saves nothing', async () => {
    const values = {
      mapLevel: 30,
      helpUrl: 'javascript:alert(1)',
      nonsense: 1,
      footer: 'ok',
      trackDays: 182,
      alarmRecordDays: 1095,
    };
    const reply = await save(boss, values, 0, undefined, { cookie: 'language=zh' });
    expect(reply.code).toBe('4001');
    expect(reply.data.fields).toEqual([
      { path: 'mapLevel', message: '请输入3-18的数字' },
      { path: 'helpUrl', message: '请输入以 http:// 或 https:// 开头的地址' },
      { path: 'nonsense', message: '没有此设置' },
      { path: 'trackDays', message: '请输入183-3650的数字' },
      { path: 'alarmRecordDays', message: '请输入1096-3650的数字' },
    ]);
    expect((await read(boss)).data).toMatchObject({ version: 0, values: { footer: { value: '' } } });
  });

  it('refuses platform settings for a department', async () => {
    const reply = await save(manager, { lockMinutes: 5 }, 0, branch);
    expect(reply.data.fields).toEqual([{ path: 'lockMinutes', message: 'This setting can only be set for the whole platform' }]);
  });

  it('allows only the platform to set address service and map source URLs', async () => {
    for (const key of ['addressServiceUrl', 'mapSourceUrl', 'mapSatelliteUrl']) {
      const values = { [key]: 'http://169.254.169.254/{lng}/{lat}' };
      for (const [deptId, code] of [
        [undefined, '4003'],
        [fleet, '4001'],
        [branch, '4001'],
        [root, '4004'],
      ] as const)
        expect([key, deptId, (await save(manager, values, 0, deptId)).code]).toEqual([key, deptId, code]);
      for (const url of [
        'file:///etc/passwd',
        'gopher://a.example/',
        'http://user:secret@a.example/',
        '//a.example/',
        'a.example',
      ])
        expect([url, (await save(boss, { [key]: url })).code]).toEqual([url, '4001']);
      expect(await server.settingsArea.get(key as 'mapSourceUrl', null)).toBe('');
    }
  });

  it('refuses an address service on the server itself', async () => {
    for (const host of ['localhost', 'a.localhost:8080', '127.0.0.1', '0.0.0.0', '169.254.169.254', '[::1]:80', '[fe80::1]']) {
      const reply = await save(boss, { addressServiceUrl: `http://${host}/{lng}/{lat}` });
      expect([host, reply.code]).toEqual([host, '4001']);
    }
    expect(await server.settingsArea.get('addressServiceUrl', null)).toBe('');
  });

  it('refuses values of wrong types, keys of objects, and invalid bodies', async () => {
    for (const values of [
      { mapLevel: '12' },
      { oneSession: 1 },
      { platName: { a: 1 } },
      { constructor: 1 },
      { ipList: ['a', 7] },
    ])
      expect([values, (await save(boss, values)).code]).toEqual([values, '4001']);
    for (const data of [
      { version: -1, values: {} },
      { version: 0 },
      { version: 0, values: [] },
      { values: {}, version: 0, deptId: 'x' },
    ])
      expect((await ask(boss, 'setting/savePlatSetting', data)).code).toBe('4001');
  });

  it('refuses a text of 10,000 characters, and stores HTML as plain text', async () => {
    expect((await save(boss, { footer: 'x'.repeat(10_000) })).code).toBe('4001');
    expect((await save(boss, { footer: '<img src=x onerror=alert(1)>' })).code).toBe('0');
    expect(await server.settingsArea.get('footer', null)).toBe('<img src=x onerror=alert(1)>');
  });
});

describe('a secret', () => {
  it('is shown as set or not set, is encrypted in the database, and is readable by the server only', async () => {
    expect((await read(boss)).data.values.baiduMapKey).toEqual({ value: false, inherited: true, fallback: false });
    await save(boss, { baiduMapKey: 'AK-12345', mailPassword: 'hunter-22' });
    expect((await read(boss)).data.values.baiduMapKey).toEqual({ value: true, inherited: false, fallback: false });
    expect((await read(manager)).data.values.baiduMapKey).toEqual({ value: true, inherited: true, fallback: true });
    const kept = JSON.stringify(await server.db.query(sql`select value from setting_value`));
    expect(kept).not.toMatch(/AK-12345|hunter/);
    expect(await server.settingsArea.secret('baiduMapKey', fleet)).toBe('AK-12345');
    expect(await server.settingsArea.secret('gaodeMapKey', fleet)).toBeNull();
    expect(server.logged.join('')).not.toMatch(/AK-12345|hunter/);
  });

  it('cannot be decrypted with another key, or as another setting', async () => {
    await save(boss, { baiduMapKey: 'AK-12345' });
    const stranger = createSettings({
      db: server.db,
      bus: server.bus,
      secretKey: 'another key of thirty-two characters',
      testing: { own: { host: undefined, mediaPort: 0, evidencePort: 0 }, reach: async () => false },
    });
    await expect(stranger.secret('baiduMapKey', null)).rejects.toThrow(
      'setting platform.baiduMapKey: was sealed with another SECRET_KEY',
    );
    stranger.stop();
    await server.db.run(sql`insert into setting_value (key, value) select 'gaodeMapKey', value from setting_value`);
    server.bus.publish('settings.changed', { departmentId: null });
    await expect(server.settingsArea.secret('gaodeMapKey', null)).rejects.toThrow('gaodeMapKey');
  });
});

describe('the brand', () => {
  const brand = async (data = {}, headers = {}) =>
    (await server.call('GET', 'dept/qryPlatInfoByDeptId', data, headers)).body.data;

  it('is that of the department, of the nearest ancestor, or the product name', async () => {
    expect(await brand()).toEqual({ platName: 'Fleetwarden', logoUrl: '' });
    expect((await brand({}, { cookie: 'language=zh' })).platName).toBe('车队卫士');
    await save(boss, { platName: 'Harbour watch' });
    await save(manager, { platName: 'Branch watch' }, 0, branch);
    const { logoUrl } = (await upload(boss, PNG)).data;
    expect(await brand({ deptId: `${fleet}` })).toEqual({ platName: 'Branch watch', logoUrl });
    expect(await server.settingsArea.brandOf(other)).toEqual({ platName: 'Harbour watch', logoUrl });
    expect((await brand({ deptId: '999999999999999' })).platName).toBe('Harbour watch');
    expect((await server.call('GET', 'dept/qryPlatInfoByDeptId', { deptId: "1' or '1'='1" })).body.code).toBe('4001');
    expect((await server.call('GET', 'dept/getDeptLogoShowUrlPre')).body.data).toEqual({ urlPre: '' });
  });
});

describe('a logo', () => {
  const get = (url: string) => server.http.app.inject({ url });

  it.each([
    ['png', 'image/png', PNG],
    ['jpg', 'image/jpeg', JPEG],
    ['webp', 'image/webp', WEBP],
  ])('of type %s is served publicly under the hash of its content', async (extension, contentType, image) => {
    const { logoUrl } = (await upload(boss, image)).data;
    expect(logoUrl).toBe(`/api/WebGis/dept/logo/${createHash('sha256').update(image).digest('hex')}.${extension}`);
    const reply = await get(logoUrl);
    expect(reply.statusCode).toBe(200);
    expect(reply.rawPayload.equals(image)).toBe(true);
    expect(reply.headers).toMatchObject({
      'content-type': contentType,
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  it('applies to its scope, and is removed by an empty upload', async () => {
    const { logoUrl } = (await upload(manager, PNG, branch)).data;
    expect((await server.settingsArea.brandOf(fleet)).logoUrl).toBe(logoUrl);
    expect((await server.settingsArea.brandOf(other)).logoUrl).toBe('');
    expect((await read(manager)).data.logoUrl).toBe(logoUrl);
    expect((await upload(manager, '', branch)).data).toEqual({ logoUrl: '' });
    expect((await get(logoUrl)).statusCode).toBe(404);
    expect((await upload(manager, PNG)).code).toBe('4003');
    expect((await upload(manager, PNG, other)).code).toBe('4004');
  });

  it.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['HTML', Buffer.from('<!doctype html>')],
    ['GIF', Buffer.from('GIF89a....')],
    ['only three bytes', Buffer.from([1, 2, 3])],
    ['RIFF but not WebP', Buffer.from('RIFF....WAVE')],
    ['a data: URL', `data:image/png;base64,${PNG.toString('base64')}`],
    ['text that is not base64', '*'],
  ])('that is %s is refused', async (_what, image) => {
    expect(await upload(boss, image)).toMatchObject({ code: '4001', msg: expect.stringContaining('PNG, JPEG or WebP') });
  });

  it('of 512 KB is accepted, and refused with one byte more', async () => {
    const grown = (bytes: number) => Buffer.concat([PNG, Buffer.alloc(bytes - PNG.length)]);
    expect((await upload(boss, grown(MAX_LOGO_BYTES))).code).toBe('0');
    expect(await upload(boss, grown(MAX_LOGO_BYTES + 1))).toMatchObject({ code: '4001', msg: 'The content is too large' });
    expect(MAX_LOGO_BYTES).toBe(512 * 1024);
  });

  it('is not found under any other name', async () => {
    const { logoUrl } = (await upload(boss, PNG)).data;
    for (const url of [
      logoUrl.replace('.png', '.svg'),
      logoUrl.replace('.png', ''),
      '/api/WebGis/dept/logo/..%2f..%2fetc%2fpasswd',
    ])
      expect((await get(url)).statusCode).toBe(404);
  });
});

describe('an account’s own settings', () => {
  const keep = (data: object) => ask(manager, 'setting/saveUserSetting', data);
  const ui = {
    mode: 'dark',
    colour: '#aabbcc',
    size: 'small',
    tagsView: false,
    fixedHeader: true,
    sidebarLogo: true,
    pinyinSearch: true,
    units: 'metric',
  };

  it('are saved section by section, and other sections do not change', async () => {
    expect(await server.settingsArea.userSettings(managerId)).toMatchObject({
      map: { treesetting: '1,2,3,4', refreshsetting: '3', carwindowcustomsetting: '3,4,5,6,7,8,12,19' },
      ui: { mode: 'system' },
      mapTools: { tails: false, areas: true },
      markers: { click: 1, layout: 1, labels: true, clusters: true, smooth: true },
      alarms: { mute: false, volume: 60, levels: [2, 3], desktop: false },
      videoWall: { layout: 4, keepsRetrying: false, rotationSeconds: 30, videoOnly: false },
      popupAlarms: null,
      tables: {},
      quickLinks: [],
    });
    expect((await keep({ ui })).data.ui).toEqual(ui);
    const all = (await keep({ quickLinks: ['/index'] })).data;
    expect(all).toMatchObject({ ui, quickLinks: ['/index'], map: { treesetting: '1,2,3,4' } });
    expect(await server.settingsArea.userSettings(managerId)).toEqual(all);
    expect((await keep({})).data).toEqual(all);
  });

  it('include the popup alarms, which have a separate call and are reset by null', async () => {
    const choose = (popupAlarms: unknown) => ask(manager, 'setting/savePopupAlarm', { popupAlarms });
    const chosen = async () => (await server.settingsArea.userSettings(managerId)).popupAlarms;
    expect((await choose([1, 2, 66])).data).toEqual({ popupAlarms: [1, 2, 66] });
    await keep({ alarms: { mute: true, volume: 10, levels: [3], desktop: true } });
    expect(await chosen()).toEqual([1, 2, 66]);
    expect((await choose([0])).code).toBe('4001');
    expect((await choose(null)).data).toEqual({ popupAlarms: null });
    expect(await chosen()).toBeNull();
    expect((await keep({ popupAlarms: [1] })).code).toBe('4001');
  });

  it('are limited to 64 KB', async () => {
    const table = { order: Array.from({ length: 100 }, (_, i) => `${i}`.padEnd(64, 'x')) };
    const tables = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`t${i}`, table]));
    expect((await keep({ tables: tables(9) })).code).toBe('0');
    expect(await keep({ tables: tables(10) })).toMatchObject({ code: '4001', msg: 'The content is too large' });
    expect(Object.keys((await server.settingsArea.userSettings(managerId)).tables)).toHaveLength(9);
  });

  it('refuse unknown values, and fall back to defaults for invalid stored values', async () => {
    for (const data of [
      { ui: { colour: 'red' } },
      { quickLinks: ['x'.repeat(201)] },
      { quickLinks: Array(9).fill('/') },
      { other: {} },
    ])
      expect((await keep(data)).code).toBe('4001');
    await server.db.run(sql`
      insert into setting_value (account_id, key, value)
      values (${managerId}, 'ui', '{"mode":"sepia"}'), (${managerId}, 'old', '1'), (${managerId}, 'quickLinks', '["/a"]')`);
    expect(await server.settingsArea.userSettings(managerId)).toMatchObject({ ui: { mode: 'system' }, quickLinks: ['/a'] });
  });

  it('are deleted with the account, and department settings with the department', async () => {
    const passing = await server.account('passing', fleet);
    const team = await server.department('Team', fleet);
    await server.db.run(sql`insert into setting_value (account_id, key, value) values (${passing}, 'ui', '{}')`);
    await server.db.run(sql`insert into setting_value (department_id, key, value) values (${team}, 'footer', '"x"')`);
    await server.db.run(sql`delete from account where id = ${passing}`);
    await server.db.run(sql`delete from department where id = ${team}`);
    expect(await server.db.query(sql`select key from setting_value`)).toEqual([]);
  });
});

describe('map preferences of an account', () => {
  const saveMap = (data: object, token = manager) => ask(token, 'setting/saveMapSetting', data);
  const kept = async () => (await server.call('GET', 'setting/getMapSetting', {}, { authorization: manager })).body.data.settings;

  it('are stored for it, each setting independently', async () => {
    expect((await saveMap({ treesetting: '1,5,9' })).data).toEqual({
      treesetting: '1,5,9',
      refreshsetting: '3',
      carwindowcustomsetting: '3,4,5,6,7,8,12,19',
    });
    await saveMap({ refreshsetting: '2', carwindowcustomsetting: '19,3' });
    expect(await kept()).toEqual({ treesetting: '1,5,9', refreshsetting: '2', carwindowcustomsetting: '19,3' });
    expect((await server.settingsArea.userSettings(managerId)).map).toEqual(await kept());
  });

  it('accept only known numbers, at most 16 fields of the window, and need the permission', async () => {
    const seventeen = Array.from({ length: 17 }, (_, i) => i + 1).join(',');
    for (const data of [
      { treesetting: '10' },
      { treesetting: '1,1' },
      { refreshsetting: '6' },
      { refreshsetting: '' },
      { carwindowcustomsetting: '25' },
      { carwindowcustomsetting: seventeen },
      { center: 'here' },
    ])
      expect((await saveMap(data)).code).toBe('4001');
    await server.account('unsettled', fleet, ['2']);
    expect((await saveMap({ refreshsetting: '2' }, await server.signIn('unsettled'))).code).toBe('4003');
  });

  it('include the initial view, which the logout saves, too', async () => {
    await saveMap({ level: 9, center: '121.47|31.23' });
    const { data } = await ask(manager, 'user/getLoginInfo', {});
    expect(data.userInfo.configList.slice(0, 2)).toEqual([
      { typeID: 1, content: '121.47|31.23' },
      { typeID: 2, content: '9' },
    ]);
    expect((await saveMap({})).data.refreshsetting).toBe('3');
  });
});

describe('map configuration', () => {
  let versions: Map<number | undefined, number>;
  beforeEach(() => {
    versions = new Map();
  });
  const put = async (values: object, deptId?: number) => {
    const version = versions.get(deptId) ?? 0;
    const reply = await save(boss, values, version, deptId);
    if (reply.code === '0') versions.set(deptId, version + 1);
    return reply;
  };
  const mapSetting = async (token: string) =>
    (await server.call('GET', 'setting/getMapSetting', {}, { authorization: token })).body.data;

  it('is returned to users with a session, by the settings of their department', async () => {
    expect(await mapSetting(manager)).toEqual({
      keys: [],
      source: { kind: 'boundaries', url: '', satelliteUrl: '', attribution: '' },
      settings: { treesetting: '1,2,3,4', refreshsetting: '3', carwindowcustomsetting: '3,4,5,6,7,8,12,19' },
    });
    await put({ baiduMapKey: 'AK-1', gaodeMapKey: 'GD-1', gaodeMapCode: 'GD-code' });
    await put({ gaodeMapKey: 'GD-2' }, branch);
    expect((await mapSetting(boss)).keys).toEqual([
      { mode: 1, key: 'AK-1', code: '' },
      { mode: 2, key: 'GD-1', code: 'GD-code' },
    ]);
    expect((await mapSetting(manager)).keys).toMatchObject([{ key: 'AK-1' }, { key: 'GD-2', code: 'GD-code' }]);
    expect((await server.call('GET', 'setting/getMapSetting')).body.code).toBe('4007');
    expect(server.logged.join('')).not.toMatch(/AK-1|GD-/);
  });

  it('contains the tile source of the platform', async () => {
    await put({ mapSource: 'xyz', mapSourceUrl: 'https://{s}.tiles.example/{z}/{x}/{y}.png', mapAttribution: '© tiles' });
    expect((await mapSetting(manager)).source).toEqual({
      kind: 'xyz',
      url: 'https://{s}.tiles.example/{z}/{x}/{y}.png',
      satelliteUrl: '',
      attribution: '© tiles',
    });
    await put({ mapSourceUrl: null });
    expect((await mapSetting(manager)).source.kind).toBe('boundaries');
    // it opens the page for a host: no department's to set
    expect((await put({ mapSource: 'xyz' }, fleet)).code).toBe('4001');
  });

  it('allows a provider with a key, and the hosts of the source, in the page', async () => {
    const { settingsArea } = server;
    const shut = { mode: 0, baseMap: 'platform', origins: [] };
    for (const wanted of ['', '0', '1', '2', '3', 'https://evil.example'])
      expect(await settingsArea.pageMap(wanted)).toEqual(shut);
    await put({ tenxunMapKey: 'TX' }, fleet);
    expect(await settingsArea.pageMap('3')).toEqual({ ...shut, mode: 3 });
    expect(await settingsArea.pageMap('1')).toEqual(shut);
    await put({
      mapSource: 'wmts',
      mapSourceUrl: 'https://t{0-7}.tiles.example:8443/wmts?LAYER=vec',
      mapSatelliteUrl: 'http://10.0.0.1:8080/sat/{z}/{x}/{y}.jpg',
    });
    expect((await settingsArea.pageMap('')).origins).toEqual(['https://*.tiles.example:8443', 'http://10.0.0.1:8080']);
    await put({ mapSourceUrl: 'https://a;script-src.example/{z}/{x}/{y}' });
    expect((await settingsArea.pageMap('')).origins).toEqual(['http://10.0.0.1:8080']);
  });

  it('allows the street map that a user chose in the page, instead of the source of the platform', async () => {
    const { settingsArea } = server;
    await put({ mapSource: 'xyz', mapSourceUrl: 'https://tiles.example/{z}/{x}/{y}.png' });
    const page = async (wanted: string) => {
      const { mode, baseMap, origins } = await settingsArea.pageMap(wanted);
      return [mode, baseMap, ...origins];
    };
    expect(await page('openFreeMap')).toEqual([0, 'openFreeMap', 'https://tiles.openfreemap.org']);
    expect(await page('openStreetMap')).toEqual([0, 'openStreetMap', 'https://tile.openstreetmap.org']);
    expect(await page('boundaries')).toEqual([0, 'boundaries']);
    expect(await page('platform')).toEqual([0, 'platform', 'https://tiles.example']);
  });

  it('contains a street map that the platform chose by name', async () => {
    await put({ mapSource: 'openFreeMap', mapAttribution: 'of another source' });
    const { source } = await mapSetting(manager);
    expect(source).toMatchObject({ kind: 'vector', url: 'https://tiles.openfreemap.org/planet', maxZoom: 14, satelliteUrl: '' });
    expect(source.attribution).toContain('OpenStreetMap');
    expect((await server.settingsArea.pageMap('')).origins).toEqual(['https://tiles.openfreemap.org']);
    await put({ mapSource: 'vector', mapSourceUrl: 'https://vector.example/tiles.json' });
    expect((await mapSetting(manager)).source).toMatchObject({ kind: 'vector', url: 'https://vector.example/tiles.json' });
  });
});
