import { DAY_MS } from '@fleetwarden/domain/durations';

/** Retention of sets of parameters. */
export const SETS_KEPT_MS = 180 * DAY_MS;
/** Sets that count as recent in the list of vehicles. */
export const RECENT_SETS_MS = 30 * DAY_MS;
/** Vehicles of one statement of a comparison or an export. */
export const VEHICLES_PER_STATEMENT = 1_000;
/** Delay before what could not be stored is tried again. */
export const RETRY_MS = 1_000;
/** Connections of new vehicles are handled together, ms. */
export const NEW_VEHICLES_DELAY_MS = 500;
/** Tests of server addresses, of one account. */
export const PROBES_PER_MINUTE = 10;
/** Templates of one department tree. */
export const MAX_TEMPLATES = 1_000;
