import { z } from 'zod';
import type { CallSchemas } from '../call.ts';
import { RecordId } from '../values/record-id.ts';

export const installationsSchemas = {
  runCheck: {
    summary: 'Checks whether the terminal has registered, is online and has a position fix, and stores the result.',
    data: z.object({ id: RecordId }),
    reply: z.object({ registered: z.boolean(), online: z.boolean(), fixed: z.boolean() }),
  },
  acceptInstall: {
    summary: 'Accepts an installation that was checked. Adds its vehicle and terminal, or updates their records.',
    data: z.object({ id: RecordId, version: z.number().int() }),
    reply: z.object({ state: z.number() }),
  },
  rejectInstall: {
    summary: 'Rejects an installation, with the reason.',
    data: z.object({ id: RecordId, version: z.number().int(), reason: z.string().trim().min(1).max(200) }),
    reply: z.object({ state: z.number() }),
  },
} satisfies Record<string, CallSchemas>;
