import { DAY_MS } from '@fleetwarden/domain/durations';

/** A configured address service that has not answered by then does not, ms. */
export const SERVICE_TIMEOUT_MS = 3_000;
/** Questions to it that are under way at once; what is asked beyond is answered by the boundaries. */
export const SERVICE_AT_ONCE = 16;
/** Requests per minute to the address service, of all users: the service may bill them. */
export const SERVICE_A_MINUTE = 1_200;
/** Its answers that are kept, and how long, ms. */
export const ANSWERS_KEPT = 50_000;
export const ANSWERS_KEPT_MS = DAY_MS;
/** Places this near have one address: digits of a degree (eleven metres). */
export const ANSWER_DIGITS = 4;
/** Longest answer that is read, bytes. */
export const ANSWER_BYTES = 64 * 1024;
/** Characters of an address that are kept of it. */
export const ADDRESS_MAX = 300;
/** Where tyre pressures are looked for: the newest reports of so long. */
export const TYRES_WITHIN_MS = DAY_MS;
export const TYRE_REPORTS = 200;
