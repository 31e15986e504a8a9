import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';

/** Limits of the JT/T 809 links. */
export const REGULATOR_LIMITS = {
  /** A connection must log in within this, ms. */
  signInMs: 10_000,
  /** A silent link is closed after this (JT/T 809: three minutes), ms. */
  silentMs: 180_000,
  /** Maximum reconnect delay, ms. */
  reconnectMostMs: 600_000,
  /** Delay of the heartbeat that acknowledges sent messages, ms. */
  confirmMs: 2_000,
  /** Interval of the queries for waiting data, ms. */
  pumpMs: 500,
  /** Vehicles of one batch, and positions of each. */
  vehiclesAtOnce: 500,
  positionsAtOnce: 50,
  /** Younger positions are sent as current (0x1202), older ones as late (0x1203), ms. */
  liveMs: 60_000,
  /** Positions of one 0x1203. */
  positionsOfMessage: 5,
  /** In-flight late positions. */
  lateInFlight: 5_000,
  /** Alarms and answers sent at once. */
  rowsAtOnce: 200,
  /** Bytes in the send buffer: sending pauses at the first limit, the link closes at the second. */
  heldBytes: 1_048_576,
  unreadBytes: 16_777_216,
  /** Messages per second of one connection. Beyond it reading pauses. */
  messagesPerSecond: 2_000,
  /** Bad frames of one connection before it is closed. */
  badFrames: 1_000,
  /** Unauthenticated connections of one network. */
  unknownPerNetwork: 8,
  /** Refused logins of one network per minute before it is blocked. */
  refusedPerMinute: 20,
  /** Sub links to subordinate platforms: heartbeat interval, and first reconnect delay, ms. */
  subHeartbeatMs: 60_000,
  subReconnectMs: 5_000,
  /** A sub link may log in this long before the answer on the main link. A refusal takes as long, ms. */
  earlySubMs: 5_000,
  /** Default time to answer a post-check, ms. */
  postCheckMs: 600_000,
  /** Wait for a requested photo, ms. */
  photoMs: 120_000,
  /** How long a stop waits for acknowledgements, ms. */
  goodbyeMs: 1_000,
  /** Write interval of the traffic log, ms, and its buffer in messages. */
  trafficMs: 1_000,
  messagesBuffered: 5_000,
  /** Positions and heartbeats per minute that the log stores. */
  bulkPerMinute: 60,
  /** Retention of messages and of other link records, ms. */
  messagesKeptMs: 7 * DAY_MS,
  /** Retention of late positions: the maximum that a platform can want, ms. */
  lateKeptMs: 72 * HOUR_MS,
  /** Retention of the vehicles that were forwarded each day, ms. */
  forwardedKeptMs: 400 * DAY_MS,
  recordsKeptMs: 5 * 365 * DAY_MS,
} as const;

export type RegulatorLimits = { readonly [K in keyof typeof REGULATOR_LIMITS]: number };
