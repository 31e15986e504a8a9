import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError } from './config.ts';

const FILE = 'secret.key';
const KEY_BYTES = 32;
const MIN_CHARACTERS = 32;

/**
 * The secret that encrypts what must be read back and signs addresses: SECRET_KEY, else the file `secret.key` in DATA_DIR, made at
 * the first start for this account alone. Throws ConfigError when that file holds no key.
 */
export function loadSecretKey({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): string {
  if (secretKey !== undefined) return secretKey;
  const file = join(dataDir, FILE);
  mkdirSync(dataDir, { recursive: true });
  const found = read(file) ?? make(file);
  if (found.length < MIN_CHARACTERS)
    throw new ConfigError(
      `SECRET_KEY: got a damaged ${file}, takes at least ${MIN_CHARACTERS} characters: restore it from a backup`,
    );
  chmodSync(file, 0o600);
  return found;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Written apart and linked, so that the file is whole or not there, and the first of two starts wins. */
function make(file: string): string {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, `${randomBytes(KEY_BYTES).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(unfinished, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(unfinished);
  }
  return readFileSync(file, 'utf8').trim();
}
