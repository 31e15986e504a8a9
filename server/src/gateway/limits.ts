/** Limits of the gateway. Tests and settings can override each. */
export const GATEWAY_LIMITS = {
  /** Bytes of an escaped frame. A body has up to 1,023 bytes, and escaping at most doubles it. */
  frameBytes: 4_096,
  /** TCP connections; each costs a socket and a few KiB. */
  connections: 120_000,
  /** TCP connections of one address. A whole fleet may share the NAT of a carrier. */
  connectionsPerAddress: 30_000,
  /** Terminals on one connection, for example of a forwarder. */
  terminalsPerConnection: 2_000,
  /** UDP peers. */
  datagramPeers: 50_000,
  /** A silent connection is closed after this, ms: three of the longest usual heartbeat intervals. */
  idleMs: 300_000,
  /** A connection without a live session is closed after this, ms. */
  unknownMs: 60_000,
  /** Interval of the checks for silence, unknown terminals and missing sub-packages, ms. */
  sweepEveryMs: 1_000,
  /** Messages per second of one connection. Beyond it reading pauses; nothing is dropped. */
  messagesPerSecond: 1_000,
  /** Burst above the rate, for example after a dead zone. */
  messageBurst: 4_000,
  /** Unread replies, bytes, before a connection is closed. */
  unreadBytes: 256 * 1024,
  /** Frames queued while an earlier one waits for the database. On TCP reading pauses, so they are of one chunk. */
  waitingFrames: 4_096,
  /** The same for a UDP peer, which cannot be paused. */
  waitingDatagramFrames: 32,
  /** Incomplete sub-packaged messages of one terminal, and the bytes of their bodies and of remembered complete ones. */
  subPackageGroups: 8,
  subPackageBytes: 2 * 1024 * 1024,
  /** The same bytes of all terminals. */
  subPackageTotalBytes: 512 * 1024 * 1024,
  /** Silence before missing sub-packages are requested, ms; number of requests; expiry of the message, ms. */
  subPackageAskMs: 5_000,
  subPackageAsks: 3,
  subPackageMs: 60_000,
  /** Window of the rate limits below, ms. */
  throttleMs: 60_000,
  /** Wrong codes and refused registrations of one terminal at one address before it is blocked. */
  failuresPerTerminal: 30,
  /** The same for one address, unknown numbers included. */
  failuresPerAddress: 600,
  /** Logged failures of each kind. */
  failureLines: 300,
  /** Terminals that AUTO_REGISTER creates for one address. */
  creationsPerAddress: 3_000,
  /** Connection changes of one phone number. */
  takeoversPerPhone: 10,
  /** Bad frames in quarantine, and bytes of each. */
  quarantineFrames: 1_000,
  quarantineBytes: 512,
  /** Bytes of an electronic waybill. Longer ones are refused, because lists show the full text. */
  waybillBytes: 16 * 1024,
  /** Spans of counted passengers of a vehicle in 24 hours. */
  passengerFlowsPerDay: 2_000,
  /** In-flight commands of one terminal; more commands wait. */
  commandsPerTerminal: 4,
  /** Times a command is sent, if the connection is lost each time. */
  commandSends: 10,
  /** In-flight commands of all terminals. */
  commandsInFlight: 20_000,
  /** Bytes of a stored command answer. Of a longer answer only the size is stored, because consoles receive it. */
  commandAnswerBytes: 64 * 1024,
  /** The same for the data of a driving recorder, which is stored beside the command. */
  recorderBytes: 1024 * 1024,
  /** The same for a list of recordings: a day of some thousand. Consoles receive only their number with the command. */
  recordingListBytes: 256 * 1024,
  /** Bytes of data after decompression (0x0901); larger data is stored compressed. */
  decompressedBytes: 64 * 1024,
  /** Time in which an answer to a timed out command still counts, ms. */
  commandLateMs: 300_000,
  /** Wait for the answer to the next sub-package of a command, ms. */
  commandPartsMs: 5_000,
  /** Interval of the check for expired commands, ms; extra time for commands of a dead process, ms. */
  commandExpiryMs: 5_000,
  commandGraceMs: 10_000,
  /** Terminals that get firmware at once, and unacknowledged sub-packages of each: fewer bytes than `unreadBytes`. */
  firmwareTransfers: 50,
  firmwareWindow: 32,
  /** Repetitions of unacknowledged sub-packages, and of a request to download. */
  firmwareResends: 3,
  /** Connections over which one file is sent. */
  firmwareAttempts: 100,
  /** A vehicle that drives faster than this does not begin an upgrade, unless the platform setting `commandMaxKmh` says otherwise, km/h. */
  firmwareMaxSpeedKmh: 5,
  /** Interval of the search for vehicles that wait, ms; lease of a transfer whose process died, ms. */
  firmwareLookMs: 5_000,
  firmwareLeaseMs: 20_000,
  /** Wait for the answer to a request to download, ms, and for the result of an upgrade, ms. */
  firmwareAnswerMs: 20_000,
  firmwareResultMs: 3_600_000,
  /** Negative cache of unknown phone numbers: lifetime, ms, and size. */
  unknownPhoneMs: 10_000,
  unknownPhones: 10_000,
};

export type GatewayLimits = Readonly<typeof GATEWAY_LIMITS>;
