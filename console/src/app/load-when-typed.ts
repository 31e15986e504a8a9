/**
 * Runs loaders at the first input on the page: code that is needed next loads while the user types. A failure shows when the code is
 * needed.
 */
export function loadWhenTyped(loaders: readonly (() => Promise<unknown>)[]): void {
  window.addEventListener('input', () => void Promise.allSettled(loaders.map((load) => load())), { once: true });
}
