import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSecretKey } from './secret-key.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'secret-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const load = () => loadSecretKey({ secretKey: undefined, dataDir: join(dataDir, 'data') });
const file = () => join(dataDir, 'data', 'secret.key');

describe('the secret key', () => {
  it('is created once, readable by this account only', () => {
    const made = load();
    expect(Buffer.from(made, 'base64url')).toHaveLength(32);
    expect(load()).toBe(made);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(dataDir, 'data'))).toEqual(['secret.key']);
  });

  it('is made private again if its file was readable by other accounts', () => {
    load();
    chmodSync(file(), 0o644);
    load();
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  it('is different for another directory', () => {
    expect(load()).not.toBe(loadSecretKey({ secretKey: undefined, dataDir }));
  });

  it('is read from the environment if it is set there, and leaves no file', () => {
    const given = 'x'.repeat(32);
    expect(loadSecretKey({ secretKey: given, dataDir })).toBe(given);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('is never replaced when its file is damaged', () => {
    load();
    writeFileSync(file(), '');
    expect(load).toThrow(`SECRET_KEY: got a damaged ${file()}`);
  });
});
