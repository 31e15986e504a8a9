import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '@fleetwarden/domain/durations';
import { BATCH, insertBatch, summarize } from '../../server/src/modules/commands/batch-store.ts';
import { BATCH_NEWS_MS } from '../../server/src/modules/commands/limits.ts';
import type { ServerBus } from '../../server/src/platform/bus/server-events.ts';
import { type Db, json, sql } from '../../server/src/platform/db/database.ts';
import { startTestRunner } from '../../server/test/support/commands/test-runner.ts';

/** Messages to the parent. */
export type BatchStarted = { readonly kind: 'started'; readonly at: number };
export type BatchDone = { readonly kind: 'done'; readonly at: number; readonly succeeded: number };
export type Singles = { readonly kind: 'singles'; readonly answeredMs: readonly number[] };

const TEXT = { channels: [8], text: '前方施工，请绕行' };

/** Adds the runner of batches to a server of benchmarks. The parent sends 'batch' and 'singles <count>'. */
export async function addBatches({ db, bus }: { readonly db: Db; readonly bus: ServerBus }): Promise<void> {
  const runner = await startTestRunner(db, undefined, bus);
  process.on('message', (message) => {
    if (message === 'batch') void sendBatch(db, runner.wake);
    else if (typeof message === 'string' && message.startsWith('singles'))
      void sendSingles(db, bus, Number(message.split(' ')[1]));
  });
}

/** A text to every vehicle; reports when all results are known. */
async function sendBatch(db: Db, wake: () => void): Promise<void> {
  const vehicles = await db.query<{ id: number }>(sql`select id from vehicle order by id`);
  const department = await db.first<{ id: number }>(sql`select min(id) as id from department`);
  const account = await db.first<{ id: number }>(sql`
    insert into account (department_id, login_name, user_name, password_hash) values (${department!.id}, 'bench', 'bench', 'x')
    returning id`);
  const at = Date.now();
  const batchId = await insertBatch(
    db,
    {
      accountId: account!.id,
      departmentId: department!.id,
      name: 'bench',
      cmdCode: '8300',
      params: TEXT,
      queueOffline: false,
      state: BATCH.running,
      approveBy: null,
      createdAt: at,
    },
    vehicles.map(({ id }) => id),
  );
  wake();
  process.send!({ kind: 'started', at } satisfies BatchStarted);
  for (;;) {
    // the interval at which consoles get the progress
    await sleep(BATCH_NEWS_MS);
    const batch = await summarize(db, batchId, Date.now());
    if (batch?.state !== BATCH.done) continue;
    process.send!({ kind: 'done', at: Date.now(), succeeded: batch.counts.succeeded } satisfies BatchDone);
    return;
  }
}

/** Texts to one vehicle after another: the time from the send to the stored answer. */
async function sendSingles(db: Db, bus: ServerBus, count: number): Promise<void> {
  const vehicles = await db.query<{ id: number }>(sql`select id from vehicle order by id limit ${count}`);
  const answeredMs: number[] = [];
  for (const { id: vehicleId } of vehicles) {
    const began = performance.now();
    const row = await db.first<{ id: number }>(sql`
      insert into command (vehicle_id, cmd_code, message_id, params, resends, limit_ms, created_at, expire_at)
      values (${vehicleId}, '8300', 33536, ${json(TEXT)}, 0, 20000, now(), ${new Date(Date.now() + MINUTE_MS)}) returning id`);
    const answered = answerOf(db, bus, row!.id);
    bus.publish('command.queued', { vehicleIds: [vehicleId] });
    await answered;
    answeredMs.push(performance.now() - began);
  }
  process.send!({ kind: 'singles', answeredMs } satisfies Singles);
}

/** Resolves when a command succeeded. */
function answerOf(db: Db, bus: ServerBus, id: number): Promise<void> {
  return new Promise((resolve) => {
    const end = bus.subscribe('command.changed', async ({ ids }) => {
      if (!ids.includes(id)) return;
      const row = await db.first<{ state: number }>(sql`select state from command where id = ${id}`);
      if (row?.state !== 2) return;
      end();
      resolve();
    });
  });
}
