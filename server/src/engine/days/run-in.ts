/** Run-in of a partial track: positions of any kind on each side, and as many usable ones. */
export const RUN_IN_POSITIONS = 12;
/**
 * Usable positions before it. If the run-in starts with drift, the following positions look like drift until six in a row agree;
 * only from there on the result equals the live stream's.
 */
export const RUN_IN_USABLE = 64;
