/** Interval of notifications while the page is hidden, in ms. */
const HIDDEN_INTERVAL_MS = 1_000;

/**
 * Notifies listeners at most once per animation frame, once a second while the page is hidden, and of updates at a configured
 * interval.
 */
export class PacedListeners {
  readonly #listeners = new Set<() => void>();
  #scheduled = false;
  #pace: number | null = 0;
  #pacing: ReturnType<typeof setTimeout> | undefined;

  /** Returns the unsubscribe function. */
  add(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Interval between updates in ms; 0: immediately, null: only on `refresh`. */
  setPace(everyMs: number | null): void {
    if (everyMs === this.#pace) return;
    this.#pace = everyMs;
    this.refresh();
  }

  refresh(): void {
    clearTimeout(this.#pacing);
    this.#pacing = undefined;
    this.tell();
  }

  /** Notifies of an update, at the configured interval. */
  tellOfUpdates(): void {
    if (this.#pace === 0) this.tell();
    else if (this.#pace !== null) {
      this.#pacing ??= setTimeout(() => {
        this.#pacing = undefined;
        this.tell();
      }, this.#pace);
    }
  }

  /** Notifies of any other change, regardless of the interval. */
  tell(): void {
    if (this.#scheduled || this.#listeners.size === 0) return;
    this.#scheduled = true;
    const run = () => {
      this.#scheduled = false;
      for (const listener of [...this.#listeners]) listener();
    };
    if (typeof document !== 'undefined' && !document.hidden) requestAnimationFrame(run);
    else setTimeout(run, HIDDEN_INTERVAL_MS);
  }
}
