/**
 * Publish/subscribe between modules. `Events` maps each subject to a plain data payload that could be serialised. Delivery is at
 * most once and in order; data that must not get lost belongs in the database.
 */
export type Bus<Events> = {
  /** Never throws and never waits; an error of a subscriber is logged. */
  publish<S extends keyof Events>(subject: S, payload: Events[S]): void;
  /** Returns the unsubscribe function. */
  subscribe<S extends keyof Events>(subject: S, handler: (payload: Events[S]) => void | Promise<void>): () => void;
};
