import { DAY_MS } from '@fleetwarden/domain/durations';

/** A configured address service that has not answered by then does not, ms. */
export const SERVICE_TIMEOUT_MS = 3_000;
/** Concurrent requests to the service; further ones use the boundaries. */
export const SERVICE_AT_ONCE = 16;
/** Requests per minute to the address service, of all users: the service may be billed. */
export const SERVICE_A_MINUTE = 1_200;
/** Size of the address cache. */
export const ANSWERS_KEPT = 50_000;
/** Places this near have one address: digits of a degree (eleven metres). */
export const ANSWER_DIGITS = 4;
/** Longest answer that is read, bytes. */
export const ANSWER_BYTES = 64 * 1024;
/** Most characters of an address. */
export const ADDRESS_MAX = 300;
/** Tyre pressures are searched in reports of this period. */
export const TYRES_WITHIN_MS = DAY_MS;
export const TYRE_REPORTS = 200;
