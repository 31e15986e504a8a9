import type { ServerEvents } from '../events.ts';

/** The bus with the subjects of `events.ts`. */
export type ServerBus = {
  /** Never throws and never waits. */
  publish<S extends keyof ServerEvents>(subject: S, payload: ServerEvents[S]): void;
  /** Returns what ends the subscription. */
  subscribe<S extends keyof ServerEvents>(subject: S, handler: (payload: ServerEvents[S]) => void | Promise<void>): () => void;
};
