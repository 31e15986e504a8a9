/** Schemes of one file. */
export const MAX_EXPORTED = 5_000;
/** Changes within this time reload once, ms. */
export const RELOAD_AFTER_MS = 200;
/** Polling interval for changes of other nodes, ms (screen catalogue 6.0: in force within 10 s). */
export const RELOAD_EVERY_MS = 8_000;
/** Most positions of a dry run, and its page size. */
export const TRY_POSITIONS = 2_000_000;
export const TRY_PAGE = 10_000;
/** Dry runs are ended after so long, ms. */
export const TRY_LIMIT_MS = 120_000;
/** Most changes listed in a scheme's history; most points of a road in a file. */
export const MAX_POINTS = 5_000;
