import { z } from 'zod';
import type { CallSchemas } from '../call.ts';
import { RecordId } from '../values/record-id.ts';

export const installationsSchemas = {
  runCheck: {
    summary: 'Looks whether the terminal has registered, is online and has a fix, and keeps what it found.',
    data: z.object({ id: RecordId }),
    reply: z.object({ registered: z.boolean(), online: z.boolean(), fixed: z.boolean() }),
  },
  acceptInstall: {
    summary: 'Accepts an installation that was checked: its vehicle and terminal are entered, or brought up to it.',
    data: z.object({ id: RecordId, version: z.number().int() }),
    reply: z.object({ state: z.number() }),
  },
  rejectInstall: {
    summary: 'Sends an installation back, with the reason.',
    data: z.object({ id: RecordId, version: z.number().int(), reason: z.string().trim().min(1).max(200) }),
    reply: z.object({ state: z.number() }),
  },
} satisfies Record<string, CallSchemas>;
