import { z } from 'zod';
import { defineCalls } from '../../call.ts';
import { RecordId } from '../../values/record-id.ts';
import { LEDGERS, ledgerFields, ledgerKinds, ledgerRoles, MAX_LEDGER_REASON } from './ledger-rules.ts';

/** A sheet: of a company (absent: the caller's own) and a day, yyyy-MM-dd, or a month, yyyy-MM, that is over. */
const sheet = {
  deptId: RecordId.optional(),
  period: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?$/),
};
/** The version the caller has seen; 0: nobody has written anything. Refused where somebody wrote meanwhile. */
const version = z.number().int().min(0).max(1_000_000);
/** Why something is entered after the sheet was locked; must be said then, and is of no matter else. */
const reason = z.string().trim().max(MAX_LEDGER_REASON).default('');

const longest = (field: (typeof ledgerFields)[number]): number =>
  Math.max(...Object.values(LEDGERS).map(({ fields }) => fields[field] ?? 0));
const text = (field: (typeof ledgerFields)[number]) => z.string().trim().max(longest(field)).optional();

const Entry = z.object({
  field: z.enum([...ledgerFields, ...ledgerRoles]),
  /** Of a signature: who signed. */
  text: z.string(),
  userName: z.string(),
  /** Epoch ms. */
  at: z.number(),
  /** It was entered after the sheet was locked, and why. */
  late: z.boolean(),
  reason: z.string(),
});
export type LedgerEntry = z.infer<typeof Entry>;

export const Ledger = z.object({
  kind: z.enum(ledgerKinds),
  version: z.number(),
  /** Since when, or from when on, it is locked, epoch ms; null: until everybody has signed. */
  lockedAt: z.number().nullable(),
  locked: z.boolean(),
  /** The last entry of each field and signature; one without any is not there. */
  current: z.array(Entry),
  /** All that was entered, the newest first. */
  history: z.array(Entry),
});
export type Ledger = z.infer<typeof Ledger>;

/** What people write and mark in ledgers; who may do so is said by the right of each kind, for which every handler asks. */
export const ledgersCalls = defineCalls({
  getLedger: {
    method: 'POST',
    path: 'report/getLedger',
    permission: 'signedIn',
    read: true,
    summary:
      'What was written in the sheet of a day or month and who signed it, with its history. For whoever may see its report.',
    data: z.object(sheet),
    reply: Ledger,
  },
  saveLedger: {
    method: 'POST',
    path: 'report/saveLedger',
    permission: 'signedIn',
    audited: true,
    summary:
      'Writes fields of a sheet; an empty text takes one out. After the sheet was locked it is a late entry and needs a reason.',
    data: z.object({
      ...sheet,
      version,
      words: z.strictObject({
        weather: text('weather'),
        result: text('result'),
        reasons: text('reasons'),
        measures: text('measures'),
        remark: text('remark'),
      }),
      reason,
    }),
    reply: Ledger,
  },
  signLedger: {
    method: 'POST',
    path: 'report/signLedger',
    permission: 'signedIn',
    audited: true,
    summary: 'Marks that the caller signs a sheet as who watched or who answers for safety; once, and it stays.',
    data: z.object({ ...sheet, version, role: z.enum(ledgerRoles), reason }),
    reply: Ledger,
  },
});
