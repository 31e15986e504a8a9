import { DAY_MS, MINUTE_MS, SECOND_MS } from '@fleetwarden/domain/durations';

/** Limits of downloads from terminals. Tests can override each. */
export const UPLOAD_LIMITS = {
  /** Interval of the queue, ms. */
  sweepMs: SECOND_MS,
  /** A task ends after this, and its FTP account with it. */
  lifeMs: DAY_MS,
  /** An upload without bytes, transfer and result is requested again after this, ms. */
  stalledMs: 2 * MINUTE_MS,
  /** Delays of requests after one that brought no bytes; after the last, the task fails. */
  retryDelaysMs: [30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS] as readonly number[],
  /** A task of an offline vehicle is tried again after this, or when the terminal signs in. */
  offlineMs: MINUTE_MS,
  /** Of the files of one task. */
  maxBytes: 8 * 1024 * 1024 * 1024,
  /** Unfinished tasks of a vehicle, and of an account. */
  tasksOfVehicle: 20,
  tasksOfAccount: 100,
};
export type UploadLimits = Readonly<typeof UPLOAD_LIMITS>;

/** Retention of tasks that ended. Their files have their own. */
export const TASKS_KEPT_MS = 180 * DAY_MS;
