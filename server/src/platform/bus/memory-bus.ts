import type { Bus } from './bus.ts';

type AnyHandler = (payload: never) => void | Promise<void>;

/** The bus of a single process. Handlers run within `publish`, so they keep work short or put it off. */
export function createMemoryBus<Events>(onError: (subject: keyof Events, error: unknown) => void): Bus<Events> {
  // a list is replaced, never changed: one that is being delivered stays whole
  const handlers = new Map<keyof Events, readonly AnyHandler[]>();
  return {
    publish: (subject, payload) => {
      for (const handler of handlers.get(subject) ?? []) deliver(handler, payload as never, (error) => onError(subject, error));
    },
    subscribe: (subject, handler) => {
      // an entry of its own, so that a handler given twice is two subscriptions
      const entry: AnyHandler = (payload) => handler(payload);
      handlers.set(subject, [...(handlers.get(subject) ?? []), entry]);
      return () => {
        handlers.set(
          subject,
          (handlers.get(subject) ?? []).filter((other) => other !== entry),
        );
      };
    },
  };
}

function deliver(handler: AnyHandler, payload: never, onError: (error: unknown) => void): void {
  try {
    handler(payload)?.catch(onError);
  } catch (error) {
    onError(error);
  }
}
