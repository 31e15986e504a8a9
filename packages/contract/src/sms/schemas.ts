import { rules } from '@fleetwarden/domain/form-rules';
import { z } from 'zod';
import type { CallSchemas } from '../call.ts';
import { toFieldFault } from '../resources/field-schemas.ts';
import { RecordId } from '../values/record-id.ts';

/** Records switched in one call at most. */
const MAX_RECORDS = 500;

const Mobile = z
  .string()
  .trim()
  .superRefine((text, context) => {
    const problem = rules.mobile.check(text);
    if (problem) context.addIssue(toFieldFault(problem));
  });
const enable = {
  summary: 'Enables or disables records: all of them, or none.',
  data: z.object({ ids: z.array(RecordId).min(1).max(MAX_RECORDS), enabled: z.boolean() }),
  reply: z.object({ changed: z.number() }),
};

export const smsSchemas = {
  enableSmsAccount: enable,
  enableSmsRule: enable,
  getSmsAccess: {
    summary:
      'Returns the account balance and the secret address to which the provider may push receipts. The address is null if terminals and providers cannot reach this server, or if the provider pushes no receipts.',
    data: z.object({ id: RecordId }),
    reply: z.object({
      receiptUrl: z.string().nullable(),
      /** null: the provider has none, or did not answer. */
      balance: z.object({ amount: z.string(), currency: z.string() }).nullable(),
      /** Why there is no balance, in words of the provider. */
      balanceError: z.string().nullable(),
    }),
  },
  sendTestSms: {
    summary:
      'Sends a template with example values to a number. Requires an enabled account. Refused with 4011 above the monthly cap of the account or of the platform, or above the caller’s quota. The log shows the receipt.',
    data: z.object({ id: RecordId, templateId: RecordId, mobile: Mobile }),
    reply: z.object({ id: z.string() }),
  },
} satisfies Record<string, CallSchemas>;
