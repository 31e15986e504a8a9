import type { BatchNews } from '@fleetwarden/contract/commands/schemas';
import { isCommandCode, terminalCommands } from '@fleetwarden/contract/commands/terminal-commands';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Hub } from '../../platform/live/hub.ts';
import type { Log } from '../../platform/observe/log.ts';
import type { Scopes } from '../identity/index.ts';
import * as batches from './batch-store.ts';
import { BATCH_NEWS_MS } from './limits.ts';
import { mayCommand } from './service.ts';

/** Tells consoles the progress of batches: counts, not each command, and each batch at most once per `BATCH_NEWS_MS`. */
export type BatchNewsSender = {
  changed(batchIds: readonly number[]): void;
  stop(): Promise<void>;
};

export function createBatchNews(deps: {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly hub: Hub;
  readonly log: Log;
  readonly scopes: Scopes;
  readonly now: () => number;
}): BatchNewsSender {
  const { db, bus, hub, log, scopes, now } = deps;
  const dirty = new Set<number>();
  /** The last message of each open batch, so that nothing is sent twice. */
  const sent = new Map<number, string>();
  let timer: NodeJS.Timeout | undefined;
  let telling: Promise<void> = Promise.resolve();

  const tell = async (id: number): Promise<void> => {
    const row = await batches.summarize(db, id, now());
    if (!row) return;
    const data: BatchNews = { batchId: String(id), state: row.state, total: row.total, counts: row.counts };
    const text = JSON.stringify(data);
    if (sent.get(id) === text) return;
    if (row.state < batches.BATCH.done) sent.set(id, text);
    else sent.delete(id);
    const command = isCommandCode(row.cmd_code) ? terminalCommands[row.cmd_code] : undefined;
    await hub.publish(
      {
        who: async ({ accountId, departmentId, rights }) =>
          accountId === row.account_id ||
          (command !== undefined && mayCommand(rights, command) && (await scopes.of(departmentId)).has(row.department_id)),
      },
      { type: 'commandBatch', data },
    );
  };

  const tellAll = async (): Promise<void> => {
    const ids = [...dirty];
    dirty.clear();
    for (const id of ids)
      await tell(id).catch((error: unknown) => {
        log.warn({ err: error, batch: id }, 'progress of a batch could not be published');
        changed([id]);
      });
  };

  const changed = (ids: readonly number[]) => {
    for (const id of ids) dirty.add(id);
    if (dirty.size === 0) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      telling = telling.then(tellAll);
    }, BATCH_NEWS_MS);
  };

  const end = bus.subscribe('command.changed', async ({ ids }) => changed(await batches.batchesOfCommands(db, ids)));

  return {
    changed,
    stop: async () => {
      end();
      clearTimeout(timer);
      await telling;
      clearTimeout(timer);
    },
  };
}
