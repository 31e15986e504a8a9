/** Limits of the media server. Tests can override each. */
export const MEDIA_LIMITS = {
  /** A stream that ended is known for this long: the life of a view's address, and more, ms. */
  endedMs: 15_000,
  /** TCP connections; those without a stream are evicted first. */
  connections: 4_000,
  /** TCP connections of one address. A whole fleet may share the NAT of a carrier. */
  connectionsPerAddress: 2_000,
  /** Streams of one connection. */
  streamsPerConnection: 16,
  /** Streams received by UDP, and those that are not bound yet. */
  datagramStreams: 2_000,
  /** A connection without a requested stream is closed after this, ms. */
  unboundMs: 10_000,
  /** A silent stream has lost its terminal, ms. */
  silentMs: 10_000,
  /** Another connection may take over a stream that is silent for this, ms. */
  replaceMs: 3_000,
  /** Packets stored while a stream is being bound. */
  bindingPackets: 512,
  /** Wait for the stream after 0x9101, or after its connection was lost, ms. */
  streamMs: 15_000,
  /** Time without viewers before the terminal is stopped, ms. */
  graceMs: 10_000,
  /** The cached key frame group. A longer one is not cached: new viewers wait for the next key frame. */
  groupBytes: 8 * 1024 * 1024,
  groupFrames: 1_500,
  /** Unsent bytes of a viewer before it skips to the next key frame, and below which it goes on. */
  backlogBytes: 1024 * 1024,
  resumeBytes: 64 * 1024,
  /** A viewer that skips for this long is closed, ms. */
  tooSlowMs: 30_000,
  /** Interval of statistics and of the checks for silence, ms. */
  sweepMs: 1_000,
};

export type MediaLimits = Readonly<typeof MEDIA_LIMITS>;
