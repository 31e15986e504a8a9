import { HOUR_MS } from '@fleetwarden/domain/durations';
import type { z } from 'zod';
import type { Lane } from './lanes.ts';

/** An idempotent kind of background job: a node may die after the work and before its result is stored, so it may run twice. */
export type Job<P> = {
  /** `module.action`, e.g. 'positions.partitions'. */
  readonly kind: string;
  /** Lane with a concurrency limit (LANES). Default DEFAULT_LANE. */
  readonly lane?: Lane;
  /** Validated when queued and when run: a release may find jobs of an older one. */
  readonly payload: z.ZodType<P>;
  readonly run: (payload: P, context: JobContext) => Promise<void>;
  /** Attempts before the job stays failed. Default 5. */
  readonly maxAttempts?: number;
};

export type JobContext = {
  /** Aborted when the server stops: long work throws, and the job runs again later. */
  readonly signal: AbortSignal;
  /** 1 at the first run. */
  readonly attempt: number;
};

const BACKOFF_FIRST_MS = 5_000;
const MAX_BACKOFF_MS = HOUR_MS;

/** Delay after the n-th failure: 5 s, doubled each time, at most one hour. */
export function backoffMs(attempt: number): number {
  return Math.min(BACKOFF_FIRST_MS * 2 ** (attempt - 1), MAX_BACKOFF_MS);
}
