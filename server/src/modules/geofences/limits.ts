/** Areas of one file that is made. */
export const MAX_EXPORTED = 5_000;
