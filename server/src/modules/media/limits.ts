/** What one call tells of. */
export const MOST_MEDIA = 2_000;
/** How long an address opens a file. */
export const MEDIA_ADDRESS_MS = 3_600_000;
