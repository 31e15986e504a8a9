import type { LocationReported } from '@fleetwarden/domain/location';

/** For tests: messages of a vehicle, some of them delayed. */
export type Mixture = {
  readonly all: readonly LocationReported[];
  /** Whether the n-th report was held back. */
  readonly isHeld: (n: number) => boolean;
  /** 0: all sent at once; 1: a restart in between; 2: also a rebuild; 3: also a rebuild after the live half. */
  readonly between: number;
  /** Sent at the end. */
  readonly last?: readonly LocationReported[];
};

/** The ingest operations of a test. */
export type MixtureSteps = {
  readonly upload: (list: readonly LocationReported[]) => Promise<void>;
  readonly restart: () => Promise<void>;
  readonly rebuild: () => Promise<unknown>;
};

export const late = (list: readonly LocationReported[]): LocationReported[] => list.map((one) => ({ ...one, backfill: true }));

/** For tests: uploads mixtures of many vehicles, those with the same steps in parallel; each ends with a restart and a rebuild. */
export async function uploadMixtures(mixtures: readonly Mixture[], { upload, restart, rebuild }: MixtureSteps): Promise<void> {
  const split = mixtures.map(({ all, isHeld, last = [], between }) => {
    const live = all.filter((_, n) => !isHeld(n));
    const middle = live[live.length >> 1]!.deviceAt!;
    return {
      between,
      last,
      first: live.slice(0, live.length >> 1),
      earlyHeld: late(all.filter((one, n) => isHeld(n) && one.deviceAt! < middle)),
      second: live.slice(live.length >> 1),
      held: late(all.filter((_, n) => isHeld(n))),
    };
  });
  for (const [between, group] of Map.groupBy(split, (one) => one.between)) {
    const uploadEach = (part: 'first' | 'earlyHeld' | 'second' | 'held' | 'last') =>
      Promise.all(group.map((one) => upload(one[part])));
    await uploadEach('first');
    if (between > 0) await restart();
    await uploadEach('earlyHeld');
    if (between > 1) await rebuild();
    await uploadEach('second');
    if (between > 2) await rebuild();
    await uploadEach('held');
    await uploadEach('last');
    await restart();
    await rebuild();
  }
}
