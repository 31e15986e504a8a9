import { z } from 'zod';
import type { CallSchemas } from '../call.ts';
import { COMMAND_LIST_DAYS, CommandState, MAX_TARGETS } from '../commands/schemas.ts';
import { Instant, withinDays } from '../values/instant.ts';
import { RecordId } from '../values/record-id.ts';
import { MESSAGE_MAX } from './message-limits.ts';

const Text = z.string().trim().max(1_000);
/** console.md 3: the text, its display flags, its recipients. */
const payload = {
  /** 0 the template's text, 1 one of one's own; only that one is looked at. */
  flag: z.literal([0, 1]).default(1),
  message: Text.optional(),
  templateMsg: Text.optional(),
  /** TTS where it is not sent. */
  sendFlag: z.number().int().min(0).max(255).default(11),
  /** Saves the user's own text as a template. */
  isSetToTemplate: z.union([z.boolean(), z.literal([0, 1])]).default(false),
  /** The caller's own id, if sent. */
  userId: RecordId.optional(),
};
export const MessagePayload = z.object(payload);
const sent = z.object({
  list: z.array(z.object({ targId: z.string(), seqId: z.string(), state: CommandState, resultCode: z.number().nullable() })),
});

export const messagesSchemas = {
  sendMessage: {
    summary: 'Sends a text to vehicles (0x8300); it waits for terminals that are offline.',
    data: z.object({ ...payload, targetIds: z.array(RecordId).min(1).max(MAX_TARGETS) }),
    reply: sent,
  },
  sendMessageForDept: {
    summary: 'The same to all vehicles of departments and those below them; `targetIds` names the departments.',
    data: z.object({ ...payload, targetIds: z.array(RecordId).min(1).max(500) }),
    reply: sent,
  },
  addTemplate: {
    summary: 'Keeps a text as a template of the caller’s.',
    data: z.object({
      content: z.string().trim().min(1).max(MESSAGE_MAX),
      name: z.string().trim().min(1).max(50),
      desc: z.string().trim().max(200).default(''),
      userId: RecordId.optional(),
    }),
    reply: z.object({ id: z.string() }),
  },
  getTemplate: {
    summary: 'The caller’s templates, newest first.',
    data: z.object({ userId: RecordId.optional() }),
    reply: z.object({
      templates: z.array(z.object({ id: z.string(), name: z.string(), desc: z.string(), content: z.string() })),
    }),
  },
  delTemplate: {
    summary: 'Removes templates of the caller’s.',
    data: z.object({ ids: z.array(RecordId).min(1).max(500) }),
    reply: z.object({ removed: z.number() }),
  },
  listMessage: {
    summary:
      'Texts that were sent to vehicles of the scope, newest first. Of 31 days at the most; the last 7 where no beginning is given.',
    data: withinDays(
      z.object({
        targId: RecordId.optional(),
        text: z.string().trim().max(50).optional(),
        state: CommandState.optional(),
        startTime: Instant.optional(),
        endTime: Instant.optional(),
      }),
      COMMAND_LIST_DAYS,
    ),
    reply: z.object({
      list: z.array(
        z.object({
          seqId: z.string(),
          targId: z.string(),
          carNo: z.string(),
          color: z.number(),
          deptName: z.string(),
          message: z.string(),
          sendFlag: z.number(),
          state: CommandState,
          resultCode: z.number().nullable(),
          username: z.string(),
          createdAt: z.number(),
          answeredAt: z.number().nullable(),
        }),
      ),
    }),
  },
} satisfies Record<string, CallSchemas>;
