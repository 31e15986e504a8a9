import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { sql } from '../../platform/db/database.ts';
import { PROBES_PER_MINUTE } from './limits.ts';

let server: TestServer;
let root: number;
let listener: Server;
let port: number;
const tokens = new Map<string, string>();

/** A listener on loopback; resolves with its port. */
const listen = (listening: Server) =>
  new Promise<number>((resolve) =>
    listening.listen(0, '127.0.0.1', () => resolve((listening.address() as { readonly port: number }).port)),
  );

beforeAll(async () => {
  // the addresses of this machine stand for others
  server = await startTestServer({ mayReach: (address) => address === '127.0.0.1' });
  root = await server.department('Head office');
  listener = createServer((socket) => socket.resume());
  port = await listen(listener);
});
afterAll(async () => {
  listener.close();
  await server.stop();
});

const user = async (name: string, codes: readonly string[] = ['7040609']) => {
  await server.account(name, root, codes);
  tokens.set(name, await server.signIn(name));
};
const probe = async (name: string, addresses: readonly object[]) =>
  (await server.call('POST', 'terminal/probeServer', { addresses }, { authorization: tokens.get(name)! })).body;

describe('a test of server addresses', () => {
  it('shows which ones accept a connection, and closes all connections', async () => {
    await user('sender');
    const closing = createServer();
    const closed = await listen(closing);
    await new Promise((resolve) => closing.close(resolve));
    const connected = new Promise<void>((resolve) =>
      listener.once('connection', (socket) => socket.once('close', () => resolve())),
    );
    const addresses = [
      { host: '127.0.0.1', port },
      { host: '127.0.0.1', port: closed },
      { host: 'nowhere.invalid', port },
    ];
    expect(await probe('sender', addresses)).toMatchObject({
      code: '0',
      data: { list: addresses.map((address, at) => ({ ...address, reachable: at === 0 })) },
    });
    await connected;
    const entry = await server.db.first<{ object: string }>(sql`
      select object from audit_log where action = 'probeServer' order by id desc limit 1`);
    expect(entry?.object).toContain(`127.0.0.1:${port}`);
  });

  it('never connects to forbidden addresses, and shows them like unreachable ones', async () => {
    await user('curious');
    expect((await probe('curious', [{ host: '127.0.0.2', port }])).data).toEqual({
      list: [{ host: '127.0.0.2', port, reachable: false }],
    });
  });

  it('is limited to users with permission to send the address, and to a few addresses', async () => {
    await user('viewer', ['7040601']);
    expect((await probe('viewer', [{ host: '127.0.0.1', port }])).code).toBe('4003');
    await user('scanner');
    const many = Array.from({ length: 5 }, (_, at) => ({ host: '127.0.0.1', port: port + at }));
    expect((await probe('scanner', many)).code).toBe('4001');
    expect((await probe('scanner', [{ host: '127.0.0.1', port: 0 }])).code).toBe('4001');
  });

  it('has a rate limit per account and minute', async () => {
    await user('busy');
    await user('other');
    const once = [{ host: '127.0.0.1', port }];
    for (let i = 0; i < PROBES_PER_MINUTE; i++) expect((await probe('busy', once)).code).toBe('0');
    expect((await probe('busy', once)).code).not.toBe('0');
    expect((await probe('other', once)).code).toBe('0');
    server.clock.now += 60_001;
    expect((await probe('busy', once)).code).toBe('0');
  });
});
