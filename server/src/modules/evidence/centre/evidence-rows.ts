import type { EvidenceRow } from '@fleetwarden/contract/evidence/schemas';
import type { Db } from '../../../platform/db/database.ts';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { AlarmAccess } from './alarm-access.ts';
import { recordsOf } from './records.ts';
import { type Retention, retentionMs } from './retention.ts';

/** Rows of evidence in the order of `gids`, without those that the user may not see. */
export async function loadEvidenceRows(
  deps: {
    readonly db: Db;
    readonly alarms: Pick<AlarmAccess, 'rowsOf'>;
    readonly settings: () => Promise<Retention>;
  },
  user: Principal,
  gids: readonly string[],
  language: ReplyLanguage,
): Promise<EvidenceRow[]> {
  const [alarms, records, retention] = await Promise.all([
    deps.alarms.rowsOf(user, gids, language),
    recordsOf(deps.db, gids),
    deps.settings(),
  ]);
  const known = new Map(records.map((record) => [record.gid, record]));
  return alarms.flatMap(({ row, info }) => {
    const record = known.get(row.alarmGid);
    if (!record) return [];
    const isKept = record.locked || record.hold_reason !== '';
    return {
      ...row,
      driver: record.driver ?? row.driver,
      driverId: record.driver_id === null ? '' : String(record.driver_id),
      fileTotal: Math.max(row.files, row.fileDone),
      pictures: record.pictures,
      sounds: record.sounds,
      films: record.films,
      info,
      locked: record.locked,
      lockReason: record.lock_reason,
      lockUser: record.locked_by,
      lockedAt: record.locked_at,
      holdReason: record.hold_reason,
      note: record.note,
      expireAt: isKept ? null : record.kept_from + retentionMs(retention, record.level),
      viewers: record.viewers,
      addedBy: record.added_by,
    };
  });
}
