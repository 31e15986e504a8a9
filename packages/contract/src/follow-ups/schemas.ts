import { ENUMERATIONS, type EnumerationType } from '@fleetwarden/domain/enumerations';
import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { permission } from '../permissions.ts';
import { RecordId } from '../values/record-id.ts';
import { MAX_FOLLOWUP_TEXT } from './follow-up-rules.ts';

/** yyyy-MM-dd of the business time zone. */
const Day = z.iso.date();
const Text = z.string().trim().max(MAX_FOLLOWUP_TEXT);
/** A value of an enumeration that numbers name. */
const oneOf = (type: EnumerationType) => z.number().refine((value) => ENUMERATIONS[type].some((row) => row.value === value));
/** 0: nobody has said. */
const Reason = oneOf('OFFLINE_REASON');

export const OfflineNote = z.object({
  noteId: z.string(),
  kind: z.literal([1, 2, 3]),
  reason: z.number(),
  /** null: nobody has said. */
  expectOnline: z.string().nullable(),
  /** Of a visit. */
  way: z.number().nullable(),
  result: z.number().nullable(),
  text: z.string(),
  /** null: an account that is gone. */
  userName: z.string().nullable(),
  /** Epoch ms. */
  noteTime: z.number(),
  /** When the vehicle had been heard of last, epoch ms. */
  offlineSince: z.number().nullable(),
  /** Of a filed stop: its days, both included; one that was taken back ends before it begins. */
  validFrom: z.string().nullable(),
  validTo: z.string().nullable(),
  version: z.number(),
});
export type OfflineNote = z.infer<typeof OfflineNote>;

/** The newest note the caller has seen, null: none. Refused where somebody has written another meanwhile. */
const Seen = RecordId.nullable();
const OneNote = z.object({ noteId: z.string() });

/** What people do about vehicles that are not heard of, and the checks they make of those that are. */
export const followUpsCalls = defineCalls({
  updateOffLineMsg: {
    method: 'POST',
    path: 'report/updateOffLineMsg',
    permission: permission.noteOffline,
    audited: true,
    summary: 'Writes down why a vehicle is not heard of, and from which day on it is expected.',
    data: z.object({ carId: RecordId, seen: Seen, reason: Reason, expectOnline: Day.nullable().default(null), remark: Text }),
    reply: OneNote,
  },
  addOfflineVisit: {
    method: 'POST',
    path: 'report/addOfflineVisit',
    permission: permission.noteOffline,
    audited: true,
    summary: 'Writes down that somebody spoke with the owner of a vehicle that is not heard of, and what came of it.',
    data: z.object({
      carId: RecordId,
      seen: Seen,
      way: oneOf('VISIT_WAY'),
      result: oneOf('VISIT_RESULT'),
      text: Text.min(1),
      reason: Reason.default(0),
      expectOnline: Day.nullable().default(null),
    }),
    reply: OneNote,
  },
  targOfflineVisitList: {
    method: 'POST',
    path: 'report/targOfflineVisitList',
    permission: permission.noteOffline,
    read: true,
    paged: true,
    summary: 'Remarks, visits and filed stops of a vehicle, the newest first; `kind` asks for one of them.',
    data: z.object({ carId: RecordId, kind: z.literal([1, 2, 3]).optional() }),
    reply: z.object({ list: z.array(OfflineNote) }),
  },
  fileOfflineStop: {
    method: 'POST',
    path: 'report/fileOfflineStop',
    permission: permission.fileStop,
    audited: true,
    summary: 'Files the days a vehicle stands still: it is not due to be online on them. Days that are over are counted anew.',
    data: z.object({ carId: RecordId, seen: Seen, reason: Reason, validFrom: Day, validTo: Day, remark: Text }),
    reply: OneNote,
  },
  endOfflineStop: {
    method: 'POST',
    path: 'report/endOfflineStop',
    permission: permission.fileStop,
    audited: true,
    summary: 'Ends a filed stop earlier; a day before it began: it never held.',
    data: z.object({ noteId: RecordId, version: z.number().int(), validTo: Day }),
    reply: z.object({ version: z.number() }),
  },
  addSpotCheck: {
    method: 'POST',
    path: 'car/addSpotCheck',
    permission: permission.spotCheck,
    audited: true,
    summary: 'Writes down that the caller has looked at a vehicle just now, how, and what was seen.',
    data: z.object({
      carId: RecordId,
      kind: oneOf('SPOT_KIND'),
      result: oneOf('SPOT_RESULT'),
      note: Text.default(''),
    }),
    reply: z.object({ checkId: z.string() }),
  },
});
