import { getText } from '@fleetwarden/locale/languages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tableFiles } from '../../../test/support/files/workbooks.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { sql } from '../db/database.ts';

const WAIT = { timeout: 30_000, interval: 50 };
const MANY = 10_050;

let server: TestServer;
let [root, east] = [0, 0];
let [boss, clerk] = ['', ''];
const files = tableFiles();
const heading = (key: string, language: 'zh' | 'en') => {
  const text = getText(language, `driver.${key}`);
  return text === `driver.${key}` ? key : text;
};
const call = async (token: string, path: string, data: object, language = 'zh') =>
  (await server.call('POST', path, data, { authorization: token, cookie: `language=${language}` })).body;
const opened = async (url: string) => (await server.http.app.inject(url)).rawPayload;
const exported = async (token: string, data: object, language = 'zh') => {
  const reply = await call(token, 'driver/exportDriver', data, language);
  expect(reply.code).toBe('0');
  return files.cells(await opened(reply.data.url));
};
const add = (token: string, values: object) =>
  call(token, 'driver/addDriver', {
    values: {
      driverName: '王芳',
      deptId: String(east),
      mobile: '13800001234',
      idCard: '11010519491231002X',
      state: 1,
      licenceNo: '110105194912310021',
      licenceClass: 'A1',
      licenceTo: '2030-01-01',
      qualNo: 'Q12345678',
      qualType: [1, 3],
      qualTo: '2029-12-31',
      ...values,
    },
  });

beforeAll(async () => {
  server = await startTestServer();
  root = await server.department('集团');
  east = await server.department('华东', root);
  const codes = ['605', '60501', '60502', '60505', '60506', '60510'];
  await server.account('boss', root, codes);
  await server.account('clerk', east, codes);
  [boss, clerk] = [await server.signIn('boss'), await server.signIn('clerk')];
  await add(boss, { remark: '=1+1' });
  await add(boss, { driverName: '李静', idCard: '440308199901101512', deptId: String(root), licenceTo: '2029-05-05' });
  server.jobs.start();
});
afterAll(async () => {
  await server.stop();
  await files.remove();
});

describe('an export of records', () => {
  const columns = ['licenceTo', 'driverName', 'deptId', 'mobile', 'idCard', 'state', 'qualType'];

  it.each(['xlsx', 'csv'] as const)('in %s has the selected columns as formatted text, with masked values', async (format) => {
    const [titles, ...rows] = await exported(boss, { columns, format, sort: 'licenceTo', order: 'desc' });
    expect(titles).toEqual(columns.map((key) => heading(key, 'zh')));
    expect(rows).toHaveLength(2);
    expect(rows[0]?.slice(0, 5)).toEqual(['2030-01-01', '王芳', '华东', '138****1234', '110***********002X']);
    expect(rows[0]?.[5]).not.toBe('1');
    expect(rows[0]?.[6]).toContain('、');
    expect(JSON.stringify(rows)).not.toContain('13800001234');
  });

  it('is in the caller’s language', async () => {
    const [titles, row] = await exported(boss, { columns: ['driverName', 'qualType'], driverName: '王' }, 'en');
    expect(titles).toEqual(['driverName', 'qualType'].map((key) => heading(key, 'en')));
    expect(row?.[1]).toContain('; ');
  });

  it('contains the filtered or selected records of the caller’s scope', async () => {
    const names = async (token: string, data: object) =>
      (await exported(token, { columns: ['driverName'], ...data })).slice(1).flat();
    expect(await names(boss, { driverName: '李' })).toEqual(['李静']);
    expect(await names(clerk, {})).toEqual(['王芳']);
    const { list } = (await call(boss, 'driver/listDriver', {})).data;
    const ids = list.filter((each: { driverName: string }) => each.driverName === '李静').map(({ id }: { id: string }) => id);
    expect(await names(boss, { ids })).toEqual(['李静']);
    expect(await names(clerk, { ids })).toEqual([]);
  });

  it('contains no formula', async () => {
    const { data } = await call(boss, 'driver/exportDriver', { columns: ['remark'], format: 'csv', driverName: '王' });
    expect((await opened(data.url)).toString()).toContain("'=1+1");
  });

  it('with masked keys matches no records when it is imported', async () => {
    const { data } = await call(boss, 'driver/exportDriver', { format: 'xlsx', columns: ['idCard', 'driverName', 'state'] });
    const file = new File([new Uint8Array(await opened(data.url))], 'a.xlsx');
    const headers = { authorization: boss, cookie: 'language=zh' };
    const sent = await server.upload('driver/importDriver', { data: {} }, file, headers);
    const task = async () => (await call(boss, 'task/getTask', { id: sent.body.data.taskId })).data;
    await expect.poll(async () => (await task()).state, WAIT).toBe('done');
    const { adds, bad, errors } = (await task()).result;
    expect([adds, bad, errors[0].cell, errors[0].message]).toEqual([0, 2, 'A2', '值已隐藏，无法用来查找记录']);
  });

  it('refuses unknown columns', async () => {
    expect(await call(boss, 'driver/exportDriver', { columns: ['password'] })).toMatchObject({
      code: '4001',
      data: { fields: [{ path: 'columns', message: '没有此列：password' }] },
    });
  });

  it('is in the operation log', async () => {
    await exported(boss, { columns: ['driverName'], driverName: '王' });
    const entry = await server.db.first<{ after: object }>(sql`
      select after from audit_log where action = 'exportDriver' and result = '0' order by id desc limit 1`);
    expect(entry!.after).toMatchObject({ driverName: '王', rows: 1 });
  });

  it('above 10,000 rows is a task with its progress and its file', async () => {
    await server.db.run(sql`
      insert into driver (department_id, name, phone, licence_no, id_card_hash, licence_class, licence_to, qual_no, qual_to)
      select ${east}, '赵一', '13900000000', n::text, 'x' || n, 'A1', '2030-01-01', 'Q' || n, '2030-01-01'
      from generate_series(1, ${MANY}::integer) n`);
    const { data } = await call(boss, 'driver/exportDriver', { driverName: '赵', columns: ['driverName', 'qualNo'] });
    const task = async () => (await call(boss, 'task/getTask', { id: data.taskId })).data;
    await expect.poll(async () => (await task()).state, WAIT).toBe('done');
    expect(await task()).toMatchObject({ kind: 'resource.export', done: MANY, total: MANY, result: { rows: MANY } });
    const { url } = (await call(boss, 'task/getTaskFile', { id: data.taskId })).data;
    expect(await files.cells(await opened(url))).toHaveLength(MANY + 1);
  });
});

describe('a long list', () => {
  it('has consistent pages, from the first to the last', async () => {
    const page = async (number: number) => {
      const payload = { data: { driverName: '赵', sort: 'qualNo', order: 'asc' }, pageModel: { page: number, limit: 500 } };
      const { body } = await server.post('driver/listDriver', payload, { authorization: boss });
      expect(body.pageModel.total).toBe(MANY);
      return body.data.list.map(({ qualNo }: { qualNo: string }) => qualNo);
    };
    const pages: string[][] = [];
    for (let number = 1; number <= 22; number++) pages.push(await page(number));
    expect(pages.flat()).toEqual(Array.from({ length: MANY }, (_, n) => `Q${n + 1}`).sort());
    expect([pages[20]!.length, pages[21]]).toEqual([50, []]);
  });
});
