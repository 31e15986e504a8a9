import { afterEach, expect } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Number of `expect` calls that the test executed. */
    expects?: number;
  }
}

// hooks of a setup file run after those of the test file
afterEach(({ task }) => {
  task.meta.expects = expect.getState().assertionCalls;
});
