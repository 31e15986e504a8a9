import { DAY_MS } from '@fleetwarden/domain/durations';

/** A send to so many vehicles waits a moment for what comes of it, so that its reply says it. */
export const MAX_SOON = 50;
export const SOON_MS = 300;
/** Ended commands are kept so long. */
export const COMMANDS_KEPT_MS = 180 * DAY_MS;
/** Templates of one account. */
export const MAX_TEMPLATES = 500;
/** Vehicles of one text to departments. */
export const MAX_DEPARTMENTS = 10_000;
/** Plates named in the audit log. */
export const PLATES_NAMED = 10;
/** The window of the two limits below, ms. */
export const SENDS_WINDOW_MS = 60_000;
/** Commands of one account in it, one for each vehicle: a text to all the vehicles one may have, and once more. */
export const SENDS_OF_ACCOUNT = 20_000;
/** Commands to one vehicle per window, of all users: a terminal answers a few per second at best. */
export const SENDS_TO_VEHICLE = 120;
/** Commands of one vehicle that wait or were not answered yet. */
export const OPEN_OF_VEHICLE = 200;
/** Without a beginning a list of commands goes back so far from its end. */
export const LIST_MS = 7 * DAY_MS;
