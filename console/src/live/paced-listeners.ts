/** How often listeners hear of changes while nobody looks, ms. */
const HIDDEN_INTERVAL_MS = 1_000;

/** Who hears of changes: once an animation frame at the most, once a second while the page is hidden, of updates at a pace. */
export class PacedListeners {
  readonly #listeners = new Set<() => void>();
  #scheduled = false;
  #pace: number | null = 0;
  #pacing: ReturnType<typeof setTimeout> | undefined;

  /** Returns what removes it. */
  add(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** ms between updates, 0 as they come, null only by `refresh`. */
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

  /** Of an update: they hear as often as is wanted. */
  tellOfUpdates(): void {
    if (this.#pace === 0) this.tell();
    else if (this.#pace !== null) {
      this.#pacing ??= setTimeout(() => {
        this.#pacing = undefined;
        this.tell();
      }, this.#pace);
    }
  }

  /** Of anything else: whatever the pace. */
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
