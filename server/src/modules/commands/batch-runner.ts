import { isCommandCode, terminalCommands } from '@fleetwarden/contract/commands/terminal-commands';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db, Queryable } from '../../platform/db/database.ts';
import type { Log } from '../../platform/observe/log.ts';
import type { PrincipalOf, Scopes } from '../identity/index.ts';
import * as batches from './batch-store.ts';
import { type EnterDeps, enterBatchCommands, WAITING } from './enter-commands.ts';
import { BATCH_CHUNK_VEHICLES, BATCH_IDLE_MS, BATCH_TICK_MS } from './limits.ts';
import { mayCommand } from './service.ts';
import * as store from './store.ts';

/** Why a batch skipped a vehicle: codes of the error catalogue. */
const FORBIDDEN = 4003;
const NOT_FOUND = 4004;

/** Enters the commands of running batches, a few vehicles at a time. All state is in the database, so a restart continues. */
export type BatchRunner = {
  start(): void;
  /** A batch runs now. */
  wake(): void;
  stop(): Promise<void>;
};

export type BatchRunnerDeps = {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly log: Log;
  readonly scopes: Scopes;
  readonly principalOf: PrincipalOf;
  readonly enterDeps: EnterDeps;
  /** The progress or the state of these batches changed. */
  readonly onChange: (batchIds: readonly number[]) => void;
  readonly chunkVehicles?: number | undefined;
};

export function createBatchRunner(deps: BatchRunnerDeps): BatchRunner {
  const { db, bus, log, scopes, principalOf, enterDeps, onChange, chunkVehicles = BATCH_CHUNK_VEHICLES } = deps;
  const { now } = enterDeps;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isStopped = true;
  let isWoken = false;

  const refuse = (tx: Queryable, batchId: number, vehicleIds: readonly number[] | null, code: number) =>
    batches.refuseVehicles(tx, batchId, vehicleIds, code);

  /** Enters commands for the next vehicles of a batch in one transaction; the vehicles whose terminals can get theirs now. */
  const enterChunk = (
    batchId: number,
    limit: number,
  ): Promise<{ readonly vehicleIds: readonly number[]; readonly more: boolean }> =>
    db.transaction(async (tx) => {
      const none = { vehicleIds: [], more: false };
      // the claim commits it before a byte is sent; after a crash these vehicles are entered again
      await tx.run('set local synchronous_commit = off');
      const batch = await batches.lockBatch(tx, batchId);
      if (!batch) return none;
      const pending = await batches.pendingVehicles(tx, batchId, limit);
      if (pending.length === 0) return none;
      const user = batch.account_id === null ? undefined : await principalOf(batch.account_id);
      const code = batch.cmd_code;
      // the account may have lost its permission since the batch started
      if (!user || !isCommandCode(code) || !mayCommand(user.rights, terminalCommands[code])) {
        await refuse(tx, batchId, null, FORBIDDEN);
        return none;
      }
      const targets = await store.targets(tx, pending, await scopes.of(user.departmentId));
      const known = new Set(targets.map(({ id }) => id));
      await refuse(
        tx,
        batchId,
        pending.filter((id) => !known.has(id)),
        NOT_FOUND,
      );
      const wish = { cmdCode: code, params: batch.params, queueOffline: batch.queue_offline, confirmed: true } as const;
      const entered = targets.length === 0 ? [] : await enterBatchCommands(tx, enterDeps, user, wish, targets);
      await batches.setCommands(tx, batchId, entered);
      const waiting = entered.filter(({ state }) => state === WAITING).map(({ vehicleId }) => vehicleId);
      return { vehicleIds: waiting, more: pending.length === limit };
    });

  /** One round: every running batch gets an equal share. True if there is more to enter. */
  const round = async (): Promise<boolean> => {
    const expired = await batches.expireBatches(db, now());
    const open = await batches.runningBatches(db);
    if (expired.length > 0) onChange(expired);
    let more = false;
    const share = Math.max(1, Math.floor(chunkVehicles / Math.max(1, open.length)));
    for (const { id } of open) {
      if (isStopped) return false;
      const chunk = await enterChunk(id, share);
      if (chunk.vehicleIds.length > 0) bus.publish('command.queued', { vehicleIds: chunk.vehicleIds });
      onChange([id]);
      more ||= chunk.more;
    }
    return more;
  };

  const run = async (): Promise<void> => {
    isWoken = false;
    const beganAt = performance.now();
    let more = false;
    try {
      more = await round();
    } catch (error) {
      log.warn({ err: error }, 'batches of commands wait for the database');
    }
    running = undefined;
    const took = performance.now() - beganAt;
    // a slow database has locations to store: it rests as long as it worked
    schedule(more || isWoken ? Math.max(BATCH_TICK_MS - took, took) : BATCH_IDLE_MS);
  };

  const schedule = (ms: number) => {
    if (isStopped) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = run();
    }, ms);
  };

  return {
    start: () => {
      isStopped = false;
      // commands that an earlier process entered and did not announce
      running = batches
        .waitingVehicles(db)
        .then((rows) => {
          if (rows.length > 0) bus.publish('command.queued', { vehicleIds: rows.map(({ vehicle_id }) => vehicle_id) });
        })
        .catch((error: unknown) => log.warn({ err: error }, 'batches of commands wait for the database'))
        .then(run);
    },
    wake: () => {
      isWoken = true;
      if (!running) schedule(0);
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
      clearTimeout(timer);
    },
  };
}
