/** Lengths of time, milliseconds. */
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
/** 24 hours. A business day may be longer or shorter where clocks change: see business-day.ts. */
export const DAY_MS = 24 * HOUR_MS;
