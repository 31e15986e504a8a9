import {
  type PlatMessage,
  POST_CHECK_MESSAGE,
  type PostCheck,
  SUPERVISE_COMMAND,
  type SuperviseTask,
} from '@fleetwarden/contract/regulators/regulator-questions';
import type { MessageRow } from './link-store.ts';
import type * as questions from './question-store.ts';

/** A message's number as people write it; '' for bytes that are no message. */
export const idText = (id: number): string => (id === 0 ? '' : `0x${id.toString(16).toUpperCase().padStart(4, '0')}`);

export const checkOf = (row: questions.CheckRow, now: number): PostCheck => ({
  msgId: POST_CHECK_MESSAGE,
  upPlatId: String(row.superior_id),
  platName: row.platform,
  seqId: String(row.id),
  msg: row.question,
  objectType: row.object_type,
  objectId: row.object_id,
  receivedAt: row.received_at,
  deadline: row.deadline_at,
  leftMs: Math.max(0, row.deadline_at - now),
  called: row.called?.length ?? 0,
  reply: row.reply,
  repliedAt: row.replied_at,
  repliedBy: row.replied_by ?? '',
  automatic: row.automatic,
  takenAt: row.taken_at,
});

export const taskOf = (row: questions.TaskRow, now: number): SuperviseTask => ({
  supervise_id: String(row.id),
  cmd_code: SUPERVISE_COMMAND,
  upPlatId: String(row.superior_id),
  platName: row.platform,
  tid: row.vehicle_id === null ? `-${row.id}` : String(row.vehicle_id),
  cno: row.plate,
  warnInfo_src: row.warn_source,
  warn_type: row.warn_type,
  warn_time: row.warn_at,
  supervise_time: row.deadline_at,
  todo_level: row.level,
  supervisor: row.supervisor,
  supervisor_tel: row.phone,
  overdue: (row.replied_at ?? now) > row.deadline_at,
  supervisor_mail: row.mail,
  receivedAt: row.received_at,
  supervise_jg: row.result,
  repliedAt: row.replied_at,
  repliedBy: row.replied_by ?? '',
  takenAt: row.taken_at,
  note: row.note ?? '',
});

export const toPlatMessage = (row: questions.TextRow): PlatMessage => ({
  id: String(row.id),
  upPlatId: String(row.superior_id),
  platName: row.platform,
  receivedAt: row.received_at,
  objectType: row.object_type,
  objectId: row.object_id,
  content: row.content,
  note: row.note,
  answeredAt: row.answered_at,
  answeredBy: row.answered_by ?? '',
});

export const messageOf = ({ id, message_id, plate, fault, ...row }: MessageRow) => ({
  ...row,
  id: String(id),
  msgId: idText(message_id),
  plate: plate ?? '',
  fault: fault ?? '',
});

export const figuresOf = ({ asked, answered, in_time, mean_ms }: questions.FiguresRow) => ({
  asked,
  answered,
  inTime: in_time,
  meanMs: mean_ms,
});
