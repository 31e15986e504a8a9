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
      'Files of an alarm that have come: pictures (attachmentType 0), sounds (1), films (2), texts (3), others (4). Paths end after ten minutes, and with the session. `state`: 0 waits for the terminal, 1 requested, 2 complete, 3 failed, 4 not requested by rule; null: the terminal announced none.',
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
      'Speed, acceleration and state of the vehicle around an alarm: from the data file of the terminal, otherwise from its positions of 30 s before and after.',
    data: z.object({ alarmGid: AlarmGid }),
    reply: EvidenceGraph,
  },
  safetyDown: {
    summary:
      'With `alarmGid`: begins a task that packs the alarm with its files, as activeSafety/packEvidence does. Otherwise as warnScheme/exportWarnHistory, of active safety.',
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
    summary: 'Requests the files of alarms from their terminals again, whatever the rules say.',
    data: z.object({ alarmGids: z.array(AlarmGid).min(1).max(100) }),
    reply: z.object({ requested: z.int() }),
  },
} satisfies Record<string, CallSchemas>;
