import { createHash, randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UPLOAD_CONTROL, UPLOAD_STATE, type UploadReason, type UploadState } from '@fleetwarden/contract/video/upload-states';
import type { Db } from '../../../platform/db/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { Log } from '../../../platform/observe/log.ts';
import type { CommandService } from '../../commands/index.ts';
import type { VideoMetrics } from '../metrics.ts';
import type { RecordingTools } from '../relay.ts';
import { streamFacts } from '../store.ts';
import { planFiles, storeFiles } from './finished-files.ts';
import type { UploadLimits } from './limits.ts';
import type { UploadServer } from './server.ts';
import * as store from './store.ts';
import { createStoring } from './storing.ts';

/** States of commands, and results of failed ones. */
const [FAILED, TIMED_OUT] = [3, 4] as const;
const [NOT_SUPPORTED, OFFLINE] = [3, 4020] as const;

const { queued, uploading, paused, done, failed, cancelled } = UPLOAD_STATE;
const OPEN = [queued, uploading, paused] as const;
/** States of a task whose terminal uploads, or may go on. */
export const ACTIVE = [uploading, paused] as const;

const PASSWORD_BYTES = 12;
export const hashOf = (password: string): Buffer => createHash('sha256').update(password).digest();

export type StepDeps = {
  readonly db: Db;
  readonly service: Pick<CommandService, 'sendOwn'>;
  readonly files: FileStore;
  readonly tools: Pick<RecordingTools, 'remux'>;
  readonly server: () => UploadServer;
  readonly metrics: VideoMetrics;
  readonly limits: UploadLimits;
  /** Encrypts the password of a command. */
  readonly encrypt: (password: string) => string;
  /** The host that terminals are told, for one whose 808 session has this address. */
  readonly hostFor: (address: string | null) => string;
  /** After each change of a state. */
  readonly onChange: (taskId: number) => void;
  readonly log: Log;
  readonly now: () => number;
};

/** What the queue does with one task. `refusals`: why bytes of a task were not stored. */
export function createTaskSteps(deps: StepDeps, refusals: Map<number, UploadReason>) {
  const { db, service, files, server, metrics, limits, onChange, log, now } = deps;
  const folderOf = (id: number) => join(files.workFolder, 'ftp', String(id));

  const change = async (id: number, states: readonly UploadState[], values: store.Change) => {
    const isChanged = await store.changeTask(db, id, states, values);
    if (isChanged) onChange(id);
    return isChanged;
  };

  /** Ends a task: with its account, its connections and what is not in the store. */
  const end = async (id: number, state: typeof done | typeof failed | typeof cancelled, reason: UploadReason | null) => {
    const isEnded = await change(id, OPEN, { state, reason, passwordHash: null, endedAt: now() });
    if (isEnded) metrics.countUpload(reason ?? (state === done ? 'done' : 'cancelled'));
    await server().end(id);
    refusals.delete(id);
    await rm(folderOf(id), { recursive: true, force: true });
    return isEnded;
  };

  const controlTerminal = (task: store.OpenTask, control: number) =>
    task.serial === null
      ? Promise.resolve([])
      : service.sendOwn({ cmdCode: '9207', params: { serial: task.serial, control }, queueOffline: false }, [task.vehicle_id]);

  const fail = async (task: store.OpenTask, reason: UploadReason) => {
    await end(task.id, failed, reason);
    await controlTerminal(task, UPLOAD_CONTROL.cancel);
  };

  /** Queues a task again. Requests that brought bytes are not counted. */
  const retry = async (task: store.OpenTask, reason: UploadReason) => {
    await server().end(task.id);
    const isFruitless = task.received_bytes <= task.start_bytes;
    const fruitless = isFruitless ? task.fruitless + 1 : 0;
    const delayMs = limits.retryDelaysMs[isFruitless ? task.fruitless : 0];
    if (delayMs === undefined) return fail(task, reason);
    await change(task.id, ACTIVE, { state: queued, reason, fruitless, passwordHash: null, nextAt: now() + delayMs });
  };

  /** A request that did not reach the terminal does not count. */
  const waitForTerminal = (task: store.OpenTask) =>
    change(task.id, ACTIVE, {
      state: queued,
      reason: 'terminalOffline',
      attempts: Math.max(0, task.attempts - 1),
      fruitless: Math.max(0, task.fruitless - 1),
      passwordHash: null,
      nextAt: now() + limits.offlineMs,
    });

  /** Sends 0x9206 with a new password. */
  const request = async (task: store.OpenTask) => {
    const { port } = server();
    if (port === undefined) return;
    const password = randomBytes(PASSWORD_BYTES).toString('base64url');
    const time = now();
    const begin = {
      state: uploading,
      reason: null,
      attempts: task.attempts + 1,
      passwordHash: hashOf(password),
      commandId: null,
      serial: null,
      result: null,
      progressAt: time,
      startBytes: task.received_bytes,
    };
    if (!(await change(task.id, [queued], begin))) return;
    const facts = await streamFacts(db, task.vehicle_id);
    const params = {
      server: deps.hostFor(facts?.peer_ip ?? null),
      port,
      user: `v${task.id}`,
      sealedPassword: deps.encrypt(password),
      path: '/',
      channel: task.channel,
      startTime: task.start_time,
      endTime: task.end_time,
      videoAlarmBits: task.video_alarm_bits,
      alarmBits: task.alarm_bits,
      mediaType: task.media_type,
      streamType: task.stream_type,
      storage: task.storage,
      conditionBits: task.condition_bits,
    };
    const [sent] = await service.sendOwn({ cmdCode: '9206', params, queueOffline: false }, [task.vehicle_id]);
    if (!sent) return waitForTerminal({ ...task, attempts: task.attempts + 1 });
    await store.changeTask(db, task.id, ACTIVE, { commandId: Number(sent.seqId) });
  };

  const storeTask = async (task: store.OpenTask) => {
    await server().end(task.id);
    const planned = task.files ?? (await planFiles({ folder: folderOf(task.id), task, remux: deps.tools.remux, now: now() }));
    if (planned.length === 0) return retry(task, 'interrupted');
    if (!task.files) await store.changeTask(db, task.id, ACTIVE, { files: planned, passwordHash: null });
    await storeFiles({ db, files, folder: folderOf(task.id), task, planned });
    await end(task.id, done, null);
  };

  const storing = createStoring(log);
  const finish = (task: store.OpenTask) => storing.begin(task.id, () => storeTask(task));

  /** What happened to an upload since the last sweep. */
  const advance = async (task: store.OpenTask) => {
    const time = now();
    const { id, command_state: state, command_result: code } = task;
    const why = refusals.get(id);
    if (why) return fail(task, why);
    if (task.files) return finish(task);
    if (server().isReceiving(id)) return;
    if (task.result === 0) return finish(task);
    if (task.result !== null) return retry(task, 'terminalFailed');
    if (state === FAILED && code === OFFLINE) return waitForTerminal(task);
    if (state === FAILED) return fail(task, code === NOT_SUPPORTED ? 'unsupported' : 'refused');
    // some terminals upload without an answer
    if (state === TIMED_OUT && task.received_bytes === 0) return retry(task, 'noAnswer');
    if (task.state === paused || time - task.progress_at < limits.stalledMs) return;
    // the whole file came, and 0x1206 was lost
    const isWhole = task.size_bytes !== null && task.size_bytes > 0 && task.received_bytes >= task.size_bytes;
    return isWhole ? finish(task) : retry(task, 'interrupted');
  };

  return { folderOf, end, fail, controlTerminal, request, advance, storing };
}
