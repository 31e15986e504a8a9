import fc from 'fast-check';

/** A failing history is shrunk for this long at most, so that the test still reports it in time. */
const MAX_SHRINK_MS = 60_000;

/** Random histories that share one database. */
export type Histories<T> = {
  readonly runs: number;
  readonly history: fc.Arbitrary<T>;
  /** Stores all histories, each under ids of its own, and returns one comparison per history, in order. A comparison throws on a difference. */
  readonly play: (histories: readonly T[]) => Promise<readonly (() => Promise<void>)[]>;
  /** Default: FC_SEED, else random. */
  readonly seed?: number;
};

/**
 * For tests: checks a property of random histories, all of them in one database, so that ingest and rebuild run once for all.
 * A failing history is played again alone, and shrunk. The error names the seed; FC_SEED repeats the run.
 */
export async function checkHistories<T>({ runs, history, play, seed = chooseSeed() }: Histories<T>): Promise<void> {
  const property = fc.asyncProperty(history, async (one) => {
    for (const compare of await play([one])) await compare();
  });
  // a tuple, because the property draws one: so that `path` names the same history
  const histories = fc.sample(fc.tuple(history), { seed, numRuns: runs }).map(([one]) => one);
  const fail = (what: string, cause: unknown) => new Error(`FC_SEED=${seed}: ${what}`, { cause });
  const comparisons = await play(histories).catch((error: unknown) => {
    throw fail(`${runs} histories could not be played together`, error);
  });
  if (comparisons.length !== runs) throw fail(`${comparisons.length} comparisons of ${runs} histories`, undefined);
  let unexplained: Error | undefined;
  for (const [index, compare] of comparisons.entries())
    try {
      await compare();
    } catch (error) {
      await fc.assert(property, { seed, path: String(index), numRuns: 1, interruptAfterTimeLimit: MAX_SHRINK_MS });
      unexplained ??= fail(`history ${index} differs only beside the others: ${fc.stringify(histories[index])}`, error);
    }
  if (unexplained) throw unexplained;
}

const chooseSeed = (): number => Number(process.env['FC_SEED'] ?? Math.floor(Math.random() * 0x7fff_ffff));

/** The steps between two runs of the tested code. */
export type Round = readonly (() => Promise<unknown>)[];

/**
 * For tests: runs the rounds of many histories in parallel, with `after` behind each round. Histories end together: a shorter one starts
 * later, so that each has only the `after` of its own rounds.
 */
export async function playRounds(histories: readonly (readonly Round[])[], after: () => Promise<unknown>): Promise<void> {
  const most = Math.max(0, ...histories.map(({ length }) => length));
  for (let left = most; left > 0; left--) {
    const play = async (rounds: readonly Round[]) => {
      for (const step of rounds.at(-left) ?? []) await step();
    };
    await Promise.all(histories.map(play));
    await after();
  }
}
