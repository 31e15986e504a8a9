/** Durations of several runs, ms, in ascending order. */
export async function timed(times: number, run: () => Promise<void>): Promise<number[]> {
  const took: number[] = [];
  for (let i = 0; i < times; i++) {
    const began = performance.now();
    await run();
    took.push(performance.now() - began);
  }
  return took.sort((a, b) => a - b);
}

/** The median of figures in any order; 0 without figures. */
export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Median and worst of what `timed` gave. */
export const shown = (took: readonly number[]): string =>
  `median ${median(took).toFixed(0)} ms, worst ${took.at(-1)!.toFixed(0)} ms`;

/** The percentile of figures in ascending order; infinite without figures. */
export const shareOf = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.POSITIVE_INFINITY;
