import { DAY_MS } from '@fleetwarden/domain/durations';

/** Default time that a task's file is available after its end. */
export const TASK_FILES_KEPT_MS = 7 * DAY_MS;
/** Maximum of that setting, plus one day: files left by a crash are deleted then. */
export const MAX_TASK_FILES_MS = 31 * DAY_MS;
/** Lifetime of a signed file address. */
export const TASK_ADDRESS_LIFE_MS = 10 * 60_000;
/** Retention of finished tasks. */
export const TASKS_KEPT_MS = 30 * DAY_MS;
/** Minimum interval for storing and publishing progress; also the delay until other nodes notice a cancel. */
export const PROGRESS_EVERY_MS = 1_000;
/** Queued or running tasks per account, without kinds that have their own limit. */
export const TASKS_PER_ACCOUNT = 5;
/** Delay before a task is tried again whose account has too many running. */
export const BUSY_MS = 1_000;
/** Runs of a repeatable task that were interrupted by restarts or an unavailable database, before it fails. */
export const MAX_RUNS = 3;
/** First and longest polling interval of a caller that waits for a task. */
export const LOOK_MS = 50;
export const MAX_LOOK_MS = 400;
