import { readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { videoSource } from '@fleetwarden/contract/video/recording';
import type { Db } from '../../../platform/db/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { ignoreMissing } from '../../../platform/files/ignore-missing.ts';
import { addVideoFile, newVideoKey } from '../files.ts';
import type { RecordingTools } from '../relay.ts';
import { type FileType, readFileType } from './file-type.ts';
import { hasFiles, linkFile, type OpenTask, type PlannedFile } from './store.ts';

/** Ending of an mp4 that is being written. */
const UNFINISHED = '.remux';

/**
 * The files of a finished upload with their places in the store; empty ones are left out. Raw streams become mp4, so that browsers
 * play them.
 */
export async function planFiles(options: {
  readonly folder: string;
  readonly task: Pick<OpenTask, 'start_time' | 'end_time'>;
  readonly remux: RecordingTools['remux'];
  readonly now: number;
}): Promise<PlannedFile[]> {
  const { folder, now } = options;
  const planned: PlannedFile[] = [];
  for (const name of (await readdir(folder).catch(ignoreMissing)) ?? []) {
    const path = join(folder, name);
    if (name.endsWith(UNFINISHED)) {
      // of a process that ended
      await rm(path);
      continue;
    }
    const { type, isPlayable, codec } = await readFileType(path).then((found) => remuxRaw(path, found, options));
    const { size } = await stat(path);
    if (size === 0) continue;
    planned.push({ name, key: newVideoKey(now, type), bytes: size, format: type, playable: isPlayable, codec });
  }
  return planned;
}

async function remuxRaw(
  path: string,
  found: FileType,
  { task, remux }: Pick<Parameters<typeof planFiles>[0], 'task' | 'remux'>,
): Promise<FileType> {
  const { type } = found;
  if (type !== 'h264' && type !== 'h265') return found;
  const target = path + UNFINISHED;
  const spanMs = task.end_time - task.start_time;
  if (!(await remux({ path, codec: type, target, startedAt: task.start_time, spanMs }))) return found;
  await rename(target, path);
  return readFileType(path);
}

/** Main stream unless the sub stream was requested. */
const SUB = 2;

/** Moves the files into the store, and adds their rows. May run again after a crash: files that are gone were moved before. */
export async function storeFiles(options: {
  readonly db: Db;
  readonly files: FileStore;
  readonly folder: string;
  readonly task: OpenTask;
  readonly planned: readonly PlannedFile[];
}): Promise<void> {
  const { db, files, folder, task, planned } = options;
  for (const { name, key } of planned) {
    const path = join(folder, basename(name));
    if (await stat(path).catch(ignoreMissing)) await files.adopt(key, path);
  }
  await db.transaction(async (tx) => {
    // the process ended before the task did
    if (await hasFiles(tx, task.id)) return;
    for (const file of planned) {
      const id = await addVideoFile(tx, {
        vehicleId: task.vehicle_id,
        channel: task.channel,
        source: videoSource.upload,
        streamType: task.stream_type === SUB ? 1 : 0,
        startedAt: task.start_time,
        endedAt: task.end_time,
        fileKey: file.key,
        bytes: file.bytes,
        format: file.format,
        playable: file.playable,
        codec: file.codec,
        sound: 'unknown',
        accountId: task.account_id,
        account: task.account_name,
      });
      await linkFile(tx, id, task.id);
    }
  });
}
