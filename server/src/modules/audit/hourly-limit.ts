/** Counts actions per account within a window and returns whether one more is allowed. Stores only open windows. */
export function createHourlyLimit(most: number, windowMs: number, now: () => number): (accountId: number) => boolean {
  const windows = new Map<number, { readonly until: number; count: number }>();
  return (accountId) => {
    const time = now();
    for (const [id, { until }] of windows) if (until <= time) windows.delete(id);
    const window = windows.get(accountId) ?? { until: time + windowMs, count: 0 };
    windows.set(accountId, window);
    if (window.count >= most) return false;
    window.count++;
    return true;
  };
}
