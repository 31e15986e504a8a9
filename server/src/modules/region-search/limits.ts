import { DAY_MS } from '@fleetwarden/domain/durations';

/** A longer search of the past is refused. */
export const SEARCH_LIMIT_MS = 20_000;
/** Sort memory of PostgreSQL per worker of a search. */
export const SORT_MEMORY = '32MB';
/** Stays per statement that checks whether the vehicle was elsewhere in between. */
export const DOUBTS_A_STATEMENT = 5_000;
/** Concurrent searches of the past on this node: each uses connections and cores. */
export const SEARCHES_AT_ONCE = 2;
/** Default range of the online log. */
export const ONLINE_LOG_MS = DAY_MS;
/** Rows of an export between two looks at whether it was cancelled. */
export const EXPORT_CHUNK = 1_000;
/** Corners that vehicles are held against before others are served: some milliseconds. */
export const CORNERS_A_SLICE = 2_000_000;
