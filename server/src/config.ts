import * as values from './config-values.ts';
import { RETENTION_FLOOR_DAYS } from './platform/db/partitions.ts';
import { LOG_LEVELS } from './platform/observe/log.ts';
import { StartError } from './platform/start-error.ts';

/** Roles of a node; a single machine has all of them. */
export const ROLES = ['gateway', 'media', 'regulator', 'api', 'jobs'] as const;
export type Role = (typeof ROLES)[number];

/** An invalid variable that prevents the start. */
export class ConfigError extends StartError {}

const MIN_SECRET_KEY_CHARACTERS = 32;
/** Variables of planned features: a value is rejected, because it would have no effect. */
const NOT_YET = ['NATS_URL', 'CLICKHOUSE_URL'] as const;
const NODE_MAJOR = 24;

const variables = {
  PORT: values.port,
  HOST: values.host,
  GATEWAY_PORT: values.port,
  MEDIA_PORT: values.port,
  EVIDENCE_PORT: values.port,
  FTP_PORT: values.port,
  FTP_PASSIVE: values.portRange,
  REGULATOR_PORT: values.port,
  REGULATOR_UPPER_PORT: values.port,
  PUBLIC_HOST: values.host,
  PUBLIC_URL: values.address('http', 'https'),
  TLS_CERT: values.readableFile,
  TLS_KEY: values.readableFile,
  TRUST_PROXY: values.proxies,
  DATA_DIR: values.path,
  DATABASE_URL: values.secret(values.address('postgres', 'postgresql')),
  NATS_URL: values.secret(values.address('nats', 'tls')),
  CLICKHOUSE_URL: values.secret(values.address('http', 'https')),
  S3_URL: values.secret(values.bucket),
  SMTP_URL: values.secret(values.mailServer),
  SMTP_FROM: values.mailAddress,
  ROLES: values.someOf(ROLES),
  DEMO: values.onOff,
  DEMO_VEHICLES: values.whole('a number of vehicles from 1 to 100000', 1, 100_000),
  DEMO_HISTORY_DAYS: values.whole('a number of days from 1 to 60', 1, 60),
  ADMIN_PASSWORD: values.secret(values.text('a password of 8 to 128 characters', 8, 128)),
  AUTO_REGISTER: values.onOff,
  TRUSTED_TERMINAL_NETWORKS: values.networks,
  CAPTCHA: values.onOff,
  SECRET_KEY: values.secret(
    values.text(`a secret of at least ${MIN_SECRET_KEY_CHARACTERS} characters`, MIN_SECRET_KEY_CHARACTERS, 1024),
  ),
  BUSINESS_TZ: values.timeZone,
  LOG_LEVEL: values.oneOf(LOG_LEVELS),
  RETENTION_DAYS: values.whole(
    `a number of days from ${RETENTION_FLOOR_DAYS} (six months, the law's floor) to 3650`,
    RETENTION_FLOOR_DAYS,
    3_650,
  ),
} satisfies Record<string, values.Variable<unknown>>;

type Variables = typeof variables;
type Name = keyof Variables;
type ValueOf<N extends Name> = Variables[N] extends values.Variable<infer T> ? T : never;
type Environment = Readonly<Record<string, string | undefined>>;

export type Config = ReturnType<typeof readConfig>;

/**
 * Reads all environment variables into a frozen object. An empty value counts as unset. Throws ConfigError for the first invalid
 * variable.
 */
export function readConfig(environment: Environment = process.env) {
  const read = <N extends Name>(name: N) => readVariable(name, environment);
  const config = {
    port: read('PORT') ?? 8080,
    /** undefined: see resolveHost(). */
    host: read('HOST'),
    gatewayPort: read('GATEWAY_PORT') ?? 6808,
    mediaPort: read('MEDIA_PORT') ?? 6078,
    evidencePort: read('EVIDENCE_PORT') ?? 6060,
    ftpPort: read('FTP_PORT') ?? 6021,
    /** Ports of its data connections. */
    ftpPassive: read('FTP_PASSIVE') ?? { first: 6100, last: 6199 },
    regulatorPort: read('REGULATOR_PORT') ?? 6809,
    regulatorUpperPort: read('REGULATOR_UPPER_PORT') ?? 6810,
    publicHost: read('PUBLIC_HOST'),
    publicUrl: read('PUBLIC_URL'),
    tls: tlsOf(read('TLS_CERT'), read('TLS_KEY')),
    trustProxy: read('TRUST_PROXY') ?? false,
    dataDir: read('DATA_DIR') ?? values.path.schema.parse('data'),
    databaseUrl: read('DATABASE_URL'),
    /** undefined: files are stored in DATA_DIR. */
    s3: read('S3_URL'),
    roles: read('ROLES') ?? ROLES,
    /** undefined: see resolveDemo(). */
    demo: read('DEMO'),
    demoVehicles: read('DEMO_VEHICLES') ?? 200,
    /** Days of the past that the simulated fleet uploads. */
    demoHistoryDays: read('DEMO_HISTORY_DAYS') ?? 30,
    adminPassword: read('ADMIN_PASSWORD'),
    autoRegister: read('AUTO_REGISTER') ?? false,
    /** Networks from which any device may register a known terminal. */
    trustedTerminalNetworks: read('TRUSTED_TERMINAL_NETWORKS') ?? [],
    captcha: read('CAPTCHA') ?? true,
    /** undefined: see loadSecretKey(). */
    secretKey: read('SECRET_KEY'),
    businessTz: read('BUSINESS_TZ') ?? 'Asia/Shanghai',
    logLevel: read('LOG_LEVEL') ?? 'info',
    retentionDays: read('RETENTION_DAYS') ?? 400,
    /** undefined: email is disabled. */
    mail: mailOf(read('SMTP_URL'), read('SMTP_FROM')),
  };
  requireWholeRoles(config.roles, read('NATS_URL'));
  for (const name of NOT_YET)
    if (read(name) !== undefined)
      throw new ConfigError(`${name}: got a value, but this release does not have that part: leave it unset`);
  requireOwnPorts(config);
  return Object.freeze(config);
}

/** Whether this is a demo. Throws ConfigError if DEMO contradicts the database. */
export function resolveDemo(
  config: Pick<Config, 'demo' | 'databaseUrl'>,
  database: { readonly empty: boolean; readonly madeAsDemo: boolean },
): boolean {
  if (database.madeAsDemo) {
    if (config.demo === false)
      throw new ConfigError(
        'DEMO: got off, but this database was made as a demo and takes on: use a fresh DATA_DIR or DATABASE_URL',
      );
    return true;
  }
  if (config.demo === true && !database.empty) throw new ConfigError('DEMO: got on, takes that for an empty database only');
  return config.demo ?? (database.empty && config.databaseUrl === undefined);
}

/** The listen address: a demo has a well-known account, so it listens on this machine only unless HOST is set. */
export function resolveHost(config: Pick<Config, 'host'>, demo: boolean): string {
  return config.host ?? (demo ? '127.0.0.1' : '0.0.0.0');
}

/** Throws ConfigError on an unsupported Node version, as after an install without scripts. */
export function requireNode(version: string = process.versions.node): void {
  if (Number.parseInt(version, 10) < NODE_MAJOR)
    throw new ConfigError(
      `Node.js: got ${version}, takes ${NODE_MAJOR} or newer: run npm ci again with its install scripts, then npm start`,
    );
}

function readVariable<N extends Name>(name: N, environment: Environment): ValueOf<N> | undefined {
  const given = environment[name];
  if (given === undefined || given === '') return undefined;
  const { takes, secret, schema }: values.Variable<unknown> = variables[name];
  const result = schema.safeParse(given);
  if (result.success) return result.data as ValueOf<N>;
  throw new ConfigError(`${name}: got ${secret ? 'a value that is not shown' : quote(given)}, takes ${takes}`);
}

/** Shortens a value to one line. */
function quote(value: string): string {
  return JSON.stringify(value.length > 100 ? `${value.slice(0, 100)}...` : value);
}

function tlsOf(cert: string | undefined, key: string | undefined) {
  if ((cert === undefined) !== (key === undefined)) {
    const [given, missing] = cert === undefined ? ['TLS_KEY', 'TLS_CERT'] : ['TLS_CERT', 'TLS_KEY'];
    throw new ConfigError(`${missing}: got nothing, takes the path of a file because ${given} is set`);
  }
  return cert === undefined || key === undefined ? undefined : { cert, key };
}

function mailOf(server: values.MailServer | undefined, from: string | undefined) {
  if ((server === undefined) !== (from === undefined)) {
    const [given, missing, takes] =
      server === undefined
        ? ['SMTP_FROM', 'SMTP_URL', 'the address of a mail server']
        : ['SMTP_URL', 'SMTP_FROM', 'the e-mail address of the sender'];
    throw new ConfigError(`${missing}: got nothing, takes ${takes} because ${given} is set`);
  }
  return server === undefined || from === undefined ? undefined : { server, from };
}

function requireWholeRoles(roles: readonly Role[], natsUrl: string | undefined): void {
  if (roles.length < ROLES.length && natsUrl === undefined)
    throw new ConfigError(`ROLES: got "${roles.join(',')}", takes all, or a part of them together with NATS_URL`);
}

function requireOwnPorts(config: { readonly [K in PortKey]: number } & Pick<Config, 'ftpPassive'>): void {
  const taken = new Map<number, string>();
  for (const [key, name] of PORTS) {
    const number = config[key];
    if (number === 0) continue;
    const other = taken.get(number);
    if (other) throw new ConfigError(`${name}: got ${number}, takes a port that ${other} does not have`);
    taken.set(number, name);
  }
  const { first, last } = config.ftpPassive;
  for (const [number, name] of taken)
    if (number >= first && number <= last)
      throw new ConfigError(`FTP_PASSIVE: got ${first}-${last}, takes ports without ${number}, which ${name} has`);
}

const PORTS = [
  ['port', 'PORT'],
  ['gatewayPort', 'GATEWAY_PORT'],
  ['mediaPort', 'MEDIA_PORT'],
  ['evidencePort', 'EVIDENCE_PORT'],
  ['ftpPort', 'FTP_PORT'],
  ['regulatorPort', 'REGULATOR_PORT'],
  ['regulatorUpperPort', 'REGULATOR_UPPER_PORT'],
] as const;
type PortKey = (typeof PORTS)[number][0];
