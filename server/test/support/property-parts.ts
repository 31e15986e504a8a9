import { describe, it } from 'vitest';

/** Runs of one test: where a machine is busy each takes seconds. */
const RUNS_AT_ONCE = 5;

/**
 * For tests: a property whose runs read a database, as several tests of some runs each. So each has the time that every test has, however
 * many runs there are, and says which of them was slow. `property` checks that many runs; what runs share lies outside of it.
 */
export function inParts(name: string, runs: number, property: (numRuns: number) => Promise<void>): void {
  const parts = Math.ceil(runs / RUNS_AT_ONCE);
  describe(name, () => {
    it.each(Array.from({ length: parts }, (_, part) => part + 1))(`part %i of ${parts}`, () => property(Math.ceil(runs / parts)));
  });
}
