import { expect, it } from 'vitest';
import { testDatabase } from '../../../test/support/db/test-database.ts';
import { sql } from '../../platform/db/database.ts';
import { readMigrations } from '../../platform/db/migrate.ts';

it('data of earlier releases in departments and accounts are migrated into the settings', async () => {
  const { db } = await testDatabase();
  await db.run(`drop table setting_value, setting_version, logo;
    alter table department add platform_name text, add logo_url text;
    alter table account add settings jsonb not null default '{}';
    insert into department (id, parent_id, name, platform_name) values (1, null, 'Head office', 'Harbour watch'), (2, 1, 'Branch', 'Branch watch'), (3, 1, 'Other', null);
    insert into account (id, login_name, user_name, password_hash, department_id, settings) values
      (1, 'a', 'a', '', 1, '{"refreshsetting":"5"}'), (2, 'b', 'b', '', 1, '{"ui":{"mode":"dark"},"odd":1}'), (3, 'c', 'c', '', 1, '[1]'), (4, 'd', 'd', '', 1, '{}')`);
  await db.run(readMigrations().find(({ file }) => file === '0004-settings.sql')?.text ?? '');
  expect(
    await db.query(sql`select department_id, account_id, key, value from setting_value order by key, department_id, account_id`),
  ).toEqual([
    { department_id: null, account_id: 1, key: 'map', value: { refreshsetting: '5' } },
    { department_id: 1, account_id: null, key: 'platName', value: 'Harbour watch' },
    { department_id: 2, account_id: null, key: 'platName', value: 'Branch watch' },
    { department_id: null, account_id: null, key: 'platName', value: 'Harbour watch' },
    { department_id: null, account_id: 2, key: 'ui', value: { mode: 'dark' } },
  ]);
});
