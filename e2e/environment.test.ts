/** A start with an invalid environment ends with exit code 1 and one line that names the variable; no stack, no secret. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeDataDir } from './support/data-dir.ts';
import { openDatabase, socketDirectory } from './support/database.ts';
import { type Product, runToEnd, startProduct } from './support/product.ts';
import { newDataDir } from './support/shared-services.ts';

const SECRET = 'hunter2secret';
const dataDir = newDataDir();
const otherDir = newDataDir();
const taken = createServer();
const takenUdp = createSocket('udp4');
/** Runs during all cases; its cluster serves as an external PostgreSQL. */
let product: Product;
let takenPort: string;
let takenUdpPort: string;

beforeAll(async () => {
  await once(taken.listen(0, '127.0.0.1'), 'listening');
  takenUdp.bind(0, '127.0.0.1');
  await once(takenUdp, 'listening');
  takenPort = String((taken.address() as { port: number }).port);
  takenUdpPort = String(takenUdp.address().port);
  product = await startProduct(dataDir);
  const db = await openDatabase(dataDir);
  await db.query('create role guest login');
  await db.query('create database bare');
  await db.end();
});
afterAll(async () => {
  taken.close();
  takenUdp.close();
  await product?.stop();
  for (const dir of [dataDir, otherDir]) removeDataDir(dir);
});

const FILE = import.meta.filename;
const databaseOf = (user: string, database: string) =>
  `postgres://${user}:${SECRET}@local/${database}?host=${socketDirectory(dataDir)}`;

describe('one line of output for', () => {
  const cases: [string, () => Record<string, string>, RegExp][] = [
    ['an invalid value', () => ({ PORT: '99999' }), /^PORT: got "99999", takes a port from 0 to 65535/],
    ['an invalid secret', () => ({ SECRET_KEY: SECRET }), /^SECRET_KEY: got a value that is not shown, takes/],
    ['a port in use', () => ({ PORT: takenPort }), /^PORT: got \d+, takes a port that is free \(.*EADDRINUSE/],
    ['a gateway port in use', () => ({ GATEWAY_PORT: takenPort }), /^GATEWAY_PORT: got \d+, takes a port that is free/],
    [
      'a gateway port in use for UDP only',
      () => ({ GATEWAY_PORT: takenUdpPort }),
      /^GATEWAY_PORT: got \d+, takes a port that is free/,
    ],
    ['an address of another machine', () => ({ HOST: '192.0.2.1' }), /^HOST: got "192.0.2.1", takes an address of this machine/],
    [
      'a file that is not a certificate',
      () => ({ TLS_CERT: FILE, TLS_KEY: FILE }),
      /^TLS_CERT: got ".*", takes a certificate in PEM that fits TLS_KEY/,
    ],
    ['a folder as a certificate', () => ({ TLS_CERT: otherDir, TLS_KEY: FILE }), /^TLS_CERT: got ".*", takes the path of a file/],
    ['a file as DATA_DIR', () => ({ DATA_DIR: FILE }), /^DATA_DIR: got ".*", takes a folder/],
    ['a DATA_DIR below a file', () => ({ DATA_DIR: `${FILE}/data` }), /^DATA_DIR: got ".*", takes a folder/],
    ['a DATA_DIR in use', () => ({ DATA_DIR: dataDir }), /^DATA_DIR .* is in use by the server with process id \d+/],
    [
      'no database server at DATABASE_URL',
      () => ({ DATABASE_URL: `postgres://joe:${SECRET}@127.0.0.1:1/x` }),
      /^DATABASE_URL: got a value that is not shown, takes the address of a PostgreSQL that lets us in \(.*ECONNREFUSED/,
    ],
    [
      'a database user that does not exist',
      () => ({ DATABASE_URL: databaseOf('nobody', 'bare') }),
      /^DATABASE_URL: .* lets us in \(role/,
    ],
    [
      'a database that does not exist',
      () => ({ DATABASE_URL: databaseOf('guest', 'nowhere') }),
      /^DATABASE_URL: .* lets us in \(database/,
    ],
    [
      'a database user without permissions',
      () => ({ DATABASE_URL: databaseOf('guest', 'bare') }),
      /^DATABASE_URL: .* lets us create tables \(permission/,
    ],
  ];
  it.each(cases)('%s', async (_name, env, line) => {
    const { code, output } = await runToEnd({ DATA_DIR: otherDir, ...env() });
    expect(code).toBe(1);
    expect(output.trim()).toMatch(line);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(output).not.toContain(SECRET);
  });
});
