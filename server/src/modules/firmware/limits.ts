import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';

const MIB = 1024 * 1024;

/** Bytes to which a ZIP file may unpack, and their ratio to its own. */
export const MAX_UNPACKED_BYTES = 512 * MIB;
export const MAX_UNPACKED_RATIO = 100;
/** Plates of a confirmation and of the audit log. */
export const PLATES_NAMED = 10;
/** Vehicles named in a refusal. */
export const UNFIT_NAMED = 100;
/** Lifetime of a download address. */
export const DOWNLOAD_LIFE_MS = DAY_MS;
/** After a complete download the terminal has this long for its result. */
export const INSTALL_MS = HOUR_MS;
/** Requests for downloads of one address and minute. */
export const DOWNLOADS_PER_MINUTE = 600;
