import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { MESSAGE_MAX } from '../messages/message-limits.ts';
import { permission } from '../permissions.ts';
import { RecordId } from '../values/record-id.ts';

const ids = z.array(RecordId).min(1).max(500);

/** RISK_STATE. */
export const RISK_OPEN = 1;
export const RISK_NOTIFIED = 2;
export const RISK_OBSERVED = 3;
const LIFTED = 4;

/** What is done about vehicles that came into risk areas (screen catalogue 10). */
export const risksCalls = defineCalls({
  handleEvent: {
    method: 'POST',
    path: 'epidemic/handleEvent',
    permission: permission.handleRiskEvents,
    audited: true,
    summary:
      'Says what became of it: 2 the driver was told, 3 under observation for so many days, 4 lifted, 1 nothing after all. Of an alarm of it that nobody has decided it is the decision.',
    data: z.object({
      ids,
      state: z.literal([RISK_OPEN, RISK_NOTIFIED, RISK_OBSERVED, LIFTED]),
      note: z.string().trim().max(200).default(''),
      observeDays: z.number().int().min(0).max(60).optional(),
    }),
    reply: z.object({ handled: z.number() }),
  },
  notifyEvent: {
    method: 'POST',
    path: 'epidemic/notifyEvent',
    permission: permission.notifyRiskVehicles,
    audited: true,
    summary:
      'Sends a text to the vehicles (0x8300), each once; it waits for terminals that are offline. What was open of them is notified then.',
    data: z.object({
      ids,
      message: z.string().trim().min(1).max(MESSAGE_MAX),
      /** 4 display, 8 TTS, 16 advertising screen. */
      channels: z
        .array(z.literal([4, 8, 16]))
        .min(1)
        .max(3),
    }),
    reply: z.object({ sent: z.number(), failed: z.number() }),
  },
});
