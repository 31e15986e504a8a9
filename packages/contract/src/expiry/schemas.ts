import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { permission } from '../permissions.ts';
import { RecordId } from '../values/record-id.ts';

const ids = z.array(RecordId).min(1).max(500);

/** What is done about things that are due (screen catalogue 7.16). */
export const expiryCalls = defineCalls({
  handleExpiry: {
    method: 'POST',
    path: 'expiry/handleExpiry',
    permission: permission.handleExpiry,
    audited: true,
    summary:
      'Says what was done: 2 handled, 3 renewed, 4 ignored, 1 nothing after all. No reminder follows until the date is another.',
    data: z.object({ ids, state: z.literal([1, 2, 3, 4]), note: z.string().trim().max(200).default('') }),
    reply: z.object({ handled: z.number() }),
  },
  sendRemind: {
    method: 'POST',
    path: 'expiry/sendRemind',
    permission: permission.remindExpiry,
    audited: true,
    summary: 'Reminds now of what is chosen and open: whom the rules name, and where none applies whoever sees it.',
    data: z.object({ ids }),
    reply: z.object({ told: z.number() }),
  },
});
