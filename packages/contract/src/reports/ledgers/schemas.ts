import { z } from 'zod';
import type { CallSchemas } from '../../call.ts';
import { RecordId } from '../../values/record-id.ts';
import { LEDGERS, ledgerFields, ledgerKinds, ledgerRoles, MAX_LEDGER_REASON } from './ledger-rules.ts';

/** A ledger: of a company (absent: the caller's own) and a past day, yyyy-MM-dd, or month, yyyy-MM. */
const sheet = {
  deptId: RecordId.optional(),
  period: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?$/),
};
/** The version that the caller saw; 0: empty. The call fails if another user wrote meanwhile. */
const version = z.number().int().min(0).max(1_000_000);
/** Reason for an entry in a locked ledger: required there, otherwise ignored. */
const reason = z.string().trim().max(MAX_LEDGER_REASON).default('');

const longest = (field: (typeof ledgerFields)[number]): number =>
  Math.max(...Object.values(LEDGERS).map(({ fields }) => fields[field] ?? 0));
const text = (field: (typeof ledgerFields)[number]) => z.string().trim().max(longest(field)).optional();

const Entry = z.object({
  field: z.enum([...ledgerFields, ...ledgerRoles]),
  /** For a signature: the user. */
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
  /** When it locked or will lock, epoch ms; null: only when all have signed. */
  lockedAt: z.number().nullable(),
  locked: z.boolean(),
  /** The last entry of each field and signature; empty ones are absent. */
  current: z.array(Entry),
  /** All that was entered, the newest first. */
  history: z.array(Entry),
});
export type Ledger = z.infer<typeof Ledger>;

export const ledgersSchemas = {
  getLedger: {
    summary:
      'Returns the entries and signatures of the ledger of a day or month, with its history. Requires permission for its report.',
    data: z.object(sheet),
    reply: Ledger,
  },
  saveLedger: {
    summary:
      'Writes fields of a ledger; an empty text clears a field. After the ledger is locked, this is a late entry and requires a reason.',
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
    summary:
      'Signs a ledger as monitoring operator or as head of safety. Each can be signed only once, and the signature is permanent.',
    data: z.object({ ...sheet, version, role: z.enum(ledgerRoles), reason }),
    reply: Ledger,
  },
} satisfies Record<string, CallSchemas>;
