import { fileState, videoSource } from '@fleetwarden/contract/video/recording';
import type { Db } from '../../platform/db/database.ts';
import type { FileKey, FileStore } from '../../platform/files/file-store.ts';
import type { Log } from '../../platform/observe/log.ts';
import * as files from './files.ts';
import type { VideoMetrics } from './metrics.ts';
import type { RecordedPart, RecordingTools, StreamKey } from './relay.ts';
import type { VideoStorage } from './storage.ts';

/** A file of a recording: its key and its row. */
export type RecordingFile = { readonly key: FileKey; readonly id: Promise<number> };

export type RecordingFiles = ReturnType<typeof createRecordingFiles>;

/** Rows and places of files that recordings write. */
export function createRecordingFiles(deps: {
  readonly db: Db;
  readonly log: Log;
  readonly store: FileStore;
  readonly storage: VideoStorage;
  readonly tools: RecordingTools;
  readonly metrics: VideoMetrics;
  readonly now: () => number;
}) {
  const { db, log, store, storage, tools, now } = deps;

  const adopt = async (key: FileKey) => {
    const path = storage.pathOf(key);
    await store.adopt(key, path);
    await tools.discard(path);
  };

  /** The row first: of a process that ends between, the file is found in the work folder. */
  const finish = async (id: number, key: FileKey, { file, sound, reason }: Omit<RecordedPart, 'path'>) => {
    deps.metrics.countRecording(reason);
    if (!file) {
      await files.finishVideoFile(db, id, { ...NOTHING, endedAt: now(), sound, reason });
      return tools.discard(storage.pathOf(key));
    }
    await files.finishVideoFile(db, id, { ...file, state: fileState.complete, sound, reason });
    await adopt(key);
  };

  return {
    finish,
    /** Adds the row of a file that grows. */
    add: (wish: StreamKey & { readonly accountId: number; readonly account: string }): RecordingFile => {
      const key = files.newVideoKey(now(), 'mp4');
      const { vehicleId, channel, streamType, accountId, account } = wish;
      const row = { vehicleId, channel, streamType, accountId, account, source: videoSource.recording, startedAt: now() };
      const unknown = { endedAt: null, bytes: 0, format: 'mp4', playable: false, codec: null, sound: 'none' } as const;
      const id = files.addVideoFile(db, { ...row, ...unknown, fileKey: key });
      // a caller that waits for the row gets the error
      id.catch(() => undefined);
      return { key, id };
    },
    /** Finishes what a killed process left in the work folder. */
    recover: async (): Promise<void> => {
      await storage.create();
      for (const { id, file_key, state } of await files.unstoredFiles(db, await storage.list())) {
        const recover = async () =>
          finish(id, file_key, { file: await tools.recover(storage.pathOf(file_key)), sound: 'unknown', reason: 'interrupted' });
        // one file that cannot be read does not keep the server from its start
        await (state === fileState.complete ? adopt(file_key) : recover()).catch((err: unknown) =>
          log.error({ err, fileId: id }, 'a recording was not recovered'),
        );
      }
      for (const { id, file_key } of await files.growingFiles(db))
        await finish(id, file_key, { file: undefined, sound: 'none', reason: 'interrupted' });
      // without a row
      for (const name of await storage.list()) await tools.discard(storage.pathOf(name));
    },
  };
}

const NOTHING = { state: fileState.failed, bytes: 0, codec: null, width: null, height: null } as const;
