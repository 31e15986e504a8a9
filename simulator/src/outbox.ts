/** A frame that waits for its 0x8001. */
type Waiting<T> = { readonly frames: readonly Uint8Array[]; readonly content: T; sentAt: number; tries: number };

/**
 * Sent and unacknowledged messages, by serial. Repeats by the standard's rule: the wait grows with every try
 * (JT/T 808-2019 5.5.3: T(n+1) = T(n) x (n+1)), and after the last one the content is returned.
 */
export type Outbox<T> = {
  readonly size: () => number;
  readonly add: (serial: number, frames: readonly Uint8Array[], content: T, now: number) => void;
  /** The content this serial carried, now done; undefined for an answer to nothing. */
  readonly acknowledged: (serial: number) => T | undefined;
  /** Frames to send again, and contents whose last try failed. */
  readonly due: (now: number) => { readonly again: readonly Uint8Array[]; readonly failed: readonly T[] };
  /** When to call `due` again, epoch ms. */
  readonly nextAt: () => number;
  /** Empties it. */
  readonly takeAll: () => T[];
};

export function createOutbox<T>(replyTimeoutMs: number, retries: number): Outbox<T> {
  const waiting = new Map<number, Waiting<T>>();

  const dueAt = (entry: Waiting<T>): number => {
    let wait = replyTimeoutMs;
    for (let n = 1; n <= entry.tries; n++) wait *= n + 1;
    return entry.sentAt + wait;
  };

  return {
    size: () => waiting.size,
    add: (serial, frames, content, now) => waiting.set(serial, { frames, content, sentAt: now, tries: 0 }),
    acknowledged: (serial) => {
      const entry = waiting.get(serial);
      waiting.delete(serial);
      return entry?.content;
    },
    due: (now) => {
      const again: Uint8Array[] = [];
      const failed: T[] = [];
      for (const [serial, entry] of waiting) {
        if (dueAt(entry) > now) continue;
        if (entry.tries >= retries) {
          waiting.delete(serial);
          failed.push(entry.content);
        } else {
          entry.tries++;
          entry.sentAt = now;
          again.push(...entry.frames);
        }
      }
      return { again, failed };
    },
    nextAt: () => {
      let next = Number.POSITIVE_INFINITY;
      for (const entry of waiting.values()) next = Math.min(next, dueAt(entry));
      return next;
    },
    takeAll: () => {
      const contents = [...waiting.values()].map((entry) => entry.content);
      waiting.clear();
      return contents;
    },
  };
}
