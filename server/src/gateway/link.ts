/** Reasons to pause reading, as bits. */
export const HOLD = {
  /** An earlier message waits for the database. */
  busy: 1,
  /** Ingest's queue is full. */
  full: 2,
  /** The peer is over its message rate. */
  rate: 4,
  /** The server stops. */
  stop: 8,
} as const;

/** Why the gateway closes a link. */
export type CloseReason =
  | 'idle'
  | 'unknown terminal'
  | 'slow reader'
  | 'too many connections'
  | 'too many failures'
  | 'taken over'
  | 'removed'
  | 'service stopped'
  | 'shutdown';

/** A TCP connection or UDP peer, independent of the transport. */
export type Link = {
  readonly transport: 'tcp' | 'udp';
  readonly address: string;
  /** Address and port, for logs. */
  readonly peer: string;
  /** Queues a frame. Frames of one event-loop turn are sent together. */
  send(frame: Uint8Array): void;
  /** Pauses reading until every reason is released. No effect on UDP. */
  hold(reason: number): void;
  release(reason: number): void;
  close(reason: CloseReason): void;
};
