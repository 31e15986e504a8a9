import { z } from 'zod';

/** Questions of superior platforms (JT/T 809) as sent to consoles. Times are epoch ms. */

/** Number of the message by which a console knows a post-check. */
export const POST_CHECK_MESSAGE = '0x00B9';
/** The command of a supervision (督办). */
export const SUPERVISE_COMMAND = '0x9401';

const instantOrNull = z.number().nullable();

const questionFields = {
  /** The superior platform, and its name. */
  upPlatId: z.string(),
  platName: z.string(),
  receivedAt: z.number(),
} as const;

/**
 * 查岗: a user must answer before `deadline`. `commonmsg` of type `postCheck` sends it to users who may answer, and again
 * when it was answered. It stays on the screen until then, or until the deadline.
 */
export const PostCheck = z.object({
  ...questionFields,
  msgId: z.literal(POST_CHECK_MESSAGE),
  /** Sent with an answer as `rspSeqId`. */
  seqId: z.string(),
  /** The question. */
  msg: z.string(),
  /** 1 this platform, 2 one operator below it, 3 all of them; and which. */
  objectType: z.number(),
  objectId: z.string(),
  deadline: z.number(),
  /** ms left when it was sent, because the console's clock may differ. */
  leftMs: z.number(),
  /** Number of users on duty alerted so far, one after another; 0: all who may answer. */
  called: z.number(),
  /** null: no answer yet. */
  reply: z.string().nullable(),
  repliedAt: instantOrNull,
  /** The user; '' for an automatic answer or a deleted account. */
  repliedBy: z.string(),
  automatic: z.boolean(),
  /** When the superior platform acknowledged the answer; null: waiting for the link. */
  takenAt: instantOrNull,
});
export type PostCheck = z.infer<typeof PostCheck>;

/** SUPERVISE_RESULT on the wire of 0x1401: 0 in progress, 1 done, 2 no action, 3 later. */
export const SuperviseResult = z.literal([0, 1, 2, 3]);

/**
 * 督办: an alarm must be handled before `supervise_time`. `gpsmsg` and `commonmsg` send it and each change as
 * `warnSuperviseMessage`; a message replaces the row with the same `tid`.
 */
export const SuperviseTask = z.object({
  ...questionFields,
  supervise_id: z.string(),
  cmd_code: z.literal(SUPERVISE_COMMAND),
  /** The vehicle; '-' and the task's number where the platform named none of ours. */
  tid: z.string(),
  /** Its plate as the platform named it; '' where it named none. */
  cno: z.string(),
  /** WARN_SOURCE_809 and WARN_TYPE_809; null for 2019 messages, which have neither. */
  warnInfo_src: z.number().nullable(),
  warn_type: z.number().nullable(),
  warn_time: z.number(),
  /** Deadline. */
  supervise_time: z.number(),
  /** 0 urgent, 1 normal. */
  todo_level: z.number(),
  /** The deadline passed without an answer in time. */
  overdue: z.boolean(),
  supervisor: z.string(),
  supervisor_tel: z.string(),
  supervisor_mail: z.string(),
  /** The result sent; null: none yet. */
  supervise_jg: SuperviseResult.nullable(),
  /** A local note; the wire has no field for text. */
  note: z.string(),
  repliedAt: instantOrNull,
  repliedBy: z.string(),
  takenAt: instantOrNull,
});
export type SuperviseTask = z.infer<typeof SuperviseTask>;

/** 平台间报文. `commonmsg` of type `platMessage`. Receipt is acknowledged at once (0x1302); `note`: a local note on its handling. */
export const PlatMessage = z.object({
  ...questionFields,
  id: z.string(),
  objectType: z.number(),
  objectId: z.string(),
  content: z.string(),
  note: z.string().nullable(),
  answeredAt: instantOrNull,
  answeredBy: z.string(),
});
export type PlatMessage = z.infer<typeof PlatMessage>;

/** `commonmsg` of type `platLink`: a link to a superior platform has another state; LINK_STATE of main and sub link. */
export type PlatLinkNews = { readonly id: string; readonly mainState: number; readonly subState: number };
