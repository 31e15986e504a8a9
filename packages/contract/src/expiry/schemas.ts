import { z } from 'zod';
import type { CallSchemas } from '../call.ts';
import { RecordId } from '../values/record-id.ts';

const ids = z.array(RecordId).min(1).max(500);

export const expirySchemas = {
  handleExpiry: {
    summary:
      'Records how due items were handled: 2 handled, 3 renewed, 4 ignored, 1 not handled after all. No reminder is sent until the due date changes.',
    data: z.object({ ids, state: z.literal([1, 2, 3, 4]), note: z.string().trim().max(200).default('') }),
    reply: z.object({ handled: z.number() }),
  },
  sendRemind: {
    summary:
      'Sends reminders now for the selected items that are open. Recipients are the users named in the rules; if no rule applies, all users who can see the item.',
    data: z.object({ ids }),
    reply: z.object({ told: z.number() }),
  },
} satisfies Record<string, CallSchemas>;
