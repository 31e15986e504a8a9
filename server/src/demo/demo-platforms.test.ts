import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../areas/testing/test-server.ts';
import { sql } from '../platform/db/database.ts';
import { enterDemoPlatforms } from './demo-platforms.ts';
import { seedDemo } from './seed.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('platforms of the demo', () => {
  it('are entered once, with vehicles and quotas; what is removed stays away', async () => {
    const { db, fleet, identity } = server;
    const { rootDepartmentId } = await seedDemo(db, 60, 'a key of thirty-two characters!!');
    const enter = () => enterDemoPlatforms({ db, fleet, below: identity.scopes.of, rootDepartmentId });
    await enter();
    const counts = () =>
      db.first<Record<string, number>>(sql`
        select (select count(*) from agent) as agents, (select count(*) from operator) as operators,
          (select count(*) from superior_platform) as superiors, (select count(*) from forward_platform) as forwards,
          (select count(*) from quota) as quotas`);
    expect(await counts()).toEqual({ agents: 2, operators: 2, superiors: 2, forwards: 2, quotas: 5 });
    for (const table of ['operator_vehicle', 'superior_vehicle', 'forward_vehicle'])
      expect([table, (await db.query(`select 1 from ${table} limit 1`)).length]).toEqual([table, 1]);
    const open = await db.first(sql`select id from superior_platform where password like '%demo%' or link_state <> 0`);
    expect(open).toBeUndefined();
    await db.run(sql`delete from forward_platform`);
    await enter();
    expect(await counts()).toMatchObject({ forwards: 0, agents: 2 });
  });
});
