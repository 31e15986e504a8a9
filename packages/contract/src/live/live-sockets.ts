/** The live sockets' paths, texts and times, apart from the messages' schemas: a worker that only talks needs no schema library. */

/** Both texts are heartbeats on each socket, every 5 s. */
export const HEARTBEATS = ['H#C', 'CS#HB'] as const;
export const HEARTBEAT_MS = 5_000;
/** The sockets open this long after the page was opened. */
export const SOCKET_DELAY_MS = 2_000;
/** From this map zoom (512 px tiles) on, the server sends single vehicles instead of clusters. */
export const UNCLUSTERED_ZOOM = 11;
/** The text that ends the initial car list. */
export const INIT_END = 'bye';

/** Below the origin; `prefix` is the token's part before the dot. */
export const socketPath = {
  init: (prefix: string) => `/websocket/init/${prefix}`,
  gpsmsg: (prefix: string) => `/gpsmsg/receive/${prefix}`,
  commonmsg: (prefix: string) => `/websocket/commonmsg/${prefix}`,
};

/** Why the server closes a socket. Anything else is a fault, after which a console connects again. */
export const socketClose = {
  /** The initial list is complete. */
  done: { code: 1000, reason: 'bye' },
  stopping: { code: 1001, reason: 'bye' },
  refused: { code: 1008, reason: 'message refused' },
  failed: { code: 1011, reason: 'internal error' },
  tooMany: { code: 1008, reason: 'too many sockets' },
  tooSlow: { code: 1013, reason: 'too slow' },
  /** The user's role or department is another now: connect again with what is allowed now. */
  rightsChanged: { code: 4003, reason: 'rights changed' },
  signedOut: { code: 4007, reason: 'session ended' },
  signedInElsewhere: { code: 4901, reason: 'signed in elsewhere' },
} as const;
