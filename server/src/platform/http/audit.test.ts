import { BASE_PATH, type Call } from '@fleetwarden/contract/call';
import { CallError } from '@fleetwarden/contract/errors';
import { getText } from '@fleetwarden/locale/languages';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { createMetrics } from '../observe/metrics.ts';
import type { AuditEntry } from './audit.ts';
import { createHttp, type Http } from './http.ts';

const calls = {
  rename: {
    method: 'POST',
    path: 'thing/rename',
    permission: '201',
    audited: true,
    summary: 'Renames.',
    data: z.object({ name: z.string().max(9) }),
    reply: z.object({ name: z.string() }),
  },
  password: {
    method: 'POST',
    path: 'thing/password',
    permission: '201',
    audited: true,
    resCode: true,
    summary: 'Changes a secret.',
    data: z.object({ secret: z.string() }),
    reply: z.object({}),
  },
  look: {
    method: 'GET',
    path: 'thing/look',
    permission: '201',
    summary: 'Looks.',
    data: z.object({}),
    reply: z.object({}),
  },
} as const satisfies Record<string, Call>;

let http: Http;
let audited: AuditEntry[] = [];
let away = false;

beforeAll(async () => {
  http = await createHttp({
    log: pino({ level: 'silent' }),
    getText,
    authenticate: async (token) => {
      if (token === 'nobody') throw new CallError('notSignedIn');
      const rights = new Set(token.split(','));
      return { kind: 'user', prefix: '0', accountId: 7, account: 'li', departmentId: 3, rights, mustChangePassword: false };
    },
    audit: async (entry) => {
      await new Promise((resolve) => setImmediate(resolve));
      if (away) throw new Error('the audit log is away');
      audited.push(entry);
    },
    readiness: async () => ({ ready: true, database: true, migrations: true, draining: false }),
    metricsText: createMetrics().metricsText,
    operatorCode: '70106',
  });
  http.register('things', calls, {
    rename: ({ name }, { note }) => {
      note({ object: 'thing 1', before: { name: 'old' } });
      if (name === 'taken') throw new CallError('inUse');
      if (name === 'broken') throw new Error('no reason for callers');
      note({ after: { name } });
      return { name };
    },
    password: () => ({}),
    look: (_data, { note }) => {
      note({ object: 'nothing' });
      return {};
    },
  });
  await http.app.ready();
});
afterAll(() => http.stop());
beforeEach(() => {
  audited = [];
  away = false;
});

const post = async (path: string, payload: object | string, authorization = '201') =>
  (
    await http.app.inject({
      method: 'POST',
      url: BASE_PATH + path,
      payload,
      headers: { authorization, 'content-type': 'application/json' },
      remoteAddress: '10.0.0.8',
    })
  ).json();
const who = {
  user: expect.objectContaining({ accountId: 7, account: 'li', departmentId: 3 }),
  peerIp: '10.0.0.8',
  area: 'things',
};

it('logs the user and the change with before and after, when it is done and before the reply', async () => {
  expect(await post('thing/rename', { data: { name: 'new' } })).toMatchObject({ code: '0' });
  expect(audited).toEqual([
    { ...who, action: 'rename', object: 'thing 1', before: { name: 'old' }, after: { name: 'new' }, result: '0' },
  ]);
});

it('logs a refused call with its code and object, without data', async () => {
  await post('thing/rename', { data: { name: 'taken' } });
  await post('thing/rename', { data: { name: 'longer than nine' } });
  await post('thing/rename', { data: { name: 'new' } }, '1,2');
  await post('thing/rename', '{"data":');
  await post('thing/rename', { data: { name: 'new' }, sign: 'wrong' });
  await post('thing/rename', { data: { name: 'broken' } });
  expect(audited).toEqual([
    { ...who, action: 'rename', object: 'thing 1', result: '4009' },
    { ...who, action: 'rename', result: '4001' },
    { ...who, action: 'rename', result: '4003' },
    { ...who, action: 'rename', result: '4001' },
    { ...who, action: 'rename', result: '4002' },
    { ...who, action: 'rename', object: 'thing 1', result: '5000' },
  ]);
});

it('logs no request data unless the handler notes it', async () => {
  expect(await post('thing/password', { data: { secret: 'hunter2' } })).toEqual({ resCode: 1, message: '' });
  await post('thing/password', { data: { secret: 'hunter2', more: 1 } });
  expect(audited).toEqual([
    { ...who, action: 'password', result: '0' },
    { ...who, action: 'password', result: '4001' },
  ]);
  expect(JSON.stringify(audited)).not.toContain('hunter2');
});

it('logs no calls that are not audited, and no callers that are not logged in', async () => {
  await http.app.inject({ method: 'GET', url: `${BASE_PATH}thing/look`, headers: { authorization: '201' } });
  expect(await post('thing/rename', { data: { name: 'new' } }, 'nobody')).toMatchObject({ code: '4007' });
  expect(audited).toEqual([]);
});

it('fails a call that cannot be logged; a refused call still returns its own code', async () => {
  away = true;
  expect(await post('thing/rename', { data: { name: 'unlogged' } })).toMatchObject({ code: '5000', data: null });
  expect(await post('thing/rename', { data: { name: 'taken' } })).toMatchObject({ code: '4009' });
  expect(audited).toEqual([]);
});
