import { readFile } from 'node:fs/promises';
import { getText } from '@fleetwarden/locale/languages';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tableFiles, workbookParts, zipParts } from '../../../test/support/files/workbooks.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { sql } from '../db/database.ts';
import { formatCsvLine } from '../files/csv.ts';

const WAIT = { timeout: 20_000, interval: 20 };
const ID_CARDS = ['11010519491231002X', '440308199901101512', '110101199003070214', '110101199003071874', '110101199003077475'];

let server: TestServer;
let [root, east, west] = [0, 0, 0];
let [boss, clerk, viewer] = ['', '', ''];
const files = tableFiles();

/** The heading of a field, as the console and the templates have it. */
const heading = (key: string, language: 'zh' | 'en' = 'zh') => {
  const text = getText(language, `driver.${key}`);
  return text === `driver.${key}` ? key : text;
};
const GOOD = {
  driverName: '王芳',
  deptId: '华东',
  mobile: '13800001234',
  idCard: ID_CARDS[0]!,
  state: '1',
  licenceNo: '110105194912310021',
  licenceClass: 'A1',
  licenceTo: '2030-01-01',
  qualNo: 'Q12345678',
  qualType: '1',
  qualTo: '2029年12月31日',
};
type Line = Readonly<Record<string, string>>;
/** A csv of rows; headings are those of the first. */
const csv = (...rows: readonly Line[]) => {
  const keys = Object.keys(rows[0]!);
  const title = (key: string) => (key === 'operation' ? '操作' : heading(key));
  return [formatCsvLine(keys.map(title)), ...rows.map((row) => formatCsvLine(keys.map((key) => row[key] ?? '')))].join('');
};
const headers = (token: string) => ({ authorization: token, cookie: 'language=zh' });
const call = async (token: string, path: string, data: object = {}) =>
  (await server.call('POST', path, data, headers(token))).body;
const ended = async (token: string, id: string) => {
  await expect
    .poll(async () => (await call(token, 'task/getTask', { id })).data.state, WAIT)
    .toSatisfy((state) => ['done', 'failed', 'cancelled'].includes(state as string));
  return (await call(token, 'task/getTask', { id })).data;
};
const check = async (token: string, content: string | Buffer, path = 'driver/importDriver') => {
  const file = new File([typeof content === 'string' ? content : new Uint8Array(content)], '驾驶员.csv');
  const { body } = await server.upload(path, { data: {} }, file, headers(token));
  expect(body.code).toBe('0');
  return ended(token, body.data.taskId);
};
const apply = async (token: string, taskId: string, mode: 'all' | 'good' = 'all', noun = 'driver/applyDriverImport') => {
  const { code, data } = await call(token, noun, { taskId, mode });
  expect(code).toBe('0');
  return ended(token, data.taskId);
};
const importAll = async (token: string, content: string) => {
  const checked = await check(token, content);
  expect(checked.result.errors).toEqual([]);
  return (await apply(token, checked.id)).result;
};
const drivers = async () =>
  server.db.query<{ name: string; phone: string; remark: string | null; department_id: number; version: number }>(
    sql`select name, phone, remark, department_id, version from driver order by id`,
  );
const cellsOf = async (token: string, id: string) => {
  const { url } = (await call(token, 'task/getTaskFile', { id })).data;
  const reply = await server.http.app.inject(url);
  return files.cells(reply.rawPayload);
};

beforeAll(async () => {
  server = await startTestServer();
  root = await server.department('集团');
  east = await server.department('华东', root);
  west = await server.department('华西', root);
  const codes = ['605', '60501', '60502', '60503', '60504', '60505', '60506', '602', '60201', '60202', '60203', '60204', '60205'];
  await server.account('boss', root, codes);
  await server.account('clerk', east, codes);
  await server.account('viewer', root, ['605', '60501', '60502', '60505']);
  boss = await server.signIn('boss');
  clerk = await server.signIn('clerk');
  viewer = await server.signIn('viewer');
  server.jobs.start();
});
afterAll(async () => {
  await server.stop();
  await files.remove();
});
beforeEach(() => server.db.run('delete from driver'));

describe('a file of records', () => {
  it('is checked without changes, then applied, with its counts in the operation log', async () => {
    const checked = await check(
      clerk,
      csv({ ...GOOD, qualType: '1、3' }, { ...GOOD, idCard: ID_CARDS[1]!, licenceTo: '2030/1/2', qualTo: '2029.12.31' }),
    );
    expect(checked.result).toEqual({
      adds: 2,
      changes: 0,
      removes: 0,
      good: 2,
      bad: 0,
      errors: [],
      errorFile: false,
      applied: false,
    });
    expect(await drivers()).toEqual([]);
    expect((await apply(clerk, checked.id)).result).toMatchObject({ adds: 2, good: 2, applied: true });
    const { list } = (await call(clerk, 'driver/listDriver', { sort: 'licenceTo', order: 'asc' })).data;
    expect(list).toMatchObject([
      { driverName: '王芳', deptId: String(east), qualType: [1, 3], licenceTo: '2030-01-01', qualTo: '2029-12-31', post: 1 },
      { licenceTo: '2030-01-02' },
    ]);
    const entry = await server.db.first<{ object: string; after: object }>(sql`
      select object, after from audit_log where action = 'applyDriverImport' order by id desc limit 1`);
    expect(entry).toEqual({
      object: '驾驶员.csv',
      after: { mode: 'all', adds: 2, changes: 0, removes: 0, bad: 0, applied: true },
    });
  });

  it('changes only fields with a column, and removes marked rows', async () => {
    await importAll(clerk, csv({ ...GOOD, remark: '早班' }, { ...GOOD, idCard: ID_CARDS[1]!, remark: '晚班' }));
    const result = await importAll(
      clerk,
      csv(
        { operation: '', idCard: ID_CARDS[0]!, mobile: '13900009999' },
        { operation: 'remove', idCard: ID_CARDS[1]!, mobile: 'whatever' },
      ),
    );
    expect(result).toMatchObject({ adds: 0, changes: 1, removes: 1, applied: true });
    expect(await drivers()).toMatchObject([{ phone: '13900009999', remark: '早班', version: 2 }]);
  });

  it('accepts masked values only for the same record', async () => {
    await importAll(clerk, csv(GOOD));
    expect(await importAll(clerk, csv({ idCard: ID_CARDS[0]!, mobile: '138****1234' }))).toMatchObject({ changes: 1 });
    expect(await drivers()).toMatchObject([{ phone: '13800001234' }]);
    const { result } = await check(clerk, csv({ ...GOOD, idCard: ID_CARDS[1]!, mobile: '138****1234' }));
    expect(result).toMatchObject({ good: 0, bad: 1, errors: [{ cell: 'C2' }] });
  });

  it('names every invalid cell in the caller’s language, and returns the invalid rows', async () => {
    const checked = await check(
      clerk,
      csv(
        GOOD,
        { ...GOOD, idCard: '1', driverName: 'Bob', licenceTo: '2030-02-30' },
        { ...GOOD, idCard: ID_CARDS[1]!, deptId: '没有', qualType: '1,99' },
        { ...GOOD, idCard: ID_CARDS[2]!, mobile: '', licenceTo: '2030-01-01' },
        { ...GOOD },
      ),
    );
    const told = checked.result.errors.map((each: { cell: string; message: string }) => [each.cell, each.message]);
    expect(told).toEqual([
      ['A3', '请输入正确的姓名'],
      ['D3', '请输入正确的二代身份证号'],
      ['H3', '请输入日期，如 2026-11-21'],
      ['J4', '没有选项“99”'],
      ['B4', '找不到“没有”，或无权使用'],
      ['C5', '必填'],
      ['D6', '与第 2 行重复'],
    ]);
    expect(checked.result.errors[0]).toMatchObject({ row: 3, header: heading('driverName') });
    expect(checked.result).toMatchObject({ good: 1, bad: 4, errorFile: true });
    const [titles, ...rows] = await cellsOf(clerk, checked.id);
    expect(titles?.at(-1)).toBe('失败原因');
    expect(rows).toHaveLength(4);
    expect(rows[0]).toEqual(expect.arrayContaining(['Bob', expect.stringContaining('请输入正确的姓名')]));
  });

  it('is applied completely or not at all; or only its valid rows', async () => {
    const checked = await check(clerk, csv(GOOD, { ...GOOD, idCard: ID_CARDS[1]!, mobile: '1' }));
    expect((await apply(clerk, checked.id)).result).toMatchObject({ good: 1, bad: 1, applied: false });
    expect(await drivers()).toEqual([]);
    expect((await apply(clerk, checked.id, 'good')).result).toMatchObject({ adds: 1, bad: 1, applied: true, errorFile: true });
    expect(await drivers()).toHaveLength(1);
  });

  it('reports invalid operations', async () => {
    await importAll(clerk, csv(GOOD));
    const { result } = await check(
      clerk,
      csv(
        { operation: '新增', ...GOOD },
        { operation: '修改', ...GOOD, idCard: ID_CARDS[1]! },
        { operation: 'Remove', ...GOOD, idCard: ID_CARDS[2]! },
        { operation: '移动', ...GOOD, idCard: ID_CARDS[3]! },
        { operation: '示例', ...GOOD, idCard: '坏' },
      ),
    );
    expect(result.errors.map((each: { cell: string; message: string }) => [each.cell, each.message])).toEqual([
      ['E2', '记录已存在，不能新增'],
      ['E3', '没有找到对应的记录'],
      ['E4', '没有找到对应的记录'],
      ['A5', '请填写“新增”“修改”“删除”，或留空'],
    ]);
  });

  it('names the records that prevent a removal', async () => {
    await importAll(clerk, csv(GOOD));
    await server.db.run(sql`
      insert into vehicle (department_id, plate, driver_id) values (${east}, '京A00001', (select id from driver))`);
    const { result } = await check(clerk, csv({ operation: '删除', idCard: ID_CARDS[0]! }));
    expect(result.errors).toMatchObject([{ cell: '2', message: '1 辆车' }]);
    await server.db.run('delete from vehicle');
  });

  it('is limited to the scope of its user', async () => {
    const content = csv({ ...GOOD, deptId: '华西' });
    expect((await check(clerk, content)).result.errors).toMatchObject([{ cell: 'B2', message: '找不到“华西”，或无权使用' }]);
    await importAll(boss, content);
    const foreign = await check(clerk, csv(GOOD));
    expect(foreign.result.errors).toMatchObject([{ cell: 'D2', message: '已存在' }]);
    const removal = await check(clerk, csv({ operation: '删除', idCard: ID_CARDS[0]! }));
    expect(removal.result.errors).toMatchObject([{ message: '没有找到对应的记录' }]);
  });

  it('needs the permission for each operation', async () => {
    await importAll(boss, csv(GOOD));
    const { result } = await check(
      viewer,
      csv({ operation: '', ...GOOD }, { operation: '删除', ...GOOD }, { operation: '', ...GOOD, idCard: ID_CARDS[1]! }),
    );
    expect(result).toMatchObject({ adds: 1, bad: 2 });
    expect(result.errors.map((each: { message: string }) => each.message)).toEqual(['没有“修改”的权限', '没有“删除”的权限']);
  });

  it('is validated again when it is applied: permissions, and changes by other users', async () => {
    const checked = await check(clerk, csv(GOOD));
    await importAll(boss, csv({ ...GOOD, deptId: '华西' }));
    expect((await apply(clerk, checked.id)).result).toMatchObject({ applied: false, errors: [{ message: '已存在' }] });
    await server.db.run('delete from driver');
    await server.db.run(`update role set codes = '{605,60501,60505}' where name = 'role of clerk'`);
    expect((await apply(clerk, checked.id)).result).toMatchObject({ adds: 0, applied: false, bad: 1 });
    await server.db.run(
      `update role set codes = '{605,60501,60502,60503,60504,60505,60506,602,60201,60202,60205}' where name = 'role of clerk'`,
    );
    expect((await apply(clerk, checked.id)).result).toMatchObject({ adds: 1, applied: true });
  });

  it('is applied once by two concurrent calls', async () => {
    const [mine, other] = [await check(clerk, csv(GOOD)), await check(boss, csv(GOOD))];
    const both = await Promise.all([apply(clerk, mine.id), apply(boss, other.id)]);
    expect(both.map(({ state }) => state)).toEqual(['done', 'done']);
    expect(await drivers()).toHaveLength(1);
  });

  it('belongs to its user and resource, for a day', async () => {
    const checked = await check(clerk, csv(GOOD));
    const refused = { code: '4001', data: { fields: [{ path: 'taskId', message: '校验结果已过期，请重新上传文件' }] } };
    expect(await call(boss, 'driver/applyDriverImport', { taskId: checked.id, mode: 'all' })).toMatchObject(refused);
    expect(await call(clerk, 'dept/applyDeptImport', { taskId: checked.id, mode: 'all' })).toMatchObject(refused);
    await server.db.run(sql`update task set finished_at = finished_at - interval '25 hours' where id = ${Number(checked.id)}`);
    expect(await call(clerk, 'driver/applyDriverImport', { taskId: checked.id, mode: 'all' })).toMatchObject(refused);
    expect(await drivers()).toEqual([]);
  });

  it('is not applied after cancellation', async () => {
    const rows = Array.from({ length: 3_000 }, (_, n) => ({ ...GOOD, idCard: idCardOf(n) }));
    const checked = await check(clerk, csv(...rows));
    expect(checked.result).toMatchObject({ good: 3_000, bad: 0 });
    const { data } = await call(clerk, 'driver/applyDriverImport', { taskId: checked.id, mode: 'all' });
    await expect
      .poll(async () => (await call(clerk, 'task/getTask', { id: data.taskId })).data.done, { timeout: 20_000, interval: 5 })
      .toBeGreaterThan(0);
    await call(clerk, 'task/cancelTask', { id: data.taskId });
    expect((await ended(clerk, data.taskId)).state).toBe('cancelled');
    await expect
      .poll(
        () =>
          server.db.first(
            `select pid from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()`,
          ),
        WAIT,
      )
      .toBeUndefined();
    expect(await drivers()).toEqual([]);
  });
});

/** A good identity number, another for each n below 1000 of a day. */
function idCardOf(n: number): string {
  const day = new Date(Date.UTC(1980, 0, 1 + Math.floor(n / 900))).toISOString().slice(0, 10).replaceAll('-', '');
  const body = `110101${day}${String(n % 900).padStart(3, '0')}`;
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((total, weight, i) => total + weight * Number(body[i]), 0);
  return body + '10X98765432'[sum % 11];
}

describe('an unusable file', () => {
  const line = csv(GOOD).split('\r\n');
  const row = (cells: string) => workbookParts(`<row r="1">${cells}</row>`);
  const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;

  it.each([
    ['an unknown heading', csv({ ...GOOD, 血型: 'A' }), '无法识别以下列：血型'],
    ['a duplicate heading', `${line[0]},${heading('mobile')}\r\n`, `以下列重复出现：${heading('mobile')}`],
    ['a missing key column', csv({ driverName: '王芳' }), `文件缺少以下列：${heading('idCard')}`],
    ['headings without rows', `${line[0]}\r\n`, '文件中没有可导入的数据'],
    ['an empty table', '\r\n', '表格中没有数据'],
    [
      'missing columns for new records',
      csv({ idCard: ID_CARDS[0]!, driverName: '王芳', deptId: '华东' }),
      /^第 2 行为新增，文件还需要以下列：/,
    ],
    ['another file type', Buffer.from('%PDF-1.7\n\0\0\0'), /.+/],
  ] as const)('is refused for %s, with this error only', async (_name, content, error) => {
    const task = await check(clerk, content as string | Buffer);
    expect(task).toMatchObject({ state: 'failed', result: null });
    if (typeof error === 'string') expect(task.error).toBe(error);
    else expect(task.error).toMatch(error as RegExp);
  });

  it('reports formulas and merged cells', async () => {
    const formula = await zipParts(row(`${text('A1', heading('idCard'))}<c r="B1"><f>1+1</f><v>2</v></c>`));
    expect((await check(clerk, formula)).error).toBe('以下单元格含有公式，请改为数值：B1');
  });

  it('may be in GBK, with headings in any language or the fields’ keys', async () => {
    const gbk = Buffer.from([0xcd, 0xf5, 0xb7, 0xbc]);
    const keys = Object.keys(GOOD);
    const values = formatCsvLine(
      keys.map((key) => (key === 'deptId' ? 'DEPT' : key === 'driverName' ? 'NAME' : GOOD[key as 'mobile'])),
    );
    const content = Buffer.concat(
      `${formatCsvLine(keys)}${values.replace('2029年12月31日', '20291231')}`
        .split(/(NAME|DEPT)/)
        .map((part) => (part === 'NAME' ? gbk : part === 'DEPT' ? Buffer.from([0xbb, 0xaa, 0xb6, 0xab]) : Buffer.from(part))),
    );
    expect((await check(clerk, content)).result).toMatchObject({ good: 1, bad: 0 });
    const english = `${formatCsvLine(keys.map((key) => heading(key, 'en')))}${formatCsvLine(keys.map((key) => GOOD[key as 'mobile']))}`;
    expect((await check(clerk, english)).result).toMatchObject({ good: 1, bad: 0 });
  });
});

describe('departments by file', () => {
  const dept = (...rows: [string, string][]) =>
    [
      formatCsvLine(['deptName', 'parentId', 'deptType']),
      ...rows.map(([name, parent]) => formatCsvLine([name, parent, '3'])),
    ].join('');

  it('may be in one file with their descendants, by name or path', async () => {
    const content = dept(['一部', '华东'], ['一组', '一部'], ['一部', '华西'], ['一组', '华西/一部'], ['二组', '华东/一部']);
    const checked = await check(boss, content, 'dept/importDept');
    expect(checked.result).toMatchObject({ adds: 5, errors: [] });
    const applied = await apply(boss, checked.id, 'all', 'dept/applyDeptImport');
    expect(applied.result).toMatchObject({ adds: 5, applied: true });
    const rows = await server.db.query<{ name: string; parent: string }>(sql`
      select d.name, p.name as parent from department d join department p on p.id = d.parent_id where d.name like '%组' order by d.id`);
    expect(rows).toEqual([
      { name: '一组', parent: '一部' },
      { name: '一组', parent: '一部' },
      { name: '二组', parent: '一部' },
    ]);
    const again = await check(boss, dept(['三组', '一部']), 'dept/importDept');
    expect(again.result.errors).toMatchObject([{ cell: 'B2', message: '有多个部门叫“一部”，请写路径，如 集团/华东/一部' }]);
  });

  it('report each department that breaks a rule of the tree', async () => {
    const content = `${formatCsvLine(['操作', 'deptName', 'parentId'])}${formatCsvLine(['删除', '华东', '集团'])}${formatCsvLine(['删除', '华西', '集团'])}`;
    const { result } = await check(clerk, content, 'dept/importDept');
    expect(result).toMatchObject({ good: 0, bad: 2 });
    expect(west).toBeGreaterThan(0);
  });
});

describe('a template', () => {
  it.each(['xlsx', 'csv'] as const)('in %s has every column, and its example is not imported', async (format) => {
    const { data } = await call(clerk, 'driver/getDriverTemplate', { format });
    const { rawPayload } = await server.http.app.inject(data.url);
    const [titles, example] = await files.cells(rawPayload);
    expect(titles?.slice(0, 2)).toEqual(['操作', heading('driverName')]);
    // required, and of the user
    expect(example).toContain('华东');
    const { state, result } = await check(clerk, rawPayload);
    expect([state, result.good, result.bad]).toEqual(['done', 0, 0]);
  });
});

// uploaded files are never opened by a name from the client
it('an uploaded file is stored under a generated name', async () => {
  const checked = await check(clerk, csv(GOOD));
  const row = await server.db.first<{ payload: { path: string } }>(
    sql`select payload from task where id = ${Number(checked.id)}`,
  );
  expect(row!.payload.path).not.toContain('驾驶员');
  expect(await readFile(row!.payload.path, 'utf8')).toContain(ID_CARDS[0]);
});
