import { join } from 'node:path';
import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';
import type { FastifyInstance } from 'fastify';
import { EXPORT_LIFE_MS } from './modules/audit/index.ts';
import { MEDIA_ADDRESS_MS } from './modules/media/index.ts';
import { DOCUMENTS_RETENTION_MS } from './modules/reports/index.ts';
import { createSignedFiles, type SignedFiles, signedFilesKey } from './platform/files/signed-files.ts';
import { MAX_TASK_FILES_MS, TASK_ADDRESS_LIFE_MS } from './platform/tasks/limits.ts';

/** Lifetime of a course's URL: a film may be watched to its end. */
const COURSE_ADDRESS_MS = 6 * HOUR_MS;

/** File stores below DATA_DIR, served by signed URLs. */
export type DataFiles = {
  readonly exports: SignedFiles;
  readonly ofTasks: SignedFiles;
  /** Company documents. */
  readonly documents: SignedFiles;
  /** Media files of terminals. */
  readonly media: SignedFiles;
  /** Firmware of terminals; they download it from addresses of their own. */
  readonly firmware: SignedFiles;
  /** Files of courses; they live as long as their rows. */
  readonly courses: SignedFiles;
  /** Registers the download route; before `listen`. */
  serve(app: FastifyInstance): void;
};

/** Files that may be attached to emails: those of tasks, and documents. */
export const attachable = ({ ofTasks, documents }: Pick<DataFiles, 'ofTasks' | 'documents'>): Pick<SignedFiles, 'read'> => ({
  // Ids are unique across folders.
  read: async (id) => (await ofTasks.read(id)) ?? documents.read(id),
});

/** `mediaLifeMs`: lifetime of media files without a row. */
export function createDataFiles(options: {
  readonly dataDir: string;
  readonly secretKey: string;
  readonly mediaLifeMs: number;
  /** Whether a session is open, for URLs that end with it. */
  readonly isSessionOpen: (prefix: string) => Promise<boolean>;
  readonly now?: () => number;
}): DataFiles {
  const { dataDir, secretKey, mediaLifeMs, isSessionOpen, now = Date.now } = options;
  const common = { key: signedFilesKey(secretKey), isSessionOpen, now };
  const exports = createSignedFiles({ ...common, folder: join(dataDir, 'exports'), lifeMs: EXPORT_LIFE_MS });
  const ofTasks = createSignedFiles({
    ...common,
    folder: join(dataDir, 'task-files'),
    path: 'taskFile',
    lifeMs: MAX_TASK_FILES_MS,
    addressLifeMs: TASK_ADDRESS_LIFE_MS,
  });
  const documents = createSignedFiles({
    ...common,
    folder: join(dataDir, 'documents'),
    path: 'document',
    lifeMs: DOCUMENTS_RETENTION_MS + DAY_MS,
    addressLifeMs: TASK_ADDRESS_LIFE_MS,
  });
  const media = createSignedFiles({
    ...common,
    folder: join(dataDir, 'media'),
    path: 'media',
    lifeMs: mediaLifeMs,
    addressLifeMs: MEDIA_ADDRESS_MS,
  });
  // deleted with their rows only
  const firmware = createSignedFiles({ ...common, folder: join(dataDir, 'firmware'), lifeMs: Number.MAX_SAFE_INTEGER });
  const courses = createSignedFiles({
    ...common,
    folder: join(dataDir, 'courses'),
    path: 'course',
    lifeMs: Number.MAX_SAFE_INTEGER,
    addressLifeMs: COURSE_ADDRESS_MS,
  });
  return {
    exports,
    ofTasks,
    documents,
    media,
    firmware,
    courses,
    serve: (app) => {
      for (const files of [exports, ofTasks, documents, media, courses]) files.serve(app);
    },
  };
}
