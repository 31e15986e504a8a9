/** Why reading from a link pauses. */
export const HOLD = {
  /** An earlier message waits for the database. */
  busy: 1,
  /** Ingest's queue is full. */
  full: 2,
  /** It sent more than its share. */
  rate: 4,
  /** The server stops. */
  stop: 8,
} as const;

/** Why we end a link. */
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

/** One TCP connection, or one UDP peer, as what stands above the transport sees it. */
export type Link = {
  readonly transport: 'tcp' | 'udp';
  readonly address: string;
  /** Address and port, for logs. */
  readonly peer: string;
  /** Queues a frame; those of one turn leave together. */
  send(frame: Uint8Array): void;
  /** Pauses reading until every reason is released. A datagram peer cannot be paused. */
  hold(reason: number): void;
  release(reason: number): void;
  close(reason: CloseReason): void;
};
