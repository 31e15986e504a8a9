import type { Content } from '@fleetwarden/protocol/jt808';

/** Messages that a terminal sends some time after a command. */
export type Later = {
  readonly add: (content: Content, dueAt: number) => void;
  /** Removes and returns the messages that are due. */
  readonly due: (now: number) => Content[];
  /** When to call `due` again, epoch ms. */
  readonly nextAt: () => number;
};

export function createLater(): Later {
  let waiting: { readonly content: Content; readonly dueAt: number }[] = [];
  return {
    add: (content, dueAt) => void waiting.push({ content, dueAt }),
    due: (now) => {
      const due = waiting.filter(({ dueAt }) => dueAt <= now);
      waiting = waiting.filter(({ dueAt }) => dueAt > now);
      return due.map(({ content }) => content);
    },
    nextAt: () => Math.min(...waiting.map(({ dueAt }) => dueAt)),
  };
}
