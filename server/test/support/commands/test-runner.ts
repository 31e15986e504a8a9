import { type BatchRunner, createBatchRunner } from '../../../src/modules/commands/batch-runner.ts';
import { createMemoryBus } from '../../../src/platform/bus/memory-bus.ts';
import type { ServerBus, ServerEvents } from '../../../src/platform/bus/server-events.ts';
import { type Db, sql } from '../../../src/platform/db/database.ts';
import { createLog } from '../../../src/platform/observe/log.ts';

/** A runner of batches whose vehicles are all online and whose accounts may send everything, a few vehicles at a time. */
export async function startTestRunner(
  db: Db,
  chunkVehicles?: number,
  bus: ServerBus = createMemoryBus<ServerEvents>(() => undefined),
): Promise<BatchRunner> {
  const departments = await db.query<{ id: number }>(sql`select id from department`);
  const scope = new Set(departments.map(({ id }) => id));
  const runner = createBatchRunner({
    db,
    bus,
    log: createLog('fatal'),
    scopes: { of: async () => scope } as never,
    principalOf: async (accountId) => ({ accountId, departmentId: departments[0]!.id, rights: new Set(['20201']) }) as never,
    enterDeps: { presence: { has: () => true } as never, maxSpeedKmh: async () => 5, now: Date.now },
    onChange: () => undefined,
    chunkVehicles,
  });
  runner.start();
  return runner;
}
