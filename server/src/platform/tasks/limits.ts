import { DAY_MS } from '@fleetwarden/domain/durations';

/** How long the file of a task can be fetched after its end, where nobody set it. */
export const TASK_FILES_KEPT_MS = 7 * DAY_MS;
/** The longest that may be set, and a day: what a crash left behind goes then. */
export const MAX_TASK_FILES_MS = 31 * DAY_MS;
/** How long an address opens the file of a task. */
export const TASK_ADDRESS_LIFE_MS = 10 * 60_000;
/** How long a task is listed after its end. */
export const TASKS_KEPT_MS = 30 * DAY_MS;
/** Progress is stored and told this often at most; a cancel is noticed on other nodes this late. */
export const PROGRESS_EVERY_MS = 1_000;
/** Tasks of one account that wait or run, those of kinds with bounds of their own left out. */
export const TASKS_PER_ACCOUNT = 5;
/** A task whose account has as many running as it may is looked at again after this. */
export const BUSY_MS = 1_000;
/** A task that may be repeated is given up after so many runs that were cut off, by a restart or by a database that was away. */
export const MAX_RUNS = 3;
/** Who waits for the end of a task looks first after this, and at the rarest every so often. */
export const LOOK_MS = 50;
export const MAX_LOOK_MS = 400;
