export type SerialQueue = {
  /** Runs work after all earlier work. A failure rejects this call only. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when the work that was queued so far has ended. Never rejects. */
  idle(): Promise<void>;
};

/** Runs work one after another, in the order of the calls. */
export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run: (work) => {
      const result = last.then(work);
      last = result.catch(() => undefined);
      return result;
    },
    idle: async () => void (await last),
  };
}
