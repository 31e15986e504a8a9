/** Playback of recordings on terminals, apart from the schemas: a page that plays needs no schema library. */

/** CONTROL of 0x9202. */
export const replayControls = { start: 0, pause: 1, end: 2, fast: 3, keyFramesBack: 4, seek: 5, keyFrames: 6 } as const;
export type ReplayControl = keyof typeof replayControls;

/** Times of normal speed; their position, from 1, is the number on the wire. */
export const replaySpeeds = [1, 2, 4, 8, 16] as const;
export type ReplaySpeed = (typeof replaySpeeds)[number];

/** How long a terminal may take to list its recordings, ms. */
export const RECORDING_LIMIT_MS = 30_000;
/** A list of the same filter is not requested again for so long, ms. */
export const RECORDING_CACHE_MS = 600_000;
