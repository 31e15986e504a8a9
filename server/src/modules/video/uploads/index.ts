import { permission } from '@fleetwarden/contract/permissions';
import { UPLOAD_STATE, type VideoFileNews } from '@fleetwarden/contract/video/upload-states';
import type { Db } from '../../../platform/db/database.ts';
import type { Hub } from '../../../platform/live/hub.ts';
import type { CommandService } from '../../commands/index.ts';
import type { Scopes } from '../../identity/index.ts';
import type { Privacy } from '../privacy.ts';
import { createUploadCalls, type DownloadFile, downloadPath } from './calls.ts';
import { TASKS_KEPT_MS, UPLOAD_LIMITS, type UploadLimits } from './limits.ts';
import { createUploadQueue, type QueueDeps } from './queue.ts';
import type { UploadAccounts, UploadServer } from './server.ts';
import * as store from './store.ts';

export type { UploadCall } from './calls.ts';
export type { UploadLimits } from './limits.ts';
export type { UploadAccounts, UploadServer } from './server.ts';

/** For the maintenance job: forgets tasks past their time at `now` (epoch ms). */
export const forgetUploads = (db: Db, now: number): Promise<number> => store.forgetTasks(db, now - TASKS_KEPT_MS);

export type UploadsDeps = Omit<QueueDeps, 'server' | 'limits' | 'onChange' | 'service'> & {
  readonly hub: Hub;
  readonly scopes: Scopes;
  readonly service: CommandService;
  /** Creates the FTP server of these accounts. */
  readonly createUploadServer: (accounts: UploadAccounts) => UploadServer;
  readonly downloadFile: DownloadFile;
  readonly requireView: Privacy['requireView'];
  readonly uploadLimits?: Partial<UploadLimits> | undefined;
};

/** Downloads of recordings from terminals: tasks, their queue and their calls. */
export function createUploads(deps: UploadsDeps) {
  const { db, hub, scopes, log } = deps;
  const limits = { ...UPLOAD_LIMITS, ...deps.uploadLimits };

  const push = async (taskId: number) => {
    const place = await store.findPlace(db, taskId);
    if (!place) return;
    const { state, vehicle_id, department_id } = place;
    const url = state === UPLOAD_STATE.done ? downloadPath(taskId) : null;
    const data: VideoFileNews = { seqId: String(taskId), targId: String(vehicle_id), state, url };
    await hub.publish(
      {
        who: async (user) => user.rights.has(permission.videoFilePush) && (await scopes.of(user.departmentId)).has(department_id),
      },
      { type: 'videoFile', data },
    );
  };
  const onChange = (taskId: number) =>
    void push(taskId).catch((err: unknown) => log.error({ err }, 'a change of a download was not pushed'));

  const queue = createUploadQueue({ ...deps, limits, onChange, server: () => server });
  const server = deps.createUploadServer(queue.accounts);
  return {
    handlers: createUploadCalls({ ...deps, queue, limits, onChange }),
    start: queue.start,
    stop: queue.stop,
  };
}
