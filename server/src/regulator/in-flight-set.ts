/** Names of what was sent to a superior platform and of which nobody knows yet that it was taken. */
export type InFlightSet = {
  has(name: string): boolean;
  add(name: string): void;
  delete(name: string): void;
  /**
   * It is being written down that these were taken: once it is, or failed to be, they count as under way until the next look. What failed
   * is told to `failed`, and they are sent again.
   */
  settles(names: readonly string[], written: Promise<unknown>, failed: (err: unknown) => void): void;
  /** A look at what waits begins: what settled before is not in what it reads. */
  look(): void;
  clear(): void;
};

/**
 * What settles while rows that were read before are gone through must not count as waiting again: they still say so, and it would
 * be sent twice.
 */
export function createInFlightSet(): InFlightSet {
  let names = new Set<string>();
  let settled: string[] = [];
  return {
    has: (name) => names.has(name),
    add: (name) => void names.add(name),
    delete: (name) => void names.delete(name),
    settles: (those, written, failed) => {
      const mine = names;
      // of a link that was cut meanwhile it settles nothing
      const done = () => void (mine === names && settled.push(...those));
      void written.catch(failed).finally(done);
    },
    look: () => {
      for (const name of settled) names.delete(name);
      settled = [];
    },
    clear: () => {
      names = new Set();
      settled = [];
    },
  };
}
