import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FtpClient, openFtp } from '@fleetwarden/simulator/video/ftp-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../test/support/gateway/gateway-fixture.ts';
import { createLog } from '../platform/observe/log.ts';
import { createMetrics } from '../platform/observe/metrics.ts';
import { createFtpServer, type FtpServer } from './ftp-server.ts';
import type { FtpLimits } from './limits.ts';

const HOST = '127.0.0.1';
const MAX_BYTES = 1_000;

let folder = '';
let server: FtpServer;
let port = 0;
const ends: (string | null)[] = [];
const clients: FtpClient[] = [];

async function start(limits: Partial<FtpLimits> = {}): Promise<void> {
  server = createFtpServer({
    log: createLog('silent'),
    metrics: createMetrics(),
    accounts: {
      signIn: async (user, password) =>
        password === `secret of ${user}`
          ? { id: user === 'v1' ? 1 : 2, folder: join(folder, user), maxBytes: MAX_BYTES }
          : undefined,
      onBytes: () => undefined,
      onTransferEnd: (_id, refused) => void ends.push(refused),
    },
    passiveAddress: async (local) => local,
    limits: { sweepMs: 20, minFreeBytes: 0, ...limits },
  });
  port = await server.start({ host: HOST, port: 0, passive: { first: 0, last: 0 } });
}
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ftp-'));
  ends.length = 0;
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await server.stop();
  await rm(folder, { recursive: true });
});

async function open(): Promise<FtpClient> {
  const client = await openFtp(HOST, port);
  clients.push(client);
  return client;
}
const codeOf = async (client: FtpClient, line: string) => (await client.command(line)).code;
async function signIn(user = 'v1'): Promise<FtpClient> {
  const client = await open();
  await client.command(`USER ${user}`);
  expect(await codeOf(client, `PASS secret of ${user}`)).toBe(230);
  return client;
}
/** Sends a file; the code of the last reply. */
async function send(client: FtpClient, command: string, content: string): Promise<number> {
  const data = await client.openData();
  const begun = await codeOf(client, command);
  if (begun !== 150) return begun;
  data.end(content);
  return (await client.reply()).code;
}
const stored = async (user = 'v1') =>
  Promise.all((await readdir(join(folder, user))).map(async (name) => (await readFile(join(folder, user, name))).toString()));

describe('an upload', () => {
  it('is stored, appended to, and resumed at an offset', async () => {
    await start();
    const client = await signIn();
    expect(await codeOf(client, 'SIZE a.mp4')).toBe(550);
    expect(await send(client, 'STOR a.mp4', 'hello')).toBe(226);
    expect(await client.command('SIZE a.mp4')).toEqual({ code: 213, text: '5' });
    expect(await send(client, 'APPE a.mp4', ' world')).toBe(226);
    expect(await codeOf(client, 'REST 5')).toBe(350);
    expect(await send(client, 'STOR a.mp4', '!')).toBe(226);
    expect(await codeOf(client, 'REST 99')).toBe(350);
    expect(await send(client, 'STOR a.mp4', 'far')).toBe(554);
    expect(await stored()).toEqual(['hello!']);
    // a new upload replaces the file
    expect(await send(client, 'STOR a.mp4', 'new')).toBe(226);
    expect(await stored()).toEqual(['new']);
  });

  it('retains its bytes after an interruption, and continues on another connection', async () => {
    await start();
    const first = await signIn();
    const data = await first.openData();
    expect(await codeOf(first, 'STOR a.mp4')).toBe(150);
    data.write('hel');
    await eventually(async () => expect(await stored()).toEqual(['hel']));
    expect(server.isReceiving(1)).toBe(true);
    // the first connection seems open: the new one takes the file over
    const second = await signIn();
    const { text } = await second.command('SIZE a.mp4');
    await second.command(`REST ${text}`);
    expect(await send(second, 'STOR a.mp4', 'lo')).toBe(226);
    expect((await first.reply()).code).toBe(426);
    expect(await stored()).toEqual(['hello']);
    expect(server.isReceiving(1)).toBe(false);
  });

  it('is refused beyond the size and the number of files', async () => {
    await start({ files: 2 });
    const client = await signIn();
    expect(await send(client, 'STOR a', 'x'.repeat(MAX_BYTES + 1))).toBe(552);
    expect(ends).toEqual(['tooLarge']);
    expect(await send(client, 'STOR b', 'b')).toBe(226);
    expect(await send(client, 'STOR c', 'c')).toBe(552);
  });

  it('is refused while the disk is full', async () => {
    await start({ minFreeBytes: Number.MAX_SAFE_INTEGER });
    expect(await send(await signIn(), 'STOR a', 'a')).toBe(452);
    expect(ends).toEqual(['diskFull']);
  });

  it('is aborted when its account ends', async () => {
    await start();
    const client = await signIn();
    await client.openData();
    expect(await codeOf(client, 'STOR a.mp4')).toBe(150);
    await server.end(1);
    await expect(client.reply()).rejects.toThrow();
    expect(server.isReceiving(1)).toBe(false);
  });
});

describe('a client', () => {
  it('cannot do anything before sign-in, and is closed after wrong passwords', async () => {
    await start();
    const client = await open();
    for (const line of ['PASV', 'STOR a', 'SIZE a', 'FEAT', 'CWD /']) expect(await codeOf(client, line)).toBe(530);
    await client.command('USER v1');
    expect(await codeOf(client, 'PASS wrong')).toBe(530);
    // the password of another account
    expect(await codeOf(client, 'PASS secret of v2')).toBe(530);
    expect(await codeOf(client, 'PASS wrong')).toBe(421);
    await expect(client.command('NOOP')).rejects.toThrow();
  });

  it('cannot read, list, delete, rename, or send the server to another address', async () => {
    await start();
    const client = await signIn();
    expect(await send(client, 'STOR a', 'a')).toBe(226);
    for (const line of [
      'RETR a',
      'LIST',
      'NLST',
      'MLSD',
      'DELE a',
      'RMD /',
      'RNFR a',
      'RNTO b',
      'SITE CHMOD',
      'AUTH TLS',
      'constructor',
    ])
      expect([line, await codeOf(client, line)]).toEqual([line, 502]);
    for (const line of ['PORT 127,0,0,1,0,22', 'EPRT |1|127.0.0.1|22|']) expect(await codeOf(client, line)).toBe(502);
    expect(await stored()).toEqual(['a']);
  });

  it('cannot leave its folder, and sees no files of other accounts', async () => {
    await start();
    const other = await signIn('v2');
    expect(await send(other, 'STOR a', 'other')).toBe(226);
    const client = await signIn();
    for (const line of ['CWD ..', 'CDUP', 'CWD ../v2', 'MKD a/../../b']) expect(await codeOf(client, line)).toBe(550);
    for (const path of ['../v2/a', '..\\v2\\a', '/../v2/a', 'x/../../v2/a']) {
      expect(await codeOf(client, `SIZE ${path}`)).toBe(550);
      expect(await send(client, `STOR ${path}`, 'mine')).toBe(553);
    }
    // a path inside: folders are part of the name
    expect(await codeOf(client, 'MKD /day')).toBe(257);
    expect(await codeOf(client, 'CWD day')).toBe(250);
    expect(await client.command('PWD')).toMatchObject({ code: 257, text: '"/day"' });
    expect(await send(client, 'STOR a', 'mine')).toBe(226);
    expect(await codeOf(client, 'SIZE /day/a')).toBe(213);
    expect(await stored('v2')).toEqual(['other']);
    expect(await readdir(folder)).toEqual(['v1', 'v2']);
  });

  it('is closed for a line that is too long, or too many commands at once', async () => {
    await start();
    for (const bytes of ['x'.repeat(5_000), 'NOOP\r\n'.repeat(500)]) {
      const socket = connect({ host: HOST, port });
      socket.on('error', () => undefined).resume();
      socket.write(bytes);
      await once(socket, 'close');
    }
  });

  it('can sign in while half-open connections fill the limit', async () => {
    await start({ connections: 10 });
    const halfOpen = Array.from({ length: 40 }, () =>
      connect({ host: HOST, port })
        .on('error', () => undefined)
        .resume(),
    );
    await Promise.all(halfOpen.map((socket) => once(socket, 'connect')));
    const client = await signIn();
    expect(await send(client, 'STOR a', 'a')).toBe(226);
    for (const socket of halfOpen) socket.destroy();
  });

  it('is closed if it does not sign in', async () => {
    await start({ loginMs: 50 });
    const socket = connect({ host: HOST, port }).resume();
    await once(socket, 'close');
  });
});
