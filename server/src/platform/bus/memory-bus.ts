import type { Bus } from './bus.ts';

type AnyHandler = (payload: never) => void | Promise<void>;

/** In-process bus. Handlers run synchronously within `publish`, so they must be short. */
export function createMemoryBus<Events>(onError: (subject: keyof Events, error: unknown) => void): Bus<Events> {
  // Lists are copied on write, so that a delivery in progress is not affected.
  const handlers = new Map<keyof Events, readonly AnyHandler[]>();
  return {
    publish: (subject, payload) => {
      for (const handler of handlers.get(subject) ?? []) deliver(handler, payload as never, (error) => onError(subject, error));
    },
    subscribe: (subject, handler) => {
      // A new function per subscription, so that a handler can subscribe twice.
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
