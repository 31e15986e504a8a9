import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askAs, SAMPLES } from '../../../test/support/resource-samples.ts';
import { addVehicle } from '../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { sql } from '../../platform/db/database.ts';

let server: TestServer;
let [root, made] = [0, 0];
let boss: ReturnType<typeof askAs>;

beforeAll(async () => {
  server = await startTestServer();
  root = await server.department('集团');
  await server.account('boss', root, [
    '602',
    '60201',
    '60202',
    '60203',
    '60204',
    '619',
    '61901',
    '61902',
    '618',
    '61802',
    '623',
    '62302',
    '20301',
    '20302',
    '150110',
  ]);
  boss = askAs(server, await server.signIn('boss'));
});
afterAll(() => server.stop());

const department = async () => {
  const id = await server.department(`部门${++made}`, root);
  server.bus.publish('fleet.changed', { vehicleIds: [] });
  return id;
};
const remove = (id: number) => boss('dept/delDept', { ids: [String(id)] });
const add = async (path: string, resource: 'notice' | 'expiryRule' | 'install' | 'area' | 'riskArea', id: number) => {
  const values = SAMPLES[resource]!(++made, String(id), { vehicleId: '', roleId: '' });
  expect((await boss(path, { values })).code).toBe('0');
};

describe('a department that is in use', () => {
  it('cannot be deleted while a row of any table with a restricting foreign key refers to it', async () => {
    const rows = await server.db.query<{ table: string; column: string }>(sql`
      select k.conrelid::regclass::text as table, a.attname as column
      from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
      where k.contype = 'f' and k.confrelid = 'department'::regclass and k.confdeltype in ('a', 'r')`);
    const uses = (server.fleet.departments.hooks.uses ?? []).map(({ table, column }) => `${table}.${column}`);
    expect(uses).toEqual(expect.arrayContaining(rows.map(({ table, column }) => `${table}.${column}`)));
  });

  it('is not deleted, and the reply lists the kind and number of references', async () => {
    const id = await department();
    await server.department('下级', id);
    for (const plate of ['沪A00001', '沪A00002']) await addVehicle(server, { plate, departmentId: id });
    const binned = await addVehicle(server, { plate: '沪A00003', departmentId: id, driver: '王芳' });
    await server.db.run(sql`update vehicle set deleted_at = now() where id = ${binned}`);
    await server.account('user', id);
    await add('notice/addNotice', 'notice', id);
    await add('expiry/addRule', 'expiryRule', id);
    await add('install/addInstall', 'install', id);
    await add('area/addArea', 'area', id);
    await add('epidemic/addArea', 'riskArea', id);
    const reply = await remove(id);
    expect(reply.code).toBe('4009');
    expect(reply.data.fields.map(({ message }: { message: string }) => message)).toEqual([
      '1 个下级部门',
      '2 辆车',
      '1 辆已删车辆',
      '1 个用户',
      '1 名驾驶员',
      '1 条公告',
      '1 条到期提醒规则',
      '1 个终端安装单',
      '1 个区域',
      '1 个风险区域',
    ]);
    expect((await boss('dept/getDept', { id: String(id) })).code).toBe('0');
  });
});

describe('the location of a department', () => {
  it('is a division code or null', async () => {
    const adding = (area: string | null) =>
      boss('dept/addDept', { values: { deptName: `分部${++made}`, parentId: String(root), deptType: 3, area } });
    for (const wrong of ['44', '4403051', 'abcdef']) expect((await adding(wrong)).code).toBe('4001');
    const stored = async (area: string | null) => {
      const { data } = await adding(area);
      return server.db.query(sql`select admin_code as code from department where id = ${Number(data.id)}`);
    };
    expect(await stored('440305')).toEqual([{ code: '440305' }]);
    expect(await stored(null)).toEqual([{ code: null }]);
  });
});

describe('a department that is not in use', () => {
  it('is deleted with its quota and with old personal reminders', async () => {
    const id = await department();
    const account = (await server.db.first<{ id: number }>(sql`select id from account where login_name = 'boss'`))!.id;
    await server.db.run(sql`insert into quota (department_id, vehicles, users) values (${id}, 1, 1)`);
    await server.db.run(sql`
      insert into notice (department_id, account_id, personal, title, content, published_at)
      values (${id}, ${account}, true, '', '', now())`);
    expect((await remove(id)).data).toEqual({ removed: 1 });
    expect(await server.db.query(sql`select from quota where department_id = ${id}`)).toEqual([]);
  });

  it('is deleted, or accepts a concurrently added child: no child remains without a parent', async () => {
    const id = await department();
    const [removed, entered] = await Promise.all([
      remove(id),
      boss('dept/addDept', { values: { deptName: '新来的', parentId: String(id), deptType: 3 } }),
    ]);
    expect([removed.code, entered.code].filter((code) => code === '0')).toHaveLength(1);
    expect(['0', '4001', '4009', '4010']).toEqual(expect.arrayContaining([removed.code, entered.code]));
    const orphans = await server.db.query(sql`
      select from department d where parent_id is not null and not exists (select from department p where p.id = d.parent_id)`);
    expect(orphans).toEqual([]);
  });
});
