import { z } from 'zod';
import { WarnId } from '../alarms/alarm-filter.ts';
import { AlarmGid, AlarmRow } from '../alarms/alarm-row.ts';
import { AttachmentKind, EVIDENCE_STATES } from '../alarms/attachments.ts';
import type { CallSchemas } from '../call.ts';
import { Instant, withinDays } from '../values/instant.ts';
import { RecordId } from '../values/record-id.ts';
import { EVIDENCE_LIST_DAYS, EVIDENCE_NOTE_MAX, EVIDENCE_REASON_MAX, MAX_EVIDENCE_ALARMS } from './evidence-limits.ts';

const alarmGids = z.array(AlarmGid).min(1).max(MAX_EVIDENCE_ALARMS);
const reason = z.string().trim().max(EVIDENCE_REASON_MAX);

const filter = {
  /** Departments with their descendants, and vehicles; given both, the union. */
  deptIds: z.array(RecordId).max(500).optional(),
  targIds: z.array(RecordId).max(500).optional(),
  /** Part of a plate. */
  carNo: z.string().trim().max(21).optional(),
  /** Drivers on duty when the alarm began, and part of the name of such a driver. */
  driverIds: z.array(RecordId).max(500).optional(),
  driverName: z.string().trim().max(50).optional(),
  warnIds: z.array(WarnId).max(200).optional(),
  levels: z
    .array(z.literal([1, 2, 3]))
    .max(3)
    .optional(),
  /** Range of the start of the alarm; without `startTime`, the 31 days before `endTime` or now. */
  startTime: Instant.optional(),
  endTime: Instant.optional(),
  /** A film was received. */
  hasVideo: z.boolean().optional(),
  /** true: locked, or under a legal hold; of any time if no time is given. */
  locked: z.boolean().optional(),
  fileStates: z.array(z.literal(EVIDENCE_STATES)).max(5).optional(),
  /** Only these alarms, of any time. */
  alarmGids: alarmGids.optional(),
  sort: z.enum(['newest', 'oldest']).default('newest'),
};
/** Whether a search has no limit of days. */
export const isOfAnyTime = ({
  locked,
  alarmGids,
}: {
  readonly locked?: boolean | undefined;
  readonly alarmGids?: unknown;
}): boolean => locked === true || alarmGids !== undefined;
const EvidenceFilter = withinDays(z.object(filter), EVIDENCE_LIST_DAYS, isOfAnyTime);
export type EvidenceFilter = z.output<typeof EvidenceFilter>;

/** An alarm in the evidence centre. `driver` is the person who was on duty when the alarm began. */
const EvidenceRow = AlarmRow.extend({
  /** Of `driver`; '' unknown. */
  driverId: z.string(),
  /** Announced files, at least those that came. */
  fileTotal: z.number(),
  pictures: z.number(),
  sounds: z.number(),
  films: z.number(),
  /** Further data of the item: front speed and distance, deviation, road sign, fatigue degree. */
  info: z.record(z.string(), z.unknown()),
  locked: z.boolean(),
  lockReason: z.string(),
  /** User who locked it; '' not locked. */
  lockUser: z.string(),
  lockedAt: z.number().nullable(),
  /** Reason of a legal hold on its vehicle or driver; '' none. */
  holdReason: z.string(),
  note: z.string(),
  /** The time at which the files are deleted; null: never, because the evidence is locked or held. */
  expireAt: z.number().nullable(),
  /** Users who viewed or exported its files. */
  viewers: z.number(),
  /** Added by a user; '' because the alarm was handled. */
  addedBy: z.string(),
});
export type EvidenceRow = z.infer<typeof EvidenceRow>;

const EvidenceView = z.object({
  at: z.number(),
  username: z.string(),
  /** '' for an export. */
  ip: z.string(),
  /** 0 viewed, 1 exported. */
  action: z.literal([0, 1]),
  kind: AttachmentKind,
  fileName: z.string(),
});

const EvidenceHold = z.object({
  id: z.string(),
  /** '' for a hold on a driver. */
  targId: z.string(),
  carNo: z.string(),
  /** '' for a hold on a vehicle. */
  driverId: z.string(),
  driverName: z.string(),
  reason: z.string(),
  username: z.string(),
  heldAt: z.number(),
  /** null: in force. */
  releasedAt: z.number().nullable(),
  releasedBy: z.string(),
  releaseReason: z.string(),
});

/** `container`: the bytes around the files were changed, as when a zip is packed again. */
export const PACK_FAULTS = [
  'notPack',
  'badSignature',
  'changed',
  'missing',
  'added',
  'damaged',
  'tooLarge',
  'container',
] as const;

const changed = z.object({ list: z.array(z.string()) });

export const evidenceSchemas = {
  listEvidence: {
    summary:
      'Lists evidence in the scope: active-safety alarms whose files are retained. Alarms of level 2 and 3 are added when they are handled and have files; a user can add others.',
    data: EvidenceFilter,
    reply: z.object({
      list: z.array(EvidenceRow),
      /** There are more rows than the total. */
      more: z.boolean(),
    }),
  },
  addEvidence: {
    summary: 'Adds alarms to the evidence. Returns the alarms that were not evidence before.',
    data: z.object({ alarmGids }),
    reply: changed,
  },
  lockEvidence: {
    summary:
      'Locks evidence with a reason, or unlocks it. Locked evidence is never deleted. Locking adds alarms that are not evidence yet. Returns the alarms that changed.',
    data: z
      .object({ alarmGids, locked: z.boolean(), reason: reason.default('') })
      .refine(({ locked, reason: why }) => !locked || why !== '', { path: ['reason'], params: { key: 'field.required' } }),
    reply: changed,
  },
  noteEvidence: {
    summary: 'Writes a note to evidence. An empty note deletes the existing one.',
    data: z.object({ alarmGids, note: z.string().trim().max(EVIDENCE_NOTE_MAX) }),
    reply: changed,
  },
  delEvidence: {
    summary:
      'Deletes the files of alarms, and removes the alarms from the evidence. If one of them is locked or under a legal hold, nothing is deleted and the call is refused.',
    data: z.object({ alarmGids }),
    reply: changed,
  },
  listEvidenceView: {
    summary: 'Lists the users who viewed or exported files of an alarm, latest first.',
    data: z.object({ alarmGid: AlarmGid }),
    reply: z.object({ list: z.array(EvidenceView) }),
  },
  holdEvidence: {
    summary:
      'Sets a legal hold on a vehicle or a driver. Evidence and alarms of that vehicle or driver are not deleted until the hold is released.',
    data: z
      .object({ targId: RecordId.optional(), driverId: RecordId.optional(), reason: reason.min(1) })
      .refine(({ targId, driverId }) => (targId === undefined) !== (driverId === undefined), {
        path: ['targId'],
        params: { key: 'field.required' },
      }),
    reply: z.object({ id: z.string() }),
  },
  releaseEvidence: {
    summary: 'Releases a legal hold, with a reason.',
    data: z.object({ id: RecordId, reason: reason.min(1) }),
    reply: z.object({}),
  },
  listEvidenceHold: {
    summary: 'Lists legal holds in the scope, latest first.',
    data: z.object({
      /** Only those in force, or only released ones. */
      released: z.boolean().optional(),
      targId: RecordId.optional(),
      driverId: RecordId.optional(),
    }),
    reply: z.object({ list: z.array(EvidenceHold) }),
  },
  packEvidence: {
    summary:
      'Starts a task that packs alarms with their files into a zip. The zip contains the files, alarm.json of each alarm, a list, a PDF with the SHA-256 of each file, and a signed manifest.',
    data: z.object({ alarmGids }),
    reply: z.object({ taskId: z.string() }),
  },
  checkEvidencePack: {
    summary: 'Checks an exported package: the signature of this platform, and the SHA-256 of every file.',
    data: z.object({}),
    reply: z.object({
      intact: z.boolean(),
      /** Faults, at most 100; `file` is '' for the whole package. */
      faults: z.array(z.object({ file: z.string(), fault: z.enum(PACK_FAULTS) })),
      files: z.number(),
      alarms: z.number(),
      /** Time and account of the export, as the manifest says; null and '' if the signature is not valid. */
      createdAt: z.number().nullable(),
      username: z.string(),
    }),
  },
} satisfies Record<string, CallSchemas>;
