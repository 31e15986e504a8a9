import type { CommonMessage } from '@fleetwarden/contract/live/live';

type Handler = (data: unknown) => void;

/** Who wants to hear of what `commonmsg` brings, by the message's type. */
export type CommonMessages = {
  publish(message: CommonMessage): void;
  /** Returns what ends the subscription. */
  subscribe(type: string, handler: Handler): () => void;
};

export function createCommonMessages(): CommonMessages {
  const handlers = new Map<string, Set<Handler>>();
  return {
    publish: ({ type, data }) => {
      // those that are there now: a handler may end its own subscription
      for (const handler of [...(handlers.get(type) ?? [])]) handler(data);
    },
    subscribe: (type, handler) => {
      const ofType = handlers.get(type) ?? new Set();
      handlers.set(type, ofType);
      // a subscription of its own, though two may share a function
      const own: Handler = (data) => handler(data);
      ofType.add(own);
      return () => void ofType.delete(own);
    },
  };
}
