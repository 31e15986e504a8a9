/** Limits of the FTP server. Tests can override each. */
export const FTP_LIMITS = {
  /** Control connections; those that have not signed in are evicted first. */
  connections: 500,
  /** Control connections of one address. A whole fleet may share the NAT of a carrier. */
  connectionsPerAddress: 200,
  /** Control connections of one account: a terminal that reconnects leaves a dead one behind. */
  connectionsPerAccount: 4,
  /** A connection that does not sign in is closed after this, ms. */
  loginMs: 15_000,
  /** Wrong passwords before the connection is closed. */
  loginFailures: 3,
  /** A connection without a command or a transfer is closed after this, ms. */
  idleMs: 300_000,
  /** A command line, bytes. */
  lineBytes: 1_024,
  /** Commands that wait for the ones before. */
  pendingCommands: 16,
  /** Wait for the data connection, ms. */
  dataConnectMs: 15_000,
  /** A data connection without data is closed after this, ms. */
  dataIdleMs: 60_000,
  /** Files of one account. */
  files: 64,
  /** A virtual path, characters. */
  pathCharacters: 512,
  /** Free bytes of the disk below which nothing is received. */
  minFreeBytes: 512 * 1024 * 1024,
  /** Interval of the checks for silence, ms. */
  sweepMs: 1_000,
};

export type FtpLimits = Readonly<typeof FTP_LIMITS>;
