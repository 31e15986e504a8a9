import { builtInRoles } from '@fleetwarden/contract/identity/built-in-roles';
import { getText, texts } from '@fleetwarden/locale/languages';
import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../test/support/db/test-database.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { ensureBuiltInRoles, roleName } from './built-in-roles.ts';

let db: Db;
beforeAll(async () => {
  ({ db } = await testDatabase());
});
const stored = () => db.query(sql`select key, name, codes, version from role order by id`);

describe('built-in roles', () => {
  it('are created with Chinese names, and not updated if nothing changed', async () => {
    await ensureBuiltInRoles(db);
    const rows = await stored();
    expect(rows.map((row) => row['name'])).toEqual([
      '超级管理员',
      '平台管理员',
      '代理商',
      '企业管理员',
      '监控员',
      '安全员',
      '只读监管',
    ]);
    expect(rows).toEqual(builtInRoles.map(({ key, codes }) => ({ key, name: getText('zh', `role.${key}`), codes, version: 1 })));
    await ensureBuiltInRoles(db);
    expect(await stored()).toEqual(rows);
  });

  it('are updated to the current release, whatever an earlier one stored', async () => {
    await db.run(sql`update role set name = '旧', codes = '{1}' where key = 'monitor'`);
    const ids = await ensureBuiltInRoles(db);
    const row = await db.first(sql`select name, codes, version from role where id = ${ids.get('monitor')}`);
    expect(row).toEqual({ name: '监控员', codes: builtInRoles.find(({ key }) => key === 'monitor')!.codes, version: 2 });
  });

  it('have a name in every language; custom roles retain their names', () => {
    for (const language of Object.keys(texts) as (keyof typeof texts)[])
      for (const { key } of builtInRoles) expect(roleName({ key, name: '' }, language)).not.toBe(`role.${key}`);
    expect(roleName({ key: null, name: '夜班' }, 'en')).toBe('夜班');
  });
});
