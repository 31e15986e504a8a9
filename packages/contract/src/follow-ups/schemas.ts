import { ENUMERATIONS, type EnumerationType } from '@fleetwarden/domain/enumerations';
import { z } from 'zod';
import type { CallSchemas } from '../call.ts';
import { RecordId } from '../values/record-id.ts';
import { MAX_FOLLOWUP_TEXT } from './follow-up-rules.ts';

/** yyyy-MM-dd of the business time zone. */
const Day = z.iso.date();
const Text = z.string().trim().max(MAX_FOLLOWUP_TEXT);
/** A value of an enumeration that numbers name. */
const oneOf = (type: EnumerationType) => z.number().refine((value) => ENUMERATIONS[type].some((row) => row.value === value));
/** 0: unknown. */
const Reason = oneOf('OFFLINE_REASON');

export const OfflineNote = z.object({
  noteId: z.string(),
  kind: z.literal([1, 2, 3]),
  reason: z.number(),
  /** null: unknown. */
  expectOnline: z.string().nullable(),
  /** For a visit. */
  way: z.number().nullable(),
  result: z.number().nullable(),
  text: z.string(),
  /** null: a deleted account. */
  userName: z.string().nullable(),
  /** Epoch ms. */
  noteTime: z.number(),
  /** When the vehicle was last online, epoch ms. */
  offlineSince: z.number().nullable(),
  /** For a suspension: its days, both included; a cancelled one ends before it starts. */
  validFrom: z.string().nullable(),
  validTo: z.string().nullable(),
  version: z.number(),
});
export type OfflineNote = z.infer<typeof OfflineNote>;

/** The newest note that the caller saw, null: none. The call fails if there is a newer one. */
const NewestSeen = RecordId.nullable();
const OneNote = z.object({ noteId: z.string() });

export const followUpsSchemas = {
  updateOffLineMsg: {
    summary: 'Records the reason why a vehicle is offline, and the day from which it is expected online again.',
    data: z.object({
      carId: RecordId,
      seen: NewestSeen,
      reason: Reason,
      expectOnline: Day.nullable().default(null),
      remark: Text,
    }),
    reply: OneNote,
  },
  addOfflineVisit: {
    summary: 'Records a contact with the owner of an offline vehicle, and its result.',
    data: z.object({
      carId: RecordId,
      seen: NewestSeen,
      way: oneOf('VISIT_WAY'),
      result: oneOf('VISIT_RESULT'),
      text: Text.min(1),
      reason: Reason.default(0),
      expectOnline: Day.nullable().default(null),
    }),
    reply: OneNote,
  },
  targOfflineVisitList: {
    summary:
      'Lists remarks, follow-ups and out-of-service periods of a vehicle, newest first; `kind` limits the list to one kind.',
    data: z.object({ carId: RecordId, kind: z.literal([1, 2, 3]).optional() }),
    reply: z.object({ list: z.array(OfflineNote) }),
  },
  fileOfflineStop: {
    summary:
      'Records an out-of-service period of a vehicle. The vehicle is not expected online on these days. Past days are recalculated.',
    data: z.object({ carId: RecordId, seen: NewestSeen, reason: Reason, validFrom: Day, validTo: Day, remark: Text }),
    reply: OneNote,
  },
  endOfflineStop: {
    summary: 'Ends an out-of-service period early. An end on the day before its start withdraws the whole period.',
    data: z.object({ noteId: RecordId, version: z.number().int(), validTo: Day }),
    reply: z.object({ version: z.number() }),
  },
  addSpotCheck: {
    summary: 'Records a spot check that the caller has just made of a vehicle: the method, the result and a note.',
    data: z.object({
      carId: RecordId,
      kind: oneOf('SPOT_KIND'),
      result: oneOf('SPOT_RESULT'),
      note: Text.default(''),
    }),
    reply: z.object({ checkId: z.string() }),
  },
} satisfies Record<string, CallSchemas>;
