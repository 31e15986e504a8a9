import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Log } from '../../platform/observe/log.ts';
import { readAnswer, TERMINAL_ACK } from '../commands/read-answer.ts';
import type { GatewayLimits } from '../limits.ts';
import type { Session } from '../session.ts';
import { MessageCache } from './message-cache.ts';
import { createTargetStore, type End, NO_ANSWER, TARGET, type Target, WAY } from './target-store.ts';
import { resendParts, type Transfer, type TransferState } from './transfer.ts';
import { createTransferWork } from './transfer-work.ts';

/** Why it failed: codes of the error catalogue. */
const REFUSED = 4022;
/** Results of 0x0108. */
const RESULTS = [TARGET.succeeded, TARGET.failed, TARGET.cancelled] as const;

export type FirmwareOptions = {
  /** Reads a firmware file by its name on disk; undefined if it is gone. */
  readonly read: (file: string) => Promise<Buffer | undefined>;
  /** The download address of a token; null if terminals cannot reach this server. */
  readonly addressOf: (token: string) => string | null;
};

/**
 * Sends firmware to the terminals on this node, for the running roll-outs in the database. A cut or a crash loses nothing: another
 * connection continues behind the last saved sub-package, under the same serials.
 */
export type FirmwareSender = {
  start(): void;
  /** A session ended: its transfer continues after a reconnection. */
  onLeave(session: Session): void;
  /** Handles a 0x0001; false if it acknowledges no firmware. Throws CodecError. */
  acceptAck(session: Session, body: Uint8Array): boolean;
  /** Sends sub-packages again (0x0005); false if no transfer has that first serial. */
  resendParts(session: Session, firstSerial: number, indexes: readonly number[]): Promise<boolean>;
  /** Stores a result (0x0108) before it is answered; false if no roll-out waits for it. */
  acceptResult(session: Session, kind: number, result: number): Promise<boolean>;
  /** Call it periodically. */
  sweep(now: number): void;
  stop(): Promise<void>;
};

export type FirmwareSenderDeps = FirmwareOptions & {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly log: Log;
  readonly limits: GatewayLimits;
  readonly findSession: (vehicleId: number) => Session | undefined;
  readonly now: () => number;
};

export function createFirmwareSender(deps: FirmwareSenderDeps): FirmwareSender {
  const { bus, log, limits, now } = deps;
  const store = createTargetStore(deps.db, { maxSpeedKmh: limits.firmwareMaxSpeedKmh });
  const messages = new MessageCache(deps.read);
  const transfers = new Map<Session, Transfer>();
  const pending = new Set<Promise<unknown>>();
  let unsubscribe: () => void = () => undefined;

  /** Runs work of its own. After a failure of the database, the lease ends and the transfer continues. */
  const run = (work: Promise<unknown>) => {
    const done = work.catch((error: unknown) => log.warn({ err: error }, 'firmware: progress not stored'));
    pending.add(done);
    void done.finally(() => pending.delete(done));
  };
  const tell = (rolloutIds: Iterable<number>) => {
    const ids = [...new Set(rolloutIds)];
    if (ids.length > 0) bus.publish('firmware.changed', { rolloutIds: ids });
  };
  const end = async ({ rollout_id, vehicle_id, claims }: Target, ended: End): Promise<void> => {
    await store.end({ rollout_id, vehicle_id, claims, resultCode: null, resultBy: null, ...ended }, now());
    tell([rollout_id]);
  };
  const saveAndEnd = async ({ target, progress }: Transfer, ended: End): Promise<void> => {
    // the lease lasts until the end is stored: another claim would begin the transfer again
    if (target.way === WAY.push) await store.save([{ ...target, ...progress() }], now() + limits.firmwareLeaseMs);
    await end(target, ended);
  };
  const finish = (transfer: Transfer, ended: End) => {
    transfers.delete(transfer.session);
    run(saveAndEnd(transfer, ended));
  };
  const settle = (transfer: Transfer, state: TransferState) => {
    if (state === 'sent') finish(transfer, { state: TARGET.sent, resultBy: now() + limits.firmwareResultMs });
    else if (state !== 'active')
      finish(transfer, { state: TARGET.failed, resultCode: state === 'refused' ? REFUSED : NO_ANSWER });
  };

  const work = createTransferWork({ ...deps, store, messages, transfers, end, finish, tell });

  return {
    start: () => {
      unsubscribe = bus.subscribe('firmware.queued', () => {
        work.lookSoon();
      });
    },
    onLeave: (session) => {
      const transfer = transfers.get(session);
      if (transfer) finish(transfer, { state: TARGET.waiting });
    },
    acceptAck: (session, body) => {
      const transfer = transfers.get(session);
      const ack = transfer && readAnswer(TERMINAL_ACK, body, session);
      if (!ack || ack.serial === null) return false;
      const messageId = (body[2]! << 8) | body[3]!;
      const state = transfer.acknowledge({ messageId, serial: ack.serial, result: ack.result }, now());
      if (state === null) return false;
      settle(transfer, state);
      return true;
    },
    resendParts: async (session, firstSerial, indexes) => {
      if (transfers.get(session)?.resend(firstSerial, indexes, now())) return true;
      // everything was sent before
      const vehicleId = session.entry?.vehicleId;
      const target = vehicleId == null ? undefined : await store.findSent(vehicleId, firstSerial);
      const body = target && (await messages.get(target, session.version));
      if (body === undefined) return false;
      resendParts(session, body, firstSerial, indexes);
      return true;
    },
    acceptResult: async (session, kind, result) => {
      const code = result === 0 ? null : result;
      const state = RESULTS[result] ?? TARGET.failed;
      // live sessions have a vehicle
      const rolloutId = await store.result(session.entry!.vehicleId!, kind, state, code, now());
      if (rolloutId === undefined) return false;
      if (transfers.get(session)?.target.rollout_id === rolloutId) transfers.delete(session);
      tell([rolloutId]);
      return true;
    },
    sweep: (time) => {
      for (const transfer of [...transfers.values()]) settle(transfer, transfer.sweep(time));
      run(work.run(time));
    },
    stop: async () => {
      work.stop();
      unsubscribe();
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}
