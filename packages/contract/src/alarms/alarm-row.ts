import { z } from 'zod';
import { AttachmentKind, EVIDENCE_STATES } from './attachments.ts';

export const AlarmGid = z.guid();

/** warmStatus: 0 not handled, 1 claimed, 2 handled, 3 false alarm, 4 all. */
export const WarmStatus = z.literal([0, 1, 2, 3, 4]);
/** State of a case: 0 open, 1 claimed, 2 handled, 3 false alarm, 4 escalated and still open. */
export const CaseState = z.literal([0, 1, 2, 3, 4]);
export type CaseState = z.infer<typeof CaseState>;
/** DEAL: 1 message, 5 phone, 6 false alarm. */
export const DealType = z.literal([1, 5, 6]);
export type DealType = z.infer<typeof DealType>;

/** An alarm with what was decided of it. Times epoch ms, places WGS-84 degrees, speeds km/h. */
export const AlarmRow = z.object({
  alarmGid: z.string(),
  /** The terminal's own number, or another key that separates alarms of one type; '0': none. */
  alarmId: z.string(),
  targId: z.string(),
  carNo: z.string(),
  color: z.number(),
  deptId: z.string(),
  deptName: z.string(),
  /** Row of ALARM_TYPES. */
  warnId: z.number(),
  /** 1 ADAS, 2 DSM, 3 TPMS, 4 BSD, 5 rough driving, 9 the platform; 0: the alarm words of 0x0200. */
  mainType: z.number(),
  /** Subtype: the code of the protocol, or the bit. */
  subType: z.number(),
  /** Name of the kind, in the caller's language. */
  subTypeName: z.string(),
  level: z.literal([1, 2, 3]),
  vtime: z.number(),
  lastTime: z.number(),
  /** null: it lasts. */
  endTime: z.number().nullable(),
  receivedAt: z.number(),
  x: z.number(),
  y: z.number(),
  lastX: z.number(),
  lastY: z.number(),
  speed: z.number(),
  maxSpeed: z.number(),
  /** The most that was measured, and what was allowed, in the kind's unit. */
  value: z.number().nullable(),
  limit: z.number().nullable(),
  /** Number of reports of this alarm. */
  times: z.number(),
  storm: z.boolean(),
  /** Over before it was raised: there is nothing to decide. */
  brief: z.boolean(),
  /** Found in late positions. */
  late: z.boolean(),
  /** The driver currently assigned to the vehicle; '' none. */
  driver: z.string(),
  /** Pictures and films the terminal has of it. */
  files: z.number(),
  /** Files that came, with photos of 0x0801, and their kinds. */
  fileDone: z.number(),
  fileKinds: z.array(AttachmentKind),
  /** State of the request for the files; null: none. */
  fileState: z.literal(EVIDENCE_STATES).nullable(),
  /** Why files are missing; '' if none are. */
  fileReason: z.string(),
  /** Address of the first picture, for lists; '' none. It ends after ten minutes, and with the session. */
  picture: z.string(),
  /** 1: ask `checkAdasAlarmStatus` before it is decided. */
  ncheckAdasAlarmStatus: z.literal([0, 1]),
  /** null: a brief one has no case. */
  state: CaseState.nullable(),
  /** Version of the case, returned with a handling request. 0: no case. */
  version: z.number(),
  /** User who claimed the case; '' none. */
  claimedBy: z.string(),
  claimedAt: z.number().nullable(),
  /** Claimed by the caller. */
  mine: z.boolean(),
  dealType: DealType.nullable(),
  /** '' for the platform or a deleted account. */
  dealtBy: z.string(),
  dealtAt: z.number().nullable(),
  automatic: z.boolean(),
  vNotes: z.string(),
  /** Handling deadline; null: no target. */
  dueAt: z.number().nullable(),
});
export type AlarmRow = z.infer<typeof AlarmRow>;

/** Event of a case: claimed, released, handled, false, escalated, message, reported, answer. `detail`: its data. */
export const CaseEvent = z.object({
  at: z.number(),
  /** '' the platform. */
  username: z.string(),
  action: z.string(),
  detail: z.record(z.string(), z.unknown()),
});
export type CaseEvent = z.infer<typeof CaseEvent>;

/** `commonmsg` of type `cases`: cases were claimed, released or handled. Sent to users who may see them. */
export const CaseNews = z.object({
  list: z.array(
    z.object({
      alarmGid: z.string(),
      targId: z.string(),
      warnId: z.number(),
      state: CaseState,
      version: z.number(),
      /** User who claimed or handled the case; '' none, or the platform. */
      username: z.string(),
    }),
  ),
});
export type CaseNews = z.infer<typeof CaseNews>;
