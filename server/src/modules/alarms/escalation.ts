import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { CaseTransitions } from './case-transitions.ts';
import { LOT } from './limits.ts';
import * as store from './store.ts';

/** Escalates cases whose time is up and at which nobody is. `idleMs`: how long one who has claimed a case may do nothing. */
export const createEscalation = (deps: {
  readonly db: Db;
  readonly caseTransitions: CaseTransitions;
  readonly idleMs: () => Promise<number>;
  readonly now: () => number;
}): Job<object> => ({
  kind: 'alarms.escalation',
  lane: 'timed',
  payload: z.object({}),
  maxAttempts: 1,
  run: async (_payload, { signal }) => {
    const { db, caseTransitions, now } = deps;
    const idleMs = await deps.idleMs();
    for (;;) {
      signal.throwIfAborted();
      const gids = await store.overdue(db, now(), now() - idleMs);
      const done = await caseTransitions.escalate(gids, { accountId: null, scope: null, notes: '', idleMs });
      // what was not escalated was decided meanwhile: where that is all, it would come again
      if (gids.length < LOT || done.length === 0) return;
    }
  },
});
