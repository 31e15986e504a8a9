/** Positions one call reads at most: 30 days of one a second, with room. */
export const MAX_STORED_POINTS = 3_000_000;
/** What the first thinning leaves out lies within so many metres of where it would have been; each next one allows twice as much. */
export const THIN_M = 5;
/** No thinning allows more. */
export const MAX_THIN_M = 320;
/** Points of an export between two looks at whether it was cancelled. */
export const EXPORT_CHUNK = 2_000;
/** Tracks that are read at once, how many more wait, and how many of one account: those of a page that plays several, and some more. */
export const TRACKS_AT_ONCE = 2;
export const TRACKS_WAITING = 64;
export const TRACKS_OF_ACCOUNT = 16;
