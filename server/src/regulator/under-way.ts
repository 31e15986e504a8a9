/** Names of what was sent to a superior platform and of which nobody knows yet that it was taken. */
export type UnderWay = {
  has(name: string): boolean;
  add(name: string): void;
  delete(name: string): void;
  /** It is written down that it was taken, or failed to be: it counts as under way until the next look. */
  settled(name: string): void;
  /** A look at what waits begins: what settled before is not in what it reads. */
  look(): void;
  clear(): void;
};

/**
 * What settles while rows that were read before are gone through must not count as waiting again: they still say so, and it would
 * be sent twice.
 */
export function createUnderWay(): UnderWay {
  const names = new Set<string>();
  let settled: string[] = [];
  return {
    has: (name) => names.has(name),
    add: (name) => void names.add(name),
    delete: (name) => void names.delete(name),
    settled: (name) => void settled.push(name),
    look: () => {
      for (const name of settled) names.delete(name);
      settled = [];
    },
    clear: () => {
      names.clear();
      settled = [];
    },
  };
}
