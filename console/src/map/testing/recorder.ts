import type { Plane } from './plane.ts';

/** A recorded call: name and arguments. */
export type Recorded = readonly [name: string, ...args: unknown[]];

/** Records calls and event handlers of a double. */
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

  /** Number of handlers of all events. */
  get listening(): number {
    return [...this.#handlers.values()].reduce((sum, handlers) => sum + handlers.size, 0);
  }
}

/** Controls of a double that the contract suite uses for every provider. */
export type DoubleControl = {
  readonly calls: readonly Recorded[];
  readonly listening: number;
  /** The screen point of a position in the provider's degrees. */
  pixelOf(lng: number, lat: number): { x: number; y: number };
  /** Simulates a user moving the view, in the provider's degrees and zoom. */
  userMoves(lng: number, lat: number, zoom: number): void;
  zoom(): number;
  /** Simulates the first loaded tiles. */
  ready(): void;
  pointer(kind: 'click' | 'dblclick' | 'mousemove' | 'mouseout', point?: { x: number; y: number }): void;
};

/** The control of a double: `start`, `end` and `ready` are the provider's events, `pointerEvent` makes its pointer events. */
export function createControl<E extends { readonly type: string }>(
  recorder: Recorder<E>,
  plane: Plane,
  events: { readonly start: E; readonly end: E; readonly ready: E },
  pointerEvent: (kind: string, point?: { x: number; y: number }) => E,
): DoubleControl {
  const emit = (event: E) => recorder.emit(event.type, event);
  return {
    calls: recorder.calls,
    get listening() {
      return recorder.listening;
    },
    pixelOf: (lng, lat) => plane.pixelOf(lng, lat),
    userMoves: (lng, lat, zoom) => {
      emit(events.start);
      plane.go(lng, lat, zoom);
      emit(events.end);
    },
    zoom: () => plane.zoom,
    ready: () => emit(events.ready),
    pointer: (kind, point) => emit(pointerEvent(kind, point)),
  };
}

/** Configured answers of a double; degrees are the provider's. */
export type ServiceAnswers = {
  places: { name: string; address: string; lng: number; lat: number }[];
  address: string | null;
  /** The key is refused. */
  refused: boolean;
  /** No answer at all. */
  silent: boolean;
  /** Its tiles are twice the documented size. */
  largeTiles: boolean;
};
