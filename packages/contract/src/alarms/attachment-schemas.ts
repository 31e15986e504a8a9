import { z } from 'zod';
import type { CallSchemas } from '../call.ts';
import { withinDays } from '../values/instant.ts';
import { RecordId } from '../values/record-id.ts';
import { alarmFilter } from './alarm-filter.ts';
import { AlarmGid } from './alarm-row.ts';
import { Attachment, EVIDENCE_STATES } from './attachments.ts';
import { EvidenceGraph } from './evidence-graph.ts';
import { ALARM_LIST_DAYS } from './limits.ts';

/** Calls about the files of alarms. */
export const attachmentSchemas = {
  qryAttachment: {
    summary:
      'Lists the received files of an alarm: photos (attachmentType 0), audio (1), video (2), text files (3), other files (4). Paths expire after ten minutes, or when the session ends. `state`: 0 waiting for the terminal, 1 requested, 2 complete, 3 failed, 4 not requested because of a rule; null: the terminal announced no files.',
    data: z.object({ alarmGid: AlarmGid }),
    reply: z.object({
      list: z.array(Attachment),
      state: z.literal(EVIDENCE_STATES).nullable(),
      /** Why files are missing. */
      reason: z.string(),
    }),
  },
  getEvidenceGraph: {
    summary:
      'Returns the speed, acceleration and state of the vehicle around an alarm. Source: the data file of the terminal, otherwise the positions within 30 s before and after the alarm.',
    data: z.object({ alarmGid: AlarmGid }),
    reply: EvidenceGraph,
  },
  safetyDown: {
    summary:
      'With `alarmGid`: starts a task that packs the alarm with its files, like activeSafety/packEvidence. Otherwise: like warnScheme/exportWarnHistory, for active-safety alarms.',
    data: withinDays(
      z.object({
        ...alarmFilter,
        alarmGid: AlarmGid.optional(),
        /** Beside `alarmGid`, its vehicle, plate and type; a wrong vehicle is refused. */
        targId: RecordId.optional(),
        targName: z.string().max(50).optional(),
        subTypeName: z.string().max(50).optional(),
      }),
      ALARM_LIST_DAYS,
    ),
    reply: z.object({ taskId: z.string() }),
  },
  refetchAttachment: {
    summary: 'Requests the files of alarms from their terminals again, regardless of the rules.',
    data: z.object({ alarmGids: z.array(AlarmGid).min(1).max(100) }),
    reply: z.object({ requested: z.int() }),
  },
} satisfies Record<string, CallSchemas>;
