import type { Readable } from 'node:stream';
import { type Queryable, sql } from '../../../../platform/db/database.ts';
import type { FileStore } from '../../../../platform/files/file-store.ts';
import type { SignedFiles } from '../../../../platform/files/signed-files.ts';
import { PHOTO_OF_ALARM } from '../../alarm-photos.ts';

/** A file of an alarm, received by the evidence server or as a photo of 0x0801. */
export type PackFile = {
  readonly gid: string;
  /** Of `evidence_file`; null: a photo. */
  readonly id: number | null;
  /** As the terminal named it. */
  readonly name: string;
  readonly kind: 0 | 1 | 2 | 3 | 4;
  readonly extension: string;
  readonly bytes: number;
  readonly received_at: number;
  readonly file: string;
  /** When it was received. */
  readonly sha256: string | null;
};

export const packFilesOf = (db: Queryable, gids: readonly string[]) =>
  db.query<PackFile>(sql`
    select r.alarm_gid as gid, f.id, f.name, f.kind, f.extension, f.size_bytes as bytes, f.received_at, f.file_key as file,
      encode(f.digest, 'hex') as sha256
    from evidence_request r join evidence_file f on f.request_id = r.id and f.received_at is not null
    where r.alarm_gid = any(${[...gids]}::uuid[])
    union all
    select a.gid, null, 'media ' || m.id, m.kind, m.extension, m.bytes, m.received_at, m.file, encode(m.digest, 'hex')
    from alarm a join media m on ${PHOTO_OF_ALARM}
    where a.gid = any(${[...gids]}::uuid[])
    order by gid, received_at, name`);

/** undefined: the file is gone. */
export const openPackFile =
  (files: Pick<FileStore, 'read'>, mediaFiles: Pick<SignedFiles, 'read'>) =>
  async ({ id, file }: PackFile): Promise<Readable | undefined> =>
    (await (id === null ? mediaFiles.read(file) : files.read(file)))?.content;
