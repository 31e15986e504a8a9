/** Everything the gateway bounds. Tests and operators' settings may replace single values. */
export const GATEWAY_LIMITS = {
  /** Escaped bytes of one frame; a body is at most 1,023 bytes and escaping at most doubles. */
  frameBytes: 4_096,
  /** Connections in all; each costs a socket and a few KiB. */
  connections: 120_000,
  /** Connections of one address; a carrier's NAT may hide a whole fleet behind one. */
  connectionsPerAddress: 30_000,
  /** Terminals that speak through one connection, as a forwarder's do. */
  terminalsPerConnection: 2_000,
  /** UDP peers in all, and of one address. */
  datagramPeers: 50_000,
  /** Silence after which a connection is closed, ms: three of the longest usual heartbeats. */
  idleMs: 300_000,
  /** A connection on which nobody is known by then is closed, ms. */
  unknownMs: 60_000,
  /** How often connections are looked at for the two limits above and for missing sub-packages, ms. */
  sweepEveryMs: 1_000,
  /** Messages a second of one connection: beyond it reading pauses, nothing is dropped. */
  messagesPerSecond: 1_000,
  /** How many of them may come at once, as after a dead zone. */
  messageBurst: 4_000,
  /** Replies a peer has not read, bytes, before its connection is closed. */
  unreadBytes: 256 * 1024,
  /** Frames kept while an earlier one waits for the database; on TCP reading pauses, so this is what one chunk may hold. */
  waitingFrames: 4_096,
  /** The same of a UDP peer, which cannot be paused. */
  waitingDatagramFrames: 32,
  /** Sub-packaged messages under way on one connection, and the bytes of their bodies. */
  subPackageGroups: 4,
  subPackageBytes: 1024 * 1024,
  /** Quiet time before missing sub-packages are asked for, how often, and when the message is given up, ms. */
  subPackageAskMs: 5_000,
  subPackageAsks: 3,
  subPackageMs: 60_000,
  /** Window of the counts below, ms. */
  throttleMs: 60_000,
  /** Wrong codes and refused registrations of one terminal at one address before it is not listened to. */
  failuresPerTerminal: 30,
  /** The same of one address, numbers nobody knows included, before it is hung up on. */
  failuresPerAddress: 600,
  /** How many of each kind are logged. */
  failureLines: 300,
  /** Terminals one address may have created by AUTO_REGISTER. */
  creationsPerAddress: 3_000,
  /** Times one phone number may change its connection. */
  takeoversPerPhone: 10,
  /** Bad frames kept for the console, and bytes of each. */
  quarantineFrames: 1_000,
  quarantineBytes: 512,
  /** An electronic waybill whose body is longer, bytes, is refused: it is no document, and a list shows it whole. */
  waybillBytes: 16 * 1024,
  /** Commands one terminal is asked at once; further ones wait. */
  commandsPerTerminal: 4,
  /** A command whose connection is cut each time it is sent is given up after so many times. */
  commandSends: 10,
  /** Commands that are sent and not answered, all terminals together. */
  commandsUnderWay: 20_000,
  /** An answer whose body is longer, bytes, is told by its size alone: it is stored, and sent to every console that may see it. */
  commandAnswerBytes: 64 * 1024,
  /** After the general answer to one part of a long message, how long another part's is waited for, ms. */
  commandPartsMs: 5_000,
  /** How often commands that waited too long are looked for, ms, and how long past its limit one of a process that is gone is left, ms. */
  commandExpiryMs: 5_000,
  commandGraceMs: 10_000,
  /** Phone numbers nobody knows are not looked up again for so long, ms, and so many are remembered. */
  unknownPhoneMs: 10_000,
  unknownPhones: 10_000,
};

export type GatewayLimits = Readonly<typeof GATEWAY_LIMITS>;
