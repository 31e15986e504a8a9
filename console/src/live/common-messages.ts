import type { CommonMessage } from '@fleetwarden/contract/live/live';

type Handler = (data: unknown) => void;

/** Publishes `commonmsg` messages to subscribers by message type. */
export type CommonMessages = {
  publish(message: CommonMessage): void;
  /** Returns the unsubscribe function. */
  subscribe(type: string, handler: Handler): () => void;
};

export function createCommonMessages(): CommonMessages {
  const handlers = new Map<string, Set<Handler>>();
  return {
    publish: ({ type, data }) => {
      // copied, because a handler may unsubscribe itself
      for (const handler of [...(handlers.get(type) ?? [])]) handler(data);
    },
    subscribe: (type, handler) => {
      const ofType = handlers.get(type) ?? new Set();
      handlers.set(type, ofType);
      // wrapped, so that the same function can subscribe twice
      const own: Handler = (data) => handler(data);
      ofType.add(own);
      return () => void ofType.delete(own);
    },
  };
}
