import { z } from 'zod';
import { type Db, sql } from '../../../platform/db/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { SignedFiles } from '../../../platform/files/signed-files.ts';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import type { GetText } from '../../../platform/http/replies.ts';
import { defineTask, type Task } from '../../../platform/tasks/task.ts';
import type { AlarmAccess } from './alarm-access.ts';
import type { PackageKeys } from './package/manifest.ts';
import { openPackFile, packFilesOf } from './package/pack-files.ts';
import { createPackageTexts } from './package/package-texts.ts';
import type { PackedAlarm } from './package/packed-alarm.ts';
import { writePackage } from './package/write-package.ts';
import { logExport, recordsOf } from './records.ts';

const Payload = z.object({ alarmGids: z.array(z.string()) });
export type PackWish = z.infer<typeof Payload>;

/** Packs alarms with their files as a zip. The rights of the account are checked again when it runs. */
export function createPackTask(deps: {
  readonly db: Db;
  readonly alarms: AlarmAccess;
  readonly files: Pick<FileStore, 'read'>;
  readonly mediaFiles: Pick<SignedFiles, 'read'>;
  readonly keys: PackageKeys;
  readonly platformNameOf: (departmentId: number) => Promise<string>;
  readonly addressOf: (lng: number, lat: number, language: ReplyLanguage) => Promise<string | null>;
  readonly getText: GetText;
  readonly timeZone: string;
  readonly now: () => number;
}): Task<PackWish> {
  const { db, alarms, getText, timeZone, now } = deps;
  const open = openPackFile(deps.files, deps.mediaFiles);
  return defineTask({
    kind: 'evidence.pack',
    payload: Payload,
    repeatable: true,
    run: async ({ alarmGids }, { account, departmentId, language, units, signal, progress, file }) => {
      await alarms.require(account, alarmGids);
      const [rows, records, files, department, platform] = await Promise.all([
        alarms.rowsOf(account, alarmGids, language),
        recordsOf(db, alarmGids),
        packFilesOf(db, alarmGids),
        db.first<{ name: string }>(sql`select name from department where id = ${departmentId}`),
        deps.platformNameOf(departmentId),
      ]);
      const texts = createPackageTexts({ getText, language, units, timeZone });
      const createdAt = now();
      const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
      await logExport(db, alarmGids, account.accountId, account.account, createdAt);
      const packed: PackedAlarm[] = [];
      for (const { row, info } of rows) {
        const record = records.find(({ gid }) => gid === row.alarmGid);
        packed.push({
          row: { ...row, driver: record?.driver ?? row.driver },
          info,
          address: await deps.addressOf(row.x, row.y, language),
          note: record?.note ?? '',
          lockReason: record?.lock_reason ?? '',
          history: () => alarms.historyOf(row.alarmGid),
          files: files.filter(({ gid }) => gid === row.alarmGid),
        });
      }
      let bytes = 0;
      await file(`${texts.say('title')} ${texts.formatStamp(createdAt)}.zip`, async (stream) => {
        bytes = await writePackage(stream, packed, {
          open,
          keys: deps.keys,
          meta: { platform, company: department?.name ?? '', username: account.account, createdAt },
          texts,
          signal,
          progress: (read) => progress(read, total),
        });
      });
      return { alarms: packed.length, files: files.length, bytes };
    },
  });
}
