import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { allPermissions } from '@fleetwarden/contract/permission-tree';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../test/support/test-server.ts';
import { sql } from './platform/db/database.ts';

let server: TestServer;
let [root, east] = [0, 0];

const call = async (token: string, path: string, data: object = {}) =>
  (await server.call('POST', path, data, { authorization: token })).body;
/** Runs the command as its own process, with the database of the running server. */
const admin = async (...args: readonly string[]) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'admin.ts'), ...args], {
    env: { ...process.env, DATABASE_URL: server.database.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const code = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, out, err };
};
const passwordIn = (out: string): string => /new password (\S+)/.exec(out)![1]!;

beforeAll(async () => {
  server = await startTestServer();
  root = await server.department('集团');
  east = await server.department('华东', root);
  await server.account('locked', east, ['2']);
  await server.account('boss', root, allPermissions);
});
afterAll(() => server.stop());

describe('npm run admin -- reset-password', () => {
  it('lets an account in again that is disabled, expired and locked', async () => {
    const token = await server.login('locked');
    for (let i = 0; i < 5; i++) await server.login('locked', 'wrong').catch(() => undefined);
    await server.db.run(sql`update account set enabled = false, expires_at = now() where login_name = 'locked'`);
    const { code, out } = await admin('reset-password', 'LOCKED');
    expect([code, out]).toEqual([0, expect.stringMatching(/^LOCKED: new password [a-z2-9-]{19} /)]);
    const fresh = await server.login('locked', passwordIn(out));
    expect((await call(fresh, 'user/getUserDetail')).code).toBe('4003');
    expect((await call(token, 'user/getLoginInfo')).code).toBe('4007');
    const entry = await server.db.first(sql`select action, object, account from audit_log order by id desc limit 1`);
    expect(entry).toEqual({ action: 'resetPasswd', object: 'locked', account: '' });
    expect((await call(fresh, 'user/getLoginInfo')).data.rights).toEqual(['2']);
  });

  it('gives every permission in the top department where it is asked to', async () => {
    const { out } = await admin('reset-password', 'locked', '--all-permissions');
    const token = await server.login('locked', passwordIn(out));
    expect((await call(token, 'user/getLoginInfo')).data.rights).toHaveLength(allPermissions.length);
    const row = await server.db.first(sql`select department_id as "deptId" from account where login_name = 'locked'`);
    expect(row).toEqual({ deptId: root });
  });

  it('says what is wrong, and changes nothing', async () => {
    expect(await admin('reset-password', 'nobody')).toEqual({ code: 1, out: '', err: 'no account "nobody"\n' });
    for (const args of [[], ['reset-password'], ['remove', 'boss'], ['reset-password', 'boss', '--force']]) {
      const { code, out, err } = await admin(...args);
      expect([args, code, out, err]).toEqual([args, 2, '', expect.stringContaining('Usage: npm run admin')]);
    }
    await server.login('boss');
  });
});
