import { z } from 'zod';

/** What superior platforms (JT/T 809) ask, as consoles are told of it. Times are epoch ms. */

/** Number of the message by which a console knows a post-check. */
export const POST_CHECK_MESSAGE = '0x00B9';
/** The command of a supervision (督办). */
export const SUPERVISE_COMMAND = '0x9401';

const instantOrNull = z.number().nullable();

const asked = {
  /** The superior platform, and its name. */
  upPlatId: z.string(),
  platName: z.string(),
  receivedAt: z.number(),
} as const;

/**
 * 查岗: somebody is to answer before `deadline`. `commonmsg` of type `postCheck` brings it to those who may answer, once more when it
 * was answered; it stays on the screen until then, or until its time is over.
 */
export const PostCheck = z.object({
  ...asked,
  msgId: z.literal(POST_CHECK_MESSAGE),
  /** What an answer names as `rspSeqId`. */
  seqId: z.string(),
  /** The question. */
  msg: z.string(),
  /** 1 this platform, 2 one operator below it, 3 all of them; and which. */
  objectType: z.number(),
  objectId: z.string(),
  deadline: z.number(),
  /** ms until then when this was told: a console's clock may be another. */
  leftMs: z.number(),
  /** How many on duty were called so far, one after the other; 0: everybody who may answer. */
  called: z.number(),
  /** null: nobody answered so far. */
  reply: z.string().nullable(),
  repliedAt: instantOrNull,
  /** Who; '' where the platform did by itself, or an account that is gone. */
  repliedBy: z.string(),
  automatic: z.boolean(),
  /** When the answer was taken there; null: it waits for the link. */
  takenAt: instantOrNull,
});
export type PostCheck = z.infer<typeof PostCheck>;

/** SUPERVISE_RESULT on the wire of 0x1401: 0 in progress, 1 done, 2 no action, 3 later. */
export const SuperviseResult = z.literal([0, 1, 2, 3]);

/**
 * 督办: an alarm is to be handled before `supervise_time`. `commonmsg` of type `warnSuperviseMessage` brings it and each change of it;
 * one of the same `tid` takes the place of the row that is there.
 */
export const SuperviseTask = z.object({
  ...asked,
  supervise_id: z.string(),
  cmd_code: z.literal(SUPERVISE_COMMAND),
  /** The vehicle; '-' and the task's number where the platform named none of ours. */
  tid: z.string(),
  /** Its plate as the platform named it; '' where it named none. */
  cno: z.string(),
  /** WARN_SOURCE_809 and WARN_TYPE_809; null where the printing of 2019 says neither. */
  warnInfo_src: z.number().nullable(),
  warn_type: z.number().nullable(),
  warn_time: z.number(),
  /** Until when. */
  supervise_time: z.number(),
  /** 0 urgent, 1 normal. */
  todo_level: z.number(),
  /** Nobody answered in time, or not so far and the time is over. */
  overdue: z.boolean(),
  supervisor: z.string(),
  supervisor_tel: z.string(),
  supervisor_mail: z.string(),
  /** What was answered; null: nothing so far. */
  supervise_jg: SuperviseResult.nullable(),
  /** What was said of it here; the wire has no words. */
  note: z.string(),
  repliedAt: instantOrNull,
  repliedBy: z.string(),
  takenAt: instantOrNull,
});
export type SuperviseTask = z.infer<typeof SuperviseTask>;

/** 平台间报文. `commonmsg` of type `platMessage`. That it came was told at once (0x1302); `note`: what was made of it here. */
export const PlatMessage = z.object({
  ...asked,
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
