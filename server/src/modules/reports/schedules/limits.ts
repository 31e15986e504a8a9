import { DAY_MS } from '@fleetwarden/domain/durations';

/** Retention of runs. */
export const RUNS_RETENTION_MS = 90 * DAY_MS;
/** A run that was missed longer ago is skipped. */
export const MAX_MISSED_MS = 7 * DAY_MS;
/** Schedules started per turn; the others follow in the next. */
export const MAX_STARTED_PER_TURN = 200;
/** Finished runs reported per turn. */
export const MAX_REPORTED_PER_TURN = 500;
/** How long a notice is shown. */
export const NOTICE_SHOWN_MS = 7 * DAY_MS;
/** Lifetime of the link to a file that is too large for an email: that of the file. */
export { TASK_FILES_KEPT_MS as LINK_LIFE_MS } from '../../../platform/tasks/limits.ts';
