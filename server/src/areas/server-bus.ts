import type { ServerEvents } from '../events.ts';

type Subject = keyof ServerEvents;

/** The bus as areas see it: the server's subjects with what they carry. */
export type ServerBus = {
  publish<S extends Subject>(subject: S, payload: ServerEvents[S]): void;
  /** Returns what ends the subscription. */
  subscribe<S extends Subject>(subject: S, handler: (payload: ServerEvents[S]) => void | Promise<void>): () => void;
};
