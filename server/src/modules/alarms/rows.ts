import { classOfType } from '@fleetwarden/contract/alarms/alarm-rights';
import type { AlarmRow } from '@fleetwarden/contract/alarms/alarm-row';
import { findAlarmType, getWireNumbers } from '@fleetwarden/domain/alarm-types';
import type { ReplyLanguage } from '../../platform/http/language.ts';
import type { GetText } from '../../platform/http/replies.ts';
import type { FileSummary } from '../evidence/index.ts';
import type { StoredAlarm } from './store.ts';

const tenth = (value: number): number => Math.round(value * 10) / 10;
const CLAIMED = 1;

export type Reader = {
  readonly language: ReplyLanguage;
  /** null: no particular account. */
  readonly accountId: number | null;
};

/** Name of a kind; its number where there is no such kind. */
export function nameOf(typeId: number, language: ReplyLanguage, getText: GetText): string {
  const type = findAlarmType(typeId);
  return type === undefined ? String(typeId) : getText(language, `alarm.${type.key}`);
}

const NO_FILES: FileSummary = { fileDone: 0, fileKinds: [], fileState: null, fileReason: '', picture: '' };

/** An alarm in replies; `summary`: its files, where known. */
export function alarmRow(
  row: StoredAlarm,
  { language, accountId }: Reader,
  getText: GetText,
  summary: FileSummary = NO_FILES,
): AlarmRow {
  return {
    alarmGid: row.gid,
    alarmId: String(row.source),
    targId: String(row.vehicle_id),
    carNo: row.plate,
    color: row.plate_colour,
    deptId: String(row.department_id),
    deptName: row.dept_name,
    driver: row.driver_name ?? '',
    warnId: row.type_id,
    ...getWireNumbers(row.type_id),
    subTypeName: nameOf(row.type_id, language, getText),
    level: row.level,
    vtime: row.start_at,
    lastTime: row.last_at,
    endTime: row.end_at,
    receivedAt: row.received_at,
    x: row.start_lng,
    y: row.start_lat,
    lastX: row.last_lng,
    lastY: row.last_lat,
    speed: tenth(row.start_kmh),
    maxSpeed: tenth(row.max_kmh),
    value: row.value,
    limit: row.limit_value,
    times: row.times,
    storm: row.storm,
    brief: row.brief,
    late: row.late,
    files: row.info?.identification?.attachments ?? 0,
    ...summary,
    ncheckAdasAlarmStatus: classOfType(row.type_id) === 'safety' ? 1 : 0,
    state: row.state,
    version: row.version ?? 0,
    claimedAt: row.claimed_at,
    dueAt: row.due_at,
    claimedBy: row.claimed_name ?? '',
    mine: row.state === CLAIMED && row.claimed_by === accountId,
    dealType: row.deal_type,
    dealtBy: row.dealt_name ?? '',
    dealtAt: row.dealt_at,
    automatic: row.automatic ?? false,
    vNotes: row.notes ?? '',
  };
}
