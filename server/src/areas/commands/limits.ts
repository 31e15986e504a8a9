/** A send to so many vehicles waits a moment for what comes of it, so that its reply says it. */
export const SOON_MOST = 50;
export const SOON_MS = 300;
/** Ended commands are kept so long. */
export const COMMANDS_KEPT_MS = 180 * 24 * 3_600_000;
/** Templates of one account. */
export const MOST_TEMPLATES = 500;
/** Vehicles of one text to departments. */
export const MOST_OF_DEPARTMENTS = 10_000;
/** Plates named in the audit log. */
export const PLATES_NAMED = 10;
