import { BASE_PATH, type Call } from '@fleetwarden/contract/call';
import { CallError } from '@fleetwarden/contract/errors';
import { getText } from '@fleetwarden/locale/languages';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createMetrics } from '../observe/metrics.ts';
import { createHttp, type Http } from './http.ts';
import { PUBLIC_CALLS_AT_ONCE, PUBLIC_CALLS_WAITING } from './limits.ts';

const row = { method: 'POST', permission: 'public', data: z.object({}), reply: z.object({}) } as const;
const calls = {
  slow: { ...row, path: 'test/slow', summary: 'Costs a core.' },
  other: { ...row, path: 'test/other', summary: 'Costs nothing.' },
} as const satisfies Record<string, Call>;

let http: Http;
let url: string;
let [running, most] = [0, 0];
let open = Promise.withResolvers<void>();

beforeAll(async () => {
  http = await createHttp({
    log: pino({ level: 'silent' }),
    getText,
    authenticate: async () => {
      throw new CallError('notSignedIn');
    },
    readiness: async () => ({ ready: true, database: true, migrations: true, draining: false }),
    metricsText: createMetrics().metricsText,
    operatorCode: '70106',
    audit: async () => undefined,
    publicCallsPerMinute: 10_000,
  });
  http.register('test', calls, {
    slow: async () => {
      most = Math.max(most, ++running);
      await open.promise;
      running--;
      return {};
    },
    other: () => ({}),
  });
  url = `http://127.0.0.1:${await http.listen({ host: '127.0.0.1', port: 0 })}${BASE_PATH}test/`;
});
afterAll(() => http.stop());

const send = async (name: keyof typeof calls): Promise<string> => {
  const body = JSON.stringify({ data: {} });
  const reply = await fetch(url + name, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return ((await reply.json()) as { code: string }).code;
};

it('calls without a token wait in a bounded queue; calls beyond it are refused with 4029, and other calls continue', async () => {
  open = Promise.withResolvers();
  const beyond = 50;
  const ended: string[] = [];
  const sent = Array.from({ length: PUBLIC_CALLS_AT_ONCE + PUBLIC_CALLS_WAITING + beyond }, async () => {
    const code = await send('slow');
    ended.push(code);
    return code;
  });
  await expect.poll(() => ended.length, { timeout: 20_000 }).toBe(beyond);
  expect(new Set(ended)).toEqual(new Set(['4029']));
  expect(await send('other')).toBe('0');
  open.resolve();
  const codes = await Promise.all(sent);
  expect(codes.filter((code) => code === '0')).toHaveLength(PUBLIC_CALLS_AT_ONCE + PUBLIC_CALLS_WAITING);
  expect(most).toBe(PUBLIC_CALLS_AT_ONCE);
});
