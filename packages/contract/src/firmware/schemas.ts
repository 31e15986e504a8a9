import { z } from 'zod';
import type { CallSchemas } from '../call.ts';
import { Confirmation } from '../commands/schemas.ts';
import { RecordId } from '../values/record-id.ts';
import {
  MAX_MAKER_BYTES,
  MAX_MODELS,
  MAX_ROLLOUT_TARGETS,
  MAX_VERSION_BYTES,
  ROLLOUT_ACTIONS,
  type RolloutAction,
} from './firmware-limits.ts';

/** Printable ASCII: both texts are of the message 0x8108. */
const ascii = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[!-~]+$/);
const Kind = z.literal([0, 12, 52]);
const State = z.number().int().min(0).max(6);
const Note = z.string().trim().max(500);

const Firmware = z.object({
  id: z.string(),
  /** The name of the uploaded file, for display. */
  name: z.string(),
  /** UPGRADE_KIND. */
  kind: Kind,
  maker: z.string(),
  version: z.string(),
  /** Terminal models it is for. */
  models: z.array(z.string()),
  bytes: z.number(),
  sha256: z.string(),
  md5: z.string(),
  note: z.string(),
  deptName: z.string(),
  username: z.string(),
  createdAt: z.number(),
  /** Roll-outs that use it. */
  rollouts: z.number(),
});
export type Firmware = z.infer<typeof Firmware>;

/** Numbers of vehicles by state, in the order of UPGRADE_STATE. */
const Counts = z.object({
  waiting: z.number(),
  sending: z.number(),
  sent: z.number(),
  succeeded: z.number(),
  failed: z.number(),
  cancelled: z.number(),
  withdrawn: z.number(),
});

const Rollout = z.object({
  id: z.string(),
  firmwareId: z.string(),
  fileName: z.string(),
  kind: Kind,
  version: z.string(),
  /** ROLLOUT_WAY. */
  way: z.literal([1, 2]),
  percent: z.number(),
  stopAfter: z.number(),
  autoNext: z.boolean(),
  /** ROLLOUT_STATE and ROLLOUT_STAGE. */
  state: z.number(),
  stage: z.literal([1, 2]),
  /** Vehicles of the first stage, and all. */
  firstCars: z.number(),
  cars: z.number(),
  counts: Counts,
  /** Share of the data that arrived, 0 to 1. */
  progress: z.number(),
  note: z.string(),
  deptName: z.string(),
  username: z.string(),
  createdAt: z.number(),
  endedAt: z.number().nullable(),
  /** Until when it can be approved; null: it needs no approval. */
  approveBy: z.number().nullable(),
});
export type Rollout = z.infer<typeof Rollout>;

const RolloutCar = z.object({
  targId: z.string(),
  carNo: z.string(),
  color: z.number(),
  deptName: z.string(),
  model: z.string(),
  stage: z.literal([1, 2]),
  /** UPGRADE_STATE. */
  state: State,
  parts: z.number().nullable(),
  partsDone: z.number(),
  attempts: z.number(),
  /**
   * 1 the terminal failed, 2 it cancelled. From the platform: 4021 no answer, 4022 refused, 5000 an internal error; null: no result
   * yet, or success.
   */
  resultCode: z.number().nullable(),
  /** The version that the terminal told after its upgrade (0x0107); null: not asked, or no answer yet. */
  reportedVersion: z.string().nullable(),
  startedAt: z.number().nullable(),
  endedAt: z.number().nullable(),
});
export type RolloutCar = z.infer<typeof RolloutCar>;

/** Vehicles of a roll-out, and the file. */
const targets = { firmwareId: RecordId, targIds: z.array(RecordId).min(1).max(MAX_ROLLOUT_TARGETS) };
/** Why a vehicle cannot be part: another model, no terminal, or in another roll-out that is not over. */
const Unfit = z.object({ targId: z.string(), carNo: z.string(), reason: z.literal(['model', 'terminal', 'busy']) });

/** `commonmsg` of type `firmware`: roll-outs changed. Sent to users who may see them. */
export type FirmwareNews = { readonly rolloutIds: readonly string[] };

export const firmwareSchemas = {
  addFirmware: {
    summary: 'Stores a firmware file for terminals of given models. Refused if the file cannot be firmware.',
    data: z.object({
      kind: Kind,
      maker: ascii(MAX_MAKER_BYTES),
      version: ascii(MAX_VERSION_BYTES),
      models: z.array(z.string().trim().min(1).max(64)).min(1).max(MAX_MODELS),
      note: Note.default(''),
    }),
    reply: z.object({ id: z.string(), sha256: z.string(), md5: z.string() }),
  },
  listFirmware: {
    summary: 'Lists firmware files of the caller’s departments and of the departments above them, newest first.',
    data: z.object({ text: z.string().trim().max(64).optional(), kind: Kind.optional() }),
    reply: z.object({ list: z.array(Firmware) }),
  },
  delFirmware: {
    summary: 'Deletes a firmware file of the caller’s departments. Refused if a running roll-out needs it.',
    data: z.object({ id: RecordId }),
    reply: z.object({ deleted: z.number() }),
  },
  checkRollout: {
    summary: 'Shows which vehicles a roll-out of the file would include, and why other vehicles cannot be included.',
    data: z.object({ ...targets, percent: z.int().min(1).max(100).default(100) }),
    reply: z.object({
      cars: z.number(),
      firstCars: z.number(),
      /** Plates of the first vehicles, for the confirmation. */
      plates: z.array(z.string()),
      unfit: z.array(Unfit),
    }),
  },
  addRollout: {
    summary:
      'Starts a roll-out: first to a percentage of the vehicles, later to all. Refused if a vehicle cannot be included, or without the confirmation that a dangerous command needs. If the platform requires it, a second user must approve first, before the deadline.',
    data: z.object({
      ...targets,
      way: z.literal([1, 2]).default(1),
      percent: z.int().min(1).max(100).default(10),
      /** Failed vehicles after which it stops by itself. */
      stopAfter: z.int().min(1).max(MAX_ROLLOUT_TARGETS).default(3),
      /** Continues with all vehicles by itself when all of the first stage succeeded. */
      autoNext: z.boolean().default(false),
      /** Of command 8108: the number of vehicles (of one its plate), and the password. */
      confirmation: Confirmation.optional(),
      note: Note.default(''),
    }),
    reply: z.object({ id: z.string() }),
  },
  listRollout: {
    summary: 'Roll-outs of the caller’s departments, newest first.',
    data: z.object({ id: RecordId.optional(), state: z.int().min(0).max(6).optional() }),
    reply: z.object({ list: z.array(Rollout) }),
  },
  listRolloutCar: {
    summary: 'Lists the vehicles of a roll-out in the caller’s scope, vehicles in progress first.',
    data: z.object({ id: RecordId, state: State.optional(), carNo: z.string().trim().max(20).optional() }),
    reply: z.object({ list: z.array(RolloutCar) }),
  },
  changeRollout: {
    summary:
      'Pauses, resumes or cancels a roll-out, extends it to all vehicles, or retries the failed ones. Approval requires a second user with the permission for dangerous controls. `changed` is false if the state of the roll-out does not allow the action.',
    data: z.object({ id: RecordId, action: z.literal(Object.keys(ROLLOUT_ACTIONS) as RolloutAction[]) }),
    reply: z.object({ changed: z.boolean() }),
  },
  noteRollout: {
    summary: 'Stores the roll-back note of a roll-out: the steps to follow if the new version has problems.',
    data: z.object({ id: RecordId, note: Note }),
    reply: z.object({}),
  },
} satisfies Record<string, CallSchemas>;
