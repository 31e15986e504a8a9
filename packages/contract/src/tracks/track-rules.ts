import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';

/** Longest stretch of track of one call: 30 days, and the hour a clock may be put back. */
export const MAX_TRACK_MS = 30 * DAY_MS + HOUR_MS;
/** More points than this are thinned. */
export const MAX_TRACK_POINTS = 50_000;
/** Without data for longer than this a track is not one line, ms. */
export const TRACK_GAP_MS = 600_000;
/** One point per this many seconds; 0: all. */
export const trackIntervals = [0, 10, 30, 60] as const;
export type TrackInterval = (typeof trackIntervals)[number];

export const trackFormats = ['xlsx', 'csv', 'gpx', 'kml'] as const;
export type TrackFormat = (typeof trackFormats)[number];
