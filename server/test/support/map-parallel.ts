/** Enough to keep server and database busy at the same time. */
const MAX_IN_FLIGHT = 6;

/** For tests: calls `work` for every item, a few at a time; the results are in the order of the items. Throws what the first failure throws. */
export async function mapParallel<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  maxInFlight = MAX_IN_FLIGHT,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const lane = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: maxInFlight }, lane));
  return results;
}
