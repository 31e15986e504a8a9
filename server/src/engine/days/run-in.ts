/** Positions that days made of a part of a track need beyond it, on either side: those of any kind, and as many usable ones. */
export const RUN_IN_POSITIONS = 12;
/**
 * Usable ones before it. Where the first of a run-in is drift, the positions after it look like drift until six in a row agree:
 * an antenna that jumps again and again is told as the stream told it only from then on.
 */
export const RUN_IN_USABLE = 64;
