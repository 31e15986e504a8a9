import { z } from 'zod';
import type { CallSchemas } from '../call.ts';
import { CommandState, Confirmation, TargetTerminal } from '../commands/schemas.ts';
import { Instant } from '../values/instant.ts';
import { RecordId } from '../values/record-id.ts';
import { PARAMETER_GROUPS, type ParameterGroup } from './parameter-groups.ts';

/** Vehicles of one set, read or comparison. */
export const MAX_VEHICLES = 10_000;
const MAX_PARAMETERS = 200;
const MAX_UINT32 = 0xff_ff_ff_ff;

/** The id of a parameter in decimal: the key of its value. */
const ParamId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .refine((id) => Number(id) <= MAX_UINT32);
const paramIds = z.array(ParamId).min(1).max(MAX_PARAMETERS);
/** Addresses of one probe: those that a parameter may name. */
export const MAX_PROBED = 4;
const ServerAddress = z.object({ host: z.string().trim().min(1).max(255), port: z.int().min(1).max(65_535) });
/** Values by parameter id, as in parameter-table.ts; an unknown id has no value that could be set. */
const Values = z.record(ParamId, z.unknown()).refine((values) => {
  const count = Object.keys(values).length;
  return count > 0 && count <= MAX_PARAMETERS;
});
const targIds = z.array(RecordId).min(1).max(MAX_VEHICLES);
const Group = z.enum(Object.keys(PARAMETER_GROUPS) as [ParameterGroup, ...ParameterGroup[]]);
const format = z.enum(['xlsx', 'csv']).default('xlsx');
/** Offline terminals: commands wait for them. */
const queueOffline = z.boolean().default(false);
/** Of the command '8103server'; required for parameters with `danger`. */
const confirmation = Confirmation.optional();
/** Vehicles by their ids, or those of a department with the ones below it; neither: all of the scope. */
const Vehicles = { targIds: targIds.optional(), deptId: RecordId.optional() };

/** States of a set of parameters for one vehicle. */
export const SET_STATES = [
  // a second user must approve it
  'awaiting',
  // it waits or was sent
  'sent',
  // the terminal accepted it, and its values are read back
  'reading',
  // the terminal returned the values
  'confirmed',
  // it returned others
  'differs',
  // it accepted, and the values could not be read back
  'unconfirmed',
  // the command failed
  'failed',
  // nothing was sent
  'refused',
] as const;
const SetState = z.enum(SET_STATES);
export type SetState = z.infer<typeof SetState>;

/** `commonmsg` of type `terminalParams`: values of a vehicle were read (then `ids` names them), or the state of a set changed. */
export const ParamNews = z.object({
  targId: z.string(),
  ids: z.array(z.string()),
  /** The command that read them, or set them. */
  seqId: z.string(),
  setId: z.string().nullable(),
  setState: SetState.nullable(),
});
export type ParamNews = z.infer<typeof ParamNews>;

/** As of a command: 1-3 from the terminal, 4020 offline, 4023 not supported by its version, 4029 busy. */
const resultCode = z.number().nullable();

const Car = { targId: z.string(), carNo: z.string(), color: z.number(), deptName: z.string() };
/** Version of JT/T 808; null: the terminal has not reported it. */
const version = z.number().nullable();

const SetResult = z.object({
  targId: z.string(),
  carNo: z.string(),
  /** null: nothing was sent. */
  seqId: z.string().nullable(),
  ...TargetTerminal,
  state: SetState,
  resultCode,
  /** Parameters that the terminal's version lacks: with setParams nothing is sent to it, otherwise they are left out. */
  notApplicable: z.array(z.string()),
});
const SetReply = z.object({
  setId: z.string(),
  list: z.array(SetResult),
  /** Batches that wait for the approval of a second user (platform setting). */
  batchIds: z.array(z.string()),
});
export type SetResult = z.infer<typeof SetResult>;

const ParamValue = z.object({
  id: z.string(),
  /** As in parameter-table.ts; null: not read yet, or only as bytes. */
  value: z.unknown(),
  /** Hex of a value that is not interpreted. */
  raw: z.string().nullable(),
  /** Epoch ms of the answer. */
  readAt: z.number().nullable(),
  /** What the terminal had before its last change: a value, or hex; null: it never changed. */
  previous: z.unknown(),
  /** The newest value that was sent and is not confirmed. */
  pending: z.object({ value: z.unknown(), setId: z.string(), state: SetState, at: z.number() }).nullable(),
});

const ParamSet = z.object({
  setId: z.string(),
  ...Car,
  seqId: z.string().nullable(),
  /** manual, template, default (a new vehicle) or copy. */
  source: z.enum(['manual', 'template', 'default', 'copy']),
  templateName: z.string().nullable(),
  values: z.record(z.string(), z.unknown()),
  /** Values that the terminal returned instead. */
  differing: z.record(z.string(), z.unknown()),
  notApplicable: z.array(z.string()),
  state: SetState,
  cmdState: CommandState.nullable(),
  resultCode,
  username: z.string(),
  createdAt: z.number(),
  changedAt: z.number(),
});

const TemplateFields = {
  name: z.string().trim().min(1).max(50),
  deptId: RecordId,
  /** Terminals of this maker and model; '': of any. */
  maker: z.string().trim().max(64).default(''),
  model: z.string().trim().max(64).default(''),
  values: Values,
  /** Sent to vehicles of the department that are added from now on, when their terminal connects first. */
  forNew: z.boolean().default(false),
};
const Template = z.object({
  ...TemplateFields,
  id: z.string(),
  deptName: z.string(),
  version: z.number(),
  username: z.string(),
  updatedAt: z.number(),
});
export type ParamTemplate = z.infer<typeof Template>;

const Deviation = z.object({ id: z.string(), expected: z.unknown(), actual: z.unknown() });
export type Deviation = z.infer<typeof Deviation>;
const ComparedCar = z.object({
  ...Car,
  version,
  readAt: z.number().nullable(),
  /** neverRead: no value of the terminal is known. */
  state: z.enum(['conforms', 'deviates', 'neverRead']),
  deviations: z.array(Deviation),
});
export type ComparedCar = z.infer<typeof ComparedCar>;

const Comparison = { templateId: RecordId, ...Vehicles };

export const terminalSettingsSchemas = {
  getParams: {
    summary:
      'Returns the last values received from a terminal, each with its time, and the values that were sent but are not confirmed yet.',
    data: z.object({ targId: RecordId, ids: paramIds.optional(), groups: z.array(Group).min(1).max(20).optional() }),
    reply: z.object({ ...Car, version, readAt: z.number().nullable(), list: z.array(ParamValue) }),
  },
  readParams: {
    summary:
      'Reads parameters from terminals: the given ids or groups (0x8106), or all parameters if neither is given (0x8104). A message `terminalParams` follows each answer.',
    data: z.object({
      targIds,
      ids: paramIds.optional(),
      groups: z.array(Group).min(1).max(20).optional(),
      queueOffline,
    }),
    reply: z.object({
      list: z.array(z.object({ targId: z.string(), seqId: z.string(), ...TargetTerminal, state: CommandState, resultCode })),
    }),
  },
  setParams: {
    summary:
      'Sends these values (0x8103) and reads them back. Sends nothing to a terminal if its version lacks one of the parameters.',
    data: z.object({ targIds, values: Values, queueOffline, confirmation }),
    reply: SetReply,
  },
  probeServer: {
    summary:
      'Tests whether this platform reaches new server addresses within 3 s, before they are sent to terminals. Opens a TCP connection and closes it. Limited to a few calls per minute.',
    data: z.object({ addresses: z.array(ServerAddress).min(1).max(MAX_PROBED) }),
    reply: z.object({ list: z.array(ServerAddress.extend({ reachable: z.boolean() })) }),
  },
  copyParams: {
    summary:
      'Sends the stored values of a vehicle to other vehicles: all values or the given ones. Does not send values that belong to one vehicle, such as the plate.',
    data: z.object({ fromId: RecordId, targIds, ids: paramIds.optional(), queueOffline, confirmation }),
    reply: SetReply,
  },
  listParamSet: {
    summary: 'Lists the sets of parameters for vehicles in the scope, newest first.',
    data: z.object({
      setId: RecordId.optional(),
      ...Vehicles,
      state: SetState.optional(),
      startTime: Instant.optional(),
      endTime: Instant.optional(),
    }),
    reply: z.object({ list: z.array(ParamSet) }),
  },
  listParamCar: {
    summary:
      'Lists the vehicles in the scope with the state of their parameters. With a template, also returns the number of deviations.',
    data: z.object({ deptId: RecordId.optional(), text: z.string().trim().max(50).optional(), templateId: RecordId.optional() }),
    reply: z.object({
      list: z.array(
        z.object({
          ...Car,
          version,
          maker: z.string(),
          model: z.string(),
          /** As the terminal last answered (0x0107), or as an upgrade since then left it; '': not known. */
          firmware: z.string(),
          online: z.boolean(),
          readAt: z.number().nullable(),
          setAt: z.number().nullable(),
          /** Sets of the last 30 days by their state. */
          pending: z.number(),
          failed: z.number(),
          /** null: no template given, or never read. */
          deviations: z.number().nullable(),
        }),
      ),
    }),
  },
  compareCars: {
    summary: 'Returns the stored values of two vehicles side by side.',
    data: z.object({ targId: RecordId, otherId: RecordId }),
    reply: z.object({
      readAt: z.number().nullable(),
      otherReadAt: z.number().nullable(),
      list: z.array(z.object({ id: z.string(), value: z.unknown(), other: z.unknown(), same: z.boolean() })),
    }),
  },
  exportParams: {
    summary: 'Exports the stored parameters of vehicles as a file, with one row for each parameter.',
    data: z.object({ ...Vehicles, format }),
    reply: z.object({ url: z.string() }),
  },
  listParamTemplate: {
    summary: 'Lists the templates in the scope, sorted by name.',
    data: z.object({ deptId: RecordId.optional(), maker: z.string().max(64).optional(), model: z.string().max(64).optional() }),
    reply: z.object({ list: z.array(Template) }),
  },
  saveParamTemplate: {
    summary: 'Adds a template, or updates one if an id is given. The version must be the stored version.',
    data: z.object({ ...TemplateFields, id: RecordId.optional(), version: z.number().int().min(0).default(0) }),
    reply: z.object({ id: z.string(), version: z.number() }),
  },
  delParamTemplate: {
    summary: 'Removes templates. Sets that were created from them remain.',
    data: z.object({ ids: z.array(RecordId).min(1).max(500) }),
    reply: z.object({ removed: z.number() }),
  },
  compareTemplate: {
    summary:
      'Compares the stored values of vehicles with a template. Ignores parameters that the version of a terminal lacks. `show` selects the vehicles in the list.',
    data: z.object({ ...Comparison, show: z.enum(['deviates', 'neverRead', 'conforms', 'all']).default('deviates') }),
    reply: z.object({
      vehicles: z.number(),
      conforming: z.number(),
      deviating: z.number(),
      neverRead: z.number(),
      list: z.array(ComparedCar),
    }),
  },
  applyTemplate: {
    summary:
      'Sends the values of a template to vehicles. With `onlyDeviating`, sends only the deviating values, and only to vehicles that deviate.',
    data: z.object({ ...Comparison, onlyDeviating: z.boolean().default(false), queueOffline, confirmation }),
    reply: SetReply,
  },
  exportDeviations: {
    summary:
      'Exports the deviations from a template as a file. It has one row for each vehicle and parameter, and one for each vehicle never read. Many rows start an export task.',
    data: z.object({ ...Comparison, format }),
    reply: z.union([z.object({ url: z.string() }), z.object({ taskId: z.string() })]),
  },
} satisfies Record<string, CallSchemas>;
