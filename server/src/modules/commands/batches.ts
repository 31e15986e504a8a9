import type { BatchState, Confirmation } from '@fleetwarden/contract/commands/schemas';
import { CallError } from '@fleetwarden/contract/errors';
import { MINUTE_MS } from '@fleetwarden/domain/durations';
import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Scopes } from '../identity/index.ts';
import * as store from './batch-store.ts';
import type { Wish } from './enter-commands.ts';
import type { Guard } from './guard.ts';
import { MAX_OPEN_BATCHES } from './limits.ts';
import type { CommandService, Sent } from './service.ts';
import type { Target } from './store.ts';

const { BATCH } = store;

/** What a call says of the danger: its confirmation, and the caller's address for counting wrong passwords. */
export type Confirming = { readonly confirmation: Confirmation | undefined; readonly peerIp: string };

export type StartedBatch = { readonly batchId: string; readonly state: BatchState; readonly total: number };

export type BatchService = {
  /** Checks a confirmation, as `sendGuarded` does; whether a second user must approve. For modules that enter their own commands. */
  confirm: Guard['confirm'];
  /** Starts a batch, confirmed before, that waits for a second user. */
  awaitApproval(user: Principal, wish: Wish, targets: readonly Target[]): Promise<StartedBatch>;
  /**
   * Sends a command, or starts a batch that waits for approval if the platform demands one. Throws as the guard and `send` do.
   */
  sendGuarded(
    user: Principal,
    wish: Wish,
    targets: readonly Target[],
    confirming: Confirming,
  ): Promise<{ readonly list: Sent[]; readonly batchId?: string }>;
  /** Starts a batch. Throws as the guard does, and CallError tooMany. */
  start(user: Principal, name: string, wish: Wish, targets: readonly Target[], confirming: Confirming): Promise<StartedBatch>;
  /** A batch that the user sees. Throws CallError notFound. */
  find(user: Principal, id: string): Promise<store.BatchRow>;
  /** Throws CallError notFound, batchEnded in another state. */
  control(user: Principal, id: string, action: 'pause' | 'resume' | 'cancel'): Promise<BatchState>;
  retry(user: Principal, id: string, confirming: Confirming): Promise<{ readonly vehicles: number; readonly state: BatchState }>;
  /** Throws CallError ownRequest, forbidden, notFound for vehicles outside the scope, batchEnded. */
  decide(user: Principal, id: string, approve: boolean, note: string): Promise<BatchState>;
  mayDecide(user: Principal, batch: store.BatchRow): boolean;
};

export function createBatchService(deps: {
  readonly db: Db;
  readonly scopes: Scopes;
  readonly guard: Guard;
  readonly service: CommandService;
  readonly approvalMinutes: () => Promise<number>;
  readonly wake: () => void;
  readonly onChange: (batchIds: readonly number[]) => void;
  /** Takes commands back that wait. */
  readonly cancelCommands: (ids: readonly number[]) => Promise<void>;
  readonly now: () => number;
}): BatchService {
  const { db, scopes, guard, service, approvalMinutes, wake, onChange, cancelCommands, now } = deps;

  const create = async (
    user: Principal,
    name: string,
    { cmdCode, params, queueOffline }: Wish,
    targets: readonly Target[],
    needsApproval: boolean,
  ): Promise<StartedBatch> => {
    if ((await store.openBatches(db, user.accountId)) >= MAX_OPEN_BATCHES)
      throw new CallError('tooMany', `open batches of account ${user.accountId}`);
    const createdAt = now();
    const state = needsApproval ? BATCH.awaiting : BATCH.running;
    const approveBy = needsApproval ? createdAt + (await approvalMinutes()) * MINUTE_MS : null;
    const { accountId, departmentId } = user;
    const batch = { accountId, departmentId, name, cmdCode, params, queueOffline, state, approveBy, createdAt };
    const ids = targets.map(({ id }) => id);
    const id = await db.transaction((tx) => store.insertBatch(tx, batch, ids));
    changed(id);
    return { batchId: String(id), state, total: ids.length };
  };

  const changed = (id: number) => {
    onChange([id]);
    wake();
  };

  const find: BatchService['find'] = async (user, id) => {
    const batch = await store.findBatch(db, await service.viewer(user), Number(id));
    if (!batch) throw new CallError('notFound', `batch ${id}`);
    return batch;
  };

  /** A batch of the user's own. */
  const own = async (user: Principal, id: string): Promise<store.BatchRow> => {
    const batch = await find(user, id);
    if (batch.account_id !== user.accountId) throw new CallError('forbidden', `batch ${id}`);
    return batch;
  };

  const move = async (id: number, from: readonly BatchState[], to: BatchState): Promise<BatchState> => {
    const isEnd = to === BATCH.cancelled;
    if (!(await store.moveBatch(db, id, from, to, isEnd ? now() : null))) throw new CallError('batchEnded', `batch ${id}`);
    changed(id);
    return to;
  };

  const mayDecide: BatchService['mayDecide'] = (user, { state, account_id, cmd_code }) =>
    state === BATCH.awaiting && account_id !== user.accountId && service.may(user, cmd_code);

  return {
    find,
    mayDecide,
    confirm: guard.confirm,
    awaitApproval: (user, wish, targets) => create(user, '', wish, targets, true),
    sendGuarded: async (user, wish, targets, confirming) => {
      const needsApproval = await guard.confirm(user, { cmdCode: wish.cmdCode, targets, ...confirming });
      if (!needsApproval) return { list: await service.send(user, { ...wish, confirmed: true }, targets) };
      return { list: [], batchId: (await create(user, '', wish, targets, true)).batchId };
    },
    start: async (user, name, wish, targets, confirming) => {
      const needsApproval = await guard.confirm(user, { cmdCode: wish.cmdCode, targets, ...confirming });
      return create(user, name, wish, targets, needsApproval);
    },
    control: async (user, id, action) => {
      const batch = await own(user, id);
      if (action === 'pause') return move(batch.id, [BATCH.running], BATCH.paused);
      if (action === 'resume') return move(batch.id, [BATCH.paused], BATCH.running);
      const state = await move(batch.id, [BATCH.awaiting, BATCH.running, BATCH.paused], BATCH.cancelled);
      await cancelCommands(await store.waitingCommands(db, batch.id));
      return state;
    },
    retry: async (user, id, confirming) => {
      const batch = await own(user, id);
      const cmdCode = service.allowed(user, batch.cmd_code);
      const targets = await store.retriedVehicles(db, batch.id);
      const needsApproval = await guard.confirm(user, { cmdCode, targets, ...confirming });
      const approveBy = needsApproval ? now() + (await approvalMinutes()) * MINUTE_MS : null;
      const vehicles = await db.transaction((tx) => store.reopenBatch(tx, batch.id, approveBy));
      if (vehicles === null) throw new CallError('batchEnded', `batch ${id}`);
      changed(batch.id);
      return { vehicles, state: needsApproval ? BATCH.awaiting : BATCH.running };
    },
    decide: async (user, id, approve, note) => {
      const batch = await find(user, id);
      if (batch.account_id === user.accountId) throw new CallError('ownRequest', `batch ${id}`);
      service.allowed(user, batch.cmd_code);
      if ((await store.vehiclesOutside(db, batch.id, await scopes.of(user.departmentId))) > 0)
        throw new CallError('notFound', `vehicles of batch ${id}`);
      const state = approve ? BATCH.running : BATCH.refused;
      if (!(await store.decideBatch(db, batch.id, { state, by: user.accountId, note, now: now() })))
        throw new CallError('batchEnded', `batch ${id}`);
      changed(batch.id);
      return state;
    },
  };
}
