import { timingSafeEqual } from 'node:crypto';
import { UPLOAD_CONTROL, UPLOAD_STATE, type UploadReason } from '@fleetwarden/contract/video/upload-states';
import type { ServerBus } from '../../../platform/bus/server-events.ts';
import { createSerialQueue } from '../../../platform/serial-queue.ts';
import type { UploadAccounts } from './server.ts';
import * as store from './store.ts';
import { ACTIVE, createTaskSteps, hashOf, type StepDeps } from './task-steps.ts';

/** State of a command that the terminal accepted. */
const ACCEPTED = 2;
const { queued, cancelled } = UPLOAD_STATE;

/** Beyond it is no id of a table. */
const MAX_ID = 2 ** 31 - 1;
const USER = /^v([1-9]\d{0,9})$/;

export type UploadQueue = {
  readonly accounts: UploadAccounts;
  start(): void;
  stop(): Promise<void>;
  /** Something changed: the queue looks at its tasks now. */
  wake(): void;
  /** Ends a task for its user; whether it was unfinished. */
  cancel(id: number): Promise<boolean>;
};

export type QueueDeps = StepDeps & { readonly bus: ServerBus };

/**
 * Runs the tasks: one upload of a vehicle at a time, requests after a cut, and the way of finished files into the store. The rows are
 * the truth: a restart goes on where the last process ended.
 */
export function createUploadQueue(deps: QueueDeps): UploadQueue {
  const { db, bus, log, limits, now } = deps;
  /** Bytes of uploads, written with the next sweep. */
  const received = new Map<number, number>();
  const refusals = new Map<number, UploadReason>();
  const steps = createTaskSteps(deps, refusals);

  const saveProgress = async () => {
    const bytes = [...received];
    received.clear();
    for (const [id, total] of bytes) await store.changeTask(db, id, ACTIVE, { receivedBytes: total, progressAt: now() });
  };

  const sweepTask = async (task: store.OpenTask, busy: Set<number>) => {
    const time = now();
    if (time - task.created_at > limits.lifeMs) return steps.fail(task, 'expired');
    if (task.state !== queued) {
      if (task.serial === null && task.command_state === ACCEPTED && task.command_serial !== null)
        await store.changeTask(db, task.id, ACTIVE, { serial: task.command_serial });
      return steps.advance(task);
    }
    if (busy.has(task.vehicle_id) || task.next_at > time) return;
    busy.add(task.vehicle_id);
    return steps.request(task);
  };

  const sweep = async () => {
    await saveProgress();
    // before the rows are read: those of a task that ends meanwhile are old
    const storing = steps.storing.ids();
    const tasks = await store.openTasks(db);
    const time = now();
    const isOffline = ({ reason, next_at }: store.OpenTask) => reason === 'terminalOffline' && next_at > time;
    const busy = new Set(tasks.filter((task) => task.state !== queued || isOffline(task)).map(({ vehicle_id }) => vehicle_id));
    for (const task of tasks.filter(({ id }) => !storing.has(id)))
      await sweepTask(task, busy).catch((err: unknown) => log.error({ err, task: task.id }, 'a download from a terminal failed'));
  };

  const work = createSerialQueue();
  let isAwake = false;
  const wake = () => {
    if (isAwake || !timer) return;
    isAwake = true;
    void work
      .run(async () => {
        isAwake = false;
        await sweep();
      })
      .catch((err: unknown) => log.error({ err }, 'downloads from terminals wait for the database'));
  };
  let timer: NodeJS.Timeout | undefined;
  const cleanups: (() => void)[] = [];

  return {
    accounts: {
      signIn: async (user, password) => {
        const id = Number(USER.exec(user)?.[1]);
        const account = id <= MAX_ID ? await store.findAccount(db, id) : undefined;
        if (!account || !timingSafeEqual(account.password_hash, hashOf(password))) return undefined;
        return { id, folder: steps.folderOf(id), maxBytes: limits.maxBytes };
      },
      onBytes: (id, total) => {
        received.set(id, total);
      },
      onTransferEnd: (id, reason) => {
        if (reason === 'tooLarge' || reason === 'diskFull') refusals.set(id, reason);
        wake();
      },
    },
    start: () => {
      timer = setInterval(wake, limits.sweepMs);
      cleanups.push(
        bus.subscribe('terminal.online', async ({ vehicleId }) => {
          if ((await store.wakeTasks(db, vehicleId, now())) > 0) wake();
        }),
        bus.subscribe('video.uploadReported', wake),
      );
      wake();
    },
    stop: async () => {
      clearInterval(timer);
      timer = undefined;
      for (const cleanup of cleanups.splice(0)) cleanup();
      await work.idle();
      await steps.storing.idle();
    },
    wake,
    cancel: async (id) => {
      // a task whose files are being stored ends as done
      await steps.storing.ended(id);
      return work.run(async () => {
        if (steps.storing.ids().has(id)) return false;
        const task = (await store.openTasks(db)).find((each) => each.id === id);
        if (!task || !(await steps.end(id, cancelled, null))) return false;
        await steps.controlTerminal(task, UPLOAD_CONTROL.cancel);
        wake();
        return true;
      });
    },
  };
}
