import { beforeAll, describe, expect, it } from 'vitest';
import { type PrivateTestDatabase, privateTestDatabase } from '../../../test/support/db/test-database.ts';
import { createHealth } from './health.ts';

let test: PrivateTestDatabase;
beforeAll(async () => {
  test = await privateTestDatabase();
});

describe('readiness', () => {
  it('waits for the migrations', async () => {
    const health = createHealth(test.db);
    expect(await health.readiness()).toEqual({ ready: false, database: true, migrations: false, draining: false });
    health.migrated();
    expect(await health.readiness()).toEqual({ ready: true, database: true, migrations: true, draining: false });
  });

  it('ends when the server drains', async () => {
    const health = createHealth(test.db);
    health.migrated();
    health.drain();
    expect(await health.readiness()).toMatchObject({ ready: false, draining: true });
  });

  it('depends on the database', async () => {
    const health = createHealth(test.db);
    health.migrated();
    await test.stopDatabase();
    expect(await health.readiness()).toMatchObject({ ready: false, database: false });
    await test.startDatabase();
    expect(await health.readiness()).toMatchObject({ ready: true });
  });
});
