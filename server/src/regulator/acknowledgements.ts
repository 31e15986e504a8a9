/** Acknowledgement callbacks of a main link. The reply to a heartbeat acknowledges all messages sent before it. */
export type Acknowledgements = {
  /** Calls `onAcknowledged` when a later heartbeat is answered, and sends that heartbeat soon. */
  add(onAcknowledged: () => void): void;
  sendHeartbeat(): void;
  onHeartbeatReply(): void;
  /** Drops all callbacks: the link is down. */
  clear(): void;
  /** Waits until all messages are acknowledged, at most until `until` (epoch ms). */
  wait(until: number): Promise<void>;
};

const POLL_MS = 10;

export function createAcknowledgements(options: {
  /** Sends a heartbeat; false if the link is down. */
  readonly send: () => boolean;
  /** Delay of the heartbeat after a message, ms. */
  readonly delayMs: number;
}): Acknowledgements {
  let timer: NodeJS.Timeout | undefined;
  let pending: (() => void)[] = [];
  /** Callbacks of each unanswered heartbeat. */
  let heartbeats: (() => void)[][] = [];

  const sendHeartbeat = () => {
    if (!options.send()) return;
    heartbeats.push(pending);
    pending = [];
  };
  return {
    add: (onAcknowledged) => {
      pending.push(onAcknowledged);
      timer ??= setTimeout(() => {
        timer = undefined;
        sendHeartbeat();
      }, options.delayMs);
    },
    sendHeartbeat,
    onHeartbeatReply: () => {
      for (const onAcknowledged of heartbeats.shift() ?? []) onAcknowledged();
    },
    clear: () => {
      clearTimeout(timer);
      [timer, pending, heartbeats] = [undefined, [], []];
    },
    wait: async (until) => {
      while ((pending.length > 0 || heartbeats.some((batch) => batch.length > 0)) && Date.now() < until) {
        if (pending.length > 0) sendHeartbeat();
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },
  };
}
