import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CallError } from '@fleetwarden/contract/errors';
import type { TaskNews } from '@fleetwarden/contract/tasks/schemas';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { sql } from '../db/database.ts';
import type { Jobs } from '../jobs/runner.ts';
import { TASK_ADDRESS_LIFE_MS, TASK_FILES_KEPT_MS, TASKS_KEPT_MS, TASKS_PER_ACCOUNT } from './limits.ts';
import { defineTask, type TaskContext, type TaskStart } from './task.ts';
import type { Tasks } from './tasks.ts';

const WAIT = { timeout: 20_000, interval: 20 };
const Payload = z.object({ n: z.number() });

let server: TestServer;
let root: number;
let branch: number;
let clerkId: number;
let tokens: Record<'clerk' | 'other', string>;
const nodes: Jobs[] = [];

/** The task of this test, set by each run. */
let run: (context: TaskContext, n: number) => Promise<unknown>;
let runs: number;
const kind = (repeatable: boolean) =>
  defineTask({
    kind: repeatable ? 'test.again' : 'test.once',
    payload: Payload,
    repeatable,
    run: ({ n }, context) => {
      runs++;
      return run(context, n);
    },
  });
const again = kind(true);
const once = kind(false);

beforeAll(async () => {
  server = await startTestServer();
  root = await server.department('集团');
  branch = await server.department('车队', root);
  clerkId = await server.account('clerk', root, ['60106']);
  await server.account('other', root, ['60106']);
  tokens = { clerk: await server.signIn('clerk'), other: await server.signIn('other') };
  for (const task of [again, once]) server.tasks.register(task);
});
afterAll(() => server.stop());
beforeEach(() => {
  runs = 0;
  run = async () => null;
});
afterEach(async () => {
  await Promise.all(nodes.splice(0).map((jobs) => jobs.stop()));
  await server.db.run('delete from task');
  await rm(join(server.dataFolder, 'task-files'), { recursive: true, force: true });
  await server.db.run('delete from job');
  await server.db.run(sql`update account set enabled = true, department_id = ${root} where id = ${clerkId}`);
});

function startNode(): { jobs: Jobs; tasks: Tasks } {
  const node = server.node();
  for (const task of [again, once]) node.tasks.register(task);
  node.jobs.start();
  nodes.push(node.jobs);
  return node;
}
const start = async (task = again, more: Partial<TaskStart> = {}) =>
  server.tasks.start(
    task,
    { n: 7 },
    {
      user: (await server.identity.principalOf(clerkId))!,
      permission: '60106',
      language: 'zh',
      title: { key: 'field.tooBig', params: { max: 9 } },
      ...more,
    },
  );
const ask = async (call: string, data: object = {}, who: keyof typeof tokens = 'clerk', language = 'zh') =>
  (await server.call('POST', `task/${call}`, data, { authorization: tokens[who], 'accept-language': language })).body;
const shown = async (id: string) => (await ask('getTask', { id })).data;
const ends = (id: string, state: string) => expect.poll(async () => (await shown(id)).state, WAIT).toBe(state);
const untilAborted = ({ signal }: TaskContext) =>
  new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
const filesOnDisk = () => readdir(join(server.dataFolder, 'task-files')).catch(() => []);

describe('a task', () => {
  it('waits, runs and ends with a result; its title is in the language of the reader', async () => {
    run = async ({ account, departmentId, language }, n) => ({ n, account: account.account, departmentId, language });
    const id = await start();
    expect(await shown(id)).toMatchObject({ id, state: 'queued', kind: 'test.again', title: '不能大于 9', startedAt: null });
    startNode();
    await ends(id, 'done');
    const task = await shown(id);
    expect(task.result).toEqual({ n: 7, account: 'clerk', departmentId: root, language: 'zh' });
    expect(task).toMatchObject({ error: null, fileName: null, createdAt: expect.any(Number), finishedAt: expect.any(Number) });
    expect((await ask('getTask', { id }, 'clerk', 'en')).data.title).toBe('Must be at most 9');
  });

  it('reports its progress', async () => {
    const go = Promise.withResolvers<void>();
    run = async ({ progress }) => {
      progress(3, 10);
      await go.promise;
      progress(10);
    };
    const id = await start();
    startNode();
    await expect.poll(async () => shown(id), WAIT).toMatchObject({ state: 'running', done: 3, total: 10 });
    go.resolve();
    await ends(id, 'done');
    expect(await shown(id)).toMatchObject({ done: 10, total: 10 });
  });

  it('stores progress at intervals, however often it is reported', async () => {
    await server.db.run(`create table seen (done bigint)`);
    await server.db.run(`
      create function see() returns trigger language plpgsql as $$ begin insert into seen values (new.done); return new; end $$`);
    await server.db.run(`create trigger see after update of done on task for each row execute function see()`);
    run = async ({ progress }) => {
      for (let n = 1; n <= 10_000; n++) progress(n, 10_000);
    };
    const id = await start();
    startNode();
    await ends(id, 'done');
    // its begin and its end, and a look between them perhaps
    expect((await server.db.query('select from seen')).length).toBeLessThan(10);
    await server.db.run('drop trigger see on task');
  });

  describe('with a caller that waits for its file', () => {
    const LONG = { ms: 20_000, most: 100 };
    const written = async ({ file }: TaskContext) => file('a.csv', async (stream) => void stream.write('a'));

    it('returns the file URL as soon as the file exists, only to the user who started it', async () => {
      run = written;
      const id = await start();
      const soon = server.tasks.fileSoon(id, clerkId, LONG);
      startNode();
      const reply = await server.http.app.inject({ url: (await soon)! });
      expect(reply.payload).toBe('a');
      expect(await server.tasks.fileSoon(id, clerkId + 1, LONG)).toBeUndefined();
    });

    it('returns no URL if it lasts too long, has too much to do, creates no file or fails', async () => {
      const id = await start();
      expect(await server.tasks.fileSoon(id, clerkId, { ms: 0, most: 100 })).toBeUndefined();
      const go = Promise.withResolvers<void>();
      run = async ({ progress }) => {
        progress(1, 101);
        await go.promise;
      };
      startNode();
      // progress while it still runs
      expect(await server.tasks.fileSoon(id, clerkId, LONG)).toBeUndefined();
      expect((await shown(id)).state).toBe('running');
      go.resolve();
      expect(await server.tasks.fileSoon(id, clerkId, LONG)).toBeUndefined();
      run = async () => {
        throw new CallError('forbidden', 'x');
      };
      expect(await server.tasks.fileSoon(await start(), clerkId, LONG)).toBeUndefined();
    });
  });

  it('is cancelled while it waits, and does not run', async () => {
    const id = await start();
    expect((await ask('cancelTask', { id })).code).toBe('0');
    startNode();
    await expect.poll(async () => (await server.db.first<{ state: string }>('select state from job'))?.state, WAIT).toBe('done');
    expect([runs, (await shown(id)).state]).toEqual([0, 'cancelled']);
  });

  it.each(['the node that is asked', 'another node'])(
    'is cancelled while it runs on %s, and its file is deleted',
    async (where) => {
      const begun = Promise.withResolvers<void>();
      const ended = Promise.withResolvers<unknown>();
      run = async (context) => {
        await context.file('a.csv', async (stream) => void stream.write('a'));
        context.progress(1, 2);
        begun.resolve();
        return untilAborted(context).catch((error) => {
          ended.resolve(error);
          throw error;
        });
      };
      const node = startNode();
      const id = await start();
      await begun.promise;
      expect(await filesOnDisk()).toHaveLength(1);
      if (where === 'another node') expect((await ask('cancelTask', { id })).code).toBe('0');
      else {
        const user = (await server.identity.principalOf(clerkId))!;
        const context = { user, language: 'zh', peerIp: '', userAgent: '', requestId: '', note: () => undefined } as const;
        await node.tasks.handlers.cancelTask({ id }, context);
      }
      await ended.promise;
      await expect.poll(filesOnDisk, WAIT).toEqual([]);
      expect(await shown(id)).toMatchObject({ state: 'cancelled', error: null, fileName: null });
      // again, and after its end: nothing happens
      expect((await ask('cancelTask', { id })).code).toBe('0');
      expect((await shown(id)).state).toBe('cancelled');
    },
  );

  it('stays cancelled if it ignores the signal and finishes', async () => {
    const begun = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    run = async ({ file }) => {
      begun.resolve();
      await go.promise;
      await file('a.csv', async (stream) => void stream.write('a'));
      left.resolve();
    };
    startNode();
    const id = await start();
    await begun.promise;
    await ask('cancelTask', { id });
    go.resolve();
    await left.promise;
    await expect.poll(filesOnDisk, WAIT).toEqual([]);
    expect((await shown(id)).state).toBe('cancelled');
  });

  it('shows why it failed; after an internal error, only that it failed', async () => {
    startNode();
    run = async () => {
      throw new CallError('locked', 'detail', [], { minutes: 5 });
    };
    const refused = await start();
    await ends(refused, 'failed');
    expect((await shown(refused)).error).toBe('登录失败次数过多，请 5 分钟后再试');
    run = async () => {
      throw new Error('the password of the database is hunter2');
    };
    const broken = await start();
    await ends(broken, 'failed');
    expect((await shown(broken)).error).toBe('请求失败,请联系管理员');
    expect(server.logged.some((line) => line.includes('hunter2'))).toBe(true);
  });

  it('is refused if its account has too many unfinished tasks', async () => {
    for (let n = 0; n < TASKS_PER_ACCOUNT; n++) await start();
    await expect(start()).rejects.toMatchObject({ kind: 'tooMany' });
    expect(await server.db.query('select from job')).toHaveLength(TASKS_PER_ACCOUNT);
  });
});

describe('tasks of other users', () => {
  it('are invisible, and calls answer as for unknown tasks', async () => {
    run = ({ file }) => file('a.csv', async (stream) => void stream.write('a'));
    const id = await start();
    startNode();
    await ends(id, 'done');
    expect((await ask('listTask', {}, 'other')).data).toEqual({ list: [] });
    for (const call of ['getTask', 'cancelTask', 'getTaskFile']) {
      expect([call, (await ask(call, { id }, 'other')).code]).toEqual([call, '4004']);
      expect([call, (await ask(call, { id: '999999999999' })).code]).toEqual([call, '4004']);
    }
    expect((await ask('listTask')).data.list.map((task: { id: string }) => task.id)).toEqual([id]);
  });

  it('are pushed only to the consoles of the account that started them', async () => {
    const port = await server.http.listen({ host: '127.0.0.1', port: 0 });
    const heard: Record<keyof typeof tokens, TaskNews[]> = { clerk: [], other: [] };
    const sockets = (['clerk', 'other'] as const).map((who) => {
      const token = tokens[who];
      const url = `ws://127.0.0.1:${port}/websocket/commonmsg/${token.split('.')[0]}`;
      const socket = new WebSocket(url, { headers: { authorization: token } });
      socket.on('message', (data) => {
        const message = JSON.parse(String(data));
        if (message.type === 'task') heard[who].push(message.data);
      });
      return socket;
    });
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('open', resolve))));
    const id = await start();
    run = async ({ progress }) => progress(2, 2);
    startNode();
    await expect.poll(() => heard.clerk.at(-1), WAIT).toEqual({ id, state: 'done', done: 2, total: 2 });
    expect(heard.clerk.slice(0, 2)).toEqual([
      { id, state: 'queued', done: 0, total: null },
      { id, state: 'running', done: 0, total: null },
    ]);
    expect(heard.other).toEqual([]);
    for (const socket of sockets) socket.close();
  });
});

describe('the permissions of a task', () => {
  it('are checked when it runs: it fails if they were revoked before', async () => {
    const id = await start();
    await server.db.run(`update role set codes = '{2}' where name = 'role of clerk'`);
    startNode();
    await ends(id, 'failed');
    expect([runs, (await shown(id)).error]).toEqual([0, '无操作权限']);
    await server.db.run(`update role set codes = '{60106}' where name = 'role of clerk'`);
  });

  it('are lost if its account is disabled', async () => {
    const id = await start();
    await server.db.run(sql`update account set enabled = false where id = ${clerkId}`);
    startNode();
    const state = () =>
      server.db.first<{ state: string; error_key: string }>(sql`select state, error_key from task where id = ${id}`);
    await expect.poll(state, WAIT).toEqual({ state: 'failed', error_key: 'error.accountDisabled' });
    expect(runs).toBe(0);
  });

  it('have the scope of the time when it runs', async () => {
    run = async ({ departmentId }) => departmentId;
    const id = await start();
    await server.db.run(sql`update account set department_id = ${branch} where id = ${clerkId}`);
    startNode();
    await ends(id, 'done');
    expect((await shown(id)).result).toBe(branch);
  });
});

describe('a server that is interrupted', () => {
  const interrupted = '服务器重启，任务已中断，请重新操作';

  it.each([
    [again, 'done', null, 2],
    [once, 'failed', interrupted, 1],
  ] as const)('by a shutdown releases $kind or reports it as interrupted', async (task, state, error, times) => {
    const begun = Promise.withResolvers<void>();
    run = (context) => {
      begun.resolve();
      return untilAborted(context);
    };
    const { jobs } = startNode();
    const id = await start(task);
    await begun.promise;
    await jobs.stop();
    run = async () => null;
    startNode();
    await ends(id, state);
    await expect.poll(async () => (await server.db.first<{ state: string }>('select state from job'))?.state, WAIT).toBe('done');
    expect([(await shown(id)).error, runs]).toEqual([error, times]);
  });

  it.each([
    [again, 'done', 1],
    [once, 'failed', 0],
  ] as const)('by a crash leaves $kind to the next node', async (task, state, times) => {
    const id = await start(task);
    await server.db.run(sql`update task set state = 'running', runs = 1, started_at = now() where id = ${id}`);
    await server.db.run(`update job set state = 'running', attempts = 1, locked_until = now() - interval '1 s'`);
    startNode();
    await ends(id, state);
    expect(runs).toBe(times);
  });

  it.each([
    [again, 'done', null, 2],
    [once, 'failed', '请求失败,请联系管理员', 1],
  ] as const)('by a database outage runs $kind again or reports it as failed', async (task, state, error, times) => {
    run = async () => {
      if (runs === 1) throw Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' });
      return null;
    };
    startNode();
    const id = await start(task);
    // it waits a while before it tries again
    await expect
      .poll(async () => {
        await server.db.run(`update job set run_at = now() where state = 'queued' and attempts > 0`);
        return (await shown(id)).state;
      }, WAIT)
      .toBe(state);
    expect([(await shown(id)).error, runs]).toEqual([error, times]);
  });

  it('again and again does not run a task forever', async () => {
    const id = await start();
    await server.db.run(sql`update task set state = 'running', runs = 3 where id = ${id}`);
    await server.db.run(`update job set state = 'running', attempts = 3, locked_until = now() - interval '1 s'`);
    startNode();
    await ends(id, 'failed');
    expect([(await shown(id)).error, runs]).toEqual([interrupted, 0]);
  });
});

describe('two nodes', () => {
  it('run each task once', async () => {
    const seen: number[] = [];
    run = async (_context, n) => void seen.push(n);
    const user = (await server.identity.principalOf(clerkId))!;
    const by = { user, permission: 'signedIn', language: 'en', title: { key: 'tasks.title' } } as const;
    const ids = await Promise.all([1, 2, 3, 4, 5].map((n) => server.tasks.start(again, { n }, by)));
    startNode();
    startNode();
    for (const id of ids) await ends(id, 'done');
    expect(seen.toSorted()).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('the file of a task', () => {
  const made = async () => {
    run = async ({ file }) => {
      await file('旧.csv', async (stream) => void stream.write('old'));
      await file('车辆.csv', async (stream) => void stream.write('a,b'));
    };
    startNode();
    const id = await start();
    await ends(id, 'done');
    return id;
  };
  const urlOf = async (id: string) => (await ask('getTaskFile', { id })).data.url as string;
  const open = async (url: string) => {
    const { statusCode, body } = await server.http.app.inject(url);
    return [statusCode, body];
  };

  it('is opened by a URL that is created for each request and valid for a short time', async () => {
    const id = await made();
    expect((await shown(id)).fileName).toBe('车辆.csv');
    expect(await filesOnDisk()).toHaveLength(1);
    const url = await urlOf(id);
    expect(await open(url)).toEqual([200, 'a,b']);
    server.clock.now += TASK_ADDRESS_LIFE_MS;
    expect((await open(url))[0]).toBe(404);
    expect(await open(await urlOf(id))).toEqual([200, 'a,b']);
    server.clock.now -= TASK_ADDRESS_LIFE_MS;
  });

  it('is stored for a week; the task is listed for a month', async () => {
    const id = await made();
    const now = Date.now();
    expect(await server.tasks.cleanup(now)).toBe(0);
    expect(await server.tasks.cleanup(now + TASK_FILES_KEPT_MS + 60_000)).toBe(1);
    expect((await ask('getTaskFile', { id })).code).toBe('4004');
    expect([(await shown(id)).fileName, await filesOnDisk()]).toEqual([null, []]);
    expect(await server.tasks.cleanup(now + TASKS_KEPT_MS + 60_000)).toBe(1);
    expect((await ask('listTask')).data.list).toEqual([]);
  });

  it('does not exist if the task failed after it created one', async () => {
    startNode();
    run = async ({ file }) => {
      await file('a.csv', async (stream) => void stream.write('a'));
      throw new CallError('quota');
    };
    const id = await start();
    await ends(id, 'failed');
    expect((await ask('getTaskFile', { id })).code).toBe('4004');
    expect(await filesOnDisk()).toEqual([]);
  });
});
