import { HOUR_MS } from '@fleetwarden/domain/durations';

/** Most files in one reply. */
export const MAX_MEDIA = 2_000;
/** Lifetime of a file's signed URL. */
export const MEDIA_ADDRESS_MS = HOUR_MS;
