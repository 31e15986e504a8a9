import { describe, it } from 'vitest';

/** Runs per test: on a busy machine each takes seconds. */
const RUNS_AT_ONCE = 5;

/**
 * For tests: splits a property that reads a database into several tests, so that each has the full timeout and slow runs
 * are visible. `property` checks that many runs; keep shared state outside of it.
 */
export function inParts(name: string, runs: number, property: (numRuns: number) => Promise<void>): void {
  const parts = Math.ceil(runs / RUNS_AT_ONCE);
  describe(name, () => {
    it.each(Array.from({ length: parts }, (_, part) => part + 1))(`part %i of ${parts}`, () => property(Math.ceil(runs / parts)));
  });
}
