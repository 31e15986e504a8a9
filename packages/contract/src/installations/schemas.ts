import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { RecordId } from '../values/record-id.ts';

/** What is done with an installation beyond writing it down (screen catalogue 7.18). */
export const installationsCalls = defineCalls({
  runCheck: {
    method: 'POST',
    path: 'install/runCheck',
    permission: '62310',
    audited: true,
    summary: 'Looks whether the terminal has registered, is online and has a fix, and keeps what it found.',
    data: z.object({ id: RecordId }),
    reply: z.object({ registered: z.boolean(), online: z.boolean(), fixed: z.boolean() }),
  },
  acceptInstall: {
    method: 'POST',
    path: 'install/acceptInstall',
    permission: '62311',
    audited: true,
    summary: 'Accepts an installation that was checked: its vehicle and terminal are entered, or brought up to it.',
    data: z.object({ id: RecordId, version: z.number().int() }),
    reply: z.object({ state: z.number() }),
  },
  rejectInstall: {
    method: 'POST',
    path: 'install/rejectInstall',
    permission: '62312',
    audited: true,
    summary: 'Sends an installation back, with the reason.',
    data: z.object({ id: RecordId, version: z.number().int(), reason: z.string().trim().min(1).max(200) }),
    reply: z.object({ state: z.number() }),
  },
});
