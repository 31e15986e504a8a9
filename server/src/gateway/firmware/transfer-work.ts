import { randomBytes } from 'node:crypto';
import type { GatewayLimits } from '../limits.ts';
import type { Session } from '../session.ts';
import type { MessageCache } from './message-cache.ts';
import { type End, NO_ANSWER, TARGET, type Target, type TargetStore, WAY } from './target-store.ts';
import { startDownload, startPush, type Transfer } from './transfer.ts';

/** Why it failed: code of the error catalogue. */
const INTERNAL_ERROR = 5000;
const TOKEN_BYTES = 16;

/** Periodic work on transfers: claims vehicles that wait, saves progress, and ends what users paused. */
export type TransferWork = {
  /** Looks for vehicles that wait at the next run. */
  lookSoon(): void;
  run(now: number): Promise<void>;
  stop(): void;
};

export function createTransferWork(deps: {
  readonly limits: GatewayLimits;
  readonly findSession: (vehicleId: number) => Session | undefined;
  readonly addressOf: (token: string) => string | null;
  readonly now: () => number;
  readonly store: TargetStore;
  readonly messages: MessageCache;
  readonly transfers: Map<Session, Transfer>;
  readonly end: (target: Target, ended: End) => Promise<void>;
  readonly finish: (transfer: Transfer, ended: End) => void;
  readonly tell: (rolloutIds: Iterable<number>) => void;
}): TransferWork {
  const { limits, findSession, addressOf, now, store, messages, transfers, end, finish, tell } = deps;
  let isRunning = false;
  let nextLookAt = 0;
  let stopped = false;

  /** Starts the transfer of a claimed vehicle, or ends it at once. */
  const begin = async (target: Target, session: Session): Promise<void> => {
    if (target.attempts > limits.firmwareAttempts) return end(target, { state: TARGET.failed, resultCode: NO_ANSWER });
    const isPush = target.way === WAY.push;
    const content = isPush ? await messages.get(target, session.version) : addressOf(target.token!);
    if (content == null) return end(target, { state: TARGET.failed, resultCode: INTERNAL_ERROR });
    // the terminal disconnected while the file was read
    if (findSession(target.vehicle_id) !== session || stopped) return end(target, { state: TARGET.waiting });
    const options = { target, session, limits, now: now() };
    const transfer = typeof content === 'string' ? startDownload(options, content) : startPush(options, content);
    transfers.set(session, transfer);
  };

  /** Claims due vehicles with a terminal on this node. */
  const look = async (): Promise<void> => {
    tell(await store.expire(now()));
    const room = limits.firmwareTransfers - transfers.size;
    if (room <= 0) return;
    const free = (await store.due(now())).filter((vehicleId) => {
      const session = findSession(vehicleId);
      return session !== undefined && !transfers.has(session);
    });
    if (free.length === 0 || stopped) return;
    const vehicles = free.slice(0, room).map((vehicleId) => ({ vehicleId, token: randomBytes(TOKEN_BYTES).toString('hex') }));
    const claimed = await store.claim(vehicles, now(), now() + limits.firmwareLeaseMs);
    for (const target of claimed) {
      const session = findSession(target.vehicle_id);
      await (session === undefined ? end(target, { state: TARGET.waiting }) : begin(target, session));
    }
    tell(claimed.map(({ rollout_id }) => rollout_id));
  };

  /** Saves what arrived, and ends transfers whose roll-out was paused or stopped. */
  const save = async (): Promise<void> => {
    const active = [...transfers.values()];
    if (active.length === 0) return;
    const progress = active.map(({ target, progress }) => ({ ...target, ...progress() }));
    const running = await store.save(progress, now() + limits.firmwareLeaseMs);
    for (const transfer of active)
      if (!running.has(transfer.target.vehicle_id) && transfers.get(transfer.session) === transfer)
        finish(transfer, { state: TARGET.waiting });
    tell(active.map(({ target }) => target.rollout_id));
  };

  const work = async (time: number): Promise<void> => {
    if (isRunning || stopped) return;
    isRunning = true;
    try {
      await save();
      if (time >= nextLookAt) {
        nextLookAt = time + limits.firmwareLookMs;
        await look();
      }
      messages.keepOnly([...transfers.values()].map(({ target }) => target.file));
    } finally {
      isRunning = false;
    }
  };

  return {
    lookSoon: () => {
      nextLookAt = 0;
    },
    run: work,
    stop: () => {
      stopped = true;
    },
  };
}
