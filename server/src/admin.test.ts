import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { allPermissions } from '@fleetwarden/contract/permission-tree';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dumpDatabase, readDumpTables } from '../test/support/db/database-dump.ts';
import { testDatabase } from '../test/support/db/test-database.ts';
import { startTestServer, type TestServer } from '../test/support/test-server.ts';
import { readBackup, requireEmptyFolder } from './backup.ts';
import { sql } from './platform/db/database.ts';
import { createValueCipher, type EncryptedValue } from './platform/secrets/value-cipher.ts';
import { loadSecretKey } from './secret-key.ts';

let server: TestServer;
let [root, east] = [0, 0];

const call = async (token: string, path: string, data: object = {}) =>
  (await server.call('POST', path, data, { authorization: token })).body;
/** Runs the command as its own process, with the database of the running server. */
const admin = (...args: readonly string[]) => adminWith({}, ...args);
const adminWith = async (env: NodeJS.ProcessEnv, ...args: readonly string[]) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'admin.ts'), ...args], {
    env: { ...process.env, DATABASE_URL: server.database.url, ...env },
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
  it('unlocks an account that is disabled, expired and locked', async () => {
    const token = await server.login('locked');
    for (let i = 0; i < 5; i++) await server.login('locked', 'wrong').catch(() => undefined);
    await server.db.run(
      sql`update account set enabled = false, expires_at = now(), ip_allow = '10.9.9.9' where login_name = 'locked'`,
    );
    const { code, out } = await admin('reset-password', 'LOCKED');
    expect([code, out]).toEqual([0, expect.stringMatching(/^LOCKED: new password [a-z2-9-]{19} /)]);
    const fresh = await server.login('locked', passwordIn(out));
    expect((await call(fresh, 'user/getUserDetail')).code).toBe('4003');
    expect((await call(token, 'user/getLoginInfo')).code).toBe('4007');
    const entry = await server.db.first(sql`select action, object, account from audit_log order by id desc limit 1`);
    expect(entry).toEqual({ action: 'resetPasswd', object: 'locked', account: '' });
    expect((await call(fresh, 'user/getLoginInfo')).data.rights).toEqual(['2']);
  });

  it('grants all permissions in the top department, and access from every IP address, with --all-permissions', async () => {
    await server.db.run(sql`insert into setting_value (key, value) values ('ipList', '["10.9.9.9"]'), ('watermark', 'true')`);
    await server.db.run(sql`insert into setting_version (version) values (4)`);
    const { out } = await admin('reset-password', 'locked', '--all-permissions');
    const token = await server.login('locked', passwordIn(out));
    expect((await call(token, 'user/getLoginInfo')).data.rights).toHaveLength(allPermissions.length);
    const row = await server.db.first(sql`select department_id as "deptId" from account where login_name = 'locked'`);
    expect(row).toEqual({ deptId: root });
    const kept = await server.db.query(sql`select key, version from setting_value, setting_version where account_id is null`);
    expect(kept).toEqual([{ key: 'watermark', version: 5 }]);
  });

  it('reports wrong arguments and changes nothing', async () => {
    expect(await admin('reset-password', 'nobody')).toEqual({ code: 1, out: '', err: 'no account "nobody"\n' });
    for (const args of [[], ['reset-password'], ['remove', 'boss'], ['reset-password', 'boss', '--force']]) {
      const { code, out, err } = await admin(...args);
      expect([args, code, out, err]).toEqual([args, 2, '', expect.stringContaining('Usage: npm run admin')]);
    }
    await server.login('boss');
  });
});

describe('npm run admin -- backup, restore', () => {
  const PLACE = 'a place of tests';
  const RECORDING = `files/video/2026-01/${'a'.repeat(32)}.mp4`;
  const GROWING = 'files/work/video/growing.mp4';
  /** The recording does not fit into one chunk, and fills no whole block. */
  const STORED: Record<string, Buffer> = {
    'firmware/v2': Buffer.from('firmware'),
    'courses/film': Buffer.from('film'),
    [`files/evidence/2026-01/${'b'.repeat(32)}.jpg`]: Buffer.alloc(512, 7),
    [RECORDING]: Buffer.from(Array.from({ length: 300_001 }, (_, at) => at % 251)),
    [GROWING]: Buffer.from('not finished'),
  };
  let folder: string;
  let secretKey: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'backup-'));
    const { db, dataFolder } = server;
    secretKey = loadSecretKey({ secretKey: undefined, dataDir: dataFolder });
    const secret = JSON.stringify(createValueCipher(secretKey, 'record').encrypt('110101199003070011', PLACE));
    await db.run(sql`insert into vehicle (department_id, plate, owner_name)
      select ${east}, '京A' || n, ${secret} from generate_series(1, 5) n`);
    await db.run(`
      create table position_20260102 partition of position for values from ('2026-01-02T00:00Z') to ('2026-01-03T00:00Z');
      insert into position (vehicle_id, gnss_at, received_at, lng, lat, altitude_m, speed_kmh, heading, alarm_bits, status_bits,
        backfill, quality, extra)
      select v.id, '2026-01-02T08:00Z'::timestamptz + n * interval '1 second', now(), 116.4, 39.9, 40, 50, 90, 0, 3, false, 0, '\\x09005c0a'
      from vehicle v, generate_series(1, 10000) n`);
    await db.run(sql`insert into setting_value (key, value) values ('test', to_jsonb(e'\\N\t\n'::text))`);
    await mkdir(join(dataFolder, 'media', 'ab'), { recursive: true });
    await writeFile(join(dataFolder, 'media', 'ab', 'photo'), Buffer.from([0xff, 0xd8, 0, 10]));
    await writeFile(join(dataFolder, 'media', 'empty'), '');
    for (const [path, content] of Object.entries(STORED)) {
      await mkdir(join(dataFolder, path, '..'), { recursive: true });
      await writeFile(join(dataFolder, path), content);
    }
  });
  afterAll(() => rm(folder, { recursive: true }));

  const readAll = async (database: TestServer['database']) => dumpDatabase(database.db, await readDumpTables(database.db));

  it('restores the rows of all tables, the files, and the encrypted values', async () => {
    const file = join(folder, 'fleet.tar.gz');
    const made = await adminWith({ DATA_DIR: server.dataFolder }, 'backup', file);
    expect([made.code, made.err, made.out]).toEqual([
      0,
      '',
      `${file}: the database and 5 files. Keep it secret: it holds the key. Recordings and evidence are not in it: --files takes them too.\n`,
    ]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    const other = await testDatabase();
    const dataDir = join(folder, 'data');
    const { code, err } = await adminWith({ DATABASE_URL: other.url, DATA_DIR: dataDir }, 'restore', file);
    expect([code, err]).toEqual([0, '']);
    const [rows, expected] = await Promise.all([readAll(other), readAll(server.database)]);
    expect(rows.length).toBeGreaterThan(10);
    expect(rows).toEqual(expected);
    expect(await readFile(join(dataDir, 'media', 'ab', 'photo'))).toEqual(Buffer.from([0xff, 0xd8, 0, 10]));
    expect(await readdir(join(dataDir, 'media'))).toEqual(['ab', 'empty']);
    expect(await readFile(join(dataDir, 'courses', 'film'), 'utf8')).toBe('film');
    await expect(readdir(join(dataDir, 'files'))).rejects.toThrow('ENOENT');
    const cipher = createValueCipher(loadSecretKey({ secretKey: undefined, dataDir }), 'record');
    const { secret } = (await other.db.first<{ secret: string }>('select owner_name as secret from vehicle'))!;
    expect(cipher.decrypt(JSON.parse(secret) as EncryptedValue, PLACE)).toBe('110101199003070011');

    // the restored database works on: new rows get new ids, references and triggers are there
    const restored = await startTestServer({ database: other });
    try {
      await restored.department('新部门', root);
      await expect(other.db.run(`insert into vehicle (department_id, plate) values (99, '京B1')`)).rejects.toThrow(/foreign key/);
      expect(await other.db.first(`select from pg_trigger where tgenabled <> 'O'`)).toBeUndefined();
    } finally {
      await restored.stop();
    }
  });

  it('includes recordings and evidence on request, except files that are still being written', async () => {
    const file = join(folder, 'whole.tar.gz');
    const made = await adminWith({ DATA_DIR: server.dataFolder }, 'backup', file, '--files');
    expect([made.code, made.err, made.out]).toEqual([
      0,
      '',
      `${file}: the database and 7 files. Keep it secret: it holds the key.\n`,
    ]);
    const other = await testDatabase();
    const dataDir = join(folder, 'whole');
    expect(await readBackup(other.db, dataDir, file)).toEqual({ files: 7, hasKey: true });
    for (const [path, content] of Object.entries(STORED))
      if (path === GROWING) await expect(stat(join(dataDir, path))).rejects.toThrow('ENOENT');
      else expect((await readFile(join(dataDir, path))).equals(content), path).toBe(true);
    const bucket = { S3_URL: 'http://id:secret@127.0.0.1:9/bucket', DATA_DIR: server.dataFolder };
    const beside = await adminWith(bucket, 'backup', join(folder, 'bucket.tar.gz'), '--files');
    expect([beside.code, beside.out]).toEqual([0, expect.stringMatching(/and 7 files.* Files of the bucket are not in it/)]);
  });

  it('refuses to overwrite existing data, and refuses files that are not a backup', async () => {
    const file = join(folder, 'other.tar.gz');
    await writeFile(file, 'nothing');
    const again = await adminWith({ DATA_DIR: server.dataFolder }, 'backup', file);
    expect([again.code, again.err]).toEqual([1, `${file} exists: name a new file\n`]);
    expect(await readFile(file, 'utf8')).toBe('nothing');
    await expect(requireEmptyFolder(server.dataFolder)).rejects.toThrow('is not empty');
    const inUse = await adminWith({ DATA_DIR: join(folder, 'new') }, 'restore', file);
    expect([inUse.code, inUse.err]).toEqual([1, expect.stringContaining('in use')]);
    await expect(readBackup((await testDatabase()).db, join(folder, 'new'), file)).rejects.toThrow(`${file} cannot be restored`);
  });
});
