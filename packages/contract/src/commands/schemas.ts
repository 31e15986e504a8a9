import { z } from 'zod';
import type { CallSchemas } from '../call.ts';
import { Instant, withinDays } from '../values/instant.ts';
import { RecordId } from '../values/record-id.ts';

/** The calls that send commands. Permissions are in the command's row (terminal-commands.ts). */

/** Vehicles of one send. */
export const MAX_TARGETS = 10_000;
const MAX_SEQ_IDS = 500;
/** Days of a list of commands. */
export const COMMAND_LIST_DAYS = 31;

/** The number of a command on the wire. */
export const SeqId = z.string().regex(/^[1-9]\d{0,14}$/);
const seqIds = z.array(SeqId).min(1).max(MAX_SEQ_IDS);
const CmdCode = z.string().min(1).max(40);
const Params = z.record(z.string().max(60), z.unknown());

/** CMD_STATE: 0 waits to be sent, 1 sent, 2 succeeded, 3 failed, 4 timed out, 5 cancelled, 6 answered with data. */
export const CommandState = z.literal([0, 1, 2, 3, 4, 5, 6]);
export type CommandState = z.infer<typeof CommandState>;

/**
 * Why a command failed. From the terminal: 1 failed, 2 malformed, 3 not supported. Not sent: 4020 offline, 4023 the terminal's protocol
 * version lacks the command, 4029 too many in-flight commands for it, 5000 an internal error.
 */
const resultCode = z.number().nullable();

const Sent = z.object({ targId: z.string(), seqId: z.string(), state: CommandState, resultCode });
const sent = z.object({ list: z.array(Sent) });

/** `commonmsg` of type `cmdResult`: the state of a command changed. Sent to the sender, and to users who may send it to this vehicle. */
export const CommandNews = z.object({
  seqId: z.string(),
  targId: z.string(),
  cmdCode: z.string(),
  state: CommandState,
  resultCode,
  resultData: z.unknown(),
});
export type CommandNews = z.infer<typeof CommandNews>;

const Command = CommandNews.extend({
  carNo: z.string(),
  color: z.number(),
  deptName: z.string(),
  params: z.unknown(),
  /** The sender; '' for the platform or a deleted account. */
  username: z.string(),
  /** Epoch ms. */
  createdAt: z.number(),
  sentAt: z.number().nullable(),
  answeredAt: z.number().nullable(),
  expireAt: z.number(),
  /** Number of attempts. */
  sends: z.number(),
});
export type Command = z.infer<typeof Command>;

const Template = z.object({ id: z.string(), cmdCode: z.string(), name: z.string(), params: z.unknown(), createdAt: z.number() });

export const commandsSchemas = {
  sendCommand: {
    summary:
      'Sends a command to vehicles of the scope. With `queueOffline` one that may wait does so for a terminal that is offline; any other is refused (4020 where it reaches nobody).',
    data: z.object({
      cmdCode: CmdCode,
      targIds: z.array(RecordId).min(1).max(MAX_TARGETS),
      params: Params.default({}),
      queueOffline: z.boolean().default(false),
    }),
    reply: sent,
  },
  listCommand: {
    summary:
      'Commands to vehicles of the scope, newest first: the caller’s own, and those the caller might send. Of 31 days at the most; the last 7 where no beginning is given, unless they are named.',
    data: withinDays(
      z.object({
        seqIds: seqIds.optional(),
        targId: RecordId.optional(),
        cmdCode: CmdCode.optional(),
        state: CommandState.optional(),
        mine: z.boolean().default(false),
        startTime: Instant.optional(),
        endTime: Instant.optional(),
      }),
      COMMAND_LIST_DAYS,
    ),
    reply: z.object({ list: z.array(Command) }),
  },
  cancelCommand: {
    summary: 'Takes back commands that still wait; one that was sent stays as it is.',
    data: z.object({ seqIds }),
    reply: z.object({ cancelled: z.number() }),
  },
  resendCommand: {
    summary: 'Sends commands that failed, timed out or were cancelled once more, each as a new one.',
    data: z.object({ seqIds, queueOffline: z.boolean().default(false) }),
    reply: sent,
  },
  saveTemplate: {
    summary: 'Keeps parameters of a command under a name of the caller’s; the same name again replaces them.',
    data: z.object({ cmdCode: CmdCode, name: z.string().trim().min(1).max(50), params: Params }),
    reply: z.object({ id: z.string() }),
  },
  listTemplate: {
    summary: 'The caller’s templates, of one command or all, by name.',
    data: z.object({ cmdCode: CmdCode.optional() }),
    reply: z.object({ list: z.array(Template) }),
  },
  delTemplate: {
    summary: 'Removes templates of the caller’s.',
    data: z.object({ ids: z.array(RecordId).min(1).max(500) }),
    reply: z.object({ removed: z.number() }),
  },
} satisfies Record<string, CallSchemas>;
