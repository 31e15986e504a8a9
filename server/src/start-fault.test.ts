import { describe, expect, it } from 'vitest';
import { listening, withDatabaseErrors, withDataDirErrors, withPrivilegeErrors } from './start-fault.ts';

const failing = (message: string, code?: string, cause?: unknown) => () =>
  Promise.reject(Object.assign(new Error(message, { cause }), code === undefined ? {} : { code }));

describe('an error at startup', () => {
  it('names the port or the address, or is an internal error', async () => {
    const tried = (code: string) => listening({ name: 'PORT', number: 80 }, 'there', failing('listen failed', code));
    await expect(tried('EACCES')).rejects.toThrow('PORT: got 80, takes a port that is free (listen failed)');
    await expect(tried('ENOTFOUND')).rejects.toThrow('HOST: got "there", takes an address of this machine (listen failed)');
    await expect(tried('ERR_WHATEVER')).rejects.toThrow(/^listen failed$/);
  });

  it('is reported on one line, without a password, in any format of the driver', async () => {
    const url = 'postgres://joe:hunter%32@db.example/fleet';
    await expect(withDatabaseErrors(url, failing('no pg_hba.conf entry\n  for "hunter2" or hunter%32'))).rejects.toThrow(
      /^DATABASE_URL: got a value that is not shown, .* \(no pg_hba.conf entry; for "\*\*\*" or \*\*\*\)$/,
    );
    const both = new AggregateError([new Error('connect ECONNREFUSED ::1:1'), new Error('connect ECONNREFUSED 127.0.0.1:1')]);
    await expect(withDatabaseErrors(url, () => Promise.reject(both))).rejects.toThrow(
      'ECONNREFUSED ::1:1, connect ECONNREFUSED 127.0.0.1:1',
    );
  });

  it('reports a missing database privilege at any depth, and no other error of a migration', async () => {
    const denied = await failing('permission denied', '42501')().catch((error: unknown) => error);
    const url = 'postgres://joe@db.example/fleet';
    await expect(withPrivilegeErrors(url, failing('migration 1', undefined, denied))).rejects.toThrow(
      /^DATABASE_URL: .*\(permission denied\)$/,
    );
    await expect(withPrivilegeErrors(undefined, failing('migration 1', undefined, denied))).rejects.toThrow(/^migration 1$/);
    await expect(withPrivilegeErrors(url, failing('migration 1'))).rejects.toThrow(/^migration 1$/);
  });

  it('names DATA_DIR once', async () => {
    await expect(withDataDirErrors('/d', failing('EACCES: /d'))).rejects.toThrow(
      'DATA_DIR: got "/d", takes a folder that the database can live in (EACCES: /d)',
    );
    await expect(withDataDirErrors('/d', failing('DATA_DIR /d is in use'))).rejects.toThrow(/^DATA_DIR \/d is in use$/);
  });
});
