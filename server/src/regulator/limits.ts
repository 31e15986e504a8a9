import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';

/** Limits of the links of JT/T 809, in one place. */
export const REGULATOR_LIMITS = {
  /** A connection must sign in within this, ms. */
  signInMs: 10_000,
  /** No byte for so long: the link is lost (JT/T 809: three minutes), ms. */
  silentMs: 180_000,
  /** Waiting grows up to this between tries, ms. */
  reconnectMostMs: 600_000,
  /** What was sent counts as taken when a heartbeat behind it was answered; one is sent for it so long after, ms. */
  confirmMs: 2_000,
  /** How often what waits is looked for, ms. */
  pumpMs: 500,
  /** Vehicles of one look, and positions of each. */
  vehiclesAtOnce: 500,
  positionsAtOnce: 50,
  /** A position younger than this is told as one of now (0x1202), older ones as caught up (0x1203), ms. */
  liveMs: 60_000,
  /** Positions of one 0x1203. */
  positionsOfMessage: 5,
  /** Late positions that are sent and not known to be taken, at the most. */
  lateUnderWay: 5_000,
  /** Alarms and answers sent at once. */
  rowsAtOnce: 200,
  /** Bytes written and not yet taken by the socket: no more is sent; beyond the second, the link is cut. */
  heldBytes: 1_048_576,
  unreadBytes: 16_777_216,
  /** Messages taken from one connection a second; the rest waits in the network. */
  messagesPerSecond: 2_000,
  /** Bad frames of one connection before it is cut. */
  badFrames: 1_000,
  /** Connections of one address that have not said who they are. */
  unknownPerAddress: 8,
  /** Logins of one address that may be refused within a minute before it is heard no more. */
  refusedPerMinute: 20,
  /** Sub links we open to platforms below ours: a heartbeat so often, and the first try again after it was cut, ms. */
  subHeartbeatMs: 60_000,
  subReconnectMs: 5_000,
  /** Sub links that sign in before the main link was answered wait so long, ms. */
  earlySubMs: 5_000,
  /** Time for a post-check that states none, ms. */
  postCheckMs: 600_000,
  /** A photograph that was asked for is waited for so long, ms. */
  photoMs: 120_000,
  /** How long a stop waits for what was sent to be taken, ms. */
  goodbyeMs: 1_000,
  /** How often traffic is written down, ms, and messages kept for that. */
  trafficMs: 1_000,
  messagesBuffered: 5_000,
  /** Positions and heartbeats of one minute that are written down as messages. */
  bulkPerMinute: 60,
  /** How long messages, and the other records of links, are kept, ms. */
  messagesKeptMs: 7 * DAY_MS,
  /** Late positions nobody was told: the most hours a platform may want, ms. */
  lateKeptMs: 72 * HOUR_MS,
  recordsKeptMs: 5 * 365 * DAY_MS,
} as const;

export type RegulatorLimits = { readonly [K in keyof typeof REGULATOR_LIMITS]: number };
