import { BASE_PATH } from '@fleetwarden/contract/call';
import { CallError } from '@fleetwarden/contract/errors';
import type { videoCalls } from '@fleetwarden/contract/video/routes';
import type { UploadTask } from '@fleetwarden/contract/video/upload-schemas';
import { UPLOAD_CONTROL, UPLOAD_STATE, type UploadControl, uploadControls } from '@fleetwarden/contract/video/upload-states';
import type { Db } from '../../../platform/db/database.ts';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { CommandService } from '../../commands/index.ts';
import type { Scopes } from '../../identity/index.ts';
import type { Privacy } from '../privacy.ts';
import { streamFacts } from '../store.ts';
import type { UploadLimits } from './limits.ts';
import type { UploadQueue } from './queue.ts';
import * as store from './store.ts';

export type UploadCall = 'fileUpload' | 'fileUploadReply' | 'fileDownload' | 'controlUpload' | 'listUploadTask';
type UploadCalls = Pick<typeof videoCalls, UploadCall>;
export type DownloadFile = Handlers<Pick<typeof videoCalls, 'downloadFile'>>['downloadFile'];

/** Result of the terminal's answer to a command: it refused. */
const FAILED = 3;

export function createUploadCalls(deps: {
  readonly db: Db;
  readonly scopes: Scopes;
  readonly service: Pick<CommandService, 'targets' | 'send'>;
  readonly queue: Pick<UploadQueue, 'wake' | 'cancel'>;
  readonly downloadFile: DownloadFile;
  readonly requireView: Privacy['requireView'];
  readonly onChange: (taskId: number) => void;
  readonly limits: UploadLimits;
  readonly now: () => number;
}): Handlers<UploadCalls> {
  const { db, scopes, service, queue, limits, onChange, now } = deps;

  const taskOf = async (departmentId: number, seqId: string): Promise<store.TaskRow> => {
    const task = await store.findTask(db, await scopes.of(departmentId), Number(seqId));
    if (!task) throw new CallError('notFound', `video task ${seqId}`);
    return task;
  };

  return {
    fileUpload: async ({ targId, ...wish }, { user }) => {
      const [target] = await service.targets(user, [targId]);
      const vehicleId = target!.id;
      const facts = await streamFacts(db, vehicleId);
      if (!facts?.phone) throw new CallError('terminalOffline', `vehicle ${targId} has no terminal`);
      const { channel, startTime, endTime } = wish;
      await deps.requireView({ departmentId: facts.department_id, channel, startTime, endTime });
      const { accountId, account } = user;
      const id = await db.transaction(async (tx) => {
        const open = await store.countOpen(tx, vehicleId, accountId);
        for (const [used, max] of [
          [open.vehicle, limits.tasksOfVehicle],
          [open.account, limits.tasksOfAccount],
        ] as const)
          if (used >= max) throw new CallError('tooManyUploads', `vehicle ${targId}`, [], { max });
        return store.insertTask(tx, { ...wish, vehicleId, accountId, account }, now());
      });
      queue.wake();
      return { seqId: String(id) };
    },
    fileUploadReply: async ({ seqId }, { user }) => toTask(await taskOf(user.departmentId, seqId)),
    fileDownload: async ({ seqId, fileId }, context) => {
      const { uploaded } = await taskOf(context.user.departmentId, seqId);
      const file = uploaded.find(({ id }) => fileId === undefined || String(id) === fileId);
      if (!file) throw new CallError('notFound', `a file of video task ${seqId}`);
      const { url, name } = await deps.downloadFile({ fileId: String(file.id) }, context);
      return { url, name };
    },
    controlUpload: async ({ seqId, control }, { user }) => {
      const task = await taskOf(user.departmentId, seqId);
      const refuse = () => new CallError('uploadState', `video task ${seqId} in state ${task.state}`);
      if (!uploadControls[task.state].includes(control)) throw refuse();
      if (control === UPLOAD_CONTROL.cancel) {
        if (!(await queue.cancel(task.id))) throw refuse();
        return { state: UPLOAD_STATE.cancelled };
      }
      // a terminal that did not confirm the upload cannot be told which one
      if (task.serial === null) throw refuse();
      const targets = await service.targets(user, [String(task.vehicle_id)]);
      const wish = { cmdCode: '9207', params: { serial: task.serial, control }, queueOffline: false } as const;
      const [sent] = await service.send(user, wish, targets);
      if (sent!.state === FAILED) throw new CallError('terminalRefused', `video task ${seqId}`);
      const { from, to } = MOVES[control];
      if (!(await store.changeTask(db, task.id, [from], { state: to, progressAt: now() }))) throw refuse();
      onChange(task.id);
      return { state: to };
    },
    listUploadTask: async ({ targId, states, startTime, endTime }, { user, page }) => {
      const vehicleId = targId === undefined ? undefined : (await service.targets(user, [targId]))[0]!.id;
      const filter = { vehicleId, states, start: startTime, end: endTime };
      const { rows, total } = await store.listTasks(db, await scopes.of(user.departmentId), filter, page);
      return { list: rows.map(toTask), total };
    },
  };
}

const MOVES: Readonly<
  Record<Exclude<UploadControl, typeof UPLOAD_CONTROL.cancel>, { readonly from: 1 | 2; readonly to: 1 | 2 }>
> = { 0: { from: 1, to: 2 }, 1: { from: 2, to: 1 } };

/** Of the call that replies the address of the first file. */
export const downloadPath = (taskId: number): string => `${BASE_PATH}video/fileDownload?seqId=${taskId}`;

function toTask(row: store.TaskRow): UploadTask {
  const isDone = row.state === UPLOAD_STATE.done;
  const percent = row.size_bytes ? Math.min(100, Math.floor((row.received_bytes / row.size_bytes) * 100)) : null;
  return {
    seqId: String(row.id),
    targId: String(row.vehicle_id),
    carNo: row.plate,
    color: row.plate_colour,
    channel: row.channel,
    startTime: row.start_time,
    endTime: row.end_time,
    mediaType: row.media_type as UploadTask['mediaType'],
    streamType: row.stream_type as UploadTask['streamType'],
    storage: row.storage as UploadTask['storage'],
    state: row.state,
    sizeBytes: row.size_bytes,
    receivedBytes: row.received_bytes,
    percent: isDone ? 100 : percent,
    reason: row.reason,
    attempts: row.attempts,
    username: row.account_name,
    createdAt: row.created_at,
    endedAt: row.ended_at,
    files: row.uploaded.map(({ id, bytes, playable }) => ({ fileId: String(id), size: bytes, isPlayable: playable })),
  };
}
