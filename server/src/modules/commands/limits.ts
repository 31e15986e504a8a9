import { DAY_MS } from '@fleetwarden/domain/durations';

/** A send to at most this many vehicles waits briefly for results, which its reply includes. */
export const MAX_SOON = 50;
export const SOON_MS = 300;
/** Retention of finished commands. */
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
/** Default range of a list of commands. */
export const LIST_MS = 7 * DAY_MS;
/** Batches of an account that have not ended. */
export const MAX_OPEN_BATCHES = 20;
/**
 * Vehicles whose commands are entered at once, of all batches, and the interval: 588 a second at most, so that 10,000 vehicles take
 * about 17 s. Small steps, because a location that arrives meanwhile waits for one of them.
 */
export const BATCH_CHUNK_VEHICLES = 50;
export const BATCH_TICK_MS = 85;
/** Interval of the check for batches of other nodes and for expired approvals, ms. */
export const BATCH_IDLE_MS = 2_000;
/** Shortest time between two progress messages of a batch, ms. */
export const BATCH_NEWS_MS = 1_000;
/** Vehicles of one query of an export. */
export const EXPORT_CHUNK_VEHICLES = 500;
