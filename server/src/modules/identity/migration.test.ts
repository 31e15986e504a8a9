import { expect, it } from 'vitest';
import { testDatabase } from '../../../test/support/db/test-database.ts';
import { sql } from '../../platform/db/database.ts';
import { migrate, readMigrations } from '../../platform/db/migrate.ts';
import { ensureAdmin } from './index.ts';

/** A database as it was before the migration of that name. */
async function before(name: string) {
  const { db } = await testDatabase();
  await db.run('drop schema public cascade');
  await db.run('create schema public');
  const migrations = readMigrations();
  const at = migrations.findIndex(({ file }) => file.includes(name));
  await migrate(db, migrations.slice(0, at));
  return db;
}

it('roles with the monitoring centre still see, locate and follow vehicles after the migration', async () => {
  const db = await before('live-map-permissions');
  await db.run(
    sql`insert into role (name, codes) values ('值班', '{205}'), ('跟踪', '{2,201,20101,20103}'), ('维修', '{620,1301}')`,
  );
  await migrate(db);
  const live = ['2', '201', '20101', '20102'];
  expect(await db.query(sql`select name, codes from role where key is null order by id`)).toEqual([
    { name: '值班', codes: [...live, '205'] },
    { name: '跟踪', codes: [...live, '20103'] },
    { name: '维修', codes: ['620', '1301'] },
  ]);
});

it('accounts of the previous release retain their roles, and its administrator role becomes the built-in one', async () => {
  const db = await before('identity');
  await db.run(sql`insert into department (name) values ('总部')`);
  await db.run(sql`insert into role (name, codes) values ('系统管理员', '{1,2}'), ('夜班', '{2}')`);
  await db.run(sql`
    insert into account (login_name, user_name, password_hash, department_id, role_id)
    values ('demo', 'demo', 'x', 1, 1), ('night', 'night', 'x', 1, 2)`);
  await db.run(sql`insert into setting (key, value) values ('demo.login', '{"account": "demo", "password": "shown"}')`);

  await migrate(db);
  expect(await ensureAdmin({ db, demo: true })).toBeUndefined();
  const rows = await db.query(sql`
    select a.login_name, r.key, r.name, cardinality(r.codes) > 100 as all_codes, a.must_change_password,
           a.password_changed_at is null as shown
    from account a join account_role h on h.account_id = a.id join role r on r.id = h.role_id order by a.id`);
  const whatever = { must_change_password: false };
  expect(rows).toEqual([
    { ...whatever, login_name: 'demo', key: 'superAdministrator', name: '超级管理员', all_codes: true, shown: true },
    { ...whatever, login_name: 'night', key: null, name: '夜班', all_codes: false, shown: false },
  ]);
});
