import { auditCalls } from '@fleetwarden/contract/audit/routes';
import type { Call, Route } from '@fleetwarden/contract/call';
import { identityCalls } from '@fleetwarden/contract/identity/routes';
import { settingsCalls } from '@fleetwarden/contract/settings/routes';
import { sign } from '@fleetwarden/contract/sign';
import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';
import { getText, texts } from '@fleetwarden/locale/languages';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { at, sql } from '../../platform/db/database.ts';
import { jsonText } from './json-text.ts';
import { AUDIT_KEPT_MS, CLIENT_ERRORS_KEPT_MS } from './limits.ts';

const calls = {
  savePlatSetting: {
    method: 'POST',
    path: 'test/save',
    permission: 'signedIn',
    audited: true,
    summary: 'Stands for a call that changes something.',
    data: z.object({ value: z.string(), refuse: z.boolean().default(false) }),
    reply: z.object({}),
  },
} as const satisfies Record<string, Call>;

let server: TestServer;
let company: number;
let branch: number;
let chief: Record<string, string>;
let clerk: Record<string, string>;

beforeAll(async () => {
  server = await startTestServer();
  server.http.register('settings', calls, {
    savePlatSetting: ({ value }, { note }) => {
      note({ object: '平台名称', before: { value: 'old' }, after: { value } });
      return {};
    },
  });
  const root = await server.department('集团');
  company = await server.department('甲公司', root);
  branch = await server.department('甲一队', company);
  const other = await server.department('乙公司', root);
  await server.account('chief', company, ['62401', '62406']);
  await server.account('clerk', branch, ['2']);
  await server.account('stranger', other, ['62401']);
  chief = { authorization: await server.login('chief'), cookie: 'language=zh' };
  clerk = { authorization: await server.login('clerk') };
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.db.run('delete from audit_log');
  await server.db.run('delete from client_error');
});

const save = (value: string, headers = clerk) => server.call('POST', 'test/save', { value }, headers);
const list = async (data: object = {}, headers = chief, pageModel?: object) =>
  (await server.post('audit/listOperation', { data, ...(pageModel ? { pageModel } : {}) }, headers)).body;
const exported = async (data: Record<string, unknown>, headers = chief) =>
  (await server.post('audit/exportOperation', { data, sign: sign(data) }, headers)).body;
const fileOf = async (url: string) => {
  const reply = await server.http.app.inject(url);
  return { text: reply.rawPayload.toString('utf8'), headers: reply.headers, status: reply.statusCode };
};

describe('the operation log', () => {
  it('has a row for every audited call, with before and after', async () => {
    await save('新名称');
    const { data, pageModel } = await list();
    expect(data.list).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        at: server.clock.now,
        account: 'clerk',
        username: 'clerk',
        deptName: '甲一队',
        peerIp: '127.0.0.1',
        area: 'settings',
        action: 'savePlatSetting',
        object: '平台名称',
        before: { value: 'old' },
        after: { value: '新名称' },
        result: '0',
      },
    ]);
    expect(pageModel).toEqual({ page: 1, limit: 10, total: 1 });
  });

  it('records refused attempts with their error code', async () => {
    await server.call('POST', 'test/save', { nothing: 1 }, clerk);
    expect((await server.call('POST', 'audit/exportOperation', {}, clerk)).body.code).toBe('4003');
    expect((await list({ sort: 'at', order: 'asc' })).data.list).toMatchObject([
      { action: 'savePlatSetting', result: '4001', object: '', before: null, after: null },
      { area: 'audit', action: 'exportOperation', result: '4003' },
    ]);
    expect((await list({ result: 'refused' })).pageModel.total).toBe(2);
    expect((await list({ result: 'ok' })).pageModel.total).toBe(0);
  });

  it('records changes of the own account and password, without secrets', async () => {
    const { id } = (await server.db.first<{ id: number }>(sql`select id from account where login_name = 'clerk'`))!;
    await server.call('POST', 'user/updateUserDetail', { id: `${id}`, userName: '李雷', mobile: '13800138000' }, clerk);
    const secrets = { vOldPasswd: 'Zm9yZ2Vk', vNewPasswd: 'Zm9yZ2Vk' };
    const data = { userId: `${id}`, ...secrets };
    await server.post('user/changePasswd', { data, sign: sign(data) }, clerk);
    const rows = (await list({ area: 'identity', order: 'asc' })).data.list;
    expect(rows).toMatchObject([
      {
        action: 'updateUserDetail',
        object: 'clerk',
        username: '李雷',
        result: '0',
        before: { userName: 'clerk', mobile: null },
        after: { userName: '李雷', mobile: '13800138000' },
      },
      { action: 'changePasswd', object: 'clerk', before: null, after: null },
    ]);
    expect(rows[1].result).not.toBe('0');
    expect(JSON.stringify(rows)).not.toContain('Zm9yZ2Vk');
    await server.db.run(sql`update account set user_name = 'clerk' where id = ${id}`);
  });

  it('shows only actions of users in the departments of the caller', async () => {
    await save('x');
    const stranger = { authorization: await server.login('stranger') };
    expect((await list({}, stranger)).data.list).toEqual([]);
    await save('y', stranger);
    expect((await list({}, stranger)).pageModel.total).toBe(1);
    expect((await list()).pageModel.total).toBe(1);
  });

  it('assigns actions to the department that the account had at the time', async () => {
    await save('x');
    const elsewhere = await server.department('丙公司');
    await server.db.run(sql`update account set department_id = ${elsewhere} where login_name = 'clerk'`);
    expect((await list()).data.list).toMatchObject([{ account: 'clerk', deptName: '甲一队' }]);
    await server.db.run(sql`update account set department_id = ${branch} where login_name = 'clerk'`);
  });

  it('filters, sorts and pages', async () => {
    const began = server.clock.now;
    for (const [i, area] of ['identity', 'settings', 'audit'].entries())
      await server.db.run(sql`
        insert into audit_log (at, account, department_id, peer_ip, area, action, object, result)
        values (${at(began + i)}, ${`u${i}`}, ${company}, ${`10.0.0.${3 - i}`}, ${area}, ${`do${i}`}, ${`50%_${i}`}, '0')`);
    const objects = async (data: object, pageModel?: object) =>
      (await list(data, chief, pageModel)).data.list.map((row: { object: string }) => row.object.at(-1)).join('');
    expect(await objects({})).toBe('210');
    expect(await objects({ order: 'asc' })).toBe('012');
    expect(await objects({ sort: 'peerIp', order: 'asc' })).toBe('210');
    expect(await objects({ sort: 'account', order: 'desc' })).toBe('210');
    expect(await objects({ sort: 'area', order: 'asc' })).toBe('201');
    expect(await objects({ sort: 'action', order: 'asc' })).toBe('012');
    expect(await objects({ account: 'U1' })).toBe('1');
    expect(await objects({ area: 'settings' })).toBe('1');
    expect(await objects({ action: 'do2' })).toBe('2');
    expect(await objects({ object: '%_' })).toBe('210');
    expect(await objects({ object: '%%' })).toBe('');
    expect(await objects({ startTime: began + 1, endTime: began + 1 })).toBe('1');
    expect(await objects({}, { page: 2, limit: 2 })).toBe('0');
    expect((await list({}, chief, { page: 2, limit: 2 })).pageModel).toEqual({ page: 2, limit: 2, total: 3 });
    expect((await list({ startTime: 1e300 })).code).toBe('4001');
  });

  it('stores only the size of a huge state, and replaces incomplete characters with the replacement character', async () => {
    await save('x'.repeat(70_000));
    await save('\ud800 \\ud800');
    const [half, huge] = (await list()).data.list;
    expect(huge.after).toEqual({ tooLarge: 70_012 });
    expect(half.after).toEqual({ value: '\ufffd \\ud800' });
    expect(jsonText(undefined)).toBeNull();
  });

  it('finds an action on records of all kinds', async () => {
    await server.db.query(sql`
      insert into audit_log (account, department_id, area, action, object)
      select 'clerk', department_id, v.area, v.action, v.object
      from account, (values ('driver', 'addDriver', 'one'), ('vehicle', 'addCar', 'two'), ('driver', 'editDriver', 'three'),
        ('common', 'addNothing', 'four'), ('driver', 'addressed', 'five')) v (area, action, object) where login_name = 'clerk'`);
    const found = async (filter: object) =>
      (await list(filter)).data.list.map(({ object }: { object: string }) => object).toSorted();
    expect(await found({ action: 'add' })).toEqual(['one', 'two']);
    expect(await found({ action: 'add', area: 'driver' })).toEqual(['one']);
    expect(await found({ action: 'addNothing' })).toEqual(['four']);
  });

  it('names every audited area and action in every language', () => {
    const tables: Record<string, Record<string, Route>> = {
      identity: identityCalls,
      settings: settingsCalls,
      audit: auditCalls,
    };
    for (const [area, table] of Object.entries(tables))
      for (const [action, call] of Object.entries(table))
        if (call.audited)
          for (const language of Object.keys(texts) as (keyof typeof texts)[])
            for (const key of [`auditArea.${area}`, `auditAction.${action}`]) expect(getText(language, key)).not.toBe(key);
  });

  it('deletes entries older than five years (three are required by law)', async () => {
    await save('x');
    const { now } = server.clock;
    expect(AUDIT_KEPT_MS).toBe(5 * 365 * DAY_MS);
    expect(await server.audit.cleanups.auditLog(now + AUDIT_KEPT_MS)).toBe(0);
    expect(await server.audit.cleanups.auditLog(now + AUDIT_KEPT_MS + 1)).toBe(1);
    expect((await list()).pageModel.total).toBe(0);
  });
});

describe('the export of the operation log', () => {
  it('is a CSV file for spreadsheets in the language of the caller, and is itself logged', async () => {
    server.clock.now = Date.parse('2026-11-21T08:05:09Z');
    chief['authorization'] = await server.login('chief');
    clerk['authorization'] = await server.login('clerk');
    await save('=cmd()|"x"');
    const { code, data } = await exported({ account: 'clerk' });
    expect(code).toBe('0');
    const file = await fileOf(data.url);
    expect(file.headers['content-disposition']).toContain(`filename*=UTF-8''${encodeURIComponent('操作日志')}.csv`);
    expect(file.text).toBe(
      '\ufeff时间,账号,姓名,部门,IP 地址,功能模块,操作类型,操作对象,变更前,变更后,结果\r\n' +
        '2026-11-21 16:05:09,clerk,clerk,甲一队,127.0.0.1,平台设置,保存平台设置,平台名称,' +
        '"{""value"":""old""}","{""value"":""=cmd()|\\""x\\""""}",成功\r\n',
    );
    expect((await list({ action: 'exportOperation' })).data.list).toMatchObject([
      { account: 'chief', after: { account: 'clerk', rows: 1 }, result: '0' },
    ]);
    const english = await exported({ account: 'clerk' }, { ...chief, cookie: 'language=en' });
    expect((await fileOf(english.data.url)).text).toContain('Platform settings,Save platform settings');
  });

  it('escapes cells that a spreadsheet would execute', async () => {
    await server.db.run(sql`
      insert into audit_log (account, department_id, area, action, object) values ('@x', ${company}, 'a', 'b', '=1+1')`);
    const { text } = await fileOf((await exported({})).data.url);
    expect(text).toContain(",'@x,");
    expect(text).toContain(",'=1+1,");
  });

  it('contains selected rows, only within the scope', async () => {
    await save('one');
    await save('two');
    const ids = (await list()).data.list.map((row: { id: string }) => row.id);
    const foreign = await server.db.first<{ id: number }>(sql`
      insert into audit_log (account, department_id, area, action) values ('foreign', 1, 'a', 'b') returning id`);
    const { text } = await fileOf((await exported({ ids: [ids[0], String(foreign!.id)] })).data.url);
    expect(text.split('\r\n')).toHaveLength(3);
    expect(text).toContain('two');
    expect(text).not.toContain('foreign');
  });

  it('writes up to 100,000 rows from one snapshot', async () => {
    await server.db.run(sql`
      insert into audit_log (account, department_id, area, action)
      select 'many', ${company}, 'a', 'b' from generate_series(1, 100050)`);
    const { text } = await fileOf((await exported({ account: 'many' })).data.url);
    expect(text.trimEnd().split('\r\n')).toHaveLength(100_001);
  });

  it('runs one at a time per account, and requires its signature and permission', async () => {
    // so many rows that the first is still running when the last starts
    const asked = await Promise.all(Array.from({ length: 6 }, () => exported({ account: 'many' })));
    const codes = asked.map(({ code }) => code);
    expect(new Set(codes)).toEqual(new Set(['0', '4029']));
    expect((await server.post('audit/exportOperation', { data: {} }, chief)).body.code).toBe('4002');
    expect((await exported({}, clerk)).code).toBe('4003');
  });

  it('is refused after thirty exports per hour', async () => {
    server.clock.now += HOUR_MS;
    for (let i = 0; i < 30; i++) expect((await exported({ account: 'nobody' })).code).toBe('0');
    expect((await exported({ account: 'nobody' })).code).toBe('4029');
    server.clock.now += HOUR_MS;
    expect((await exported({ account: 'nobody' })).code).toBe('0');
  });
});

describe('console errors', () => {
  const error = { message: 'x is not a function', info: 'in Map', url: 'https://console.test/index', stack: 'at f (app.js:1)' };
  const report = (headers = clerk, more: object = {}) =>
    server.call('POST', 'audit/saveClientError', { ...error, ...more }, { ...headers, 'user-agent': 'Firefox/150' });
  const errors = async (data: object = {}, headers = chief) =>
    (await server.call('POST', 'audit/listClientError', data, headers)).body;

  it('are stored, and listed for users whose scope includes the account', async () => {
    expect((await report()).body).toEqual({ code: '0', msg: '', data: {} });
    expect((await errors()).data.list).toEqual([
      { id: expect.any(String), at: server.clock.now, account: 'clerk', ...error, userAgent: 'Firefox/150' },
    ]);
    const stranger = { authorization: await server.login('stranger') };
    expect((await errors({}, stranger)).data.list).toEqual([]);
    expect((await errors({ message: 'NOT A function' })).pageModel.total).toBe(1);
    expect((await errors({ message: 'other' })).pageModel.total).toBe(0);
    expect((await errors({}, clerk)).code).toBe('4003');
  });

  it('are limited to sixty per hour and account; further ones are dropped and counted', async () => {
    for (let i = 0; i < 61; i++) expect((await report()).body.code).toBe('0');
    expect((await errors()).pageModel.total).toBe(60);
    await report(chief);
    expect((await errors()).pageModel.total).toBe(61);
    const metrics = await server.http.app.inject({ url: '/metrics', headers: { host: 'localhost' } });
    expect(metrics.body).toContain('fleetwarden_client_errors_dropped_total 1');
    server.clock.now += HOUR_MS;
    await report();
    expect((await errors()).pageModel.total).toBe(62);
  });

  it('are stored for 90 days', async () => {
    await report();
    expect(CLIENT_ERRORS_KEPT_MS).toBe(90 * DAY_MS);
    expect(await server.audit.cleanups.clientErrors(server.clock.now + CLIENT_ERRORS_KEPT_MS)).toBe(0);
    expect(await server.audit.cleanups.clientErrors(server.clock.now + CLIENT_ERRORS_KEPT_MS + 1)).toBe(1);
  });
});
