import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { CaseTransitions } from './case-transitions.ts';
import { LOT } from './limits.ts';
import * as store from './store.ts';

/** Escalates overdue unclaimed cases. `idleMs`: a claim whose owner is idle for longer does not count. */
export const createEscalation = (deps: {
  readonly db: Db;
  readonly caseTransitions: CaseTransitions;
  readonly idleMs: () => Promise<number>;
  readonly now: () => number;
}): Job<object> => ({
  kind: 'alarms.escalation',
  lane: 'cron',
  payload: z.object({}),
  maxAttempts: 1,
  run: async (_payload, { signal }) => {
    const { db, caseTransitions, now } = deps;
    const idleMs = await deps.idleMs();
    for (;;) {
      signal.throwIfAborted();
      const gids = await store.overdue(db, now(), now() - idleMs);
      const done = await caseTransitions.escalate(gids, { accountId: null, scope: null, notes: '', idleMs });
      // a batch that was handled meanwhile would be read again and again
      if (gids.length < LOT || done.length === 0) return;
    }
  },
});
