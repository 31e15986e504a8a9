import { DAY_MS } from '@fleetwarden/domain/durations';

/** How long the end of a run is told of. */
export const RUNS_RETENTION_MS = 90 * DAY_MS;
/** A time that was missed longer ago is left out: what it was for is past. */
export const MAX_MISSED_MS = 7 * DAY_MS;
/** Schedules that are begun in a turn; the others are a minute later. */
export const MAX_STARTED_PER_TURN = 200;
/** Runs whose end is told in a turn. */
export const MAX_REPORTED_PER_TURN = 500;
/** How long a notice of a run is shown. */
export const NOTICE_SHOWN_MS = 7 * DAY_MS;
/** How long the address of a file that is too large for a letter opens it: as long as it is kept. */
export { TASK_FILES_KEPT_MS as LINK_LIFE_MS } from '../../../platform/tasks/limits.ts';
