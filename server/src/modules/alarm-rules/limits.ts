/** Schemes of one file. */
export const MAX_EXPORTED = 5_000;
/** Changes that come together are taken over together, ms. */
export const RELOAD_AFTER_MS = 200;
/** What other nodes have changed is seen after so long, ms (screen catalogue 6.0: in force within 10 s). */
export const RELOAD_EVERY_MS = 8_000;
/** Positions a dry run goes through, and how many it reads at once. */
export const TRY_POSITIONS = 2_000_000;
export const TRY_PAGE = 10_000;
/** Dry runs are ended after so long, ms. */
export const TRY_LIMIT_MS = 120_000;
/** Changes of a scheme's history that are listed are kept with it; points of one road in a file. */
export const MAX_POINTS = 5_000;
