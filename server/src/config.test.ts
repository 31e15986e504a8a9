import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, ROLES, readConfig, requireNode, resolveDemo, resolveHost } from './config.ts';
import { trustOneHop } from './config-values.ts';

const FILE = import.meta.filename;

describe('the configuration', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toEqual({
      port: 8080,
      host: undefined,
      gatewayPort: 6808,
      mediaPort: 6078,
      evidencePort: 6060,
      ftpPort: 6021,
      ftpPassive: { first: 6100, last: 6199 },
      regulatorPort: 6809,
      regulatorUpperPort: 6810,
      publicHost: undefined,
      publicUrl: undefined,
      tls: undefined,
      trustProxy: false,
      dataDir: resolve('data'),
      databaseUrl: undefined,
      roles: ROLES,
      demo: undefined,
      demoVehicles: 200,
      demoHistoryDays: 30,
      adminPassword: undefined,
      autoRegister: false,
      trustedTerminalNetworks: [],
      captcha: true,
      secretKey: undefined,
      businessTz: 'Asia/Shanghai',
      logLevel: 'info',
      retentionDays: 400,
    });
  });

  it('treats an empty value as unset, and is read-only', () => {
    const config = readConfig({ PORT: '', HOST: '' });
    expect(config.port).toBe(8080);
    expect(() => Object.assign(config, { port: 1 })).toThrow();
  });

  it.each([
    ['PORT', '0', { port: 0 }],
    ['HOST', '::1', { host: '::1' }],
    ['PUBLIC_HOST', 'fleet.example.cn', { publicHost: 'fleet.example.cn' }],
    ['PUBLIC_URL', 'https://fleet.example.cn/', { publicUrl: 'https://fleet.example.cn' }],
    ['TRUST_PROXY', 'on', { trustProxy: trustOneHop }],
    ['TRUST_PROXY', '10.0.0.1, 192.168.0.0/16,::1', { trustProxy: ['10.0.0.1', '192.168.0.0/16', '::1'] }],
    ['DATABASE_URL', 'postgres://u:p@db/fleet', { databaseUrl: 'postgres://u:p@db/fleet' }],
    ['ROLES', 'jobs,api,gateway,media,regulator', { roles: ROLES }],
    ['ROLES', 'all', { roles: ROLES }],
    ['DEMO', 'off', { demo: false }],
    ['CAPTCHA', 'off', { captcha: false }],
    ['AUTO_REGISTER', 'on', { autoRegister: true }],
    ['TRUSTED_TERMINAL_NETWORKS', '10.8.0.0/16, 192.168.1.7', { trustedTerminalNetworks: ['10.8.0.0/16', '192.168.1.7'] }],
    ['BUSINESS_TZ', 'America/Lima', { businessTz: 'America/Lima' }],
    ['RETENTION_DAYS', '183', { retentionDays: 183 }],
  ])('reads %s=%s', (name, given, expected) => {
    expect(readConfig({ [name]: given })).toMatchObject(expected);
  });

  it('reads a certificate with its key', () => {
    expect(readConfig({ TLS_CERT: FILE, TLS_KEY: FILE }).tls).toEqual({ cert: FILE, key: FILE });
  });
});

describe('a wrong value stops the start with a one-line error', () => {
  const PORT_TEXT = 'takes a port from 0 to 65535 (0: any free one)';
  const ports = ['PORT', 'GATEWAY_PORT', 'MEDIA_PORT', 'EVIDENCE_PORT', 'FTP_PORT', 'REGULATOR_PORT', 'REGULATOR_UPPER_PORT'];

  it.each<readonly [string, string, string]>([
    ...ports.flatMap((name) =>
      ['http', '-1', '65536', '80.5', '1e3', ' 80', '0x50'].map((value) => [name, value, PORT_TEXT] as const),
    ),
    ['HOST', 'http://x', 'takes a host name or an IP address'],
    ['HOST', '256.1.1.1', 'takes a host name or an IP address'],
    ['FTP_PASSIVE', '6199-6100', 'takes two ports as in 6100-6199, the lower one first'],
    ['FTP_PASSIVE', '6100', 'takes two ports'],
    ['FTP_PASSIVE', '65000-70000', 'takes two ports'],
    ['PUBLIC_HOST', 'a b', 'takes a host name or an IP address'],
    ['PUBLIC_URL', 'fleet.example.cn', 'takes an address that begins with http:// or https://'],
    ['PUBLIC_URL', 'https://', 'takes an address that begins with http:// or https://'],
    ['TLS_CERT', '/no/such/file', 'takes the path of a file this account can read'],
    ['TLS_KEY', '/no/such/file', 'takes the path of a file this account can read'],
    ['TRUST_PROXY', 'yes', 'takes on, off, or addresses of proxies'],
    ['TRUST_PROXY', '10.0.0.0/33', 'takes on, off, or addresses of proxies'],
    ['ROLES', 'gateway,kitchen', 'takes all, or any of gateway,media,regulator,api,jobs'],
    ['ROLES', 'gateway,bus', 'takes all, or any of gateway,media,regulator,api,jobs'],
    ['DEMO', 'true', 'takes on or off'],
    ['DEMO_VEHICLES', '0', 'takes a number of vehicles from 1 to 100000'],
    ['DEMO_HISTORY_DAYS', '61', 'takes a number of days from 1 to 60'],
    ['DEMO_VEHICLES', '100001', 'takes a number of vehicles from 1 to 100000'],
    ['AUTO_REGISTER', '1', 'takes on or off'],
    ['CAPTCHA', 'ON', 'takes on or off'],
    ['BUSINESS_TZ', 'Asia/Beijing', 'takes a time zone of the IANA list as in Asia/Shanghai'],
    ['LOG_LEVEL', 'verbose', 'takes one of trace, debug, info, warn, error, fatal, silent'],
    ['RETENTION_DAYS', '182', "takes a number of days from 183 (six months, the law's floor) to 3650"],
    ['RETENTION_DAYS', 'forever', 'takes a number of days'],
  ])('%s=%s', (name, given, takes) => {
    expect(() => readConfig({ [name]: given })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: given })).toThrow(`${name}: got ${JSON.stringify(given)}, ${takes}`);
  });

  it.each([
    ['DATABASE_URL', 'mysql://u:hunter2secret@db/x', 'an address that begins with postgres:// or postgresql://'],
    ['NATS_URL', 'http://u:hunter2secret@x', 'an address that begins with nats:// or tls://'],
    ['CLICKHOUSE_URL', 'ftp://u:hunter2secret@x', 'an address that begins with http:// or https://'],
    ['S3_URL', 's4://u:hunter2secret@x/files', 'the address of a bucket that begins with http:// or https://'],
    ['S3_URL', 'https://u:hunter2secret@x', 'the address of a bucket'],
    ['SMTP_URL', 'u:hunter2secret@x', 'an address as in smtps://name:password@mail.example.com:465'],
    ['SMTP_URL', 'http://u:hunter2secret@x', 'an address as in smtps://'],
    ['SMTP_URL', 'smtp://u:hunter2secret@x/path', 'an address as in smtps://'],
    ['SMTP_URL', 'smtp://u:hunter2secret@x?tls=no', 'an address as in smtps://'],
    ['SMTP_URL', 'smtp://u:hunter2%ZZsecret@x', 'an address as in smtps://'],
    ['SMTP_URL', 'smtp://hunter2secret@x', 'an address as in smtps://'],
    ['ADMIN_PASSWORD', 'hunter2', 'a password of 8 to 128 characters'],
    ['SECRET_KEY', 'hunter2secret', 'a secret of at least 32 characters'],
  ])('%s, without showing its value', (name, given, takes) => {
    expect(() => readConfig({ [name]: given })).toThrow(`${name}: got a value that is not shown, takes ${takes}`);
  });

  it('of any length, with any line breaks', () => {
    try {
      readConfig({ LOG_LEVEL: `a\nb${'x'.repeat(10_000)}` });
    } catch (error) {
      expect((error as Error).message).toMatch(/^LOG_LEVEL: got "a\\nbx{97}\.\.\.", takes [^\n]*$/);
    }
    expect.assertions(1);
  });
});

describe('values that conflict', () => {
  it('a certificate without its key', () => {
    expect(() => readConfig({ TLS_CERT: FILE })).toThrow(
      'TLS_KEY: got nothing, takes the path of a file because TLS_CERT is set',
    );
    expect(() => readConfig({ TLS_KEY: FILE })).toThrow('TLS_CERT: got nothing');
  });

  it('a mail server without a sender', () => {
    expect(() => readConfig({ SMTP_URL: 'smtp://mail' })).toThrow(
      'SMTP_FROM: got nothing, takes the e-mail address of the sender because SMTP_URL is set',
    );
    expect(() => readConfig({ SMTP_FROM: 'a@b.cn' })).toThrow('SMTP_URL: got nothing');
    expect(() => readConfig({ SMTP_FROM: 'a@b.cn\nBcc: c@d.cn' })).toThrow(
      'SMTP_FROM: got "a@b.cn\\nBcc: c@d.cn", takes an e-mail',
    );
  });

  it('some of the roles without a message bus between machines', () => {
    expect(() => readConfig({ ROLES: 'api,jobs' })).toThrow(
      'ROLES: got "api,jobs", takes all, or a part of them together with NATS_URL',
    );
  });

  it('one port for two listeners', () => {
    expect(() => readConfig({ PORT: '6808' })).toThrow('GATEWAY_PORT: got 6808, takes a port that PORT does not have');
    expect(readConfig({ PORT: '0', GATEWAY_PORT: '0' }).gatewayPort).toBe(0);
  });

  it('a passive port that a listener uses', () => {
    expect(() => readConfig({ FTP_PASSIVE: '6800-6900' })).toThrow(
      'FTP_PASSIVE: got 6800-6900, takes ports without 6808, which GATEWAY_PORT has',
    );
  });

  it.each([
    ['NATS_URL', 'nats://bus'],
    ['CLICKHOUSE_URL', 'http://tracks'],
  ])('%s in a release without that component', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(`${name}: got a value, but this release does not have that part`);
  });
});

it('a bucket', () => {
  expect(readConfig({}).s3).toBeUndefined();
  expect(readConfig({ S3_URL: 'https://id:secret@files.example/evidence' }).s3).toMatchObject({
    origin: 'https://files.example',
    path: '/evidence/',
  });
});

describe('a mail server', () => {
  const SMTP_FROM = 'fleet@example.com';
  const of = (SMTP_URL: string) => readConfig({ SMTP_URL, SMTP_FROM }).mail;

  it('is not configured by default', () => expect(readConfig({}).mail).toBeUndefined());

  it.each([
    ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, secure: false }],
    ['smtps://mail.example.com/', { host: 'mail.example.com', port: 465, secure: true }],
    ['smtp://127.0.0.1:2525', { host: '127.0.0.1', port: 2525, secure: false }],
    ['smtp://[::1]:2525', { host: '::1', port: 2525, secure: false }],
    [
      'smtps://fleet%40example.com:p%3Ass@mail:1465',
      { host: 'mail', port: 1465, secure: true, user: { name: 'fleet@example.com', password: 'p:ss' } },
    ],
  ])('%s', (url, server) => expect(of(url)).toEqual({ server, from: SMTP_FROM }));
});

describe('the demo', () => {
  const embedded = { demo: undefined, databaseUrl: undefined };
  const empty = { empty: true, madeAsDemo: false };
  const inUse = { empty: false, madeAsDemo: false };
  const demo = { empty: false, madeAsDemo: true };

  it('is on for an empty embedded database, off for an empty one of the operator', () => {
    expect(resolveDemo(embedded, empty)).toBe(true);
    expect(resolveDemo({ ...embedded, databaseUrl: 'postgres://db/x' }, empty)).toBe(false);
    expect(resolveDemo({ demo: true, databaseUrl: 'postgres://db/x' }, empty)).toBe(true);
    expect(resolveDemo({ ...embedded, demo: false }, empty)).toBe(false);
  });

  it('stays as the database was created', () => {
    expect(resolveDemo(embedded, demo)).toBe(true);
    expect(resolveDemo(embedded, inUse)).toBe(false);
    expect(() => resolveDemo({ ...embedded, demo: false }, demo)).toThrow('DEMO: got off, but this database was made as a demo');
    expect(() => resolveDemo({ ...embedded, demo: true }, inUse)).toThrow('DEMO: got on, takes that for an empty database only');
  });

  it('listens on localhost only by default', () => {
    expect(resolveHost({ host: undefined }, true)).toBe('127.0.0.1');
    expect(resolveHost({ host: undefined }, false)).toBe('0.0.0.0');
    expect(resolveHost({ host: '10.1.2.3' }, true)).toBe('10.1.2.3');
  });
});

describe('Node', () => {
  it('older than the pinned version is refused with instructions', () => {
    expect(() => requireNode('20.20.2')).toThrow(
      'Node.js: got 20.20.2, takes 24 or newer: run npm ci again with its install scripts',
    );
    expect(() => requireNode('24.0.0')).not.toThrow();
    expect(() => requireNode()).not.toThrow();
  });
});
