/** Results of a test of a map key. */
export const MAP_KEY_RESULTS = ['valid', 'unknown', 'wrongType', 'exhausted', 'noAnswer'] as const;
export type MapKeyResult = (typeof MAP_KEY_RESULTS)[number];

/** Services whose addresses terminals get: video, and files of alarms. */
export const MEDIA_SERVICES = ['media', 'evidence'] as const;
export type MediaService = (typeof MEDIA_SERVICES)[number];
