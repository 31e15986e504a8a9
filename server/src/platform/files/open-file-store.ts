import { join } from 'node:path';
import type { Log } from '../observe/log.ts';
import { createFolderStore, type FileStore } from './file-store.ts';
import type { S3Address } from './s3/s3-address.ts';
import { createS3Store } from './s3/s3-store.ts';

/** The store of the configuration: a bucket, or a folder. A bucket that is away does not keep the server from its start. */
export function openFileStore(
  { dataDir, s3 }: { readonly dataDir: string; readonly s3: S3Address | undefined },
  log: Pick<Log, 'error' | 'info'>,
  stops: (() => unknown)[],
): FileStore {
  const folder = createFolderStore(join(dataDir, 'files'));
  if (!s3) return folder;
  const store = createS3Store({ address: s3, folder });
  stops.push(() => store.close());
  store.check().then(
    () => log.info({ bucket: `${s3.origin}${s3.path}` }, 'files are stored in a bucket'),
    (err: unknown) => log.error({ err }, 'S3_URL: the bucket cannot be used, files are not stored until it can'),
  );
  return store;
}
