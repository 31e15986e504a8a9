import { HOUR_MS } from '@fleetwarden/domain/durations';

/** What one call tells of. */
export const MAX_MEDIA = 2_000;
/** How long an address opens a file. */
export const MEDIA_ADDRESS_MS = HOUR_MS;
