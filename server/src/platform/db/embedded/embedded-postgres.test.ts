import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TEST_SETTINGS } from '../../../../test/support/db/test-cluster.ts';
import { canEnter } from './account.ts';
import { findBinaries } from './binaries.ts';
import { surroundings } from './cluster.ts';
import { type EmbeddedConnection, type EmbeddedPostgres, startEmbedded } from './embedded-postgres.ts';
import { prepareHome } from './home.ts';
import { commandLine, until } from './processes.ts';
import { findRunning } from './running.ts';

const isRoot = process.getuid?.() === 0;
const NOBODY = { uid: 65_534, gid: 65_534 };
const MODULE = join(import.meta.dirname, 'embedded-postgres.ts');
const LIMIT_MS = 20_000;

let base: string;
let dataDir: string;
const running = new Set<EmbeddedPostgres>();
const owners = new Set<ChildProcess>();
const postmasters = new Set<number>();

// one cluster with a table, copied for each test
beforeAll(async () => {
  base = makeFolder();
  const first = await startEmbedded({ dataDir: base, settings: TEST_SETTINGS });
  await ask(first.connection, 'create table kept as select 1 as value');
  await first.stop();
});
afterAll(() => rmSync(base, { recursive: true }));

beforeEach(() => {
  dataDir = makeFolder();
  rmSync(dataDir, { recursive: true });
  spawnSync('cp', ['-a', base, dataDir]);
});
afterEach(async () => {
  for (const owner of owners) owner.kill('SIGKILL');
  await Promise.all([...running].map((embedded) => embedded.stop()));
  await Promise.all([...postmasters].map(gone));
  for (const set of [running, owners, postmasters]) set.clear();
  rmSync(dataDir, { recursive: true, force: true });
});

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-'));
  chmodSync(folder, 0o755);
  return folder;
}

async function start(directory = dataDir): Promise<EmbeddedPostgres> {
  const embedded = await startEmbedded({ dataDir: directory, settings: TEST_SETTINGS });
  running.add(embedded);
  return embedded;
}

async function stop(embedded: EmbeddedPostgres): Promise<void> {
  await embedded.stop();
  running.delete(embedded);
}

async function ask(connection: EmbeddedConnection, text: string): Promise<unknown[]> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query({ text, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

const kept = (embedded: EmbeddedPostgres) => ask(embedded.connection, 'select value from kept');
const isAlive = (pid: number) => commandLine(pid) !== '';
const gone = (pid: number) => until(() => !isAlive(pid), LIMIT_MS);

/** A second server process that starts PostgreSQL, reports the result, and waits. */
async function startOwner(directory = dataDir, account: { uid?: number; gid?: number } = {}) {
  const script = `
    import { startEmbedded } from ${JSON.stringify(MODULE)};
    setInterval(() => {}, 60_000);
    try {
      const embedded = await startEmbedded(${JSON.stringify({ dataDir: directory, settings: TEST_SETTINGS })});
      console.log(JSON.stringify({ pid: embedded.pid(), connection: embedded.connection }));
      process.on('SIGTERM', () => embedded.stop().then(() => process.exit(0)));
    } catch (error) {
      console.log(JSON.stringify({ refused: error.message }));
      process.exit(1);
    }`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    ...account,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  owners.add(child);
  for await (const line of createInterface({ input: child.stdout })) {
    const said = JSON.parse(line) as { pid: number; connection: EmbeddedConnection; refused?: string };
    if (said.refused === undefined) postmasters.add(said.pid);
    return { child, ...said };
  }
  throw new Error('the owner ended without a word');
}

describe('embedded PostgreSQL', () => {
  it('creates a cluster at the first start, and retains its data over a restart', async () => {
    const fresh = join(dataDir, 'fresh');
    const first = await start(fresh);
    await ask(first.connection, 'create table kept as select 7 as value');
    await stop(first);
    expect(await kept(await start(fresh))).toEqual([7]);
  });

  it('starts over if an initdb was interrupted', async () => {
    const fresh = join(dataDir, 'fresh');
    mkdirSync(join(fresh, 'postgres', 'data.new', 'base'), { recursive: true });
    expect(await ask((await start(fresh)).connection, 'select 1')).toEqual([1]);
  });

  it('listens on no network address, and accepts only its own account', async () => {
    const { connection } = await start();
    expect(await ask(connection, 'show listen_addresses')).toEqual(['']);
    expect(await ask(connection, 'show unix_socket_permissions')).toEqual(['0700']);
  });

  it('stops with its server at SIGTERM', async () => {
    const owner = await startOwner();
    owner.child.kill('SIGTERM');
    expect(await gone(owner.pid)).toBe(true);
    expect(existsSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'))).toBe(false);
  });

  it('starts at once after kill -9 of its server', async () => {
    const owner = await startOwner();
    owner.child.kill('SIGKILL');
    const next = await start();
    expect(await kept(next)).toEqual([1]);
    expect(isAlive(owner.pid)).toBe(false);
  });

  it('starts at once after kill -9 of its server and the postmaster', async () => {
    const owner = await startOwner();
    owner.child.kill('SIGKILL');
    process.kill(owner.pid, 'SIGKILL');
    expect(await kept(await start())).toEqual([1]);
  });

  it('restarts by itself after kill -9 of the postmaster', async () => {
    const embedded = await start();
    const killed = embedded.pid()!;
    process.kill(killed, 'SIGKILL');
    expect(await until(() => ![undefined, killed].includes(embedded.pid()), LIMIT_MS)).toBe(true);
    expect(await kept(embedded)).toEqual([1]);
  });

  it('takes over an orphan that outlived its server', async () => {
    const home = prepareHome(dataDir);
    const data = join(home.directory, 'data');
    const { bin } = findBinaries(home.directory, home.account);
    const orphan = spawn(join(bin, 'postgres'), ['-D', data, '-k', home.directory, '-c', 'listen_addresses='], {
      ...surroundings(home),
      stdio: 'ignore',
    });
    const pidFile = join(data, 'postmaster.pid');
    await until(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8').includes('ready'), LIMIT_MS);
    const embedded = await start();
    expect(await kept(embedded)).toEqual([1]);
    expect(embedded.pid()).not.toBe(orphan.pid);
    expect(isAlive(orphan.pid!)).toBe(false);
  });

  it('never runs twice on one directory: a second server refuses and names the first', async () => {
    const embedded = await start();
    const second = await startOwner();
    expect(second.refused).toBe(
      `DATA_DIR ${realpathSync(dataDir)} is in use by the server with process id ${process.pid}: stop it, or use another DATA_DIR`,
    );
    await expect(startEmbedded({ dataDir })).rejects.toThrow('is in use by the server');
    expect(await kept(embedded)).toEqual([1]);
  });

  it('lets exactly one of several servers succeed that start together', async () => {
    const outcomes = await Promise.all([startOwner(), startOwner(), startOwner()]);
    expect(outcomes.filter(({ refused }) => refused === undefined)).toHaveLength(1);
  });

  it('can be found by other programs while it runs', async () => {
    expect(await findRunning(dataDir)).toBeUndefined();
    const embedded = await start();
    expect(await ask((await findRunning(dataDir))!, 'select value from kept')).toEqual([1]);
    await stop(embedded);
    expect(await findRunning(dataDir)).toBeUndefined();
  });

  it('ignores lock files whose process id belongs to another process', async () => {
    const foreign = spawn('sleep', ['60'], { stdio: 'ignore' });
    const home = join(dataDir, 'postgres');
    const lines = [foreign.pid, join(home, 'data'), 0, 5432, home, '', '0 0', 'ready'];
    writeFileSync(join(home, 'data', 'postmaster.pid'), `${lines.join('\n')}\n`);
    writeFileSync(join(home, '.s.PGSQL.5432.lock'), `${lines.join('\n')}\n`);
    expect(await kept(await start())).toEqual([1]);
    expect(isAlive(foreign.pid!)).toBe(true);
    foreign.kill();
  });

  it('moves its socket if DATA_DIR is too long for one, and removes it', async () => {
    const long = join(dataDir, 'x'.repeat(120));
    spawnSync('cp', ['-a', base, long]);
    const embedded = await start(long);
    expect(dirname(embedded.connection.host)).toBe(tmpdir());
    expect(await kept(embedded)).toEqual([1]);
    expect(await findRunning(long)).toEqual(embedded.connection);
    await stop(embedded);
    expect(existsSync(embedded.connection.host)).toBe(false);

    const owner = await startOwner(long);
    owner.child.kill('SIGKILL');
    await start(long);
    expect(existsSync(owner.connection.host)).toBe(false);
  });

  it('refuses a cluster of another major version, with instructions', async () => {
    writeFileSync(join(dataDir, 'postgres', 'data', 'PG_VERSION'), '12\n');
    await expect(start()).rejects.toThrow(/was made by PostgreSQL 12, the embedded one is \d+: restore a backup/);
  });

  it('reports why PostgreSQL did not start, and releases the directory', async () => {
    await expect(startEmbedded({ dataDir, settings: { shared_buffers: 'much' } })).rejects.toThrow(
      /PostgreSQL did not start: .*shared_buffers/s,
    );
    expect(await kept(await start())).toEqual([1]);
  });
});

describe.skipIf(!isRoot)('embedded PostgreSQL started by root', () => {
  it('runs as another account', async () => {
    const embedded = await start();
    expect(readFileSync(`/proc/${embedded.pid()}/status`, 'utf8')).not.toMatch(/^Uid:\t0\t/m);
  });

  it('works in a directory that only root can enter, and finds its data again', async () => {
    chmodSync(dataDir, 0o700);
    const closed = join(dataDir, 'data');
    const first = await start(closed);
    await ask(first.connection, 'create table kept as select 3 as value');
    await stop(first);
    const home = realpathSync(join(closed, 'postgres'));
    expect(home).not.toContain(dataDir);
    try {
      const again = await start(closed);
      expect(await kept(again)).toEqual([3]);
      await stop(again);
    } finally {
      rmSync(home, { recursive: true });
      if (readdirSync(dirname(home)).length === 0) rmSync(dirname(home), { recursive: true });
    }
  });

  it('continues to run a cluster as the account that owns it', async (context) => {
    if (!canEnter(NOBODY, import.meta.dirname)) context.skip('an ordinary user cannot read this checkout');
    const own = join(dataDir, 'own');
    mkdirSync(own);
    chownSync(own, NOBODY.uid, NOBODY.gid);
    const owner = await startOwner(own, NOBODY);
    expect(owner.refused).toBeUndefined();
    owner.child.kill('SIGTERM');
    await gone(owner.child.pid!);
    const embedded = await start(own);
    expect(readFileSync(`/proc/${embedded.pid()}/status`, 'utf8')).toMatch(/^Uid:\t65534\t/m);
  });
});
