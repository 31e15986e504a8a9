import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { ConfigError } from './config.ts';
import { hasSqlState } from './platform/db/sql-state.ts';

/** Error codes caused by the address, not the port. */
const ADDRESS_CODES = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAFNOSUPPORT', 'EINVAL']);
const PORT_CODES = new Set(['EADDRINUSE', 'EACCES']);

/** Listens; an unavailable port or address becomes a ConfigError that names its variable. */
export function listening<T>(
  port: {
    name: 'PORT' | 'GATEWAY_PORT' | 'MEDIA_PORT' | 'EVIDENCE_PORT' | 'FTP_PORT' | 'REGULATOR_PORT' | 'REGULATOR_UPPER_PORT';
    number: number;
  },
  host: string,
  listen: () => Promise<T>,
) {
  return listen().catch((error: unknown) => {
    const code = codeOf(error);
    if (PORT_CODES.has(code))
      throw new ConfigError(`${port.name}: got ${port.number}, takes a port that is free (${reasonOf(error)})`, { cause: error });
    if (ADDRESS_CODES.has(code))
      throw new ConfigError(`HOST: got "${host}", takes an address of this machine (${reasonOf(error)})`, { cause: error });
    throw error;
  });
}

/** Runs work in DATA_DIR; any error becomes a ConfigError that names it. */
export function withDataDirErrors<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    const reason = reasonOf(error);
    throw new ConfigError(
      reason.startsWith('DATA_DIR')
        ? reason
        : `DATA_DIR: got "${dataDir}", takes a folder that the database can live in (${reason})`,
      {
        cause: error,
      },
    );
  });
}

/** Waits for the first answer of the operator's database; any error becomes a ConfigError without the password. */
export function withDatabaseErrors<T>(url: string, work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    throw databaseFault(url, 'that lets us in', error, error);
  });
}

/** Runs the migrations; missing privileges become a ConfigError. */
export function withPrivilegeErrors<T>(url: string | undefined, work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    for (let at: unknown = error; url !== undefined && at instanceof Error; at = at.cause)
      if (hasSqlState(at, 'insufficientPrivilege')) throw databaseFault(url, 'that lets us create tables', at, error);
    throw error;
  });
}

/** Reads certificate and key. Throws ConfigError if they are invalid or do not match. */
export function readTls(files: { readonly cert: string; readonly key: string }): { cert: Buffer; key: Buffer } {
  const tls = { cert: readFileSync(files.cert), key: readFileSync(files.key) };
  try {
    createSecureContext(tls);
  } catch (error) {
    throw new ConfigError(`TLS_CERT: got "${files.cert}", takes a certificate in PEM that fits TLS_KEY (${reasonOf(error)})`, {
      cause: error,
    });
  }
  return tls;
}

const databaseFault = (url: string, takes: string, told: unknown, cause: unknown) =>
  new ConfigError(
    `DATABASE_URL: got a value that is not shown, takes the address of a PostgreSQL ${takes} (${withoutPassword(reasonOf(told), url)})`,
    { cause },
  );

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

/** An error's text on one line. An AggregateError (several addresses of a name) has no text of its own. */
function reasonOf(error: unknown): string {
  const text =
    error instanceof AggregateError
      ? error.errors.map(reasonOf).join(', ')
      : error instanceof Error
        ? error.message
        : String(error);
  return text.replace(/\s*\n\s*/g, '; ').trim() || codeOf(error);
}

function withoutPassword(reason: string, url: string): string {
  const { password = '' } = URL.parse(url) ?? {};
  for (const secret of [password, safelyDecoded(password)]) if (secret) reason = reason.replaceAll(secret, '***');
  return reason;
}

function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
