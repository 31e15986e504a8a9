/** What a double was asked: names of its calls with their arguments, in order. */
export type Recorded = readonly [name: string, ...args: unknown[]];

/** Keeps what a double was asked and who listens to it. */
export class Recorder<E> {
  readonly calls: Recorded[] = [];
  readonly #handlers = new Map<string, Set<(event: E) => void>>();

  record(name: string, ...args: unknown[]): void {
    this.calls.push([name, ...args]);
  }

  listen(name: string, handler: (event: E) => void): void {
    const handlers = this.#handlers.get(name) ?? new Set();
    this.#handlers.set(name, handlers.add(handler));
  }

  unlisten(name: string, handler: (event: E) => void): void {
    this.#handlers.get(name)?.delete(handler);
  }

  emit(name: string, event: E): void {
    for (const handler of [...(this.#handlers.get(name) ?? [])]) handler(event);
  }

  /** How many handlers there are, of all events. */
  get listening(): number {
    return [...this.#handlers.values()].reduce((sum, handlers) => sum + handlers.size, 0);
  }
}

/** What the contract suite asks of a double, whichever provider's it is. */
export type DoubleControl = {
  readonly calls: readonly Recorded[];
  readonly listening: number;
  /** Where the provider itself draws a place of its own degrees. */
  pixelOf(lng: number, lat: number): { x: number; y: number };
  /** The user moves the view there, provider's degrees and zoom. */
  userMoves(lng: number, lat: number, zoom: number): void;
  zoom(): number;
  /** Its first tiles are there. */
  ready(): void;
  pointer(kind: 'click' | 'dblclick' | 'mousemove' | 'mouseout', point?: { x: number; y: number }): void;
};

/** What a double is to do; degrees are the provider's. */
export type ServiceAnswers = {
  places: { name: string; address: string; lng: number; lat: number }[];
  address: string | null;
  /** The key is not taken. */
  refused: boolean;
  /** Nothing is answered at all. */
  silent: boolean;
  /** Its tiles are twice as large as its documents say. */
  largeTiles: boolean;
};
