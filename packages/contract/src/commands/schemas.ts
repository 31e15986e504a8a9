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
 * version or model lacks the command, 4024 the vehicle moves, 4025 its speed is unknown, 4029 too many in-flight commands for it, 5000 an
 * internal error.
 */
const resultCode = z.number().nullable();

/**
 * Required for commands with a danger level. The server compares it with the call; `plate` is required for one vehicle, `password` for
 * dangerous commands (encrypted like that of a login).
 */
export const Confirmation = z.strictObject({
  cmdCode: CmdCode,
  vehicles: z.int().min(1).max(MAX_TARGETS),
  plate: z.string().max(20).optional(),
  password: z.string().max(1_000).optional(),
});
export type Confirmation = z.infer<typeof Confirmation>;

/** The terminal of a target vehicle: its number ('' if it is not known), and its version of JT/T 808. */
export const TargetTerminal = { terminal: z.string(), version: z.number().nullable() };

const Sent = z.object({ targId: z.string(), seqId: z.string(), ...TargetTerminal, state: CommandState, resultCode });
const sent = z.object({
  list: z.array(Sent),
  /** The batch that waits for the approval of a second user (platform setting); the list is empty then. */
  batchId: z.string().optional(),
});

/** `commonmsg` of type `cmdResult`: the state of a command outside batches changed. Sent to the sender, and to users who may send it to this vehicle. */
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

/** BATCH_STATE: 0 waits for approval, 1 running, 2 paused, 3 done, 4 cancelled, 5 refused, 6 expired without approval. */
export const BatchState = z.literal([0, 1, 2, 3, 4, 5, 6]);
export type BatchState = z.infer<typeof BatchState>;

/** Vehicles of a batch by result; `pending`: not sent yet. */
export const BatchCounts = z.object({
  pending: z.number(),
  waiting: z.number(),
  sent: z.number(),
  succeeded: z.number(),
  failed: z.number(),
  timedOut: z.number(),
  cancelled: z.number(),
});
export type BatchCounts = z.infer<typeof BatchCounts>;

/** `commonmsg` of type `commandBatch`: progress, at most once a second for each batch. Sent to users who may see the batch. */
export const BatchNews = z.object({ batchId: z.string(), state: BatchState, total: z.number(), counts: BatchCounts });
export type BatchNews = z.infer<typeof BatchNews>;

const Batch = BatchNews.extend({
  name: z.string(),
  cmdCode: z.string(),
  params: z.unknown(),
  username: z.string(),
  /** Whether the caller started it. */
  mine: z.boolean(),
  /** Whether the caller may approve or refuse it. */
  mayDecide: z.boolean(),
  /** Who approved or refused it, and the note; null if no approval was needed. */
  decidedBy: z.string().nullable(),
  decidedAt: z.number().nullable(),
  note: z.string().nullable(),
  /** Epoch ms. */
  createdAt: z.number(),
  finishedAt: z.number().nullable(),
  /** Until when it can be approved. */
  approveBy: z.number().nullable(),
});
export type Batch = z.infer<typeof Batch>;

/** BatchResult of a vehicle: `state` null: not sent yet. */
const BatchVehicle = z.object({
  targId: z.string(),
  carNo: z.string(),
  color: z.number(),
  deptName: z.string(),
  seqId: z.string().nullable(),
  state: CommandState.nullable(),
  resultCode,
  resultData: z.unknown(),
  sentAt: z.number().nullable(),
  answeredAt: z.number().nullable(),
});
export type BatchVehicle = z.infer<typeof BatchVehicle>;

/** The list of a command's form that a file brings rows for. */
const RowsOf = { cmdCode: CmdCode, list: z.string().min(1).max(40) };
/** Rows that were refused: where, and why. */
const RowError = z.object({ row: z.number(), cell: z.string(), header: z.string(), message: z.string() });
export type RowError = z.infer<typeof RowError>;

const Template = z.object({ id: z.string(), cmdCode: z.string(), name: z.string(), params: z.unknown(), createdAt: z.number() });

/** Vehicles by their ids, or those of departments. */
const BatchTargets = {
  targIds: z.array(RecordId).min(1).max(MAX_TARGETS).optional(),
  deptIds: z.array(RecordId).min(1).max(500).optional(),
};
const oneKindOfTargets = [
  ({ targIds, deptIds }: { targIds?: unknown; deptIds?: unknown }) => (targIds === undefined) !== (deptIds === undefined),
  { path: ['targIds'], params: { key: 'field.required', texts: {} } },
] as [(targets: { targIds?: unknown; deptIds?: unknown }) => boolean, { path: string[]; params: object }];

export const commandsSchemas = {
  sendCommand: {
    summary:
      'Sends a command to vehicles in the scope. With `queueOffline`, a command that can be queued waits for an offline terminal. Any other command fails for offline terminals; refused with 4020 if it reaches no terminal.',
    data: z.object({
      cmdCode: CmdCode,
      targIds: z.array(RecordId).min(1).max(MAX_TARGETS),
      params: Params.default({}),
      queueOffline: z.boolean().default(false),
      confirmation: Confirmation.optional(),
    }),
    reply: sent,
  },
  listCommand: {
    summary:
      'Lists commands to vehicles in the scope, newest first: the caller’s own, and those the caller has permission to send. Covers at most 31 days, by default the last 7. Commands requested by id have no time limit.',
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
    summary: 'Cancels commands that are still waiting. Commands that were already sent do not change.',
    data: z.object({ seqIds }),
    reply: z.object({ cancelled: z.number() }),
  },
  resendCommand: {
    summary: 'Resends commands that failed, timed out or were cancelled, each as a new command.',
    data: z.object({ seqIds, queueOffline: z.boolean().default(false) }),
    reply: sent,
  },
  readRows: {
    summary:
      'Reads rows of a command’s list from an xlsx or csv file, for the form of the command. Nothing is sent or stored. Rows with errors are left out. Refused if the file has more rows than the command allows.',
    data: z.object(RowsOf),
    reply: z.object({ rows: z.array(z.record(z.string(), z.unknown())), errors: z.array(RowError) }),
  },
  getRowsTemplate: {
    summary: 'Returns an empty template file for the rows of a command’s list, with explanations.',
    data: z.object({ ...RowsOf, format: z.enum(['xlsx', 'csv']) }),
    reply: z.object({ url: z.string() }),
  },
  listRecorderRecord: {
    summary: 'Lists the blocks of recorder data that is too long for the result of its command (`stored` in that result).',
    data: z.object({ seqId: SeqId }),
    reply: z.object({ list: z.array(z.record(z.string(), z.unknown())) }),
  },
  saveRecorderData: {
    summary: 'Returns recorder data that is too long for the result of its command as a file, as the terminal sent it.',
    data: z.object({ seqId: SeqId }),
    reply: z.object({ url: z.string() }),
  },
  saveTemplate: {
    summary:
      'Saves parameters of a command as a named template of the caller. Saving with the same name again replaces the parameters.',
    data: z.object({ cmdCode: CmdCode, name: z.string().trim().min(1).max(50), params: Params }),
    reply: z.object({ id: z.string() }),
  },
  listTemplate: {
    summary: 'Lists the caller’s templates of one command or of all commands, sorted by command and name.',
    data: z.object({ cmdCode: CmdCode.optional() }),
    reply: z.object({ list: z.array(Template) }),
  },
  delTemplate: {
    summary: 'Deletes templates of the caller.',
    data: z.object({ ids: z.array(RecordId).min(1).max(500) }),
    reply: z.object({ removed: z.number() }),
  },
  checkBatch: {
    summary: 'Returns the number of vehicles in a planned batch and the plates of the first ones, for the confirmation.',
    data: z.object({ cmdCode: CmdCode, ...BatchTargets }).refine(...oneKindOfTargets),
    reply: z.object({ vehicles: z.number(), plates: z.array(z.string()) }),
  },
  startBatch: {
    summary:
      'Starts a batch: sends a command to many vehicles in the background. Targets are vehicles, or departments with everything below them. The batch continues after a restart.',
    data: z
      .object({
        name: z.string().trim().min(1).max(50),
        cmdCode: CmdCode,
        params: Params.default({}),
        ...BatchTargets,
        queueOffline: z.boolean().default(false),
        confirmation: Confirmation.optional(),
      })
      .refine(...oneKindOfTargets),
    reply: z.object({ batchId: z.string(), state: BatchState, total: z.number() }),
  },
  listBatch: {
    summary:
      'Lists batches, newest first: the caller’s own, and those of users in the scope that the caller has permission to send. `toDecide`: only batches that wait for the caller’s approval.',
    data: z.object({ state: BatchState.optional(), mine: z.boolean().default(false), toDecide: z.boolean().default(false) }),
    reply: z.object({ list: z.array(Batch) }),
  },
  listBatchVehicle: {
    summary:
      'Lists the vehicles of a batch with their results, in one state or all states. `pending`: only vehicles to which the command was not sent yet.',
    data: z.object({ batchId: RecordId, state: CommandState.optional(), pending: z.boolean().default(false) }),
    reply: z.object({ list: z.array(BatchVehicle) }),
  },
  controlBatch: {
    summary: 'Pauses, resumes or cancels a batch of the caller. Commands that were already sent do not change.',
    data: z.object({ batchId: RecordId, action: z.enum(['pause', 'resume', 'cancel']) }),
    reply: z.object({ state: BatchState }),
  },
  retryBatch: {
    summary: 'Resends a batch of the caller to the vehicles that failed, timed out or were cancelled.',
    data: z.object({ batchId: RecordId, confirmation: Confirmation.optional() }),
    reply: z.object({ vehicles: z.number(), state: BatchState }),
  },
  decideBatch: {
    summary:
      'Approves or rejects a batch that waits for a second user. The second user must not be the sender, and needs the same permission and scope.',
    data: z.object({ batchId: RecordId, approve: z.boolean(), note: z.string().trim().max(200).default('') }),
    reply: z.object({ state: BatchState }),
  },
  exportBatch: {
    summary: 'Starts a task that exports the vehicles of a batch with their results to a workbook.',
    data: z.object({ batchId: RecordId }),
    reply: z.object({ taskId: z.string() }),
  },
} satisfies Record<string, CallSchemas>;
