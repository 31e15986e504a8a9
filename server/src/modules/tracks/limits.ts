/** Positions one call reads at most: 30 days of one a second, with room. */
export const MAX_STORED_POINTS = 3_000_000;
/** Tolerance of the first thinning, m; each further pass doubles it. */
export const THIN_M = 5;
/** No thinning allows more. */
export const MAX_THIN_M = 320;
/** Points of an export between two looks at whether it was cancelled. */
export const EXPORT_CHUNK = 2_000;
/** Tracks read at once, queued ones, and those of one account: enough for a page that plays several. */
export const TRACKS_AT_ONCE = 2;
export const TRACKS_WAITING = 64;
export const TRACKS_OF_ACCOUNT = 16;
