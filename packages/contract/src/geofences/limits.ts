/** Areas entered by one call; longer files are entered in lots. */
export const MAX_AREAS = 50;
/** Areas of one file. */
export const MAX_IN_FILE = 1_000;
/** Bytes of a file of areas. */
export const MAX_AREA_FILE_BYTES = 8 * 1_048_576;
