/** Areas of one file that is made. */
export const MOST_EXPORTED = 5_000;
