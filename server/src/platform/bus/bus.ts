import type { BusEvents } from './events.ts';

export type Subject = keyof BusEvents;
export type Handler<S extends Subject> = (payload: BusEvents[S]) => void | Promise<void>;

/**
 * Tells everybody who asked what has just happened. Delivery is at most once and in the order of publishing; what must not get
 * lost belongs in the database, the bus only says that it is there.
 */
export type Bus = {
  /** Never throws and never waits: a failing subscriber is logged and hurts nobody. */
  publish<S extends Subject>(subject: S, payload: BusEvents[S]): void;
  /** Returns what ends the subscription. */
  subscribe<S extends Subject>(subject: S, handler: Handler<S>): () => void;
};
