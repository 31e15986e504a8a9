import { z } from 'zod';
import type { CallSchemas } from '../call.ts';
import { MESSAGE_MAX } from '../messages/message-limits.ts';
import { RecordId } from '../values/record-id.ts';

const ids = z.array(RecordId).min(1).max(500);

/** RISK_STATE. */
export const RISK_OPEN = 1;
export const RISK_NOTIFIED = 2;
export const RISK_OBSERVED = 3;
const LIFTED = 4;

export const risksSchemas = {
  handleEvent: {
    summary:
      'Sets the state of risk events: 1 unhandled again, 2 driver notified, 3 under observation for a number of days, 4 lifted. With 2 to 4, the unhandled alarms of the events are handled too.',
    data: z.object({
      ids,
      state: z.literal([RISK_OPEN, RISK_NOTIFIED, RISK_OBSERVED, LIFTED]),
      note: z.string().trim().max(200).default(''),
      observeDays: z.number().int().min(0).max(60).optional(),
    }),
    reply: z.object({ handled: z.number() }),
  },
  notifyEvent: {
    summary:
      'Sends a text message (0x8300) to the vehicles of the events, once per vehicle. Messages for offline terminals wait until they connect. Unhandled events then become notified.',
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
} satisfies Record<string, CallSchemas>;
