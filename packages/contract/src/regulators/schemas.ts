import { z } from 'zod';
import type { CallSchemas } from '../call.ts';
import { Instant, withinDays } from '../values/instant.ts';
import { RecordId } from '../values/record-id.ts';
import { MAX_OUTAGE_DAYS, MAX_OUTAGE_NOTE, MAX_REPLY, MAX_SHIFT_NAME } from './limits.ts';
import { PlatMessage, PostCheck, SuperviseResult, SuperviseTask } from './regulator-questions.ts';

/** Questions of superior platforms (JT/T 809) to users, and the traffic of their links. */

/** Times are epoch ms. */
const instantOrNull = z.number().nullable();

/** A shift of a monitoring operator. */
const Shift = z.object({
  id: z.string(),
  accountId: z.string(),
  userName: z.string(),
  /** The name of the shift, such as the early one; '' none. */
  shiftName: z.string(),
  startedAt: z.number(),
  /** null: under way. */
  endedAt: instantOrNull,
  /** Handover note for the next shift. */
  note: z.string(),
  /** User of the next shift; '' none. */
  handedTo: z.string(),
  /** When that user confirmed the handover; null: not yet. */
  confirmedAt: instantOrNull,
});
export type Shift = z.infer<typeof Shift>;

const LinkLogRow = z.object({
  id: z.string(),
  at: z.number(),
  /** 0 main, 1 sub. */
  link: z.number(),
  /** LINK_STATE. */
  state: z.number(),
  reason: z.string(),
});

const MessageRow = z.object({
  id: z.string(),
  at: z.number(),
  link: z.number(),
  /** From the superior platform to us. */
  down: z.boolean(),
  /** As people write it: 0x1202. '' for bytes that are no message. */
  msgId: z.string(),
  serial: z.number(),
  plate: z.string(),
  bytes: z.number(),
  /** Why it could not be read; '' where it could. */
  fault: z.string(),
});

const window = { startTime: Instant.optional(), endTime: Instant.optional() } as const;
const ofPlatform = { id: RecordId.optional(), ...window } as const;

const Figures = z.object({
  asked: z.number(),
  answered: z.number(),
  inTime: z.number(),
  /** Mean time until the answer; null without any. */
  meanMs: instantOrNull,
});

/** Most days of positions that one call sends again. */
const MAX_RESENT_DAYS = 7;

export const regulatorsSchemas = {
  replyPlatCheck: {
    summary:
      'Answers a post-check (0x1301). Refused if the deadline has passed (4012) or it is already answered (4013). The answer waits while the link is down.',
    data: z.object({
      objectId: z.string().max(60).optional(),
      rspSeqId: RecordId,
      data: z.string().trim().min(1).max(MAX_REPLY),
    }),
    reply: z.object({}),
  },
  listPlatCheck: {
    summary:
      'Lists post-checks that wait for an answer and whose deadline has not passed, the most urgent first. For a console that has just opened.',
    data: z.object({}),
    reply: z.object({ list: z.array(PostCheck) }),
  },
  qryWarnSuperviseReq: {
    summary: 'Lists supervisions by platforms of the scope and about vehicles of the scope, newest first.',
    data: z.object({
      ...window,
      carNo: z.string().trim().max(21).optional(),
      /** Only unanswered ones, or only answered ones. */
      answered: z.boolean().optional(),
    }),
    reply: z.object({ list: z.array(SuperviseTask) }),
  },
  sendWarnSuperviseRsp: {
    summary:
      'Answers a supervision (0x1401). A `result` of 2, which the dialog sends, is reported as done (1); `choice` sets a different result.',
    data: z.object({
      carNo: z.string().max(21).optional(),
      newCommandId: z.string().max(20).optional(),
      result: SuperviseResult,
      choice: SuperviseResult.optional(),
      superviseId: RecordId,
      targId: z.string().max(20).optional(),
      /** A local note. */
      data: z.string().trim().max(MAX_REPLY).optional(),
    }),
    reply: z.object({}),
  },
  listPlatMessage: {
    summary: 'Lists text messages from superior platforms of the scope, newest first.',
    data: z.object(ofPlatform),
    reply: z.object({ list: z.array(PlatMessage) }),
  },
  replyPlatMessage: {
    summary: 'Stores a note on how a text message from a superior platform was handled. The protocol sends no text back.',
    data: z.object({ id: RecordId, note: z.string().trim().min(1).max(MAX_REPLY) }),
    reply: z.object({}),
  },
  listLinkLog: {
    summary: 'Lists the state changes of the links to a superior platform of the scope, newest first.',
    data: z.object({ id: RecordId, ...window }),
    reply: z.object({ list: z.array(LinkLogRow) }),
  },
  listMessageLog: {
    summary:
      'Lists messages of the last 7 days to and from a superior platform of the scope, newest first. Includes only 60 positions and heartbeats per minute.',
    data: z.object({
      id: RecordId,
      ...window,
      msgId: z
        .string()
        .regex(/^0x[0-9A-Fa-f]{4}$/)
        .optional(),
      plate: z.string().trim().max(21).optional(),
      down: z.boolean().optional(),
    }),
    reply: z.object({ list: z.array(MessageRow) }),
  },
  getMessage: {
    summary: 'Returns a message with its decrypted bytes and its decoded fields. Messages that contain passwords have no bytes.',
    data: z.object({ id: RecordId }),
    reply: MessageRow.extend({
      hex: z.string(),
      /** The message by its fields; null where it could not be read. */
      fields: z.unknown(),
    }),
  },
  listCheckRecord: {
    summary: 'Lists post-checks of superior platforms of the scope with their answers, newest first.',
    data: z.object(ofPlatform),
    reply: z.object({ list: z.array(PostCheck) }),
  },
  listSuperviseRecord: {
    summary: 'Lists supervisions of superior platforms of the scope with their answers, newest first.',
    data: z.object(ofPlatform),
    reply: z.object({ list: z.array(SuperviseTask) }),
  },
  statMessage: {
    summary:
      'Counts messages of a superior platform of the scope by hour, message ID and direction. Also counts the answers to its post-checks and supervisions. At most 31 days; the last 24 hours by default.',
    data: z.object({ id: RecordId, ...window }),
    reply: z.object({
      hours: z.array(
        z.object({ hour: z.number(), msgId: z.string(), down: z.boolean(), messages: z.number(), bytes: z.number() }),
      ),
      checks: Figures,
      supervisions: Figures,
    }),
  },
  listUploadCar: {
    summary:
      'Lists vehicles of the scope that are bound to a superior platform, with the time up to which it accepted their positions. Those furthest behind are first.',
    data: z.object({ id: RecordId, carNo: z.string().trim().max(21).optional() }),
    reply: z.object({
      list: z.array(
        z.object({
          carId: z.string(),
          carNo: z.string(),
          deptName: z.string(),
          /** RUN_STATUS of now. */
          status: z.number(),
          /** Newest position, and newest delivered position; null: none. */
          lastAt: instantOrNull,
          takenTo: instantOrNull,
          /** Positions of a period are being sent again. */
          resending: z.boolean(),
        }),
      ),
    }),
  },
  reuploadPosition: {
    summary:
      'Resends the positions of a period to a superior platform (0x1203): of listed vehicles, or of all in the scope bound to it. Waits while the link is down.',
    data: withinDays(
      z.object({ id: RecordId, startTime: Instant, endTime: Instant, carIds: z.array(RecordId).max(1_000).optional() }),
      MAX_RESENT_DAYS,
    ),
    reply: z.object({ vehicles: z.number() }),
  },
  fileOutage: {
    summary:
      'Records an outage of the link to a superior platform, past or planned. Reports do not count its time and disconnections as interruptions.',
    data: withinDays(
      z.object({ id: RecordId, startTime: Instant, endTime: Instant, note: z.string().trim().min(1).max(MAX_OUTAGE_NOTE) }),
      MAX_OUTAGE_DAYS,
    ),
    reply: z.object({ outageId: z.string() }),
  },
  getDuty: {
    summary:
      'Returns the users on duty in the caller’s scope, the longest shift first. Also returns the numbers of open post-checks and supervisions, and the last handover.',
    data: z.object({}),
    reply: z.object({
      own: Shift.nullable(),
      list: z.array(Shift),
      last: Shift.nullable(),
      /** Whether the caller may confirm the last handover. */
      mayConfirm: z.boolean(),
      openChecks: z.number(),
      openSupervisions: z.number(),
    }),
  },
  signInDuty: {
    summary: 'Starts the caller’s shift. Post-checks alert users on duty first. If a shift is already running, nothing changes.',
    data: z.object({ shiftName: z.string().trim().max(MAX_SHIFT_NAME).optional() }),
    reply: Shift,
  },
  handOverDuty: {
    summary:
      'Ends the caller’s shift with a handover note for a user on duty, or for any next user. Post-checks that alerted the caller alert the next user at once.',
    data: z.object({ note: z.string().trim().max(MAX_REPLY), toId: RecordId.optional() }),
    reply: Shift,
  },
  confirmDuty: {
    summary:
      'Confirms the handover of an ended shift, once. Allowed for the user it was handed to. If it names no user, another user with the shift in scope may confirm it.',
    data: z.object({ id: RecordId }),
    reply: Shift,
  },
  listShift: {
    summary: 'Lists shifts of the caller’s scope, newest first.',
    data: z.object(window),
    reply: z.object({ list: z.array(Shift) }),
  },
} satisfies Record<string, CallSchemas>;
