import { HOUR_MS } from '@fleetwarden/domain/durations';
import type { z } from 'zod';
import type { Lane } from './lanes.ts';

/** One kind of background work. It may run twice (a node can die after its work and before its note of it), so it must bear repetition. */
export type Job<P> = {
  /** `area.what`, e.g. 'positions.partitions'. */
  readonly kind: string;
  /** What it waits for, and what waits for it (LANES). Default USUAL_LANE. */
  readonly lane?: Lane;
  /** Checked when it is queued and again when it runs: a release may find jobs of an older one. */
  readonly payload: z.ZodType<P>;
  readonly run: (payload: P, context: JobContext) => Promise<void>;
  /** After so many failures it stays failed. Default 5. */
  readonly maxAttempts?: number;
};

export type JobContext = {
  /** Aborted when the server stops: long work ends early and throws, the job is run again later. */
  readonly signal: AbortSignal;
  /** 1 at the first run. */
  readonly attempt: number;
};

const BACKOFF_FIRST_MS = 5_000;
const MAX_BACKOFF_MS = HOUR_MS;

/** How long a job waits after its n-th failure: 5 s, doubled each time, an hour at most. */
export function backoffMs(attempt: number): number {
  return Math.min(BACKOFF_FIRST_MS * 2 ** (attempt - 1), MAX_BACKOFF_MS);
}
