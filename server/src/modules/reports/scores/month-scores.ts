import { z } from 'zod';
import type { Db } from '../../../platform/db/database.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import type { Jobs } from '../../../platform/jobs/runner.ts';
import type { Log } from '../../../platform/observe/log.ts';
import type { SettingsArea } from '../../settings/index.ts';
import { closeMonths } from './close-months.ts';
import { readScoreRules } from './score-rules.ts';

const EACH_TWO_MINUTES = '*/2 * * * *';

/** Registers the job that closes months, every two minutes, as their data may still be counted. */
export function registerMonthScores(
  jobs: Pick<Jobs, 'register' | 'schedule'>,
  deps: {
    readonly db: Db;
    readonly log: Pick<Log, 'info'>;
    readonly settings: Pick<SettingsArea, 'of'>;
    readonly timeZone: string;
    readonly now?: () => number;
    /** Months stay open until it resolves to true. Default: at once. */
    readonly ready?: (() => Promise<boolean>) | undefined;
  },
): void {
  const { db, log, settings, timeZone, now = Date.now, ready } = deps;
  const job: Job<object> = {
    kind: 'reports.monthScores',
    lane: 'maintenance',
    payload: z.object({}),
    // cron retries anyway
    maxAttempts: 1,
    run: async (_payload, { signal }) => {
      for (const month of await closeMonths({ db, rulesOf: readScoreRules(settings), timeZone, now, ready }, signal))
        log.info({ month }, 'the scores of a month were closed');
    },
  };
  jobs.register(job);
  jobs.schedule(job, EACH_TWO_MINUTES, {});
}
