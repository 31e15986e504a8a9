/** Names of the items that were sent to a superior platform and are not acknowledged. */
export type InFlightSet = {
  has(name: string): boolean;
  add(name: string): void;
  delete(name: string): void;
  /**
   * These were acknowledged, and `written` is the pending write. They stay in flight until the next `startScan` after the write.
   * If the write fails, `failed` gets the error and they are sent again.
   */
  settle(names: readonly string[], written: Promise<unknown>, failed: (err: unknown) => void): void;
  /** Call it before a query for waiting items. Removes settled items, which that query no longer returns. */
  startScan(): void;
  clear(): void;
};

/** An item that settles during a scan stays in flight: the rows of the scan are older, and would send it twice. */
export function createInFlightSet(): InFlightSet {
  let names = new Set<string>();
  let settled: string[] = [];
  return {
    has: (name) => names.has(name),
    add: (name) => void names.add(name),
    delete: (name) => void names.delete(name),
    settle: (items, written, failed) => {
      const own = names;
      // after a lost link it settles nothing
      const done = () => void (own === names && settled.push(...items));
      void written.catch(failed).finally(done);
    },
    startScan: () => {
      for (const name of settled) names.delete(name);
      settled = [];
    },
    clear: () => {
      names = new Set();
      settled = [];
    },
  };
}
