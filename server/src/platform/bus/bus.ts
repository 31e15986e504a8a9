/**
 * Tells everybody who asked what has just happened. `Events` maps each subject to what it carries: plain data, since it
 * travels between machines one day. Delivery is at most once and in the order of publishing; what must not get lost belongs in
 * the database, the bus only says that it is there.
 */
export type Bus<Events> = {
  /** Never throws and never waits: a failing subscriber is logged and hurts nobody. */
  publish<S extends keyof Events>(subject: S, payload: Events[S]): void;
  /** Returns what ends the subscription. */
  subscribe<S extends keyof Events>(subject: S, handler: (payload: Events[S]) => void | Promise<void>): () => void;
};
