/** Limits of the evidence server. Tests can override each. */
export const EVIDENCE_LIMITS = {
  /** Connections; the oldest without a known alarm is closed first. */
  connections: 2_000,
  /** Connections of one address. A whole fleet may share the NAT of a carrier. */
  connectionsPerAddress: 1_000,
  /** A connection without a known alarm is closed after this, ms. */
  unboundMs: 15_000,
  /** A connection without any byte is closed after this, ms. */
  silentMs: 60_000,
  sweepMs: 1_000,
  /** Bytes outside frames and chunks before a connection is closed. */
  badBytes: 256 * 1024,
  /** Separate received ranges of one file. */
  ranges: 4_096,
  /** Times that gaps of one file are requested on one connection. */
  gapRequests: 5,
  /** Connections whose bytes are handled at a time: uploads must not delay locations. */
  chunksAtOnce: 4,
  /** Memory of unfinished sub-packaged messages of a connection. */
  messageBytes: 64 * 1024,
};

export type EvidenceLimits = Readonly<typeof EVIDENCE_LIMITS>;
