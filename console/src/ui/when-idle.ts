/** Runs `task` when the page has nothing else to do, after a second at the latest. Returns the function that cancels it. */
export function whenIdle(task: () => void): () => void {
  // Safari has no idle callbacks
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(task, { timeout: 1_000 });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(task, 1);
  return () => clearTimeout(timer);
}
