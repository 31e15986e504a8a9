import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import type { Jobs } from '../jobs/runner.ts';
import { TASKS_PER_ACCOUNT } from './limits.ts';
import { defineTask, type Task, type TaskContext } from './task.ts';

const WAIT = { timeout: 20_000, interval: 20 };
const MAX_MS = 300;
type Wish = { readonly n: number };

let server: TestServer;
let clerkId: number;
let token: string;
const nodes: Jobs[] = [];
/** The task of this test. */
let run: (context: TaskContext, wish: Wish) => Promise<unknown>;

const kind = (name: string, more: Partial<Task<Wish>>): Task<Wish> =>
  defineTask({
    kind: name,
    payload: z.object({ n: z.number() }),
    repeatable: true,
    run: (wish, context) => run(context, wish),
    ...more,
  });
const bounded = kind('test.bounded', { perAccount: { running: 2, waiting: 3 } });
const same = kind('test.same', { sameForMs: 60_000 });
const timed = kind('test.timed', { mostMs: MAX_MS });
const plain = kind('test.plain', {});
const once = kind('test.once', { repeatable: false });
const KINDS = [bounded, same, timed, plain, once];

beforeAll(async () => {
  server = await startTestServer();
  clerkId = await server.account('clerk', await server.department('集团'), ['60106']);
  token = await server.signIn('clerk');
  for (const task of KINDS) server.tasks.register(task);
});
afterAll(() => server.stop());
afterEach(async () => {
  await Promise.all(nodes.splice(0).map((jobs) => jobs.stop()));
  await server.db.run('delete from task');
  await server.db.run('delete from job');
  await rm(join(server.dataFolder, 'task-files'), { recursive: true, force: true });
});

function startNode(): void {
  const node = server.node();
  for (const task of KINDS) node.tasks.register(task);
  node.jobs.start();
  nodes.push(node.jobs);
}
const start = async (task: Task<Wish>, n = 1, language: 'zh' | 'en' = 'zh', how: { scheduled?: true } = {}) => {
  const user = (await server.identity.principalOf(clerkId))!;
  return server.tasks.start(task, { n }, { user, permission: '60106', language, title: { key: 'tasks.title' }, ...how });
};
const ask = async (call: string, data: object) =>
  (await server.call('POST', `task/${call}`, data, { authorization: token, 'accept-language': 'zh' })).body;
const shown = async (id: string) => (await ask('getTask', { id })).data;
const ends = (id: string, state: string) => expect.poll(async () => (await shown(id)).state, WAIT).toBe(state);
const filesOnDisk = () => readdir(join(server.dataFolder, 'task-files')).catch(() => []);

describe('a task kind with its own limits', () => {
  it.each([
    ['users', {}, 'task.test.bounded'],
    ['a schedule', { scheduled: true }, 'planned.test.bounded'],
  ] as const)('runs no more tasks at once, started by %s, and all of them finish', async (_by, how, kindOfJob) => {
    let [now, most] = [0, 0];
    const seen: number[] = [];
    run = async (_context, { n }) => {
      most = Math.max(most, ++now);
      // the second may be slow to begin
      for (const until = Date.now() + WAIT.timeout; most < 2 && Date.now() < until; ) await sleep(WAIT.interval);
      await sleep(100);
      now--;
      seen.push(n);
    };
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.push(await start(bounded, n, 'zh', how));
    startNode();
    startNode();
    for (const id of ids) await ends(id, 'done');
    expect([most, seen.toSorted()]).toEqual([2, [0, 1, 2, 3, 4]]);
    // tasks without a slot waited in their own lane
    expect(await server.db.query('select distinct kind from job')).toEqual([{ kind: kindOfJob }]);
  });

  it('is refused beyond its waiting limit, independently of other kinds', async () => {
    for (let n = 0; n < 5; n++) await start(bounded, n);
    await expect(start(bounded, 9)).rejects.toMatchObject({ kind: 'tooMany' });
    for (let n = 0; n < TASKS_PER_ACCOUNT; n++) await start(plain, n);
    await expect(start(plain, 9)).rejects.toMatchObject({ kind: 'tooMany' });
  });
});

describe('the same task requested twice', () => {
  it('is one task while it waits, and after it is done with a file', async () => {
    run = ({ file }) => file('a.csv', async (stream) => void stream.write('a'));
    const [first, second] = await Promise.all([start(same), start(same)]);
    expect(second).toBe(first);
    expect(await start(same, 2)).not.toBe(first);
    expect(await start(same, 1, 'en')).not.toBe(first);
    startNode();
    await ends(first, 'done');
    expect(await start(same)).toBe(first);
    expect((await ask('listTask', {})).data.list).toHaveLength(3);
  });

  it('is a new task if the first one was cancelled, has no file or is too old', async () => {
    run = async () => null;
    const cancelled = await start(same);
    await ask('cancelTask', { id: cancelled });
    const fresh = await start(same);
    expect(fresh).not.toBe(cancelled);
    await server.db.run(`update task set created_at = now() - interval '61 seconds'`);
    const later = await start(same);
    expect(later).not.toBe(fresh);
    startNode();
    await ends(later, 'done');
    expect(await start(same)).not.toBe(later);
  });
});

describe('a failed task', () => {
  it('exceeded its time limit', async () => {
    run = ({ signal }) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('cut off'))));
    startNode();
    const id = await start(timed);
    await ends(id, 'failed');
    expect((await shown(id)).error).toBe('任务超过 1 分钟未完成，已停止');
  });

  it.each(['ENOSPC', 'EDQUOT'])('reports missing disk space (%s) and leaves no partial file', async (code) => {
    run = ({ file }) =>
      file('a.csv', async (stream) => {
        stream.write('half');
        throw Object.assign(new Error('write'), { code });
      });
    startNode();
    const id = await start(plain);
    await ends(id, 'failed');
    expect(await shown(id)).toMatchObject({ error: '磁盘空间不足，未生成文件', fileName: null, fileBytes: null, mayRetry: true });
    expect(await filesOnDisk()).toEqual([]);
  });

  it('is retried under its id, and is then as if it had never failed', async () => {
    run = async () => {
      throw new Error('the database went away');
    };
    startNode();
    const id = await start(plain);
    await ends(id, 'failed');
    run = async ({ file }) => {
      await file('a.csv', async (stream) => void stream.write('abc'));
      return { rows: 3 };
    };
    expect((await ask('retryTask', { id })).code).toBe('0');
    await ends(id, 'done');
    expect(await shown(id)).toMatchObject({ error: null, result: { rows: 3 }, fileName: 'a.csv', fileBytes: 3, mayRetry: false });
    // one that is done is not
    expect((await ask('retryTask', { id })).code).toBe('4004');
  });

  it('is not retried if it is not repeatable, by another account, or above the limits', async () => {
    run = async () => {
      throw new Error('no');
    };
    startNode();
    const id = await start(once);
    await ends(id, 'failed');
    expect((await shown(id)).mayRetry).toBe(false);
    expect((await ask('retryTask', { id })).code).toBe('4004');
    await Promise.all(nodes.splice(0).map((jobs) => jobs.stop()));
    const failed = await start(plain);
    await server.db.run(`update task set state = 'failed' where kind = 'test.plain'`);
    for (let n = 0; n < TASKS_PER_ACCOUNT; n++) await start(plain, n);
    expect((await ask('retryTask', { id: failed })).code).toBe('4029');
    await server.db.run(`delete from task where state = 'queued'`);
    await server.account('other', await server.department('别家'), ['60106']);
    const other = await server.signIn('other');
    const reply = await server.call('POST', 'task/retryTask', { id: failed }, { authorization: other });
    expect(reply.body.code).toBe('4004');
  });
});

describe('the file of a task', () => {
  it('is shown with its size and expiry time, and each download is in the audit log', async () => {
    run = ({ file }) => file('车辆.csv', async (stream) => void stream.write('12345'));
    startNode();
    const id = await start(plain);
    await ends(id, 'done');
    const task = await shown(id);
    expect(task).toMatchObject({ fileBytes: 5, fileUntil: task.finishedAt + 7 * DAY_MS });
    await ask('getTaskFile', { id });
    const rows = await server.db.query(`select action, object, result from audit_log where area = 'tasks'`);
    expect(rows.at(-1)).toEqual({ action: 'getTaskFile', object: '车辆.csv', result: '0' });
  });
});
