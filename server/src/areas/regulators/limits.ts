/** A statistic and its beginning where none is given, ms. */
export const STAT_MOST_MS = 31 * 86_400_000;
export const STAT_USUAL_MS = 86_400_000;
/** Open post-checks a console gets at once. */
export const MOST_OPEN_CHECKS = 100;
