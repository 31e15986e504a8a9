import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startTestRunner } from '../../../test/support/commands/test-runner.ts';
import { testDatabase } from '../../../test/support/db/test-database.ts';
import { sql } from '../../platform/db/database.ts';
import { BATCH, insertBatch, summarize } from './batch-store.ts';

const VEHICLES = 60;
const DONE = { timeout: 30_000 };

it('a kill -9 in the middle of a batch loses no vehicle, and sends to none twice', async () => {
  const { db } = await testDatabase();
  const at = await db.first<{ host: string; user: string; database: string }>(
    `select current_setting('unix_socket_directories') as host, current_user as user, current_database() as database`,
  );
  const { id: departmentId } = (await db.first<{ id: number }>(
    sql`insert into department (name) values ('Fleet') returning id`,
  ))!;
  const { id: accountId } = (await db.first<{ id: number }>(sql`
    insert into account (department_id, login_name, user_name, password_hash) values (${departmentId}, 'sender', 'sender', 'x')
    returning id`))!;
  const vehicles = await db.query<{ id: number }>(sql`
    insert into vehicle (plate, department_id, vehicle_type, plate_colour)
    select '京D' || n, ${departmentId}, 21, 2 from generate_series(1, ${VEHICLES}) n returning id`);
  const batchId = await insertBatch(
    db,
    {
      accountId,
      departmentId,
      name: 'x',
      cmdCode: '8300',
      params: { channels: [8], text: '请减速' },
      queueOffline: false,
      state: BATCH.running,
      approveBy: null,
      createdAt: Date.now(),
    },
    vehicles.map(({ id }) => id),
  );
  const entered = async () => (await db.first<{ n: number }>(sql`select count(*) as n from command`))!.n;

  const script = join(import.meta.dirname, '../../../test/support/commands/batch-runner-process.ts');
  const child = fork(script, [at!.host, at!.user, at!.database]);
  await expect.poll(entered, DONE).toBeGreaterThan(0);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const before = await entered();
  expect(before).toBeLessThan(VEHICLES);

  const runner = await startTestRunner(db, VEHICLES);
  await expect.poll(entered, DONE).toBe(VEHICLES);
  await runner.stop();
  const perVehicle = await db.query(sql`select vehicle_id from command group by vehicle_id having count(*) > 1`);
  expect(perVehicle).toEqual([]);
  // the answers come from terminals: here, all at once
  await db.run(sql`update command set state = 2`);
  expect(await summarize(db, batchId, Date.now())).toMatchObject({
    state: BATCH.done,
    total: VEHICLES,
    counts: { pending: 0, succeeded: VEHICLES },
  });
});
